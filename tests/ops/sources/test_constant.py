"""Constants: dtypes and conversions are tested with `graph.constants`."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.shapes import TensorShape
from headrace.ops.array.split import split
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def value_of(tensor):
    return tensor.op.attributes.value.array


@pytest.mark.parametrize(
    ("value", "shape", "expected"),
    [
        (0.5, [2, 2], [[0.5, 0.5], [0.5, 0.5]]),
        ([1, 2], [4], [1, 2, 2, 2]),
        ([1, 2, 3, 4], (2, 2), [[1, 2], [3, 4]]),
        ([1.0], [], 1.0),
        ([], [2], [0.0, 0.0]),
        (1, TensorShape([2]), [1, 1]),
        ("a", [2], [b"a", b"a"]),
        (np.arange(3), [2, 2], [[0, 1], [2, 2]]),
    ],
)
def test_shape_is_filled_up_with_the_last_element(value, shape, expected) -> None:
    assert value_of(constant(value, shape=shape)).tolist() == expected


def test_shape_of_no_elements_forgets_the_value_as_in_tensorflow() -> None:
    assert constant(1, shape=[0]).dtype is dtypes.float32
    assert constant(1, dtypes.int64, [0]).dtype is dtypes.int64


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"shape": [2]}, ValueError, "Too many elements provided. Takes at most 2, but got 3."),
        (
            {"shape": [4], "verify_shape": True},
            TypeError,
            r"Expected Tensor's shape: \(4,\), but got",
        ),
        ({"shape": 3}, TypeError, "'int' object is not iterable"),
        ({"dtype": "int99"}, TypeError, "Cannot convert the argument `type_value`: 'int99'"),
    ],
)
def test_bad_arguments_have_tensorflow_class_and_sentence(arguments, error, message) -> None:
    with pytest.raises(error, match=message):
        constant([1, 2, 3], **arguments)


def test_tensor_is_no_constant() -> None:
    x = placeholder(dtypes.float32, [])
    for value in (x, [x, 1.0]):
        with pytest.raises(TypeError, match="Expected any non-tensor type, but got a tensor"):
            constant(value)


def test_value_is_copied_once_and_read_only() -> None:
    value = np.ones(4)
    for tensor in (constant(value), constant(value, shape=[2, 2])):
        assert not np.shares_memory(value_of(tensor), value)
        assert not value_of(tensor).flags.writeable
    cast = constant(value, dtypes.float32)
    assert value_of(cast).flags.owndata


def test_constant_may_be_larger_than_two_gigabytes() -> None:
    count = 2**28 + 2  # doubles: a protocol buffer ends at 2**31 bytes
    big = constant(np.zeros(count))
    assert big.op.attributes.value.array.nbytes > 2**31
    with Session() as session:
        assert session.run(split(big, [count - 2, 2])[1]).tolist() == [0, 0]
