"""TensorFlow 2.21's answers, recorded by running it."""

import pathlib
import re

import numpy as np
import pytest

from headrace.platform import compat

NEITHER = [3, None, pathlib.Path("/a"), memoryview(b"q")]


@pytest.mark.parametrize(
    ("function", "value", "expected"),
    [
        (compat.as_bytes, b"x\xc3\xa4", b"x\xc3\xa4"),
        (compat.as_bytes, "xä", b"x\xc3\xa4"),
        (compat.as_bytes, bytearray(b"q"), b"q"),
        (compat.as_bytes, np.str_("n"), b"n"),
        (compat.as_bytes, b"\xff", b"\xff"),
        (compat.as_text, b"x\xc3\xa4", "xä"),
        (compat.as_text, "xä", "xä"),
        (compat.as_text, np.bytes_(b"n"), "n"),
        (compat.as_str, b"x\xc3\xa4", "xä"),
        (compat.as_str, "xä", "xä"),
        (compat.as_str_any, b"x\xc3\xa4", "xä"),
        (compat.as_str_any, bytearray(b"q"), "bytearray(b'q')"),
        (compat.as_str_any, 3, "3"),
        (compat.as_str_any, None, "None"),
        (compat.path_to_str, pathlib.PurePosixPath("/a"), "/a"),
        (compat.path_to_str, b"x", b"x"),
        (compat.path_to_str, None, None),
    ],
)
def test_converts_as_tensorflow(function, value, expected):
    got = function(value)
    assert got == expected
    assert isinstance(got, type(expected))


@pytest.mark.parametrize("value", NEITHER)
@pytest.mark.parametrize("function", [compat.as_bytes, compat.as_text, compat.as_str])
def test_refuses_what_is_neither_text_nor_bytes(function, value):
    with pytest.raises(
        TypeError, match=re.escape(f"Expected binary or unicode string, got {value!r}")
    ):
        function(value)


def test_a_bytearray_is_no_text():
    with pytest.raises(TypeError, match=re.escape("got bytearray(b'q')")):
        compat.as_text(bytearray(b"q"))


@pytest.mark.parametrize("function", [compat.as_text, compat.as_str, compat.as_str_any])
def test_bytes_outside_the_encoding_are_refused(function):
    with pytest.raises(UnicodeDecodeError):
        function(b"\xff")
    assert function(b"\xff", "latin-1") == "ÿ"


@pytest.mark.parametrize("value", ["a", b"a"])
def test_the_encoding_is_looked_up_in_any_case(value):
    with pytest.raises(LookupError, match="unknown encoding: bogus"):
        compat.as_bytes(value, "bogus")
    with pytest.raises(TypeError, match="must be str, not None"):
        compat.as_bytes(value, None)


def test_a_path_may_be_made_of_bytes():
    class Path:
        def __fspath__(self):
            return b"/q"

    assert compat.path_to_str(Path()) == "/q"


def test_the_horizon_is_tensorflow_2_21s():
    assert compat.forward_compatible(2026, 1, 15)
    assert not compat.forward_compatible(2026, 1, 16)


def test_the_horizon_moves_while_the_context_lasts():
    with compat.forward_compatibility_horizon(2050, 1, 1):
        with compat.forward_compatibility_horizon(2045, 1, 1):
            assert not compat.forward_compatible(2047, 1, 1)
        assert compat.forward_compatible(2047, 1, 1)
    assert not compat.forward_compatible(2047, 1, 1)


def test_an_earlier_horizon_has_no_effect():
    with compat.forward_compatibility_horizon(2018, 1, 1):
        assert compat.forward_compatible(2019, 1, 1)


@pytest.mark.parametrize(
    ("types", "yes", "no"),
    [
        (compat.bytes_or_text_types, ["a", b"a"], [bytearray(b"a"), 1]),
        (compat.complex_types, [1, 1.5, 1j, np.float32(1), np.complex64(1)], ["1", np.bool_(True)]),
        (compat.integral_types, [1, True, np.int8(1)], [1.0, np.float32(1)]),
        (compat.real_types, [1, 1.5, np.int8(1), np.float16(1)], [1j, np.complex64(1)]),
    ],
)
def test_the_tuples_hold_the_types_that_tensorflow_takes(types, yes, no):
    assert all(isinstance(value, types) for value in yes)
    assert not any(isinstance(value, types) for value in no)
