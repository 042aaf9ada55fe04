"""Nodes and errors are golden; here are the values, against NumPy's norm."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math.norm import norm
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

X = np.random.default_rng(0).standard_normal((3, 4, 5))


@pytest.mark.parametrize(
    ("order", "axis"),
    [
        (1, 1),
        (2, -1),
        (3, 0),
        (2.5, 2),
        (np.inf, 1),
        (1, (0, 2)),
        (np.inf, [-1, 0]),
        ("fro", (0, 1)),
    ],
)
@pytest.mark.parametrize("keepdims", [False, True])
def test_is_numpys_norm_along_axes(order, axis, keepdims) -> None:
    axes = tuple(axis) if isinstance(axis, list) else axis
    want = np.linalg.norm(X, order, axes, keepdims)
    with Graph().as_default():
        got = run(norm(constant(X), order, axis, keepdims))
    np.testing.assert_allclose(got, want, rtol=1e-12)
    assert np.shape(got) == want.shape


@pytest.mark.parametrize(("order", "same"), [("euclidean", 2), (1, 1), (3, 3), (np.inf, np.inf)])
def test_without_axes_all_elements_are_one_vector(order, same) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64)  # even the rank is unknown
        got = run(norm(x, order), {x: X})
    np.testing.assert_allclose(got, np.linalg.norm(X.ravel(), same), rtol=1e-12)


def test_a_complex_number_counts_with_its_magnitude() -> None:
    values = np.array([3 + 4j, 0, 12j])
    with Graph().as_default():
        assert run(norm(constant(values))) == pytest.approx(13)
        assert run(norm(constant(values), 1)) == pytest.approx(17)


def test_the_spectral_norm_of_matrices_is_refused_with_its_reason() -> None:
    with Graph().as_default(), pytest.raises(NotImplementedError, match="singular value"):
        norm(constant(X), 2, (0, 1))
