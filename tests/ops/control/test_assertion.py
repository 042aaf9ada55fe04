"""Assert: which nodes it makes, and what a failed one says."""

import numpy as np
import pytest

from headrace.base.errors import InvalidArgumentError
from headrace.ops.control.assertion import Assert
from headrace.ops.nn.sparse_cross_entropy import sparse_softmax_cross_entropy_with_logits
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_strings_and_int32_stand_in_the_assert_itself(graph) -> None:
    made = Assert(placeholder("bool", [], name="c"), ["x", 1], summarize=5)
    assert [op.name for op in graph.get_operations()] == [
        "c",
        "Assert/Const",
        "Assert/Const_1",
        "Assert/Assert/data_0",
        "Assert/Assert/data_1",
        "Assert/Assert",
    ]
    assert made.get_attr("summarize") == 5


def test_other_data_stand_under_the_name_of_tensorflows_guard() -> None:
    made = Assert(False, [placeholder("float32", name="x")], name="positive")
    assert made.name == "positive/AssertGuard/Assert"
    assert [tensor.name for tensor in made.inputs] == ["positive/Condition:0", "x:0"]


def test_a_failed_one_shows_its_data_and_the_session_runs_on() -> None:
    c, d = placeholder("bool", []), placeholder("int32")
    made = Assert(c, [d, "text"], summarize=5)
    value = np.arange(12).reshape(3, 4)
    with Session() as session:
        with pytest.raises(InvalidArgumentError) as error:
            session.run(made, {c: False, d: value})
        assert session.run(made, {c: True, d: value}) is None
    assert "assertion failed: [[0 1 2 3][4...]...] [text]\n" in error.value.message
    assert error.value.op is made


def test_the_condition_is_a_scalar_in_the_run() -> None:
    c = placeholder("bool")
    made = Assert(c, ["x"])
    with Session() as session, pytest.raises(InvalidArgumentError, match=r"a scalar: \[1\]"):
        session.run(made, {c: [True]})


@pytest.mark.parametrize(
    ("condition", "data", "error", "message"),
    [
        (1, ["a"], TypeError, "Expected bool passed to parameter 'condition' of op 'Assert'"),
        (True, [], ValueError, "passed list of length 0 less than minimum 1"),
        (True, 5, TypeError, "values must be a sequence"),
        (True, "ab", TypeError, "Expected list for 'data' argument to 'Assert' Op"),
    ],
)
def test_bad_arguments_are_refused(condition, data, error, message) -> None:
    with pytest.raises(error, match=message):
        Assert(condition, data)


def test_cross_entropy_checks_shapes_that_only_the_run_knows() -> None:
    labels = placeholder("int32", [None, None])
    logits = placeholder("float32", [None, None, 3])
    loss = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    with Session() as session:
        fits = session.run(loss, {labels: [[1, 2]], logits: np.zeros((1, 2, 3))})
        assert fits.shape == (1, 2)
        with pytest.raises(InvalidArgumentError, match="did not hold element-wise") as error:
            session.run(loss, {labels: [[1], [2]], logits: np.zeros((1, 2, 3))})
    assert error.value.op.type == "Assert"
