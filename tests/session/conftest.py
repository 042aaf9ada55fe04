"""Every test of this room builds in a graph of its own."""

import pytest

import headrace.ops.all
import headrace.session.evaluate  # noqa: F401 - the two fill the registry and the slots of `late`
from headrace.graph.graph import Graph


@pytest.fixture(autouse=True)
def graph():
    with Graph().as_default() as made:
        yield made
