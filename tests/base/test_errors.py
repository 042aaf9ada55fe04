"""TensorFlow 2.21's facts about tf.errors, recorded by running it."""

import pickle
import re
import traceback
import types

import pytest

from headrace.base import errors

CODES = {
    "CancelledError": ("CANCELLED", 1),
    "UnknownError": ("UNKNOWN", 2),
    "InvalidArgumentError": ("INVALID_ARGUMENT", 3),
    "DeadlineExceededError": ("DEADLINE_EXCEEDED", 4),
    "NotFoundError": ("NOT_FOUND", 5),
    "AlreadyExistsError": ("ALREADY_EXISTS", 6),
    "PermissionDeniedError": ("PERMISSION_DENIED", 7),
    "ResourceExhaustedError": ("RESOURCE_EXHAUSTED", 8),
    "FailedPreconditionError": ("FAILED_PRECONDITION", 9),
    "AbortedError": ("ABORTED", 10),
    "OutOfRangeError": ("OUT_OF_RANGE", 11),
    "UnimplementedError": ("UNIMPLEMENTED", 12),
    "InternalError": ("INTERNAL", 13),
    "UnavailableError": ("UNAVAILABLE", 14),
    "DataLossError": ("DATA_LOSS", 15),
    "UnauthenticatedError": ("UNAUTHENTICATED", 16),
}


def failed_op(frames):
    return types.SimpleNamespace(name="p", traceback=frames)


@pytest.mark.parametrize(("name", "code"), CODES.items())
def test_each_class_has_its_code_both_ways(name, code):
    constant, number = code
    cls = getattr(errors, name)
    assert getattr(errors, constant) == number
    assert cls(None, None, "m").error_code == number
    assert errors.exception_type_from_error_code(number) is cls
    assert errors.error_code_from_exception_type(cls) == number
    assert issubclass(cls, errors.OpError)


def test_the_tree_in_the_docstring_is_the_tree():
    drawn = re.findall(r"(\w+) +(\d+) +([A-Z_]+)", errors.__doc__)
    assert drawn == [(name, str(number), constant) for name, (constant, number) in CODES.items()]


@pytest.mark.parametrize("code", [0, 99])
def test_a_code_without_a_class_is_a_key_error(code):
    with pytest.raises(KeyError):
        errors.exception_type_from_error_code(code)


@pytest.mark.parametrize("cls", [ValueError, errors.OpError])
def test_a_class_without_a_code_is_unknown_with_a_warning(cls):
    with pytest.warns(UserWarning, match="^Unknown class exception$"):
        found = errors.error_code_from_exception_type(cls)
    assert type(found) is errors.UnknownError


def test_an_error_carries_what_it_was_given():
    op, node_def, payloads = object(), object(), {"a": 1}
    error = errors.NotFoundError(node_def, op, "hello", payloads)
    assert error.op is op
    assert error.node_def is node_def
    assert error.message == "hello"
    assert error.experimental_payloads is payloads
    assert error.args == ()
    assert repr(error) == "NotFoundError()"
    assert errors.NotFoundError(None, None, "m").experimental_payloads == {}
    assert errors.OpError(None, None, "m", error_code=7).error_code == 7


def test_the_message_cannot_be_changed():
    with pytest.raises(AttributeError):
        errors.NotFoundError(None, None, "hello").message = "other"


def test_text_is_the_message_whoever_failed():
    frame = traceback.FrameSummary("train.py", 41, "<module>", lookup_line=False, line="")
    for op in (None, object(), failed_op([]), failed_op([frame])):
        assert str(errors.InternalError(None, op, "msg")) == "msg"


@pytest.mark.parametrize("op", [None, failed_op([traceback.FrameSummary("t.py", 4, "f")])])
def test_a_pickled_error_keeps_its_text_and_leaves_the_graph_behind(op):
    error = errors.DataLossError(object(), op, "broken", {"k": "v"})
    read = pickle.loads(pickle.dumps(error))
    assert type(read) is errors.DataLossError
    assert str(read) == str(error)
    assert (read.op, read.node_def, read.error_code) == (None, None, 15)
    assert read.experimental_payloads == {"k": "v"}
    assert pickle.loads(pickle.dumps(errors.OpError(None, None, "m", 7))).error_code == 7


def test_run_errors_are_no_value_errors():
    assert not issubclass(errors.OpError, ValueError)
    assert issubclass(errors.ShapeError, ValueError)
    assert issubclass(errors.DTypeError, TypeError)


def test_a_broadcast_error_carries_the_two_sizes():
    error = pickle.loads(pickle.dumps(errors.BroadcastError("differ", 3, 4)))
    assert isinstance(error, errors.ShapeError)
    assert (str(error), error.left, error.right) == ("differ", 3, 4)
