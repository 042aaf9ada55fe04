import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.nn.l2_loss import l2_loss, l2_normalize
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run


def test_is_half_the_sum_of_squares_of_any_shape() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32)
        loss = l2_loss(x)
        assert loss.shape.as_list() == []
        assert run(loss, {x: [[1.0, 2.0], [3.0, 0.0]]}) == 7.0


@pytest.mark.parametrize("axis", [None, 0, [0, 1]])
def test_divides_by_the_norm_along_axes(axis) -> None:
    data = np.array([[3.0, 0.0], [4.0, 0.0]])
    norm = np.sqrt((data**2).sum(tuple(axis) if isinstance(axis, list) else axis, keepdims=True))
    with Graph().as_default():
        got = run(l2_normalize(data, axis))
    np.testing.assert_allclose(got, data / np.maximum(norm, 1e-6))


def test_complex_numbers_are_divided_by_the_norm_of_their_magnitudes() -> None:
    with Graph().as_default():
        got = run(l2_normalize(np.array([3j, 4.0 + 0j]), 0))
    np.testing.assert_allclose(got, [0.6j, 0.8])


def test_both_spellings_of_the_axis_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Cannot specify both 'dim' and 'axis'."):
        l2_normalize([1.0], 0, dim=0)
