"""Split and SplitV: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.base.shapes import Dimension
from headrace.ops.array.split import split
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def x(*sizes):
    return placeholder(dtypes.float32, sizes)


@pytest.mark.parametrize(
    ("sizes", "pieces", "axis", "expected"),
    [
        ([4, 6], 3, 1, [[4, 2]] * 3),
        ([4, 6], Dimension(2), 0, [[2, 6]] * 2),
        ([None, 6], 2, 0, [[None, 6]] * 2),
        ([4, 6], [2, -1], 1, [[4, 2], [4, 4]]),
        ([4, None], [1, 2], 1, [[4, 1], [4, 2]]),
        ([4, None], [1, -1], 1, [[4, 1], [4, None]]),
    ],
)
def test_pieces_have_the_sizes_that_are_known(sizes, pieces, axis, expected) -> None:
    assert [piece.shape.as_list() for piece in split(x(*sizes), pieces, axis)] == expected


@pytest.mark.parametrize(
    ("pieces", "axis", "message"),
    [
        (4, 1, "Dimension size must be evenly divisible by 4 but is 6"),
        (2, 2, r"Dimension size, given by scalar input 2 must be in range \[-2, 2\)"),
        (0, 0, "Attr 'num_split' of 'Split' Op passed 0 less than minimum 1."),
        (2.0, 0, "Rank-0 tensors are not supported as the num_or_size_splits argument"),
        ([2, 2], 1, r"can't split axis of size 6 into pieces of size \[2,2\]"),
        ([-1, -1], 0, "size_splits can only have one -1"),
        ([5, -1], 0, "Split size at index 1 must be >= 0. Got: -1"),
        ([-2, 6], 0, "Split size at index 0 must be >= 0. Got: -2"),
    ],
)
def test_static_pieces_must_make_up_the_axis(pieces, axis, message) -> None:
    with pytest.raises(ValueError, match=message):
        split(x(4, 6), pieces, axis)


def test_number_of_pieces_must_be_known() -> None:
    sizes = placeholder(dtypes.int32, [None])
    with pytest.raises(ValueError, match="Cannot infer argument `num` from shape"):
        split(x(4, 6), sizes)
    assert len(split(x(4, 6), sizes, num=3)) == 3


@pytest.mark.parametrize(
    ("pieces", "axis", "message"),
    [
        (
            [1, 2],
            0,
            "or be less than the size of the input along split_dim if not fully specified.  Got: 3",
        ),
        ([1, 2, 1], 0, "must be 1-D and have the same elements as outputs got 1 -D and 3 elements"),
        ([-1, -1], 0, "There can only be one -1 in the input."),
        ([2, 2], 2, "-input rank(-2) <= split_dim < input rank (2), but got 2"),
    ],
)
def test_pieces_must_make_up_the_axis_in_a_run(pieces, axis, message) -> None:
    values, sizes, place = (placeholder(d) for d in (dtypes.float32, dtypes.int32, dtypes.int32))
    made = split(values, sizes, place, num=2)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(made, {values: np.zeros((4, 6)), sizes: pieces, place: axis})
    assert message in caught.value.message.splitlines()[0]


def test_equal_pieces_must_divide_the_axis_in_a_run() -> None:
    values = placeholder(dtypes.float32)
    with Session() as session, pytest.raises(InvalidArgumentError, match="should evenly divide"):
        session.run(split(values, 3), {values: np.zeros((4, 6))})
