"""The expected dtypes, values and messages were recorded from TensorFlow 2.21."""

import enum
from array import array
from collections import deque, namedtuple
from decimal import Decimal
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.shapes import Dimension, TensorShape
from headrace.graph.constants import leaves, to_array

Point = namedtuple("Point", ["x", "y"])
Level = enum.IntEnum("Level", "low high")


@pytest.mark.parametrize(
    ("value", "dtype", "shape"),
    [
        (1.5, "float32", ()),
        (7, "int32", ()),
        (True, "bool", ()),
        ("é", "string", ()),
        (b"\xff", "string", ()),
        (1 + 2j, "complex128", ()),
        ([1, 2.5], "float32", (2,)),
        ([True, 1], "int32", (2,)),
        ([True, 1.5], "float32", (2,)),
        ([1j, 1], "complex128", (2,)),
        ([b"a", "b"], "string", (2,)),
        ([[]], "float32", (1, 0)),
        ((), "float32", (0,)),
        (Point(1, 2), "int32", (2,)),
        (Level.low, "int32", ()),
        (2**31 - 1, "int32", ()),
        (2**31, "int64", ()),
        (-(2**31), "int32", ()),
        (-(2**31) - 1, "int64", ()),
        ([1, 2**40], "int64", (2,)),
        (2**63, "uint64", ()),
        ([-1, 2**63], "float32", (2,)),
        (np.float64(1), "float64", ()),
        (np.bool_(True), "bool", ()),
        (np.str_("a"), "string", ()),
        ([np.float64(1), 2], "float32", (2,)),
        ([Dimension(3), 2], "int32", (2,)),
        ([[Dimension(2**40)]], "int64", (1, 1)),
        ([np.int64(1), 2], "int32", (2,)),
        ([np.int8(1)], "int8", (1,)),
        ([np.float16(1)], "float16", (1,)),
        ([np.array(1), np.array(2)], "int32", (2,)),
        ([[np.array(1.5)], [2.0]], "float32", (2, 1)),
        (np.arange(3), "int64", (3,)),
        (np.zeros((0, 3), np.float32), "float32", (0, 3)),
        (np.array([1.5], ml_dtypes.bfloat16), "bfloat16", (1,)),
        (np.array(["a", "bc"]), "string", (2,)),
        (np.array(["a", b"b"], object), "string", (2,)),
        (np.array([], object), "string", (0,)),
        (np.ma.array([1.0, 2.0]), "float64", (2,)),
        (memoryview(b"ab"), "uint8", (2,)),
        (bytearray(b"ab"), "uint8", (2,)),
        (array("f", [1, 2]), "float32", (2,)),
    ],
)
def test_value_gets_tensorflow_dtype_and_shape(value, dtype, shape) -> None:
    made, found = to_array(value)
    assert (found.name, made.shape) == (dtype, shape)
    assert made.dtype == np.dtype(found.as_numpy_dtype)


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        ([1, 2], dtypes.float32, [1.0, 2.0]),
        (True, dtypes.int32, 1),
        (True, dtypes.float32, 1.0),
        (Fraction(1, 2), dtypes.float32, 0.5),
        (1, dtypes.complex64, 1 + 0j),
        (3000000000, dtypes.int32, -1294967296),
        ([300, -1], dtypes.int8, [44, -1]),
        (-1, dtypes.uint64, 2**64 - 1),
        (2**70, dtypes.float32, 2.0**70),
        (70000, dtypes.float16, np.inf),
        ([np.int64(1)], dtypes.float32, [1.0]),
        ([Dimension(3), 2], dtypes.int64, [3, 2]),
        (np.float32(1.5), dtypes.int32, 1),
        (np.array([1.7, -2.7]), dtypes.int32, [1, -2]),
        (np.array([0, 1, 2]), dtypes.bool_, [False, True, True]),
        (np.array([1 + 2j]), dtypes.float32, [1.0]),
        (np.array(["1.5"]), dtypes.float32, [1.5]),
        ([], dtypes.int32, []),
        ([b"a\0", "b"], dtypes.string, [b"a\0", b"b"]),
    ],
)
def test_asked_dtype_holds(value, dtype, expected) -> None:
    made, found = to_array(value, dtype)
    assert found is dtype
    assert made.dtype == np.dtype(dtype.as_numpy_dtype)
    assert made.tolist() == expected


