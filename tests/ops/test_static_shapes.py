import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.sources.placeholder import placeholder
from headrace.ops.static_shapes import known_sizes, ones_like, rank_of, shape_of, zeros_like
from tests.ops.running import nodes, run


def test_known_sizes_are_none_when_one_is_unknown() -> None:
    with Graph().as_default():
        assert known_sizes(placeholder(dtypes.float32, [2, 0])) == (2, 0)
        assert known_sizes(placeholder(dtypes.float32, [2, None])) is None
        assert known_sizes(placeholder(dtypes.float32)) is None


def test_static_answers_are_constants_and_others_are_ops() -> None:
    with Graph().as_default() as graph:
        known, unknown = placeholder(dtypes.float32, [2, 3]), placeholder(dtypes.float32)
        answers = [rank_of(known), shape_of(known), rank_of(unknown), shape_of(unknown)]
        assert nodes(graph) == [
            "Rank = Const()",
            "Shape = Const()",
            "Rank_1 = Rank(Placeholder_1)",
            "Shape_1 = Shape(Placeholder_1)",
        ]
        values = run(answers, {unknown: np.zeros((4, 1))})
    assert [np.asarray(value).tolist() for value in values] == [2, [2, 3], 2, [4, 1]]


@pytest.mark.parametrize("shape", [[2, 3], [50, 40], [None, 3]])
def test_zeros_and_ones_have_the_shape_of_their_model(shape) -> None:
    fed = np.full([size or 5 for size in shape], 7.0)
    with Graph().as_default():
        x = placeholder(dtypes.float64, shape)
        zeros, ones = run([zeros_like(x), ones_like(x)], {x: fed})
    np.testing.assert_array_equal(zeros, np.zeros_like(fed), strict=True)
    np.testing.assert_array_equal(ones, np.ones_like(fed), strict=True)


def test_many_zeros_are_filled_in_not_written_out() -> None:
    with Graph().as_default() as graph:
        zeros_like(placeholder(dtypes.float32, [50, 40]))
        assert nodes(graph)[-1] == "zeros_like = Fill(zeros_like/shape_as_tensor, zeros_like/Const)"
