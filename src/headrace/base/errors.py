"""The exceptions that users meet, and TensorFlow's status codes.

```text
Exception
├── ValueError
│   └── ShapeError             shapes that do not fit, found while the graph is built
│       └── BroadcastError     two sizes that cannot be broadcast against each other
├── TypeError
│   └── DTypeError             dtypes that do not fit, found while the graph is built
└── OpError                    a failure in Session.run, with .op, .node_def, .message, .error_code
    ├── CancelledError            1   CANCELLED
    ├── UnknownError              2   UNKNOWN
    ├── InvalidArgumentError      3   INVALID_ARGUMENT
    ├── DeadlineExceededError     4   DEADLINE_EXCEEDED
    ├── NotFoundError             5   NOT_FOUND
    ├── AlreadyExistsError        6   ALREADY_EXISTS
    ├── PermissionDeniedError     7   PERMISSION_DENIED
    ├── ResourceExhaustedError    8   RESOURCE_EXHAUSTED
    ├── FailedPreconditionError   9   FAILED_PRECONDITION
    ├── AbortedError             10   ABORTED
    ├── OutOfRangeError          11   OUT_OF_RANGE
    ├── UnimplementedError       12   UNIMPLEMENTED
    ├── InternalError            13   INTERNAL
    ├── UnavailableError         14   UNAVAILABLE
    ├── DataLossError            15   DATA_LOSS
    └── UnauthenticatedError     16   UNAUTHENTICATED
```

How a message is composed stands in `messages`.
"""

import warnings
from typing import Any, ClassVar, Final

OK: Final = 0
CANCELLED: Final = 1
UNKNOWN: Final = 2
INVALID_ARGUMENT: Final = 3
DEADLINE_EXCEEDED: Final = 4
NOT_FOUND: Final = 5
ALREADY_EXISTS: Final = 6
PERMISSION_DENIED: Final = 7
RESOURCE_EXHAUSTED: Final = 8
FAILED_PRECONDITION: Final = 9
ABORTED: Final = 10
OUT_OF_RANGE: Final = 11
UNIMPLEMENTED: Final = 12
INTERNAL: Final = 13
UNAVAILABLE: Final = 14
DATA_LOSS: Final = 15
UNAUTHENTICATED: Final = 16


class ShapeError(ValueError):
    """Shapes that do not fit, found while the graph is built."""


class BroadcastError(ShapeError):
    """Two sizes that cannot be broadcast against each other.

    Attributes:
        left: the size in the first shape, at the first axis that does not fit.
        right: the size in the second shape.
    """

    def __init__(self, message: str, left: int, right: int) -> None:
        super().__init__(message)
        self.left = left
        self.right = right

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.left, self.right)


class DTypeError(TypeError):
    """Dtypes that do not fit, found while the graph is built."""


class OperatorNotAllowedInGraphError(TypeError):
    """A tensor was used where Python needs its value, while the graph is built."""


class OpError(Exception):
    """A failure while a session runs.

    Args:
        node_def: the failed op's NodeDef, or None.
        op: the failed Operation, or None when no op of the graph is to blame.
        message: what `str()` gives.
        error_code: TensorFlow's status code.
        args: at most one dict, the payloads of the status.
    """

    def __init__(self, node_def: Any, op: Any, message: str, error_code: int, *args: Any) -> None:
        super().__init__()  # TensorFlow's errors have empty `.args`
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code
        self._experimental_payloads: Any = args[0] if args else {}

    @property
    def node_def(self) -> Any:
        """The NodeDef of the op that failed, or None; made from the op when it is asked for."""
        return self._node_def if self._op is None else getattr(self._op, "node_def", self._node_def)

    @property
    def op(self) -> Any:
        """The Operation that failed, or None."""
        return self._op

    @property
    def message(self) -> str:
        """What went wrong, and what to do."""
        return self._message

    @property
    def error_code(self) -> int:
        """TensorFlow's status code."""
        return self._error_code

    @property
    def experimental_payloads(self) -> Any:
        """The payloads of the status, a dict."""
        return self._experimental_payloads

    def __str__(self) -> str:
        return self._message

    def __reduce__(self) -> tuple[Any, ...]:
        # The op and its node belong to a graph, which does not travel to another process.
        return _rebuild, (type(self), str(self), self._error_code, self._experimental_payloads)


def _rebuild(cls: type[OpError], message: str, error_code: int, payloads: Any) -> OpError:
    if issubclass(cls, _CodedError):
        return cls(None, None, message, payloads)
    return cls(None, None, message, error_code, payloads)


class _CodedError(OpError):
    """What the classes of one status code share: a constructor without the code."""

    code: ClassVar[int]

    def __init__(self, node_def: Any, op: Any, message: str, *args: Any) -> None:
        super().__init__(node_def, op, message, self.code, *args)


class CancelledError(_CodedError):
    """The run or the waiting op was cancelled, for example because a queue was closed."""

    code = CANCELLED


class UnknownError(_CodedError):
    """Nothing more is known, for example an exception that is no OpError in a py_func."""

    code = UNKNOWN


class InvalidArgumentError(_CodedError):
    """An op received a value that it cannot take, or a placeholder received none."""

    code = INVALID_ARGUMENT


class DeadlineExceededError(_CodedError):
    """The time given to a run was over."""

    code = DEADLINE_EXCEEDED


class NotFoundError(_CodedError):
    """A file, or a key of a checkpoint, does not exist."""

    code = NOT_FOUND


class AlreadyExistsError(_CodedError):
    """A file or resource that was to be created exists."""

    code = ALREADY_EXISTS


class PermissionDeniedError(_CodedError):
    """The user may not do this, for example write to that folder."""

    code = PERMISSION_DENIED


class ResourceExhaustedError(_CodedError):
    """Memory or disk space is used up."""

    code = RESOURCE_EXHAUSTED


class FailedPreconditionError(_CodedError):
    """The state does not allow it, for example reading an uninitialised variable."""

    code = FAILED_PRECONDITION


class AbortedError(_CodedError):
    """The operation was given up, usually for another that ran at the same time."""

    code = ABORTED


class OutOfRangeError(_CodedError):
    """The end was passed, for example of a dataset or a closed queue."""

    code = OUT_OF_RANGE


class UnimplementedError(_CodedError):
    """The op exists but not for these types or attributes."""

    code = UNIMPLEMENTED


class InternalError(_CodedError):
    """Something that must always hold did not."""

    code = INTERNAL


class UnavailableError(_CodedError):
    """A service cannot be reached now; trying again may help."""

    code = UNAVAILABLE


class DataLossError(_CodedError):
    """Data is corrupt or cut short."""

    code = DATA_LOSS


class UnauthenticatedError(_CodedError):
    """The request carries no valid credentials."""

    code = UNAUTHENTICATED


_CLASS_OF_CODE: Final = {cls.code: cls for cls in _CodedError.__subclasses__()}


def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """The class of a status code.

    Raises:
        KeyError: no class has this code; OK has none.
    """
    return _CLASS_OF_CODE[error_code]


def error_code_from_exception_type(cls: type[BaseException]) -> Any:
    """The status code of a class.

    For a class without one, TensorFlow warns and returns an `UnknownError`; so does this.
    """
    if issubclass(cls, _CodedError) and cls is not _CodedError:
        return cls.code
    warnings.warn("Unknown class exception", stacklevel=2)
    return UnknownError(None, None, "Unknown class exception", None)
