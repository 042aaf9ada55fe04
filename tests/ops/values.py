"""Arrays as committed text and back; and how close two arrays must be."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes

Encoded = list[Any]


def encode(array: NDArray[Any]) -> Encoded:
    """[dtype name, shape, base64 of the bytes]; strings as a list of base64 texts."""
    if array.dtype == object:
        items = [base64.b64encode(item).decode() for item in array.ravel()]
        return ["string", list(array.shape), items]
    plain = np.ascontiguousarray(array)
    return [array.dtype.name, list(array.shape), base64.b64encode(plain.tobytes()).decode()]


def decode(encoded: Encoded) -> NDArray[Any]:
    """The array that `encode` wrote."""
    name, shape, data = encoded
    if name == "string":
        out = np.empty(len(data), object)
        out[:] = [base64.b64decode(item) for item in data]
        return out.reshape(shape)
    dtype = np.dtype(dtypes.as_dtype(name).as_numpy_dtype)
    return np.frombuffer(base64.b64decode(data), dtype).reshape(shape)


def difference(got: NDArray[Any], want: NDArray[Any], units: float) -> str | None:
    """What is wrong with `got`, or None: dtype, shape, NaN and infinity positions, and values.

    Floats may differ by `units` machine epsilons of max(1, |want|); everything else must be equal.
    """
    if got.dtype != want.dtype:
        return f"dtype {got.dtype}, expected {want.dtype}"
    if got.shape != want.shape:
        return f"shape {got.shape}, expected {want.shape}"
    if got.dtype == object or got.dtype.kind in "biu":
        return None if np.array_equal(got, want) else f"got {got!r}, expected {want!r}"
    wide = np.complex128 if got.dtype.kind == "c" else np.float64
    a, b = got.astype(wide), want.astype(wide)
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        bound = units * _epsilon(got.dtype) * np.maximum(1.0, np.abs(b))
        close = same | (np.abs(a - b) <= bound)
    if close.all():
        return None
    worst = np.argwhere(~close)[0]
    at = tuple(int(i) for i in worst)
    return (
        f"at {at}: got {a[at]!r}, expected {b[at]!r} ({int((~close).sum())} of {close.size} differ)"
    )


def _epsilon(dtype: np.dtype[Any]) -> float:
    if dtype.name == "bfloat16":
        return 2.0**-7
    if dtype.kind == "c":
        return float(np.finfo(np.float32 if dtype.itemsize == 8 else np.float64).eps)
    return float(np.finfo(dtype).eps)
