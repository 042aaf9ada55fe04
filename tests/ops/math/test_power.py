"""Powers: what the table of ops cannot see."""

from __future__ import annotations

import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.graph import Graph
from headrace.ops.math.power import pow
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_negative_powers_of_integers_are_an_invalid_argument() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        y = placeholder(dtypes.int32, [2])
        result = pow([3, 2], y)
        assert session.run(result, {y: [2, 40]}).tolist() == [9, 0]
        with pytest.raises(InvalidArgumentError, match="negative integer powers are not allowed"):
            session.run(result, {y: [1, -1]})
