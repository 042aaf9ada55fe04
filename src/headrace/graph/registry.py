"""The registry of op types: name → OpDef. Filled by `headrace.ops` at import, read by everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from headrace.base.messages import nearest
from headrace.graph.opdef import OpDef

_definitions: dict[str, OpDef[Any]] = {}


def register(definition: OpDef[Any]) -> None:
    """Adds a definition.

    Raises:
        ValueError: the name is taken.
    """
    if definition.name in _definitions:
        raise ValueError(f"op type '{definition.name}' is registered twice")
    _definitions[definition.name] = definition


def get(name: str) -> OpDef[Any]:
    """The definition of op type `name`.

    Raises:
        KeyError: there is none; the message names the nearest.
    """
    try:
        return _definitions[name]
    except KeyError:
        near = nearest(name, _definitions)
        hint = f"; the nearest name is '{near}'" if near else ""
        raise KeyError(f"op type '{name}' is not registered{hint}") from None


def find(name: str) -> OpDef[Any] | None:
    """The definition of op type `name`, or None."""
    return _definitions.get(name)


def all_definitions() -> Iterator[OpDef[Any]]:
    """Every definition, sorted by name."""
    for name in sorted(_definitions):
        yield _definitions[name]
