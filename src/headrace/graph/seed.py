"""The graph-level random seed."""

from __future__ import annotations

from headrace.graph.stacks import get_default_graph


def set_random_seed(seed: int | None) -> None:
    """Sets the random seed of the default graph, from which its random ops derive theirs.

    Args:
        seed: an integer, or None to take it back.
    """
    get_default_graph().seed = seed
