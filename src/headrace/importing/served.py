"""What a module path below `tensorflow` is: one of Headrace's modules, a facade over its names, or missing.

Here live the look-up in the table, the facade's module type and the sentences for what is missing.
`headrace` is imported when a name is looked up, never before.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from headrace.base.tensorflow1 import OUTSIDE, RENAMED
from headrace.importing.table import MODULES, NAMES, PACKAGES, ROOT, Sources


def canonical(path: str) -> str:
    """`path` without leading `compat.v1` parts: there stands the same tree once more."""
    while path.startswith("compat.v1."):
        path = path.removeprefix("compat.v1.")
    return path


def public_module(path: str) -> ModuleType | None:
    """Headrace's module for the public namespace `path` ("nn", "contrib.layers", "" for `headrace`).

    A part of TensorFlow that only some programs use may be a module of `headrace.api` that nothing
    has imported yet.
    """
    if path.startswith("headrace."):
        return importlib.import_module(path)
    try:
        value: Any = importlib.import_module("headrace")
        for name in path.split(".") if path else ():
            value = _public(value, name)
    except AttributeError:
        value = _unloaded(f"headrace.api.{path}")
    return value if isinstance(value, ModuleType) else None


def _unloaded(name: str) -> ModuleType | None:
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:
        return None
    return None if found is None else importlib.import_module(name)


def _public(owner: Any, name: str) -> Any:
    """`owner.name`, except that Headrace's own rooms are no names of TensorFlow's."""
    value = getattr(owner, name)
    if isinstance(value, ModuleType) and value.__name__ == f"headrace.{name}":
        raise AttributeError(name)
    return value


def sources_of(path: str) -> Sources | None:
    """The sources of the facade that `path` is; None if it is none or if none of them exists."""
    path = canonical(path)
    sources = MODULES.get(path)
    if sources is None:
        return () if path in PACKAGES else None
    if path in ROOT or any(public_module(source) is not None for source in sources):
        return sources
    return None


def missing(path: str, near: str = "") -> str:
    """The sentence for a module or name `path` below `tensorflow` that Headrace does not have."""
    path = canonical(path)
    for outside, reason in OUTSIDE.items():
        if f"{path}.".removeprefix("python.").startswith(f"{outside}."):
            return f"tf.{outside} is outside what Headrace does: {reason}."
    name = path.rpartition(".")[2]
    if path.startswith("python.ops.") and name in RENAMED:
        return f"tensorflow.{path} is not in Headrace: TensorFlow renamed it to tf.{RENAMED[name]}."
    # `tf.contrib.layers.python.x` is missing because `tf.contrib.layers` is: that is what one
    # knows.
    shown = ".".join(path.split(".")[:2]) if path.startswith(("contrib.", "examples.")) else path
    internal = shown.startswith(("python.", "core.", "examples."))
    return f"{'tensorflow' if internal else 'tf'}.{shown} is not in Headrace yet.{near}"


def near(path: str, name: str) -> str:
    """A clause that names the public names nearest to `name` in the module `path`, or nothing."""
    from difflib import get_close_matches  # only a failure pays for it

    names = [entry for owner, _ in _owners(path) for entry in public_names(owner)]
    found = list(dict.fromkeys(get_close_matches(name, names, n=3, cutoff=0.8)))
    return f" Near it: {', '.join(found)}." if found else ""


def _owners(path: str) -> Iterator[tuple[ModuleType, str]]:
    for source in sources_of(path) or ():
        module = public_module(source)
        if module is not None:
            yield module, source


def lookup(path: str, name: str) -> Any:
    """The attribute `name` of the facade `path`.

    Raises:
        AttributeError: if no source has it, with what is near.
    """
    place = NAMES.get(f"{canonical(path)}.{name}")
    if place is not None:
        module, _, attribute = place.rpartition(".")
        return getattr(importlib.import_module(module), attribute)
    said = ""
    for owner, source in _owners(path):
        try:
            return _public(owner, name)
        except AttributeError as error:
            # `headrace` itself says what is missing and what is near; a room's name it does not
            # know.
            said = said or (str(error) if source == "" and str(error) != name else "")
    whole = f"{path}.{name}" if path else name
    if canonical(path) in ("", "compat.v1") and said and canonical(whole) not in OUTSIDE:
        raise AttributeError(said, name=name)
    # (With the name set, Python adds no suggestion of its own to ours.)
    raise AttributeError(missing(whole, near(path, name)), name=name)


class Facade(ModuleType):
    """A module of TensorFlow's tree whose attributes are Headrace's public names."""

    def __getattr__(self, name: str) -> Any:
        """Look `name` up in the table's sources, then among the modules below this one."""
        if name.startswith("__") and name not in {"__version__", "__git_version__"}:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        path = self.__name__.partition(".")[2]
        if is_lazy(f"{path}.{name}" if path else name):
            try:
                return importlib.import_module(f"{self.__name__}.{name}")
            except ModuleNotFoundError as error:
                raise AttributeError(str(error), name=name) from None
        return lookup(path, name)

    def __dir__(self) -> list[str]:
        """The public names of the sources, and the modules loaded below this one."""
        names = {name for name in self.__dict__ if not name.startswith("__")}
        for owner, _ in _owners(self.__name__.partition(".")[2]):
            names.update(public_names(owner))
        return sorted(names)


def is_lazy(path: str) -> bool:
    """Whether the attribute at `path` is a module that loads when it is first asked for."""
    path = canonical(path)
    return path in {"compat", "compat.v1", "contrib"} or path.startswith("contrib.")


def public_names(owner: ModuleType) -> list[str]:
    """What a star import takes from `owner`, without Headrace's rooms."""
    declared = getattr(owner, "__all__", None)
    if declared is not None:
        return list(declared)
    rooms = {name for name in dir(owner) if _is_room(owner, name)}
    return [name for name in dir(owner) if name[0] != "_" and name not in rooms]


def _is_room(owner: ModuleType, name: str) -> bool:
    value = vars(owner).get(name)
    return isinstance(value, ModuleType) and value.__name__ == f"headrace.{name}"
