"""Runs tensors on a session, and lists a graph's nodes: what the ops' own tests share."""

from __future__ import annotations

from typing import Any

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.graph.graph import Graph
from headrace.graph.tensor import Tensor
from headrace.session.session import Session


def run(fetches: Any, feeds: dict[Tensor, Any] | None = None) -> Any:
    """What a fresh session gives for `fetches` of one graph."""
    first = fetches[0] if isinstance(fetches, list | tuple) else fetches
    with Session(graph=first.graph) as session:
        return session.run(fetches, feeds)


def nodes(graph: Graph) -> list[str]:
    """Each op as `name = type(inputs)`, placeholders left out."""
    return [
        f"{op.name} = {op.type}({', '.join(t.name.removesuffix(':0') for t in op.inputs)})"
        for op in graph.get_operations()
        if op.type != "Placeholder"
    ]
