"""Rounding: what the table of ops cannot see."""

from __future__ import annotations

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math.rounding import round
from headrace.ops.sources.placeholder import placeholder


def test_integers_are_round_already() -> None:
    with Graph().as_default() as graph:
        n = placeholder(dtypes.int32, [2])
        assert round(n) is n
        assert len(graph.get_operations()) == 1
