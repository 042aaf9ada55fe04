"""What a module of the tree answers when it is asked for a name that it does not have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from headrace.base.tensorflow1 import OUTSIDE, RENAMED

# Finds slips (plaecholder); tf.train is no slip for tf.tan.
_LIKENESS: Final = 0.85


def reporter(module: str, shown: str, names: Sequence[str]) -> Callable[[str], Any]:
    """A module's `__getattr__` that says what it lacks, and the nearest name there is.

    Args:
        module: the module's true name.
        shown: its name as users write it, `tf.nn`.
        names: the names that it offers.
    """

    def report(name: str) -> Any:
        if name.startswith("__"):  # Python asks every module for names such as __path__
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        raise AttributeError(sentence(f"{shown}.{name}", names), name=name)

    return report


def sentence(whole: str, names: Iterable[str]) -> str:
    """Why there is no `whole`.

    Args:
        whole: the missing name as users write it, `tf.nn.relu7`.
        names: what its module offers.
    """
    shown, _, name = whole.rpartition(".")
    path = whole.removeprefix("tf.")
    if path in OUTSIDE:
        return f"{whole} is outside what Headrace does: {OUTSIDE[path]}."
    if path in RENAMED:
        return f"{whole} is not in Headrace: TensorFlow itself renamed it to tf.{RENAMED[path]}."
    found = similar(name, names)
    if found:
        return f"{whole} is not in Headrace. The nearest name is {shown}.{found}."
    return f"{whole} is not in Headrace yet."


def similar(name: str, names: Iterable[str]) -> str:
    """The one of `names` that `name` is a slip for; empty if there is none."""
    from difflib import get_close_matches  # only a program that is about to fail asks

    found = get_close_matches(name, list(names), n=1, cutoff=_LIKENESS)
    return found[0] if found and _digits(found[0]) == _digits(name) else ""


def _digits(name: str) -> list[str]:
    """Its digits: conv3d is no slip for conv2d."""
    return [letter for letter in name if letter.isdigit()]
