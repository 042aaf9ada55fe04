"""How references add numbers: in which dtype, and in an order that follows from the shape alone.

NumPy chooses the order of additions by the strides of an array, so what is summed is brought into
C order first. Half precision is summed in float32 and rounded once, as TensorFlow's kernels do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def compute_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in which sums are kept: float32 for the two half-precision types, else the same."""
    narrow = dtype.itemsize == 2 and dtype.kind in "fV"  # bfloat16 is of kind V
    return np.dtype(np.float32) if narrow else dtype


def ordered(x: NDArray[Any]) -> NDArray[Any]:
    """`x` in C order and in the dtype of sums; not copied where it is so already."""
    return np.asarray(x, compute_dtype(x.dtype), order="C")