@pytest.mark.parametrize(
    ("value", "dtype", "error", "message"),
    [
        (None, None, ValueError, "None values not supported."),
        (None, dtypes.float32, ValueError, "None values not supported."),
        ([1.0, None], None, TypeError, "Failed to convert elements of [1.0, None] to Tensor."),
        ([None], dtypes.float32, TypeError, "Expected float32, but got None of type 'NoneType'."),
        ([1, "a"], None, TypeError, "Failed to convert elements of [1, 'a'] to Tensor."),
        (Decimal("1.5"), None, TypeError, "Failed to convert elements of 1.5 to Tensor."),
        (2**64, None, TypeError, "Failed to convert elements of 18446744073709551616 to Tensor."),
        (2**64, dtypes.uint64, OverflowError, "Python int too large"),
        ({1}, None, TypeError, "Failed to convert elements of {1} to Tensor."),
        (dtypes.float32, None, TypeError, "Failed to convert elements of <dtype: 'float32'>"),
        (1.5, dtypes.int32, TypeError, "Expected int32, but got 1.5 of type 'float'."),
        ("a", dtypes.float32, TypeError, "Expected float32, but got a of type 'str'."),
        (1, dtypes.string, TypeError, "Expected string, but got 1 of type 'int'."),
        (1, dtypes.bool_, TypeError, "Expected bool, but got 1 of type 'int'."),
        (1, dtypes.qint8, TypeError, "Expected qint8, but got 1 of type 'int'."),
        (1j, dtypes.float32, TypeError, "Expected float32, but got 1j of type 'complex'."),
        ([np.float32(1.5)], dtypes.int32, TypeError, "but got 1.5 of type 'float32'."),
        (
            [Dimension(None), 2],
            None,
            TypeError,
            "Failed to convert elements of [Dimension(None), 2]",
        ),
        ([2**70], None, TypeError, "Failed to convert elements of [1180591620717411303424]"),
        (Dimension(3), None, TypeError, "Failed to convert elements of 3 to Tensor."),
        (Dimension(3), dtypes.float32, TypeError, "but got 3 of type 'Dimension'."),
        (np.array([1.5]), dtypes.string, TypeError, "Expected binary or unicode string, got 1.5"),
        (np.array(["a", 1], object), None, TypeError, "Expected binary or unicode string, got 1"),
        (np.datetime64("2020-01-01"), None, TypeError, "Cannot convert the argument `type_value`"),
        ([[1, 2], [3]], None, ValueError, "The detected shape was (2,) + inhomogeneous part."),
        (
            [np.ones(1), np.ones(1)],
            None,
            ValueError,
            "to be a dense tensor with shape [2], but got shape [2, 1].",
        ),
        (deque([1, 2]), None, ValueError, "to be a dense tensor with shape [], but got shape [2]."),
        (TensorShape([2]), None, ValueError, "to be a dense tensor with shape [], but got shape"),
    ],
)
def test_refusal_has_tensorflow_class_and_sentence(value, dtype, error, message) -> None:
    with pytest.raises(error) as caught:
        to_array(value, dtype)
    assert message in str(caught.value)


def test_big_endian_array_keeps_its_values() -> None:
    made, _ = to_array(np.array([1, 2], ">i4"))
    assert made.tolist() == [1, 2]
    assert made.dtype.isnative


class Wrapped:
    """Gives its own array away, as data frames do."""

    def __init__(self, inner):
        self.inner = inner

    def __array__(self, dtype=None, copy=None):
        return self.inner


@pytest.mark.parametrize(
    "wrap",
    [
        np.asarray,
        Wrapped,
        memoryview,
        lambda inner: inner[:],
        lambda inner: inner.reshape(1, 3).T,
        np.ma.masked_array,
    ],
)
@pytest.mark.parametrize("dtype", [None, dtypes.float64])
def test_what_the_user_may_change_is_copied(wrap, dtype) -> None:
    inner = np.ones(3)
    made, _ = to_array(wrap(inner), dtype)
    assert not np.shares_memory(made, inner)
    assert made.flags.writeable
    assert inner.flags.writeable


@pytest.mark.parametrize(
    "value", [2**63, np.array([1], np.longlong), np.array([1], np.ulonglong), np.ones(1, ">i8")]
)
@pytest.mark.parametrize("asked", [False, True])
def test_of_two_equal_integer_types_the_result_has_numpys_own(value, asked) -> None:
    _, dtype = to_array(value)
    made, _ = to_array(value, dtype if asked else None)
    assert made.dtype.type is dtype.as_numpy_dtype


def nested(depth):
    value: object = 1.0
    for _ in range(depth):
        value = [value]
    return value


def endless(*items):
    value = list(items)
    value.append(value)
    return value


def test_lists_may_be_nested_deeper_than_arrays() -> None:
    with pytest.raises(ValueError, match=r"nesting depth|inhomogeneous|maximum"):
        to_array(nested(70), dtypes.float32)


@pytest.mark.parametrize("value", [nested(100_000), endless(), endless(1.0), endless([1.0])])
def test_leaves_of_an_endless_list_are_refused(value) -> None:
    with pytest.raises(ValueError, match=r"^Lists are nested more than 1000 deep, or one contains"):
        list(leaves(value))
