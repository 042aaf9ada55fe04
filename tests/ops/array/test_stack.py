"""Stack, unstack: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.ops.array.stack import stack, unstack
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def x(*sizes):
    return placeholder(dtypes.float32, sizes)


def test_stack_of_numbers_is_a_constant() -> None:
    assert stack([1, 2, 3]).op.type == "Const"
    assert stack([x(), 1.0]).op.type == "Pack"


def test_stack_merges_what_the_shapes_know() -> None:
    assert stack([x(2, None), x(None, 3)], axis=-1).shape.as_list() == [2, 3, 2]


@pytest.mark.parametrize(
    ("values", "axis", "message"),
    [
        (([2], [3]), 0, "Dimension 0 in both shapes must be equal, but are 2 and 3."),
        (([2], []), 0, "Shapes must be equal rank, but are 1 and 0"),
        (([2], [2]), 2, r"Argument `axis` = 2 not in range \[-2, 2\)"),
    ],
)
def test_stack_refuses_static_shapes_that_differ(values, axis, message) -> None:
    with pytest.raises(ValueError, match=message):
        stack([x(*sizes) for sizes in values], axis)


@pytest.mark.parametrize(
    ("shapes", "axis", "message"),
    [
        (
            ((2,), (3,)),
            0,
            "Shapes of all inputs must match: values[0].shape = [2] != values[1].shape",
        ),
        (((2,), (2,)), 2, "axis = 2 not in [-2, 2)"),
    ],
)
def test_stack_refuses_shapes_that_differ_in_a_run(shapes, axis, message) -> None:
    values = [placeholder(dtypes.float32) for _ in shapes]
    feeds = {value: np.zeros(shape) for value, shape in zip(values, shapes, strict=True)}
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(build("Pack", values, axis=axis), feeds)
    assert message in caught.value.message.splitlines()[0]


def test_unstack_needs_a_known_size() -> None:
    with pytest.raises(ValueError, match=r"Cannot infer argument `num` from shape \(\?, 3\)"):
        unstack(x(None, 3))
    assert len(unstack(x(None, 3), num=4)) == 4
    assert unstack(x(0, 3)) == []


def test_unstack_refuses_another_size() -> None:
    with pytest.raises(ValueError, match="Dimension must be 3 but is 2"):
        unstack(x(2, 3), num=3)
    values = placeholder(dtypes.float32)
    with (
        Session() as session,
        pytest.raises(InvalidArgumentError, match=r"axis 0 must equal 3, got shape \[2,3\]"),
    ):
        session.run(unstack(values, num=3), {values: np.zeros((2, 3))})


def test_beside_a_number_a_size_of_unknown_rank_is_a_scalar() -> None:
    size = placeholder(dtypes.int32)
    assert build("Fill", [size, 10], 0.0).shape.as_list() == [None, 10]
    assert build("Reshape", x(None), [-1, size, 2]).shape.as_list() == [None, None, 2]
