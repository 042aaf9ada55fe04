import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math.reduction_composed import (
    count_nonzero,
    reduce_logsumexp,
    reduce_std,
    reduce_variance,
    trace,
)
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run


@pytest.mark.parametrize(
    ("fed", "want"),
    [
        ([1000.0, 1000.0], 1000.0 + np.log(2)),
        ([-np.inf, -np.inf], -np.inf),
        ([np.inf, 0.0], np.inf),
    ],
)
def test_logsumexp_neither_overflows_nor_makes_nan_of_infinities(fed, want) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [2])
        assert run(reduce_logsumexp(x), {x: fed}) == want


def test_logsumexp_keeps_axes_when_asked() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [None, 3])
        kept, dropped = reduce_logsumexp(x, 1, keep_dims=True), reduce_logsumexp(x, 1)
        assert kept.shape.as_list() == [None, 1]
        values = run([kept, dropped], {x: np.zeros((2, 3))})
    np.testing.assert_allclose(values[0][:, 0], values[1])
    np.testing.assert_allclose(values[1], np.log([3.0, 3.0]))


def test_variance_and_deviation_agree_with_numpy() -> None:
    data = np.random.RandomState(1).random_sample((3, 4))
    with Graph().as_default():
        x = placeholder(dtypes.float64, [3, 4])
        variance, deviation = run([reduce_variance(x, 0), reduce_std(x, 1, True)], {x: data})
    np.testing.assert_allclose(variance, data.var(0))
    np.testing.assert_allclose(deviation, data.std(1, keepdims=True))


def test_the_variance_of_complex_numbers_is_real() -> None:
    data = np.array([1 + 1j, 3 - 1j])
    with Graph().as_default():
        variance = run(reduce_variance(data))
    assert variance == 2.0
    assert variance.dtype == np.float64


def test_integers_have_no_variance() -> None:
    with (
        Graph().as_default(),
        pytest.raises(TypeError, match=r"Input must be either real or complex."),
    ):
        reduce_variance(placeholder(dtypes.int32, [2]))


@pytest.mark.parametrize(
    ("values", "count"),
    [([0.0, 2.0, np.nan], 2), ([True, False], 1), (["", "a"], 1), ([0, 3, 4], 2)],
)
def test_counts_what_is_not_zero_false_or_empty(values, count) -> None:
    with Graph().as_default():
        got = run(count_nonzero(values))
    assert got == count
    assert got.dtype == np.int64


def test_counts_along_an_axis_in_the_dtype_asked_for() -> None:
    with Graph().as_default():
        got = run(count_nonzero([[1, 0], [2, 3]], axis=1, dtype=dtypes.int32))
    np.testing.assert_array_equal(got, np.array([1, 2], np.int32), strict=True)


def test_both_spellings_of_the_input_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Cannot specify both 'input_tensor' and 'input'."):
        count_nonzero([1], input=[1])


def test_the_trace_sums_the_diagonal_of_each_matrix() -> None:
    matrices = np.arange(24.0).reshape(2, 3, 4)
    with Graph().as_default():
        x = placeholder(dtypes.float64, [2, 3, 4])
        got = run(trace(x), {x: matrices})
    assert got.tolist() == np.trace(matrices, axis1=1, axis2=2).tolist()
