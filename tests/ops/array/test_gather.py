import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.array.fill import zeros
from headrace.ops.array.gather import gather
from headrace.ops.array.shape import shape
from headrace.ops.sources.placeholder import placeholder
from tests.ops.reverse import reverse_sweep
from tests.ops.running import nodes, run

X = np.arange(12.0).reshape(3, 4)


def test_the_axis_is_a_constant_and_batches_make_it_the_first_inner_one() -> None:
    with Graph().as_default() as graph:
        made = gather(placeholder(dtypes.float32, [3, 4], "x"), [[0], [1], [2]], batch_dims=1)
    assert nodes(graph) == [
        "GatherV2/indices = Const()",
        "GatherV2/axis = Const()",
        "GatherV2 = GatherV2(x, GatherV2/indices, GatherV2/axis)",
    ]
    assert made.shape.as_list() == [3, 1]


def test_axis_zero_drops_the_batch_axes_as_in_tensorflow() -> None:
    with Graph().as_default():
        made = gather(X, [[0], [1]], axis=0, batch_dims=1)
        assert made.shape.as_list() == [2, 1, 4]
        np.testing.assert_array_equal(run(made), X[[[0], [1]]])


def test_shapes_are_seen_through_the_sizes_that_are_picked() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, None, 4])
        assert zeros(gather(shape(x), [2, 1])).shape.as_list() == [4, None]


@pytest.mark.parametrize(
    ("indices", "arguments", "sentence"),
    [
        ([0, 5], {}, "indices[1] = 5 is not in [0, 3)"),
        ([[0, 1], [-1, 5]], {}, "indices[1,0] = -1 is not in [0, 3)"),
        (5, {"axis": 1}, "indices = 5 is not in [0, 4)"),
        ([[0], [1], [7]], {"batch_dims": 1}, "indices[2,0] = 7 is not in [0, 4)"),
    ],
)
def test_the_first_index_out_of_range_is_named(indices, arguments, sentence) -> None:
    with Graph().as_default():
        with pytest.raises(InvalidArgumentError) as caught:
            run(gather(X, indices, **arguments))
        assert caught.value.message.startswith(sentence)


def test_indices_into_nothing_are_not_looked_at_when_the_slices_are_empty() -> None:
    with Graph().as_default():
        assert run(gather(np.zeros((2, 0)), [5])).shape == (1, 0)
        with pytest.raises(InvalidArgumentError, match=r"indices\[0\] = 0 is not in \[0, 0\)"):
            run(gather(np.zeros((0, 3)), [0]))


@pytest.mark.parametrize(
    ("x", "indices", "arguments", "sentence"),
    [
        (
            X,
            [[0], [1]],
            {"batch_dims": 1},
            "params.shape[0]: 3 should be equal to indices.shape[0]",
        ),
        (3.0, [0], {}, "params must be at least 1 dimensional"),
        (X, [0], {"axis": 2}, "Shape must be at least rank 3 but is rank 2"),
    ],
)
def test_a_run_refuses_shapes_that_do_not_fit(x, indices, arguments, sentence) -> None:
    with Graph().as_default():
        params, places = placeholder(dtypes.float64), placeholder(dtypes.int32)
        with pytest.raises(InvalidArgumentError) as caught:
            run(gather(params, places, **arguments), {params: x, places: indices})
        assert caught.value.message.startswith(sentence)


def test_batches_reach_no_further_than_the_axis() -> None:
    with Graph().as_default():
        axis = placeholder(dtypes.int32, [])
        made = build("GatherV2", X, [[0], [1], [2]], axis, batch_dims=1)
        with pytest.raises(
            InvalidArgumentError, match=r"batch_dims \(1\) must be less than or equal"
        ):
            run(made, {axis: 0})


def test_indices_must_be_integers_and_the_axis_a_scalar() -> None:
    with Graph().as_default():
        with pytest.raises(
            TypeError, match="'indices' has DataType float32 not in list of allowed"
        ):
            gather(X, [0.0])
        with pytest.raises(ShapeError, match="Shape must be rank 0 but is rank 1"):
            gather(X, [0], axis=[1])


def test_the_gradient_of_batches_is_right_for_small_index_types() -> None:
    """300 batches of 200 places do not fit the int16 of the indices."""
    with Graph().as_default():
        x = placeholder(dtypes.float64, [None, 200])
        picked = np.full((300, 1), 199, np.int16)
        made = gather(x, picked, batch_dims=1)
        (grad,) = reverse_sweep(made, build("OnesLike", made), [x])
        assert grad is not None
        want = np.zeros((300, 200))
        want[:, 199] = 1
        np.testing.assert_array_equal(run(grad, {x: np.zeros((300, 200))}), want)
