import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, UnimplementedError
from headrace.graph.graph import Graph
from headrace.graph.inference import Mismatch
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.failure import failure_of
from headrace.session.session import Session
from tests.session.stubs import add_stub


def test_lays_out_sentence_node_place_inputs_and_advice():
    op = add_stub(np.copy, constant(np.zeros((2, 3)), name="c"), name="scope/bad").op
    error = failure_of(
        op, [np.zeros((2, 3))], Mismatch("at build", in_run="{node} is wrong", advice="mend it")
    )
    lines = error.message.splitlines()
    assert type(error) is InvalidArgumentError
    assert lines[:2] == ["scope/bad is wrong", "\t [[{{node scope/bad}}]]"]
    assert [line[2:12].strip() for line in lines[2:]] == ["made at", "inputs", "try"]
    assert lines[3].endswith("'c' float64 [2,3]")
    assert lines[4].endswith("mend it")
    assert (error.op, error.error_code) == (op, 3)


def test_the_class_of_an_op_error_is_kept():
    op = add_stub(np.copy, constant(1.0)).op
    assert type(failure_of(op, [], UnimplementedError(None, None, "no"))) is UnimplementedError


def test_of_many_inputs_the_first_are_shown():
    inputs = [constant(1.0, name=f"c{i}") for i in range(10)]
    message = failure_of(add_stub(np.copy, *inputs).op, [np.zeros(())] * 10, Mismatch("m")).message
    assert "'c7' float32 []\n            and 2 more" in message
    assert "'c8'" not in message


def test_an_unfed_placeholder_is_told_with_the_key_that_feeds_it():
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, name="scores")
    with Session(graph=graph) as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(x)
    assert "feed_dict={'scores:0': value}" in str(caught.value)
