"""Reshape, ExpandDims, Squeeze: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.ops.array.reshape import expand_dims, reshape, squeeze
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def x(*sizes):
    return placeholder(dtypes.float32, sizes)


@pytest.mark.parametrize(
    ("sizes", "wanted", "expected"),
    [
        ([2, 6], [-1, 4], [3, 4]),
        ([None, 6], [-1, 3], [None, 3]),
        ([None, 4], [2, 2, -1], [2, 2, None]),
        ([2, 6], [-1, -1], [None, None]),
        ([0, 3], [-1, 3], [0, 3]),
        ([0, 3], [-1, 0], [None, 0]),
        ([None, 0], [-1, 5], [0, 5]),
        ([None, 4], [3, 4], [3, 4]),
    ],
)
def test_reshape_infers_the_size_that_follows(sizes, wanted, expected) -> None:
    assert reshape(x(*sizes), wanted).shape.as_list() == expected


@pytest.mark.parametrize(
    ("sizes", "wanted", "message"),
    [
        (
            [2, 3],
            [4, 2],
            r"Cannot reshape a tensor with 6 elements to shape \[4,2\] \(8 elements\)",
        ),
        ([2, 3], [4, -1], "Dimension size must be evenly divisible by 4 but is 6"),
        ([None, 4], [3, 3], "Dimension size must be evenly divisible by 4 but is 9"),
        ([2, 3], [-2, 3], "Invalid value in tensor used for shape: -2"),
        ([2, 3], 6, "Shape must be rank 1 but is rank 0"),
        ([2, 3], [-1, 0], r"Cannot reshape a tensor with 6 elements to shape \[\?,0\]"),
    ],
)
def test_reshape_refuses_static_sizes_that_do_not_fit(sizes, wanted, message) -> None:
    with pytest.raises(ValueError, match=message):
        reshape(x(*sizes), wanted)


@pytest.mark.parametrize(
    ("shape", "wanted", "message"),
    [
        ((2, 3), [[2, 3]], "sizes input must be 1-D, not [1,2]"),
        ((2, 3), [-2, 3], "Size 0 must be non-negative, not -2"),
        ((2, 3), [-1, -1], "Only one input size may be -1, not both 0 and 1"),
        ((2, 3), [4, 2], "is a tensor with 6 values, but the requested shape has 8"),
        ((2, 3), [-1, 4], "with 6 values, but the requested shape requires a multiple of 4"),
        ((2, 3), [2**62, 4], "Shape [4611686018427387904, 4] has too many elements"),
    ],
)
def test_reshape_refuses_sizes_that_do_not_fit_in_a_run(shape, wanted, message) -> None:
    values, sizes = placeholder(dtypes.float32), placeholder(dtypes.int64)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(reshape(values, sizes), {values: np.zeros(shape), sizes: wanted})
    assert caught.value.message.splitlines()[0].endswith(message)


def test_reshape_of_nothing_takes_the_missing_size_from_the_others() -> None:
    values, sizes = placeholder(dtypes.float32), placeholder(dtypes.int32)
    reshaped = reshape(values, sizes)
    with Session() as session:
        assert session.run(reshaped, {values: np.zeros((0, 3)), sizes: [-1, 0]}).shape == (3, 0)
        assert session.run(reshaped, {values: np.zeros(6), sizes: 6}).shape == (6,)


def test_references_return_views() -> None:
    values = np.zeros((2, 3))
    tensor = constant(values)
    for made in (reshape(tensor, [3, 2]), expand_dims(tensor, 0), squeeze(tensor)):
        inputs = [values, np.array([3, 2] if made.op.type == "Reshape" else 0)]
        arrays = inputs[: len(made.op.inputs)]
        result = made.op.definition.reference(made.op.attributes, *arrays)
        assert np.shares_memory(result, values)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, r"Must specify an axis argument to tf.expand_dims\(\)"),
        ({"axis": 0, "dim": 0}, "Cannot specify both 'dim' and 'axis'."),
        ({"axis": 3}, r"dim 3 not in the interval \[-3, 2\]"),
        ({"axis": [0, 1]}, "'dim' input must be a tensor with a single value"),
    ],
)
def test_expand_dims_needs_one_axis_in_range(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        expand_dims(x(2, 3), **arguments)


def test_expand_dims_takes_the_old_spelling() -> None:
    assert expand_dims(x(2, None), dim=-1).shape.as_list() == [2, None, 1]


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            {"axis": 0, "squeeze_dims": 0},
            ValueError,
            "Cannot specify both 'squeeze_dims' and 'axis'",
        ),
        ({"axis": 1}, ValueError, r"Can not squeeze dim\[1\], expected a dimension of 1, got 2"),
        ({"axis": [2]}, ValueError, r"squeeze_dims\[0\] not in \[-2,2\)."),
        ({"axis": np.array([0])}, TypeError, "Expected list for 'axis' argument to 'squeeze' Op"),
        ({"axis": "a"}, TypeError, "Expected int for argument 'axis' not 'a'."),
    ],
)
def test_squeeze_refuses_axes_that_are_none(arguments, error, message) -> None:
    with pytest.raises(error, match=message):
        squeeze(x(1, 2), **arguments)


def test_squeeze_of_unknown_sizes_has_a_known_rank_only_with_axes() -> None:
    assert squeeze(x(None, 1)).shape.ndims is None
    assert squeeze(x(None, 1), squeeze_dims=[1]).shape.as_list() == [None]
