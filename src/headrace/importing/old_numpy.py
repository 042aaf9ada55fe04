"""The aliases that NumPy 1.20 to 2.0 removed, and how to put them back into one process.

Only the table and the function that applies it live here; NumPy itself is imported when it is
called.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import warnings
from typing import Final

# Removed name -> what it meant: a Python builtin, or a path that starts with "np.".
ALIASES: Final[dict[str, str]] = {
    "bool": "bool",
    "bool8": "np.bool_",
    "bytes0": "np.bytes_",
    "cfloat": "np.complex128",
    "clongfloat": "np.clongdouble",
    "complex": "complex",
    "complex_": "np.complex128",
    "cumproduct": "np.cumprod",
    "float": "float",
    "float_": "np.float64",
    "in1d": "np.isin",
    "Inf": "np.inf",
    "Infinity": "np.inf",
    "infty": "np.inf",
    "int": "int",
    "int0": "np.intp",
    "issubclass_": "issubclass",
    "long": "int",
    "longcomplex": "np.clongdouble",
    "longfloat": "np.longdouble",
    "mat": "np.asmatrix",
    "NaN": "np.nan",
    "object": "object",
    "object0": "np.object_",
    "PINF": "np.inf",
    "product": "np.prod",
    "alltrue": "np.all",
    "rank": "np.ndim",
    "round_": "np.round",
    "row_stack": "np.vstack",
    "singlecomplex": "np.complex64",
    "sometrue": "np.any",
    "str": "str",
    "str0": "np.str_",
    "string_": "np.bytes_",
    "trapz": "np.trapezoid",
    "uint0": "np.uintp",
    "unicode": "str",
    "unicode_": "np.str_",
    "void0": "np.void",
}


def restore() -> list[str]:
    """Give back to NumPy, in this process, the aliases of `ALIASES` that it no longer has.

    A name that NumPy still has, or has again with a new meaning (`np.bool`, `np.long`), is left
    alone.

    Returns:
        The names that were restored, sorted.
    """
    numpy = importlib.import_module("numpy")
    restored = []
    for alias, meaning in ALIASES.items():
        with warnings.catch_warnings():
            # NumPy warns about these names when it is asked for them.
            warnings.simplefilter("ignore")
            if hasattr(numpy, alias):
                continue
        head, _, path = meaning.partition(".")
        try:
            value = (
                functools.reduce(getattr, path.split("."), numpy)
                if path
                else getattr(builtins, head)
            )
        except AttributeError:
            continue  # a NumPy old enough to lack the new name has the old one's other spelling
        setattr(numpy, alias, value)
        restored.append(alias)
    return sorted(restored)
