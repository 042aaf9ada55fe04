"""Broadcasting ops: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.base.shapes import TensorShape
from headrace.graph.build import build_outputs
from headrace.ops.array.broadcast import (
    broadcast_dynamic_shape,
    broadcast_static_shape,
    broadcast_to,
)
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_broadcast_to_merges_what_input_and_shape_know() -> None:
    x = placeholder(dtypes.float32, [None, 3])
    assert broadcast_to(x, placeholder(dtypes.int32, [2])).shape.as_list() == [None, 3]
    assert broadcast_to(x, [4, 2, 3]).shape.as_list() == [4, 2, 3]
    assert broadcast_to(x, placeholder(dtypes.int32, [None])).shape.ndims is None


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ([3], "Shape must be at most rank 1 but is rank 2"),
        ([2, 4], "Dimensions must be equal, but are 3 and 4"),
        ([1, 3], "Dimensions must be equal, but are 2 and 1"),
        ([[2, 3]], "Shape must be rank 1 but is rank 2"),
    ],
)
def test_static_shapes_must_broadcast(shape, message) -> None:
    with pytest.raises(ValueError, match=message):
        broadcast_to(placeholder(dtypes.float32, [2, 3]), shape)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ([3], "Rank of input (2) must be no greater than rank of output shape (1)."),
        ([2, 4], "Incompatible shapes: [2,3] vs. [2,4]"),
        ([2, -1], "Dimension -1 must be >= 0"),
    ],
)
def test_shapes_must_broadcast_in_a_run(shape, message) -> None:
    x, wanted = placeholder(dtypes.float32), placeholder(dtypes.int32)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(broadcast_to(x, wanted), {x: np.zeros((2, 3)), wanted: shape})
    assert caught.value.message.splitlines()[0] == message


def test_result_is_a_view() -> None:
    made = broadcast_to(placeholder(dtypes.float32, [3]), [2, 3]).op
    x = np.zeros(3, np.float32)
    assert np.shares_memory(made.definition.reference(made.attributes, x, np.array([2, 3])), x)


def test_shapes_that_do_not_broadcast_have_no_dynamic_shape() -> None:
    x, y = placeholder(dtypes.int32), placeholder(dtypes.int32)
    feeds = {x: [2, 1], y: [3, 3]}
    with Session() as session:
        for made in (
            broadcast_dynamic_shape(x, y),
            build_outputs("BroadcastGradientArgs", x, y)[0],
        ):
            with pytest.raises(
                InvalidArgumentError, match=r"Incompatible shapes: \[2,1\] vs. \[3,3\]"
            ):
                session.run(made, feeds)


def test_static_shape_is_a_tensor_shape() -> None:
    made = broadcast_static_shape(TensorShape([2, 1]), TensorShape([3]))
    assert made.as_list() == [2, 3]
    with pytest.raises(ValueError, match="Incompatible shapes for broadcasting"):
        broadcast_static_shape(TensorShape([2, 1]), TensorShape([3, 3]))
