"""`tf.Tensor`: one output of an operation, with its static dtype and shape. It holds no value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from headrace.base.dtypes import DType
from headrace.base.errors import OperatorNotAllowedInGraphError
from headrace.base.shapes import TensorShape
from headrace.graph import late, operators
from headrace.graph.inference import Dims, Mismatch, merge
from headrace.graph.refusal import refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from headrace.graph.graph import Graph
    from headrace.graph.operation import Operation
    from headrace.graph.partial import PartialValue


class Tensor:
    """One output of an `Operation`: a name for a value that a session computes.

    Attributes:
        op: the operation that makes it.
        value_index: which of the operation's outputs it is.
        dtype: its element type.
    """

    # `__dict__`, which costs nothing until it is used, takes what programs hang on a tensor
    # (`net.aliases = …`), as in TensorFlow.
    __slots__ = (
        "__dict__",
        "__weakref__",
        "_consumers",
        "_dims",
        "dtype",
        "op",
        "partial",
        "value_index",
    )
    __array_priority__ = 100  # NumPy on the left of an operator leaves the operator to us

    def __init__(self, op: Operation, value_index: int, dtype: DType, dims: Dims) -> None:
        self.op = op
        self.value_index = value_index
        self.dtype = dtype
        self._dims = dims
        self.partial: PartialValue | None = None
        self._consumers: list[Operation] = []

    @property
    def graph(self) -> Graph:
        """The graph it belongs to."""
        return self.op.graph

    @property
    def name(self) -> str:
        """`op:index`, as `get_tensor_by_name` and `feed_dict` take it."""
        return f"{self.op.name}:{self.value_index}"

    @property
    def device(self) -> str:
        """The device string recorded when its operation was made."""
        return self.op.device

    @property
    def shape(self) -> TensorShape:
        """The static shape, as far as it is known."""
        return TensorShape.of(self._dims)

    @property
    def dims(self) -> Dims:
        """The static sizes as a plain tuple (None: unknown); for shape rules and builders."""
        return self._dims

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Adds what the user knows of the static shape.

        Args:
            shape: a TensorShape, or anything that `tf.TensorShape` takes.

        Raises:
            ValueError: it contradicts what is known.
        """
        new = TensorShape(shape)
        try:
            self._dims = merge(self._dims, new.dims_tuple)
        except Mismatch as error:
            if self._dims is not None and new.dims_tuple is not None:
                raise refusal(
                    ValueError, error.sentence, [self], made_at=self.op.source.text()
                ) from None
            raise refusal(
                ValueError,
                f"Shapes {self.shape} and {new} are not compatible",
                [self],
                made_at=self.op.source.text(),
            ) from None

    def add_consumer(self, op: Operation) -> None:
        """Notes that `op` takes this tensor; called by the graph only."""
        self._consumers.append(op)

    def consumers(self) -> list[Operation]:
        """The operations that take this tensor as an input."""
        return list(self._consumers)

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Computes this tensor in the default session (or `session`).

        Raises:
            ValueError: there is no default session.
        """
        return late.evaluate.call(self, feed_dict, session)

    def __repr__(self) -> str:
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        shape = f", shape={self.shape}" if self._dims is not None else ""
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name})'

    # --- identity: `==` compares tensors as objects, so that they can be keys of a feed_dict ------

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    __hash__ = object.__hash__  # by identity, too, and computed in C: tensors are keys everywhere

    # --- a Tensor has no value while the graph is built -------------------------------------------

    def __bool__(self) -> NoReturn:
        raise refusal(
            OperatorNotAllowedInGraphError,
            "Using a symbolic `tf.Tensor` as a Python `bool` is not allowed. "
            f"{self!r} has a value only in a session: compare with `is None` to test that it is there, "
            "and use `tf.cond` for a branch that depends on its value.",
            [self],
            made_at=self.op.source.text(),
        )

    def __iter__(self) -> Iterator[Tensor]:
        raise refusal(
            OperatorNotAllowedInGraphError,
            "Iterating over a symbolic `tf.Tensor` is not allowed. "
            f"Use `tf.unstack` or `tf.while_loop`, or index {self!r} with known integers.",
            [self],
            made_at=self.op.source.text(),
        )

    def __len__(self) -> NoReturn:
        raise refusal(
            TypeError,
            f"len is not well defined for a symbolic Tensor ({self.name}). Please call `x.shape` rather "
            "than `len(x)` for shape information.",
            [self],
            advice="x.shape[0], or tf.shape(x)[0] where the size is not static",
            made_at=self.op.source.text(),
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        raise refusal(
            NotImplementedError,
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate "
            "that you're trying to pass a Tensor to a NumPy call, which is not supported.",
            [self],
            advice="tf's function of that name, or sess.run(x) for the values",
            made_at=self.op.source.text(),
        )

    def __getitem__(self, key: Any) -> Tensor:
        item: Tensor = late.get_item.call(self, key)
        return item

    __add__ = operators.add
    __radd__ = operators.reverse_add
    __sub__ = operators.subtract
    __rsub__ = operators.reverse_subtract
    __mul__ = operators.multiply
    __rmul__ = operators.reverse_multiply
    __truediv__ = operators.true_divide
    __rtruediv__ = operators.reverse_true_divide
    __div__ = operators.divide
    __rdiv__ = operators.reverse_divide
    __floordiv__ = operators.floor_divide
    __rfloordiv__ = operators.reverse_floor_divide
    __mod__ = operators.modulo
    __rmod__ = operators.reverse_modulo
    __pow__ = operators.power
    __rpow__ = operators.reverse_power
    __matmul__ = operators.matmul
    __rmatmul__ = operators.reverse_matmul
    __and__ = operators.logical_and
    __rand__ = operators.reverse_and
    __or__ = operators.logical_or
    __ror__ = operators.reverse_or
    __xor__ = operators.logical_xor
    __rxor__ = operators.reverse_xor
    __lt__ = operators.less
    __le__ = operators.less_equal
    __gt__ = operators.greater
    __ge__ = operators.greater_equal
    __neg__ = operators.negative
    __abs__ = operators.absolute
    __invert__ = operators.invert
