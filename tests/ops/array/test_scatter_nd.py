import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.fill import zeros
from headrace.ops.array.scatter_nd import scatter_nd
from headrace.ops.array.shape import shape
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run


def test_updates_of_one_place_are_summed_and_strings_joined() -> None:
    with Graph().as_default():
        assert run(scatter_nd([[1], [1]], [3.0, 4.0], [3])).tolist() == [0.0, 7.0, 0.0]
        assert run(scatter_nd([[1], [1]], [b"a\0", b"b"], [2])).tolist() == [b"", b"a\0b"]
        assert run(scatter_nd([[1], [1]], [True, True], [2])).tolist() == [False, True]


def test_the_static_shape_is_seen_through_the_shape_operand() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, None])
        made = scatter_nd(placeholder(dtypes.int32), placeholder(dtypes.float32), shape(x))
        assert made.shape.as_list() == [2, None]


@pytest.mark.parametrize(
    ("indices", "updates", "sizes", "sentence"),
    [
        ([[1], [5]], [3, 4], [3], "indices[1] = [5] does not index into shape [3]"),
        ([[[1], [-1]]], [[3, 4]], [3], "indices[0,1] = [-1] does not index into shape [3]"),
        (
            [[1], [1]],
            [3, 4, 5],
            [3],
            "Dimensions [0,1) of indices[shape=[2,1]] must match dimensions",
        ),
        (
            [[1]],
            [[3, 4]],
            [3, 3],
            "Dimensions [1,2) of input[shape=[3,3]] must match dimensions [1,2)",
        ),
        ([[1, 1]], [3], [3], "Dimensions [2,1) of input[shape=[3]] must match dimensions [1,1)"),
        ([[1]], [3], [-1], "Dimension -1 must be >= 0"),
        ([[1]], [3], 4, "Shape must be a vector"),
        (1, [3], [4], "Indices shape must have rank at least one. Found:[]"),
        ([[0]], [3], [0], "Indices and updates specified for empty output"),
        (
            np.zeros((2, 0)),
            np.ones((2, 3)),
            [3],
            "Indices and updates specified for empty output sh",
        ),
    ],
)
def test_a_run_refuses_what_does_not_fit(indices, updates, sizes, sentence) -> None:
    with Graph().as_default():
        inputs = [placeholder(kind) for kind in (dtypes.int32, dtypes.float32, dtypes.int32)]
        made = scatter_nd(*inputs)
        with pytest.raises(InvalidArgumentError) as caught:
            run(made, dict(zip(inputs, (indices, updates, sizes), strict=True)))
        assert caught.value.message.startswith(sentence)


def test_static_shapes_that_do_not_fit_are_refused() -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError) as caught:
            scatter_nd([[1], [1]], [[3.0, 4.0, 5.0]] * 2, [3, 2])
        assert str(caught.value).startswith(
            "Dimensions [1,2) of input[shape=[3,2]] = [2] must match dimensions [1,2) of "
            "updates[shape=[2,3]] = [3]: Dimension 0 in both shapes must be equal, but are 2 and 3."
        )
        with pytest.raises(ShapeError, match=r"^Indices and updates specified for empty input"):
            scatter_nd([[0]], zeros([1]), [0])


def test_an_unknown_policy_is_refused_when_an_index_is_bad() -> None:
    with Graph().as_default():
        made = scatter_nd([[1], [5]], [3.0, 4.0], [3], bad_indices_policy="bad")
        with pytest.raises(
            InvalidArgumentError, match=r"^Unknown bad indices handling attribute: bad"
        ):
            run(made)
