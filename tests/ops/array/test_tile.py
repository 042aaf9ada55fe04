"""Tile: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.ops.array.tile import tile
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_sizes_are_known_where_size_and_multiple_are() -> None:
    x = placeholder(dtypes.float32, [2, None])
    assert tile(x, [3, 2]).shape.as_list() == [6, None]
    assert tile(x, [1, 0]).shape.as_list() == [2, 0]
    assert tile(placeholder(dtypes.float32), [2, 3]).shape.as_list() == [None, None]


def test_static_multiples_are_one_for_each_axis() -> None:
    with pytest.raises(ValueError, match="Shape must be rank 2 but is rank 1"):
        tile(placeholder(dtypes.float32, [2, 3]), [2])


@pytest.mark.parametrize(
    ("multiples", "message"),
    [
        ([2], "Expected multiples argument to be a vector of length 2 but got length 1"),
        ([[2, 3]], "Expected multiples to be 1-D, but got shape [1,2]"),
        ([-1, 2], "Expected multiples[0] >= 0, but got -1"),
    ],
)
def test_multiples_are_checked_in_a_run(multiples, message) -> None:
    x, counts = placeholder(dtypes.float32), placeholder(dtypes.int32)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(tile(x, counts), {x: np.zeros((2, 3)), counts: multiples})
    assert caught.value.message.splitlines()[0] == message


def test_no_repetition_is_no_element_whatever_the_size() -> None:
    assert tile(placeholder(dtypes.float32), [0, 2]).shape.as_list() == [0, None]
