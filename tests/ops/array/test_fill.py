"""Fill, zeros, ones: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.base.shapes import Dimension, TensorShape
from headrace.ops.array.fill import fill, ones, ones_like, zeros, zeros_like
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


@pytest.mark.parametrize(
    ("shape", "op_type"),
    [
        ([], "Const"),
        ([999], "Const"),
        ([1000], "Fill"),
        ([0, 5000], "Const"),
        (np.array([2, 3]), "Const"),
        ([Dimension(3), 2], "Const"),
        (TensorShape([2, 3]), "Const"),
        (3, "Fill"),
        (Dimension(3), "Fill"),
        (np.int64(3), "Fill"),
    ],
)
def test_few_zeros_of_a_list_shape_are_a_constant(shape, op_type) -> None:
    assert zeros(shape).op.type == op_type


@pytest.mark.parametrize(
    ("dtype", "value"),
    [(dtypes.float32, 0.0), (dtypes.bool_, False), (dtypes.string, b""), (dtypes.complex64, 0j)],
)
def test_zero_of_every_dtype(dtype, value) -> None:
    made = [zeros([1], dtype), zeros(1, dtype)]
    with Session() as session:
        assert [v.tolist() for v in session.run(made)] == [[value], [value]]


def test_string_has_no_one() -> None:
    with pytest.raises(TypeError, match="Expected string, but got 1 of type 'int'"):
        ones([2], dtypes.string)


@pytest.mark.parametrize(
    ("shape", "error", "message"),
    [
        ([-1], ValueError, "Fill dimensions must be >= 0"),
        ([2, -3], ValueError, "Invalid value in tensor used for shape: -3"),
        ([2, None], TypeError, "Expected int32, but got None of type 'NoneType'."),
        (None, ValueError, "None values not supported."),
        ("a", TypeError, "Expected int32, but got a of type 'str'."),
        ([[2, 3]], ValueError, "Shape must be rank 1 but is rank 2"),
        (TensorShape([None]), ValueError, "Cannot convert a partially known TensorShape"),
    ],
)
def test_what_is_no_shape_is_refused(shape, error, message) -> None:
    with pytest.raises(error, match=message):
        zeros(shape)


def test_dynamic_shape_keeps_the_sizes_it_knows() -> None:
    count = placeholder(dtypes.int32, [])
    assert zeros([count, 3]).shape.as_list() == [None, 3]
    assert ones(count).shape.as_list() == [None]
    assert zeros(placeholder(dtypes.int64, [2])).shape.as_list() == [None, None]


def test_like_takes_shape_and_dtype() -> None:
    x, y = placeholder(dtypes.float32, [2]), placeholder(dtypes.float32, [None])
    assert zeros_like(x).op.type == "Const"
    assert zeros_like(x, optimize=False).op.type == "ZerosLike"
    assert zeros_like(y).op.type == "ZerosLike"
    assert zeros_like(y, dtypes.int32).op.type == "Fill"
    assert ones_like(y, dtypes.int64).dtype is dtypes.int64
    assert ones_like(y).shape.as_list() == [None]


@pytest.mark.parametrize(
    ("dims", "value", "message"),
    [
        ([[2]], 1.0, "dims must represent a vector, got shape [1,1]"),
        ([-2], 1.0, "Dimension -2 must be >= 0"),
        ([2], [1.0, 2.0], "value must represent a scalar, got shape [2]"),
        ([2**40, 2**40], 1.0, "would have more than 2**63 - 1 elements"),
    ],
)
def test_fill_checks_its_operands_in_a_run(dims, value, message) -> None:
    sizes, element = placeholder(dtypes.int64), placeholder(dtypes.float32)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(fill(sizes, element), {sizes: dims, element: value})
    assert message in caught.value.message.splitlines()[0]


def test_fill_allocates_one_element() -> None:
    made = fill([1000, 1000], 1.0).op
    result = made.definition.reference(made.attributes, np.array([1000, 1000]), np.array(1.0))
    assert result.shape == (1000, 1000)
    assert result.strides == (0, 0)
