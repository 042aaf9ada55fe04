"""What references rely on when they add."""

from __future__ import annotations

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.ops.accumulation import compute_dtype, ordered


@pytest.mark.parametrize("narrow", [dtypes.float16, dtypes.bfloat16])
def test_half_precision_is_summed_in_float32(narrow) -> None:
    assert compute_dtype(np.dtype(narrow.as_numpy_dtype)) == np.float32
    assert ordered(np.ones(3, narrow.as_numpy_dtype)).dtype == np.float32


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int16, np.complex64])
def test_other_dtypes_are_summed_in_themselves(dtype) -> None:
    assert compute_dtype(np.dtype(dtype)) == dtype


def test_strides_do_not_reach_the_sum() -> None:
    x = np.arange(12.0).reshape(3, 4)
    for view in (x.T, x[:, ::2], x[::-1]):
        assert ordered(view).flags.c_contiguous
        np.testing.assert_array_equal(ordered(view), view)


def test_what_is_in_order_is_not_copied() -> None:
    x = np.arange(12.0)
    assert ordered(x) is x
