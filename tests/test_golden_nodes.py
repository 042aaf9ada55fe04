"""Public functions add the nodes that TensorFlow adds, and raise its errors.

A case is a line of a file in `tests/golden/node_snippets/`; `tests/golden/snippets.py` tells how to
read it, and `tests/golden/differences.py` lists where we mean to differ.
"""

import pytest

import headrace as tf
from tests.golden import compare, differences, files, snippets

RECORDED = files.load("nodes.json")
SNIPPETS = snippets.read("node_snippets")


COMPARED = [
    name for name in SNIPPETS if name not in differences.NODES and name not in differences.WAITING
]


@pytest.mark.parametrize("name", COMPARED)
def test_builds_what_tensorflow_builds(name):
    observed = snippets.observe_nodes(tf, SNIPPETS[name])
    own_words = name in differences.OWN_WORDS
    differs = compare.difference(observed, RECORDED[name], own_words=own_words)
    assert differs is None, f"{SNIPPETS[name]}\n{differs}"


@pytest.mark.parametrize("name", sorted(differences.NODES))
def test_a_listed_difference_is_still_one(name):
    observed = snippets.observe_nodes(tf, SNIPPETS[name])
    assert compare.difference(observed, RECORDED[name]) is not None


def test_every_snippet_is_recorded():
    assert SNIPPETS.keys() == RECORDED.keys()


@pytest.mark.parametrize("name", sorted(set(differences.WAITING.values())))
def test_a_function_waited_for_is_still_missing(name):
    module, _, function = name.rpartition(".")
    assert not hasattr(getattr(tf, module) if module else tf, function)


def test_only_snippets_that_exist_are_listed():
    listed = {
        *differences.NODES,
        *differences.SESSION,
        *differences.WAITING,
        *differences.OWN_WORDS,
    }
    assert listed <= SNIPPETS.keys() | snippets.read("session_snippets").keys()
