import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.nn.zero_fraction import zero_fraction
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run


@pytest.mark.parametrize("fed", [[[0.0, 1.0], [0.0, -0.0]], [[np.nan, 2.0]], np.zeros((0, 2))])
def test_is_the_share_of_elements_that_are_zero(fed) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [None, 2])
        got = run(zero_fraction(x), {x: fed})
    data = np.array(fed)
    want = np.float32((data == 0).mean()) if data.size else np.float32(np.nan)
    np.testing.assert_array_equal(got, want)
    assert got.dtype == np.float32
