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


_PYTHON = "Python raises it before we are asked"
_BASE = "shapes, sizes and dtypes belong to no graph: their errors are TensorFlow's alone"
_KEY = "the text of a KeyError is shown as one line"
_MISSING = "the name is absent from the module, not a call refused"

# Failing snippets whose errors have no lines of ours, and why.
UNEXPLAINED = {
    "avg_pool_input_kw": _PYTHON,
    "avg_pool_no_ksize": _PYTHON,
    "batch_normalization_list": _PYTHON,
    "control_string": _KEY,
    "device_bad": _PYTHON,
    "dimension_negative": _BASE,
    "dimension_unknown_int": _PYTHON,
    "dtype_as_dtype_bad": _BASE,
    "dtype_as_dtype_bad_number": _BASE,
    "dtype_as_dtype_int": _BASE,
    "dtype_min_string": _BASE,
    "get_operation_missing": _KEY,
    "get_tensor_missing": _KEY,
    "get_tensor_no_output": _KEY,
    "missing_contrib": _MISSING,
    "missing_name": _MISSING,
    "missing_nn_name": _MISSING,
    "op_call": _PYTHON,
    "op_contains": _PYTHON,
    "op_float": _PYTHON,
    "op_index_python": _PYTHON,
    "op_int": _PYTHON,
    "op_missing_attribute": _PYTHON,
    "op_pos": _PYTHON,
    "op_setitem": _PYTHON,
    "scope_number": _PYTHON,
    "shape_as_list_unknown": _BASE,
    "shape_assert_compatible": _BASE,
    "shape_assert_rank": _BASE,
    "shape_bad_dim": _BASE,
    "shape_fully_defined": _BASE,
    "shape_iter_unknown": _BASE,
    "shape_merge_bad": _BASE,
    "shape_negative_dim": _BASE,
    "shape_truediv": _BASE,
    "shape_with_rank_bad": _BASE,
    "tensor_get_shape_unknown": _BASE,
}
FAILING = [name for name in COMPARED if isinstance(RECORDED[name], dict)]


@pytest.mark.parametrize("name", [name for name in FAILING if name not in UNEXPLAINED])
def test_an_error_has_our_lines_below_the_sentence(name):
    assert "made at" in _labels(name)


@pytest.mark.parametrize("name", sorted(UNEXPLAINED))
def test_an_error_listed_as_unexplained_is_so(name):
    assert name in FAILING
    assert "made at" not in _labels(name)


def _labels(name):
    rows = str(snippets.node_error(tf, SNIPPETS[name])).splitlines()[1:]
    return [row.split("  ")[1] for row in rows if row.startswith("  ")]


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
