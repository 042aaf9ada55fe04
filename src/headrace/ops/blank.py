"""What stands where nothing was put: zeros, and empty strings in a tensor of strings."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def blank(shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """A new array of zeros, or of empty strings.

    Args:
        shape: its shape.
        dtype: its dtype; strings are objects.
    """
    return np.full(shape, b"", object) if dtype.kind == "O" else np.zeros(shape, dtype)
