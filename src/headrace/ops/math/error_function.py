"""The error function and its complement, in NumPy. No op lives here: `special` defines the ops.

Method: W. J. Cody, "Rational Chebyshev approximations for the error function", Mathematics of
Computation 23 (1969), 631–637: one rational function on |x| ≤ 0.46875, one up to 4, one in 1/x²
beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Doubles = NDArray[np.float64]

_SLICE = 1 << 16  # elements computed at once: the intermediate arrays stay in the cache

# Highest power first; the denominators' leading coefficient is 1.
_NEAR_TOP = (
    1.85777706184603153e-1,
    3.16112374387056560e0,
    1.13864154151050156e2,
    3.77485237685302021e2,
    3.20937758913846947e3,
)
_NEAR_BOTTOM = (
    1.0,
    2.36012909523441209e1,
    2.44024637934444173e2,
    1.28261652607737228e3,
    2.84423683343917062e3,
)
_MIDDLE_TOP = (
    2.15311535474403846e-8,
    5.64188496988670089e-1,
    8.88314979438837594e0,
    6.61191906371416295e1,
    2.98635138197400131e2,
    8.81952221241769090e2,
    1.71204761263407058e3,
    2.05107837782607147e3,
    1.23033935479799725e3,
)
_MIDDLE_BOTTOM = (
    1.0,
    1.57449261107098347e1,
    1.17693950891312499e2,
    5.37181101862009858e2,
    1.62138957456669019e3,
    3.29079923573345963e3,
    4.36261909014324716e3,
    3.43936767414372164e3,
    1.23033935480374942e3,
)
_FAR_TOP = (
    1.63153871373020978e-2,
    3.05326634961232344e-1,
    3.60344899949804439e-1,
    1.25781726111229246e-1,
    1.60837851487422766e-2,
    6.58749161529837803e-4,
)
_FAR_BOTTOM = (
    1.0,
    2.56852019228982242e0,
    1.87295284992346725e0,
    5.27905102951428412e-1,
    6.05183413124413191e-2,
    2.33520497626869185e-3,
)
_NEAR = 0.46875
_FAR = 4.0
_INVERSE_ROOT_PI = 5.6418958354775628695e-1


def _ratio(top: tuple[float, ...], bottom: tuple[float, ...], x: Doubles) -> Doubles:
    return np.asarray(np.polyval(top, x) / np.polyval(bottom, x))


def _gaussian(x: Doubles) -> Doubles:
    """exp(-x²): x² is split so that its rounding error is not magnified by the exponential."""
    coarse = np.trunc(x * 16) / 16
    return np.asarray(np.exp(-coarse * coarse) * np.exp(-(x - coarse) * (x + coarse)))


def _tail(x: Doubles) -> Doubles:
    """The complement erfc of numbers above 0.46875."""
    result = np.empty_like(x)
    middle = x <= _FAR
    result[middle] = _ratio(_MIDDLE_TOP, _MIDDLE_BOTTOM, x[middle])
    far = x[~middle]
    inverse = 1 / (far * far)
    result[~middle] = (_INVERSE_ROOT_PI - inverse * _ratio(_FAR_TOP, _FAR_BOTTOM, inverse)) / far
    # Beyond 27 the result is 0; the bound keeps inf - inf out of the split of x².
    return np.asarray(result * _gaussian(np.minimum(x, 40.0)))


def _erf_slice(x: Doubles) -> Doubles:
    result = x.copy()  # NaN stays
    size = np.abs(x)
    near, far = size <= _NEAR, size > _NEAR
    result[near] *= _ratio(_NEAR_TOP, _NEAR_BOTTOM, x[near] * x[near])
    result[far] = np.copysign(1 - _tail(size[far]), x[far])
    return result


def _erfc_slice(x: Doubles) -> Doubles:
    result = x.copy()
    size = np.abs(x)
    near, far = size <= _NEAR, size > _NEAR
    result[near] = 1 - x[near] * _ratio(_NEAR_TOP, _NEAR_BOTTOM, x[near] * x[near])
    tail = _tail(size[far])
    result[far] = np.where(x[far] < 0, 2 - tail, tail)
    return result


def in_slices(function: Callable[[Doubles], Doubles], x: Array) -> Array:
    """Applies a function of a float64 vector to an array of any shape and real floating-point dtype.

    Args:
        function: the function.
        x: its argument.

    Returns:
        An array of the shape and dtype of `x`.
    """
    flat = x.reshape(-1)
    result = np.empty(flat.shape, x.dtype)
    for start in range(0, flat.size, _SLICE):
        part = slice(start, start + _SLICE)
        result[part] = function(flat[part].astype(np.float64))
    return result.reshape(x.shape)


@np.errstate(all="ignore")
def erf(x: Array) -> Array:
    """The error function, 2/√π ∫₀ˣ exp(-t²) dt.

    Args:
        x: a real floating-point array.
    """
    return in_slices(_erf_slice, x)


@np.errstate(all="ignore")
def erfc(x: Array) -> Array:
    """1 - erf(x), exact to its last digits for large x too.

    Args:
        x: a real floating-point array.
    """
    return in_slices(_erfc_slice, x)
