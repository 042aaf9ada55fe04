"""Session.run returns the values and types that TensorFlow returns, and raises its errors.

A case is a line of a file in `tests/golden/session_snippets/`; `tests/golden/snippets.py` tells how
to read it, and `tests/golden/differences.py` lists where we mean to differ.
"""

import pytest

import headrace as tf
from tests.golden import compare, differences, files, snippets

RECORDED = files.load("session.json")
SNIPPETS = snippets.read("session_snippets")
FAILING = [name for name, entry in RECORDED.items() if isinstance(entry, dict)]


COMPARED = [
    name for name in SNIPPETS if name not in differences.SESSION and name not in differences.WAITING
]


@pytest.mark.parametrize("name", COMPARED)
def test_runs_as_tensorflow_runs(name):
    observed = snippets.observe_session(tf, SNIPPETS[name])
    own_words = name in differences.OWN_WORDS
    differs = compare.difference(observed, RECORDED[name], own_words=own_words)
    assert differs is None, f"{SNIPPETS[name]}\n{differs}"


@pytest.mark.parametrize("name", sorted(differences.SESSION))
def test_a_listed_difference_is_still_one(name):
    observed = snippets.observe_session(tf, SNIPPETS[name])
    assert compare.difference(observed, RECORDED[name]) is not None


# protobuf's own error, raised before we are asked
FOREIGN = {"session_config_unknown_field"}
EXPLAINED = [name for name in FAILING if name in COMPARED and name not in FOREIGN]


@pytest.mark.parametrize("name", EXPLAINED)
def test_an_error_has_our_lines_below_the_sentence(name):
    rows = str(snippets.session_error(tf, SNIPPETS[name])).splitlines()[1:]
    labels = {row.split("  ")[1] for row in rows if row.startswith("  ")}
    assert labels & {"made at", "got", "try"}


@pytest.mark.parametrize("name", [name for name in FAILING if ".close()" not in SNIPPETS[name]])
def test_runs_the_next_call_after_an_error(name):
    assert snippets.runs_after(tf, SNIPPETS[name])


def test_every_snippet_is_recorded():
    assert SNIPPETS.keys() == RECORDED.keys()
