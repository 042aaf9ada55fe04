"""The logarithm of the gamma function, its derivatives, and Hurwitz's zeta function, in NumPy.

No op lives here: `special` defines the ops. Formulas by their numbers in M. Abramowitz and I. A.
Stegun, "Handbook of Mathematical Functions" (1964): 6.1.33 (series at 1 and 2), 6.1.41 (Stirling),
6.1.17 (reflection), 6.3.5, 6.3.7 and 6.3.18 (digamma), 6.4.10 (polygamma); zeta by Euler–Maclaurin
summation, 23.1.30. All functions take and give float64 vectors.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_EULER = 0.57721566490153286061
_HALF_LOG_TWO_PI = 0.91893853320467274178
_LARGE = 10.0  # from here on the asymptotic series are exact in float64
# Exponents above which only the first term of zeta counts, and its powers would overflow.
_STEEP = 1e15

# ζ(k) - 1 for k = 2, 3, …: the coefficients of the series at 2.
_ZETA_MINUS_ONE = (
    0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993,
    0.01734306198444914, 0.008349277381922827, 0.00407735619794434, 0.0020083928260822143,
    0.0009945751278180853, 0.0004941886041194645, 0.0002460865533080483, 0.00012271334757848915,
    6.124813505870483e-05, 3.058823630702049e-05, 1.528225940865187e-05, 7.637197637899763e-06,
    3.81729326499984e-06, 1.908212716553939e-06, 9.539620338727962e-07, 4.769329867878064e-07,
    2.38450502727733e-07, 1.1921992596531106e-07, 5.960818905125948e-08, 2.980350351465228e-08,
    1.4901554828365043e-08, 7.45071178983543e-09, 3.725334024788457e-09, 1.862659723513049e-09,
)  # fmt: skip
# Bernoulli numbers B2, B4, …
_BERNOULLI = (
    *(1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6),
    *(-3617 / 510, 43867 / 798, -174611 / 330, 854513 / 138, -236364091 / 2730),
)


def _series_at_two(z: Doubles) -> Doubles:
    """Computes log Γ(2 + z) for |z| ≤ 1/2: z (1 - γ) + Σ (-1)^k (ζ(k) - 1) z^k / k."""
    total = np.zeros_like(z)
    for k in range(len(_ZETA_MINUS_ONE) + 1, 1, -1):
        total = (total + (-1) ** k * _ZETA_MINUS_ONE[k - 2] / k) * z
    return (total + (1 - _EULER)) * z


def _small(x: Doubles) -> Doubles:
    """Computes log Γ of numbers in (0, 10): steps of 1 lead to the series at 2 without cancellation."""
    result = np.zeros_like(x)
    tiny = x < 0.5
    result[tiny] = -np.log(x[tiny])
    # Γ(x) = Γ(2 + z) / ((1 + z) …): for tiny x z is x itself, so no digit is lost.
    z = np.where(tiny, x, x - 1)
    below = x < 1.5
    result[below] += _series_at_two(z[below]) - np.log1p(z[below])
    above = x[~below]
    factor = np.ones_like(above)
    while np.any(above > 2.5):
        step = above > 2.5
        above = np.where(step, above - 1, above)
        factor = np.where(step, factor * above, factor)
    result[~below] = _series_at_two(above - 2) + np.log(factor)
    return result


def _stirling(x: Doubles) -> Doubles:
    """Computes log Γ of numbers of at least 10."""
    square = 1 / (x * x)
    total = np.zeros_like(x)
    for k in range(8, 0, -1):
        total = total * square + _BERNOULLI[k - 1] / (2 * k * (2 * k - 1))
    return np.asarray((x - 0.5) * (np.log(x) - 1) - 0.5 + _HALF_LOG_TWO_PI + total / x)


def _of_positive(x: Doubles) -> Doubles:
    result = np.full_like(x, np.inf)
    small = x < _LARGE
    large = ~small & np.isfinite(x)
    result[small] = _small(x[small])
    result[large] = _stirling(x[large])
    return result


def _sine_of_pi(x: Doubles) -> Doubles:
    """|sin(π x)|: the distance to the nearest whole number is exact, so it is right close to the poles."""
    return np.asarray(np.sin(np.pi * np.abs(x - np.round(x))))


@np.errstate(all="ignore")
def log_gamma(x: Doubles) -> Doubles:
    """The logarithm of |Γ(x)|; infinite at 0, -1, -2, … and at both infinities.

    Args:
        x: a vector.
    """
    result = np.array(x)  # NaN stays
    positive, negative = x > 0, x <= 0
    result[positive] = _of_positive(x[positive])
    mirrored = x[negative]
    whole = mirrored == np.floor(mirrored)
    sine = _sine_of_pi(np.where(whole, 0.5, mirrored))
    reflected = (
        np.log(np.pi)
        - np.log(np.abs(mirrored) * sine)
        - _of_positive(np.where(whole, 1.0, -mirrored))
    )
    result[negative] = np.where(whole, np.inf, reflected)
    return result


@np.errstate(all="ignore")
def digamma(x: Doubles) -> Doubles:
    """Γ'(x) / Γ(x); NaN at 0, -1, -2, … and at minus infinity.

    Args:
        x: a vector.
    """
    pole = (x <= 0) & (x == np.floor(x))
    reflect = x < 0
    y = np.where(pole, 1.0, np.where(reflect, 1 - x, x))
    result = np.zeros_like(y)
    while np.any(y < _LARGE):
        step = y < _LARGE
        result = np.where(step, result - 1 / y, result)
        y = np.where(step, y + 1, y)
    square = 1 / (y * y)
    total = np.zeros_like(y)
    for k in range(8, 0, -1):
        total = (total + _BERNOULLI[k - 1] / (2 * k)) * square
    result += np.log(y) - 0.5 / y - total
    fraction = x - np.round(x)
    result = np.where(
        reflect, result - np.pi / np.tan(np.pi * np.where(pole, 0.5, fraction)), result
    )
    return np.where(pole, np.nan, result)


def _zeta_right(s: Doubles, a: Doubles) -> Doubles:
    """Computes zeta for a > 0: steps of 1 lead to where Euler–Maclaurin summation is exact."""
    total = np.zeros_like(a)
    while np.any(a < _LARGE):
        step = a < _LARGE
        total = np.where(step, total + a**-s, total)
        a = np.where(step, a + 1, a)
    total += a ** (1 - s) / (s - 1) + 0.5 * a**-s
    rising, power = s, a ** (-s - 1)
    for k, number in enumerate(_BERNOULLI, 1):
        total += number / math.factorial(2 * k) * rising * power
        rising = rising * (s + 2 * k - 1) * (s + 2 * k)
        power = power / (a * a)
    return total


@np.errstate(all="ignore")
def zeta(x: Doubles, q: Doubles) -> Doubles:
    """Hurwitz's zeta function Σ (q + n)^-x over n ≥ 0, for x > 1.

    Args:
        x: a vector of exponents; below 1 the result is NaN, at 1 infinite.
        q: a vector of the same size. At 0, -1, … the result is infinite if x is even, else NaN: the
            sides of the pole differ in sign. At other negatives it is NaN if x is not whole.
    """
    pole = (q <= 0) & (q == np.floor(q))
    even = (np.mod(x, 2) == 0) | np.isinf(x)
    bad = (x < 1) | ((q <= 0) & ~pole & (x != np.floor(x))) | (pole & (x != 1) & ~even)
    infinite = (x == 1) | (pole & even)
    steep = x > _STEEP
    skip = bad | infinite | steep | np.isnan(x) | np.isnan(q) | np.isinf(q)
    s, a = np.where(skip, 2.0, x), np.where(skip, 1.0, q)
    total = _zeta_right(s, np.where(a > 0, a, a - np.floor(a)))
    left = np.flatnonzero(a < 0)
    if left.size:
        # Σ over the terms below zero, of which there may be 10¹⁵: with q = f - N they are
        # (±1)^s (k - f)^-s for k = 1 … N, and so the difference of two zetas on the right.
        s_left, q_left = s[left], a[left]
        fraction = q_left - np.floor(q_left)
        sign = np.where(np.mod(s_left, 2) == 0, 1.0, -1.0)
        total[left] += sign * (_zeta_right(s_left, 1 - fraction) - _zeta_right(s_left, 1 - q_left))
    limit = np.where(q < 1, np.inf, np.where(q == 1, 1.0, 0.0))  # of q^-x for ever greater x
    beyond = np.where(np.isinf(q) & (q > 0) & (x > 1), 0.0, x + q)
    total = np.where(steep & ~np.isnan(q), limit, np.where(skip, beyond, total))
    return np.where(bad, np.nan, np.where(infinite, np.inf, total))


@np.errstate(all="ignore")
def polygamma(n: Doubles, x: Doubles) -> Doubles:
    """The n-th derivative of digamma: (-1)^(n+1) n! ζ(n + 1, x).

    Args:
        n: a vector of whole numbers of at least 0; NaN for others.
        x: a vector of the same size.
    """
    valid = (n >= 0) & (n == np.floor(n))
    order = np.where(valid, n, 0.0)
    sign = np.where(np.mod(order, 2) == 0, -1.0, 1.0)
    higher = sign * np.exp(log_gamma(order + 1)) * zeta(order + 1, x)
    return np.where(valid, np.where(order == 0, digamma(x), higher), np.nan)


def in_pairs(x: NDArray[Any], y: NDArray[Any]) -> tuple[Doubles, Doubles, tuple[int, ...]]:
    """Broadcasts two arrays and gives both as float64 vectors, with the broadcast shape."""
    left, right = np.broadcast_arrays(x, y)
    return left.astype(np.float64).ravel(), right.astype(np.float64).ravel(), left.shape
