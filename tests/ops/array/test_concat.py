"""Concat: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build_outputs
from headrace.ops.array.concat import concat
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def x(*sizes):
    return placeholder(dtypes.float32, sizes)


@pytest.mark.parametrize(
    ("shapes", "axis", "expected"),
    [
        (([None, 3], [None, 4]), 1, [None, 7]),
        (([None, 3], [2, None]), 0, [None, 3]),
        (([None, 3], [2, None]), -1, [2, None]),
    ],
)
def test_concat_merges_what_the_shapes_know(shapes, axis, expected) -> None:
    assert concat([x(*sizes) for sizes in shapes], axis).shape.as_list() == expected


def test_concat_with_unknown_rank_or_axis() -> None:
    unknown = placeholder(dtypes.float32)
    assert concat([unknown, x(2, 3)], 1).shape.as_list() == [2, None]
    axis = placeholder(dtypes.int32, [])
    assert concat([x(2, 3), x(2, 3)], axis).shape.as_list() == [None, None]


@pytest.mark.parametrize(
    ("shapes", "axis", "message"),
    [
        (([2, 3], [3, 4]), 1, r"but are 2 and 3. Shapes are \[2\] and \[3\]."),
        (([2, 3], [2]), 0, "Shape must be rank 2 but is rank 1"),
        (([], []), 0, "Can't concatenate scalars"),
        (([2, 3], [2, 3]), 2, "Shape must be at least rank 3 but is rank 2"),
        (([2, 3], [2, 3]), [0], "Shape must be rank 0 but is rank 1"),
    ],
)
def test_concat_refuses_static_shapes_that_do_not_fit(shapes, axis, message) -> None:
    with pytest.raises(ValueError, match=message):
        concat([x(*sizes) for sizes in shapes], axis)


@pytest.mark.parametrize(
    ("shapes", "axis", "message"),
    [
        (((2, 3), (2, 4)), 0, "Dimension 1 in both shapes must be equal: shape[0] = [2,3] vs."),
        (
            ((2, 3), (2,)),
            0,
            "Ranks of all input tensors should match: shape[0] = [2,3] vs. shape[1]",
        ),
        (((2, 3), (2, 3)), 2, "Expected concatenating dimensions in the range [-2, 2), but got 2"),
        (((2, 3), (2, 3)), [0, 1], "axis tensor should be a scalar integer, but got shape [2]"),
        (((), ()), 0, "Can't concatenate scalars (use tf.stack instead)"),
    ],
)
def test_concat_refuses_shapes_that_do_not_fit_in_a_run(shapes, axis, message) -> None:
    values = [placeholder(dtypes.float32) for _ in shapes]
    place = placeholder(dtypes.int32)
    feeds = {value: np.zeros(shape) for value, shape in zip(values, shapes, strict=True)}
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(concat(values, place), {**feeds, place: axis})
    assert message in caught.value.message.splitlines()[0]


def test_concat_of_one_is_its_identity() -> None:
    assert concat(x(2, 3), 0).op.type == "Identity"
    with pytest.raises(ValueError, match=r"Shape \(2, 2, 3\) must have rank 0"):
        concat(1, [x(2, 3), x(2, 3)])  # the arguments in the wrong order


@pytest.mark.parametrize(
    ("axis", "shapes", "message"),
    [
        (0, ([2, 3], [2, 4]), "All dimensions except 0 must match. Input 1 has shape [2 4] and"),
        (2, ([2, 3], [2, 4]), "Concat dim is out of range: 2 vs. 2"),
        (1, ([2, 3], [2]), "input 1 should contain 2 elements, but got 1"),
        (1, ([[2, 3]], [2, 3]), "input 1 should be a vector, but got shape [1,2]"),
        ([1], ([2, 3], [2, 3]), "Concat dim tensor should be a scalar integer, but got shape [1]"),
    ],
)
def test_concat_offset_refuses_shapes_that_do_not_fit(axis, shapes, message) -> None:
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(build_outputs("ConcatOffset", axis, list(shapes))[0])
    assert message in caught.value.message.splitlines()[0]


def test_the_axis_given_first_is_refused_with_the_call_that_works():
    x = constant([[1.0]])
    with pytest.raises(
        ValueError, match=r"must have rank 0\n  made at .*\n  try +give the axis last"
    ):
        concat(0, [x, x])
