"""erf and erfc against Python's own, which is the C library's."""

from __future__ import annotations

import math

import numpy as np
import pytest

from headrace.ops.math import error_function

POINTS = np.concatenate([np.linspace(-7.0, 26.0, 3001), 10.0 ** np.linspace(-20, 0, 101)])


@pytest.mark.parametrize(
    ("function", "exact"), [(error_function.erf, math.erf), (error_function.erfc, math.erfc)]
)
def test_is_right_to_a_few_last_digits(function, exact) -> None:
    want = np.array([exact(x) for x in POINTS])
    np.testing.assert_allclose(function(POINTS), want, rtol=8 * np.finfo(np.float64).eps)


def test_limits_and_nan() -> None:
    ends = np.array([np.inf, -np.inf, np.nan, -0.0])
    np.testing.assert_array_equal(error_function.erf(ends), [1.0, -1.0, np.nan, -0.0])
    np.testing.assert_array_equal(error_function.erfc(ends), [0.0, 2.0, np.nan, 1.0])


def test_slices_join_without_a_seam() -> None:
    long = np.linspace(-3.0, 3.0, 200_003, dtype=np.float32).reshape(1, -1)
    result = error_function.erf(long)
    assert result.shape == long.shape
    assert result.dtype == np.float32
    assert np.all(np.diff(result[0]) >= 0)
