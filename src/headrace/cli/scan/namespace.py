"""Which of the names a program uses Headrace has: the real namespace is asked, no list is kept."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from headrace.api.missing import similar
from headrace.base import tensorflow1
from headrace.cli.scan.found import Path


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a dotted name comes to in Headrace.

    Attributes:
        name: the symbol: `tf.nn.relu` of `tf.nn.relu.__name__`.
        length: how many parts of the dotted name it takes.
        present: whether Headrace has it.
        module: whether it is a module, which is no use of a name by itself.
        takes: the keyword arguments it can be called with; None if any, or if it does not tell.
    """

    name: str
    length: int
    present: bool
    module: bool = False
    takes: frozenset[str] | None = None


def _served_module(path: str) -> bool:
    # Deferred: the namespace loads when the first program that uses it has been read.
    from headrace.importing import served

    return served.sources_of(path) is not None or served.public_module(path) is not None


def _served_value(path: str, name: str) -> Any:
    from headrace.importing import served

    if served.sources_of(path) is None:  # one of ours, and no facade over several
        return getattr(served.public_module(path), name)
    return served.lookup(path, name)


def _public_symbols() -> dict[str, list[str]]:
    """Headrace's public names by their last part: {"relu": ["tf.nn.relu"], …}."""
    from headrace.importing import served

    root = served.public_module("")
    assert root is not None
    index = dict[str, list[str]]()
    waiting = [("tf", root)]
    seen = {id(root)}
    while waiting:
        path, module = waiting.pop(0)
        for name in served.public_names(module):
            value = getattr(module, name, None)
            if not isinstance(value, ModuleType):
                index.setdefault(name, []).append(f"{path}.{name}")
            elif value.__name__.startswith("headrace") and id(value) not in seen:
                seen.add(id(value))
                waiting.append((f"{path}.{name}", value))
    return index


@dataclass(slots=True)
class Namespace:
    """The namespace that programs meet as `tensorflow`.

    Args:
        is_module: whether a path below `tf` is a module.
        lookup: the attribute `name` of the module `path`; AttributeError if it has none.
        public_symbols: the public names by their last part.
    """

    is_module: Callable[[str], bool] = _served_module
    lookup: Callable[[str, str], Any] = _served_value
    public_symbols: Callable[[], dict[str, list[str]]] = _public_symbols
    _symbols: dict[Path, Symbol] = field(default_factory=dict)
    _modules: dict[str, bool] = field(default_factory=dict)

    def exists(self, dotted: str) -> bool:
        """Whether Headrace has the name `dotted`, such as "tf.nn.relu"."""
        parts = tuple(dotted.split("."))
        symbol = self.resolve(parts)
        return symbol.present and symbol.length == len(parts)

    def resolve(self, chain: Path) -> Symbol:
        """Find the symbol that a dotted name begins with.

        Args:
            chain: the parts, as written, behind the root "tf".

        Returns:
            The longest name that is one: modules, then one name, then one attribute if it is a
            class.
        """
        if chain not in self._symbols:
            self._symbols[chain] = self._resolve(chain)
        return self._symbols[chain]

    def _resolve(self, chain: Path) -> Symbol:
        start = 1
        while chain[start : start + 2] == ("compat", "v1"):  # there stands the same tree again
            start += 2
        parts = chain[start:]
        position, path = 0, ""
        while position < len(parts):
            child = ".".join(parts[: position + 1])
            if not self._has_module(child):
                break
            path, position = child, position + 1
        if position == len(parts):
            return self._symbol(chain, start, position, present=True, module=True)
        try:
            value = self.lookup(path, parts[position])
        except AttributeError:
            end, module = _guess_end(parts, position)
            return self._symbol(chain, start, end, present=False, module=module)
        present, end = True, position + 1
        # A module of ours that TensorFlow's tree does not name stands where a name would.
        while isinstance(value, type | ModuleType) and end < len(parts) and present:
            present, is_class = hasattr(value, parts[end]), isinstance(value, type)
            value, end = getattr(value, parts[end], None), end + 1
            if is_class:
                break
        takes = _keywords(value) if present else None
        return self._symbol(chain, start, end, present=present, takes=takes)

    def _symbol(
        self,
        chain: Path,
        start: int,
        end: int,
        *,
        present: bool,
        module: bool = False,
        takes: frozenset[str] | None = None,
    ) -> Symbol:
        name = ".".join(("tf", *chain[start : start + end]))
        return Symbol(name, start + end, present, module, takes)

    def _has_module(self, path: str) -> bool:
        if path not in self._modules:
            self._modules[path] = self.is_module(path)
        return self._modules[path]


def _guess_end(parts: Path, position: int) -> tuple[int, bool]:
    """Where the missing name at `position` ends, and whether it is a module."""
    deep = parts[0] in tensorflow1.DEEP
    end = position
    while end < len(parts):
        part = parts[end]
        is_module = part.islower() if deep else ".".join(parts[: end + 1]) in tensorflow1.MODULES
        if not is_module:
            break
        if end + 1 < len(parts) and parts[end + 1].startswith("__"):
            return end + 1, False
        end += 1
    if end == len(parts):
        return end, True
    is_class = parts[end][0].isupper() and not parts[end].isupper()
    is_attribute = end + 1 < len(parts) and not parts[end + 1].startswith("__")
    return end + 1 + (is_class and is_attribute), False


def _keywords(value: Any) -> frozenset[str] | None:
    """The keyword arguments a callable takes; None if any, or if it does not tell."""
    # Other callables may do anything when they are looked at: FLAGS parses the command line.
    if not (inspect.isroutine(value) or isinstance(value, type)):
        return None
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return frozenset(parameter.name for parameter in parameters if parameter.kind in kinds)


def nearest(name: str, index: dict[str, list[str]]) -> str:
    """The existing name that a missing one was renamed to, or is nearest to; empty if none is.

    Args:
        name: the missing symbol.
        index: the public names by their last part.
    """
    path, _, last = name.rpartition(".")
    internal = path.startswith("tf.python.ops.")  # where math_ops.mul was what tf.mul was
    renamed = tensorflow1.RENAMED.get(last if internal else name.removeprefix("tf."))
    if renamed and f"tf.{renamed}" in index.get(renamed.rpartition(".")[2], ()):
        return f"tf.{renamed}"
    if last in index:
        return index[last][0]
    siblings = [entry for entry, names in index.items() if f"{path}.{entry}" in names]
    close = similar(last, siblings)
    return f"{path}.{close}" if close else ""
