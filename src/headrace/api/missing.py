"""What a module of the tree answers when it is asked for a name that it does not have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def reporter(module: str, shown: str, names: Sequence[str]) -> Callable[[str], Any]:
    """A module's `__getattr__` that names the nearest name there is.

    Args:
        module: the module's true name.
        shown: its name as users write it, `tf.nn`.
        names: the names that it offers.
    """

    def report(name: str) -> Any:
        if name.startswith("__"):  # Python asks every module for names such as __path__
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        from headrace.base.messages import nearest  # difflib is for error paths only

        found = nearest(name, names)
        hint = f" The nearest name is {shown}.{found}." if found else ""
        raise AttributeError(f"{shown}.{name} is not in Headrace.{hint}", name=name)

    return report
