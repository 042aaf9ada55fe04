"""Every test of this room builds in a graph of its own."""

import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.graph.graph import Graph


@pytest.fixture(autouse=True)
def graph():
    with Graph().as_default() as made:
        yield made
