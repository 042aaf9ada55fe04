import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.nn.softmax import log_softmax, softmax
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

X = np.random.RandomState(4).random_sample((2, 3, 4))


def expected(axis: int) -> np.ndarray:
    exponentials = np.exp(X)
    return exponentials / exponentials.sum(axis, keepdims=True)


@pytest.mark.parametrize("axis", [None, -1, 2, 0, 1, -2, -3])
@pytest.mark.parametrize("static", [True, False])
def test_normalizes_along_any_axis(axis, static) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, X.shape if static else [None] * 3)
        made = [softmax(x, axis), log_softmax(x, axis)]
        assert all(y.shape.as_list() == x.shape.as_list() for y in made)
        plain, logarithm = run(made, {x: X})
    want = expected(-1 if axis is None else axis)
    np.testing.assert_allclose(plain, want)
    np.testing.assert_allclose(logarithm, np.log(want))


def test_the_axis_may_come_with_the_run() -> None:
    with Graph().as_default():
        axis = placeholder(dtypes.int32, [])
        y = softmax(X, axis)
        for value in (0, 1, -2):
            np.testing.assert_allclose(run(y, {axis: value}), expected(value))


def test_the_last_axis_needs_one_node_whatever_its_spelling() -> None:
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, [2, 3])
        softmax(x), softmax(x, 1), softmax(x, dim=-1)
        assert nodes(graph) == [
            f"Softmax{tail} = Softmax(Placeholder)" for tail in ("", "_1", "_2")
        ]


@pytest.mark.parametrize("axis", [2, -3])
def test_an_axis_out_of_range_is_an_invalid_argument(axis) -> None:
    with (
        Graph().as_default(),
        pytest.raises(
            errors.InvalidArgumentError, match=r"`dim` must be in the range \[-2, 2\) where 2"
        ),
    ):
        softmax(placeholder(dtypes.float32, [2, 3]), axis)


def test_an_inner_axis_of_an_unknown_rank_is_refused() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32)
        assert softmax(x).shape.rank is None
        with pytest.raises(TypeError, match="unsupported operand type"):
            softmax(x, 0)


def test_a_scalar_is_refused_at_build_and_in_the_run() -> None:
    with Graph().as_default():
        with pytest.raises(ValueError, match=r"^Shape must be at least rank 1 but is rank 0"):
            softmax(placeholder(dtypes.float32, []))
        x = placeholder(dtypes.float32)
        with pytest.raises(
            errors.InvalidArgumentError, match=r"logits must have >= 1 dimension, got \[\]"
        ):
            run(build("LogSoftmax", x), {x: 1.0})


def test_large_logits_do_not_overflow_and_rows_do_not_mix() -> None:
    with Graph().as_default():
        got = run(softmax([[1000.0, -1000.0], [np.nan, 0.0], [0.0, 0.0]]))
    assert got[0].tolist() == [1.0, 0.0]
    assert np.isnan(got[1]).all()
    assert got[2].tolist() == [0.5, 0.5]
