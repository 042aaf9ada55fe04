import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.nn.moments import moments
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

X = np.random.RandomState(6).random_sample((4, 3))


@pytest.mark.parametrize("keep", [False, True])
def test_mean_and_variance_agree_with_numpy(keep) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [None, 3])
        mean, variance = run(list(moments(x, [0], keep_dims=keep)), {x: X})
    np.testing.assert_allclose(mean, X.mean(0, keepdims=keep))
    np.testing.assert_allclose(variance, X.var(0, keepdims=keep))


def test_float16_is_computed_in_float32_and_given_back() -> None:
    with Graph().as_default():
        mean, variance = moments(X.astype(np.float16), [0, 1], name="m")
        assert {op.type for op in mean.graph.get_operations()} >= {
            "Cast",
            "Mean",
            "SquaredDifference",
        }
        values = run([mean, variance])
    assert [value.dtype for value in values] == [np.float16, np.float16]
    np.testing.assert_allclose(np.asarray(values, float), [X.mean(), X.var()], rtol=1e-2)


def test_both_spellings_of_keepdims_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Cannot specify both 'keep_dims' and 'keepdims'."):
        moments(X, [0], keep_dims=True, keepdims=True)
