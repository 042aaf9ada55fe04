"""What references fill their results with."""

from __future__ import annotations

import numpy as np

from headrace.base import dtypes
from headrace.ops.blank import blank


def test_numbers_are_blank_when_zero_and_strings_when_empty() -> None:
    for dtype in (dtypes.float64, dtypes.int8, dtypes.bool_, dtypes.complex64, dtypes.bfloat16):
        made = blank((2, 3), np.dtype(dtype.as_numpy_dtype))
        assert made.shape == (2, 3)
        assert made.dtype == dtype.as_numpy_dtype
        assert not made.any()
    assert blank((2,), np.dtype(object)).tolist() == [b"", b""]
