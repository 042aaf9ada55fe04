"""The comparison with recordings forgives the last bits of floats and nothing else."""

import pytest

from tests.golden.compare import difference, same_text


def test_forgives_the_last_bits_of_float32():
    assert same_text("array(float32, [1], 0.3678795)", "array(float32, [1], 0.36787945)")


@pytest.mark.parametrize(
    ("observed", "golden"),
    [
        ("array(float64, [1], 0.3678795)", "array(float64, [1], 0.36787945)"),
        ("array(float32, [1], 0.36788)", "array(float32, [1], 0.36787945)"),
        ("array(float64, [1], 1.0)", "array(float32, [1], 1.0)"),
        ("array(float32, [1, 1], 1.0)", "array(float32, [1], 1.0)"),
        ("array(float32, [1], -0.0)", "array(float32, [1], 0.0)"),
        ("array(float32, [1], nan)", "array(float32, [1], 0.0)"),
        ("array(int32, [1], 16777217)", "array(int32, [1], 16777216)"),
        ("array(float32, [1], 1e-40)", "array(float32, [1], 0.0)"),
    ],
)
def test_tells_other_values_apart(observed, golden):
    assert difference(observed, golden) is not None


GOLDEN_ERROR = {
    "raises": "ValueError",
    "message": "Sizes differ: 3 and 4 for '{{node Add}} = AddV2[T=DT_FLOAT](x, y)' with [3], [4].",
}


def test_takes_an_error_that_contains_the_sentence():
    ours = {"raises": "ValueError", "message": "Sizes differ: 3 and 4 for 'Add' (made here)"}
    assert difference(ours, GOLDEN_ERROR) is None


@pytest.mark.parametrize(
    "observed",
    [
        {"raises": "TypeError", "message": "Sizes differ: 3 and 4"},
        {"raises": "ValueError", "message": "Sizes differ."},
        {"raises": "ValueError", "message": "Sizes differ: 3 and 4", "op": "Add"},
        ["=> <Add:0>"],
    ],
)
def test_tells_other_errors_apart(observed):
    assert difference(observed, GOLDEN_ERROR) is not None


def test_tells_the_first_node_that_differs():
    told = difference(["a = NoOp()", "=> <op a>"], ["a = NoOp()", "b = NoOp()", "=> <op b>"])
    assert told is not None
    assert told.startswith("line 2: => <op a>")
