"""Arrays in one line, as TensorFlow's Print and Assert write them: `[[1 2 3...]...]`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType

_ESCAPES = {ord("\n"): r"\n", ord("\r"): r"\r", ord("\t"): r"\t"}
_ESCAPES |= {ord(sign): "\\" + sign for sign in "\"'\\"}
_ESCAPES |= {code: f"\\{code:03o}" for code in (*range(32), 127) if code not in _ESCAPES}


def summarize(array: NDArray[Any], limit: int) -> str:
    """The first elements of an array, in brackets.

    Args:
        array: any array; strings as bytes objects.
        limit: how many elements to write; all if negative.

    Returns:
        The elements with a space between, every row in its own brackets; `...` in a row that was
        cut, and at the end if anything is left out.
    """
    if array.size == 0:
        return "[]"
    shown = array.size if limit < 0 else min(limit, array.size)
    # `flat` takes the first elements without making the array contiguous
    texts = _element_texts(array.flat[:shown], dtypes.from_numpy(array.dtype))
    # how many elements the rows, planes, … inside the array have, from the largest to the smallest
    blocks = [math.prod(array.shape[axis:]) for axis in range(1, array.ndim)]
    parts = ["["]
    for i, text in enumerate(texts):
        opened = sum(i % block == 0 for block in blocks)
        parts += ["[" * opened or (" " if i else ""), text]
        parts.append("]" * sum((i + 1) % block == 0 for block in blocks))
    if blocks and shown % blocks[-1]:
        parts.append("...")
    parts.append("]" * sum(shown % block != 0 for block in blocks))
    return "".join(parts) + ("...]" if shown < array.size else "]")


def _element_texts(elements: NDArray[Any], dtype: DType) -> Iterable[str]:
    if dtype is dtypes.string:
        return map(string_text, elements)
    if dtype.is_bool or dtype.is_integer:
        return (str(int(item)) for item in elements)
    if not dtype.is_floating:
        return ("?" for _ in elements)  # TensorFlow writes complex numbers so
    if dtype is dtypes.float64:
        return (_float_text(float(item), float, 15, 17) for item in elements)
    singles = elements.astype(np.float32)
    return (_float_text(float(item), np.float32, 6, 9) for item in singles)


def _float_text(value: float, kind: Callable[[str], Any], short: int, long: int) -> str:
    """C's `%g` with `short` digits if these tell the value, else with `long`, which always do."""
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    tiny = np.finfo(np.float64 if kind is float else np.float32).tiny
    if abs(value) < tiny:
        value = math.copysign(0.0, value)  # denormals are flushed
    text = f"{value:.{short}g}"
    return text if float(kind(text)) == value else f"{value:.{long}g}"


def string_text(value: bytes) -> str:
    """A string with its control characters, quotes and backslashes escaped as in C.

    Bytes that are not UTF-8 are escaped too, because the result is text.
    """
    text = value.decode("utf-8", "surrogateescape").translate(_ESCAPES)
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
