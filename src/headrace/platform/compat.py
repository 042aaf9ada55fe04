"""`tf.compat`: text and bytes, the types of numbers, and the forward compatibility date.

`tf.compat.dimension_value` and `dimension_at_index` stand with the shapes in `base`.
"""

import codecs
import contextlib
import numbers
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, Final

import numpy as np

bytes_or_text_types: Final = (bytes, str)
complex_types: Final = (numbers.Complex, np.number)
integral_types: Final = (numbers.Integral, np.integer)
real_types: Final = (numbers.Real, np.integer, np.floating)

# That of TensorFlow 2.21, whose graphs Headrace makes.
_RECORDED_HORIZON: Final = (2026, 1, 16)
_horizon: Final[ContextVar[tuple[int, int, int]]] = ContextVar("horizon", default=_RECORDED_HORIZON)


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """The bytes of a text; bytes are given back, a bytearray is copied into bytes.

    Raises:
        TypeError: it is none of these.
        LookupError: there is no such encoding.
    """
    codec = codecs.lookup(encoding).name
    if isinstance(bytes_or_text, bytearray):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(codec)
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text
    raise _no_text(bytes_or_text)


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """The text that bytes hold; a text is given back.

    Raises:
        TypeError: it is neither.
        LookupError: there is no such encoding.
        UnicodeDecodeError: the bytes are no text in this encoding.
    """
    codec = codecs.lookup(encoding).name
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(codec)
    raise _no_text(bytes_or_text)


def as_str(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """A string, as `as_text` gives it."""
    return as_text(bytes_or_text, encoding)


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """The text that bytes hold, and `str()` of anything else."""
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """The string of an `os.PathLike`; anything else is given back as it is."""
    return as_str_any(path.__fspath__()) if hasattr(path, "__fspath__") else path


def forward_compatible(year: int, month: int, day: int) -> bool:
    """Whether what TensorFlow changed on that date is on: whether the horizon lies behind it."""
    return _horizon.get() > (year, month, day)


@contextlib.contextmanager
def forward_compatibility_horizon(year: int, month: int, day: int) -> Iterator[None]:
    """Moves the horizon while the context lasts. A date before TensorFlow 2.21's has no effect."""
    token = _horizon.set(max((year, month, day), _RECORDED_HORIZON))
    try:
        yield
    finally:
        _horizon.reset(token)


def _no_text(value: Any) -> TypeError:
    return TypeError(f"Expected binary or unicode string, got {value!r}")
