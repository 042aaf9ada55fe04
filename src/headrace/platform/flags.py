"""`tf.flags` and `tf.app.flags`: command-line flags, which are absl's.

A name is absl's unless it stands below: TensorFlow's FLAGS, which may be read before anything is
parsed, and the DEFINE functions that take TensorFlow-1's first argument names. Both define and read
absl's own flags, so that a program may use either module. absl is loaded with the first name that
is asked for.
"""

import functools
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Final

_RENAMED: Final = {"flag_name": "name", "default_value": "default", "docstring": "help"}
_TAKES_OLD_NAMES: Final = frozenset(
    {"DEFINE_bool", "DEFINE_boolean", "DEFINE_float", "DEFINE_integer", "DEFINE_string"}
)


class ImplicitlyParsedFlags:
    """absl's FLAGS, which parses `sys.argv` when a flag is read before anything was parsed.

    It is read, set and called as absl's and counts as an instance of its class.

    Args:
        values: absl's FLAGS.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Any) -> None:
        object.__setattr__(self, "_values", values)

    @property  # type: ignore[misc]  # isinstance asks for it, in absl and in programs
    def __class__(self) -> type:
        return type(self._values)

    def __getattr__(self, name: str) -> Any:
        values = self._values
        try:
            return object.__getattribute__(values, name)  # a method, which needs no parsing
        except AttributeError:
            if name.startswith("__"):  # inspect, copy and doctest ask any object for such names
                raise
            if not values.is_parsed():
                values(sys.argv)
            return getattr(values, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._values, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._values, name)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __setitem__(self, name: str, flag: Any) -> None:
        self._values[name] = flag

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Parses the words given, as absl's FLAGS does."""
        return self._values(*args, **kwargs)

    def __dir__(self) -> list[str]:
        return dir(self._values)

    def __str__(self) -> str:
        return str(self._values)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._values.__reduce_ex__(protocol)  # refuses, in absl's words


def __getattr__(name: str) -> Any:
    value = _make(name)
    if value is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value  # FLAGS is one object, and a second look-up costs nothing
    return value


def __dir__() -> list[str]:
    return sorted(name for name in dir(_absl()) if _make(name) is not None)


def _make(name: str) -> Any:
    """What the module has under a name, or None. Python itself asks for `__path__` and the like."""
    if name.startswith("_"):
        return None
    value = getattr(_absl(), name, None)
    if name == "FLAGS":
        return ImplicitlyParsedFlags(value)
    if name in _TAKES_OLD_NAMES:
        return _taking_old_names(value)
    return None if isinstance(value, ModuleType) else value


@functools.cache
def _absl() -> ModuleType:
    from absl import flags  # see the module's docstring

    # A flag belongs to the module that defines it: the program's, not this one, is meant.
    flags.disclaim_key_flags()
    return flags


def _taking_old_names(define: Any) -> Callable[..., Any]:
    @functools.wraps(define)
    def define_flag(*args: Any, **kwargs: Any) -> Any:
        return define(*args, **{_RENAMED.get(key, key): value for key, value in kwargs.items()})

    return define_flag
