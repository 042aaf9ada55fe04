"""Nodes are golden; here are the values."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.nn.batch_normalization import batch_normalization
from headrace.ops.sources.constant import constant
from tests.ops.running import run

X = np.array([[1.0, 2.0], [3.0, -4.0]])
MEAN, VARIANCE = np.array([1.0, 2.0]), np.array([3.0, 0.0])


@pytest.mark.parametrize("offset", [None, np.array([5.0, 6.0])])
@pytest.mark.parametrize("scale", [None, np.array([7.0, 8.0])])
def test_is_the_formula_of_batch_normalisation(offset, scale) -> None:
    want = (X - MEAN) / np.sqrt(VARIANCE + 0.001)
    want = want * (1 if scale is None else scale) + (0 if offset is None else offset)
    with Graph().as_default():
        given = [None if v is None else constant(v) for v in (MEAN, VARIANCE, offset, scale)]
        got = run(batch_normalization(constant(X), *given, 0.001))
    np.testing.assert_allclose(got, want, rtol=1e-12)


def test_statistics_may_be_wider_than_the_values() -> None:
    with Graph().as_default():
        mean, variance = (constant(v.astype(np.float32)) for v in (MEAN, VARIANCE))
        made = batch_normalization(
            constant(X.astype(np.float16)), mean, variance, None, None, 0.001
        )
        assert made.dtype is dtypes.float16
        np.testing.assert_allclose(run(made)[0], [0, 0], atol=1e-3)
