"""Arrays in one line: brackets, cuts and numbers as TensorFlow 2.21 writes them."""

import ml_dtypes
import numpy as np
import pytest

from headrace.ops.control.summary import summarize

COUNT = np.arange(24)


@pytest.mark.parametrize(
    ("shape", "limit", "text"),
    [
        ((24,), 3, "[0 1 2...]"),
        ((6, 4), 3, "[[0 1 2...]...]"),
        ((24, 1), 3, "[[0][1][2]...]"),
        ((12, 2), 3, "[[0 1][2...]...]"),
        ((2, 3, 4), 4, "[[[0 1 2 3]]...]"),
        ((2, 3, 4), 13, "[[[0 1 2 3][4 5 6 7][8 9 10 11]][[12...]]...]"),
        ((2, 2, 3, 2), 6, "[[[[0 1][2 3][4 5]]]...]"),
        ((2, 3, 4), 0, "[...]"),
    ],
)
def test_rows_are_cut_after_the_limit(shape, limit, text) -> None:
    assert summarize(COUNT.reshape(shape), limit) == text


def test_a_limit_that_is_not_reached_or_negative_shows_all() -> None:
    whole = "[[0 1 2][3 4 5]]"
    for limit in (6, 7, -1, -5):
        assert summarize(COUNT[:6].reshape(2, 3), limit) == whole
    assert summarize(np.array(5), 3) == "[5]"
    assert summarize(np.empty((3, 0)), 3) == "[]"


@pytest.mark.parametrize(
    ("values", "dtype", "text"),
    [
        ([0.1, 1 / 3, 1e10, 123456789], "float32", "[0.1 0.333333343 1e+10 123456792]"),
        ([1e6, 1234567, -0.0, 1e-40], "float32", "[1e+06 1234567 -0 0]"),
        ([0.1, 1 / 3, 1e10, 1e21], "float64", "[0.1 0.33333333333333331 10000000000 1e+21]"),
        ([np.nan, np.inf, -np.inf, 5e-324], "float64", "[nan inf -inf 0]"),
        ([0.1, 65504], "float16", "[0.0999755859 65504]"),
        ([0.1, 65504], ml_dtypes.bfloat16, "[0.100097656 65536]"),
        ([True, False], "bool", "[1 0]"),
        ([-1, 65], "int8", "[-1 65]"),
        ([1 + 2j], "complex64", "[?]"),
    ],
)
def test_numbers_have_the_digits_that_tell_them(values, dtype, text) -> None:
    assert summarize(np.array(values).astype(dtype), -1) == text


def test_strings_are_escaped() -> None:
    words = np.array(["é'".encode(), b'\x00\xff\n"\\', b""], object)
    assert summarize(words, -1) == r"[é\' \000\xff\n\"\\ ]"
