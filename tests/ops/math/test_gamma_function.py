"""The gamma function's relatives against Python's lgamma and known values."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from headrace.ops.math import gamma_function

EPS = np.finfo(np.float64).eps


def test_log_gamma_agrees_with_the_c_library() -> None:
    points = np.concatenate([np.linspace(-9.97, 40.04, 2001), 10.0 ** np.linspace(-12, 15, 201)])
    want = np.array([math.lgamma(x) for x in points])
    np.testing.assert_allclose(gamma_function.log_gamma(points), want, rtol=32 * EPS, atol=32 * EPS)


@pytest.mark.parametrize("n", [1, 2])
def test_log_gamma_keeps_its_digits_beside_its_zeros(n) -> None:
    # log Γ(n + h) = ψ(n) h + O(h²)
    h = 2.0**-40
    slope = (n - 1) - 0.5772156649015329
    found = gamma_function.log_gamma(np.array([n + h, n - h])) / h
    np.testing.assert_allclose(found, [slope, -slope], rtol=1e-11)


def test_log_gamma_is_infinite_at_its_poles() -> None:
    poles = np.array([0.0, -0.0, -1.0, -7.0, np.inf, -np.inf])
    assert np.all(gamma_function.log_gamma(poles) == np.inf)
    assert np.isnan(gamma_function.log_gamma(np.array([np.nan])))[0]


def test_digamma_of_whole_and_half_numbers() -> None:
    harmonic = float(sum(Fraction(1, k) for k in range(1, 20)))
    points = np.array([1.0, 20.0, 0.5, -0.5])
    half = -0.5772156649015329 - 2 * math.log(2)
    want = [-0.5772156649015329, harmonic - 0.5772156649015329, half, half + 2]
    np.testing.assert_allclose(gamma_function.digamma(points), want, rtol=8 * EPS, atol=4 * EPS)
    assert np.all(np.isnan(gamma_function.digamma(np.array([0.0, -3.0, -np.inf, np.nan]))))


def test_zeta_of_even_numbers_is_a_power_of_pi() -> None:
    found = gamma_function.zeta(np.array([2.0, 4.0]), np.array([1.0, 1.0]))
    np.testing.assert_allclose(found, [math.pi**2 / 6, math.pi**4 / 90], rtol=8 * EPS)


def test_polygamma_is_the_derivative_of_the_order_below() -> None:
    x, step = np.array([0.7, 2.5, 11.0]), 1e-5
    for order in (0.0, 1.0, 2.0):
        n = np.full(3, order)
        slope = gamma_function.polygamma(n, x + step) - gamma_function.polygamma(n, x - step)
        np.testing.assert_allclose(
            gamma_function.polygamma(n + 1, x), slope / (2 * step), rtol=1e-7
        )


def test_zeta_far_left_of_zero_ends_and_equals_the_sum() -> None:
    x, q = np.array([2.0, 3.0, 3.0, 2.0]), np.array([-0.5, -2.5, -4.25, -1e12 - 0.5])
    terms = 200_000
    sums = [math.fsum((q[i] + n) ** -x[i] for n in range(terms)) for i in range(3)]
    tails = [(terms + q[i]) ** (1 - x[i]) / (x[i] - 1) for i in range(3)]
    got = gamma_function.zeta(x, q)
    np.testing.assert_allclose(got[:3], np.add(sums, tails), rtol=1e-9)
    # on both sides of the pole the whole sum of (n + 1/2)^-2 is π²
    np.testing.assert_allclose(got[3], np.pi**2, rtol=1e-9)
