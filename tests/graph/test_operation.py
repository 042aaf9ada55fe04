import copy
import pickle

import pytest

from headrace.base import dtypes
from headrace.base.shapes import TensorShape
from headrace.graph.build import build, build_operation, build_outputs
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder


def test_tells_type_inputs_outputs_and_graph(graph):
    x = placeholder("float32", [2], name="x")
    op = (x * x).op
    assert (op.name, op.type, op.graph) == ("mul", "Mul", graph)
    assert list(op.inputs) == [x, x]
    assert [(t.name, t.value_index, t.op) for t in op.outputs] == [("mul:0", 0, op)]
    assert op.op_def.name == "Mul"
    assert op.device == ""


def test_values_is_a_method_that_gives_the_outputs():
    first, second = build_outputs("Unpack", constant([1, 2]), num=2, axis=0)
    assert first.op.values() == (first, second) == tuple(first.op.outputs)
    assert (second.name, second.value_index) == ("Unpack:1", 1)
    assert build_operation("NoOp").values() == ()


def test_control_edges_are_seen_from_both_ends(graph):
    a, b = build_operation("NoOp", name="a"), build_operation("NoOp", name="b")
    with graph.control_dependencies([a, b]):
        c = build_operation("NoOp", name="c")
    assert c.control_inputs == [a, b]
    assert a._control_outputs == [c]
    assert c._control_outputs == []


def test_is_colocated_with_itself_unless_it_was_asked_for(graph):
    a = build_operation("NoOp", name="a")
    assert a.colocation_groups() == [b"loc:@a"]
    with pytest.raises(
        ValueError, match=r"^Operation 'a' has no attr named '_class'\.\n  made at "
    ):
        a.get_attr("_class")
    with graph.colocate_with(a):
        b = build_operation("NoOp", name="b")
    assert b.colocation_groups() == b.get_attr("_class") == [b"loc:@a"]


def test_attributes_come_in_tensorflows_kinds():
    x = placeholder("float32", [2, None], name="x")
    image, window = placeholder("float32", [1, 4, 4, 1]), placeholder("float32", [2, 2, 1, 1])
    convolved = build("Conv2D", image, window, strides=(1, 2, 2, 1), padding="SAME").op
    assert x.op.get_attr("dtype") is dtypes.float32
    assert x.op.get_attr("shape") == TensorShape([2, None])
    assert convolved.get_attr("padding") == b"SAME"
    assert convolved.get_attr("strides") == [1, 2, 2, 1]
    assert convolved.get_attr("use_cudnn_on_gpu") is True
    with pytest.raises(ValueError, match=r"^Operation 'x' has no attr named 'nope'\.\n  made at "):
        x.op.get_attr("nope")


def test_a_constants_value_comes_as_a_message():
    proto = constant([1, 2], name="c").op.get_attr("value")
    assert proto.dtype == dtypes.int32.as_datatype_enum
    assert [dim.size for dim in proto.tensor_shape.dim] == [2]
    assert proto.tensor_content == b"\1\0\0\0\2\0\0\0"


def test_repr_names_it_and_str_is_its_node():
    op = build_operation("NoOp", name="n")
    assert repr(op) == "<tf.Operation 'n' type=NoOp>"
    assert str(op) == 'name: "n"\nop: "NoOp"\n'


def test_is_hashed_and_compared_by_identity():
    a, b = build_operation("NoOp"), build_operation("NoOp")
    assert {a: 1, b: 2}[a] == 1
    assert (a == a, a == b) == (True, False)  # noqa: PLR0124


def test_run_needs_a_session_of_its_graph():
    with Graph().as_default():
        op = build_operation("NoOp")
    with pytest.raises(
        ValueError,
        match=r"^Cannot execute operation using `run\(\)`: No default session is registered\.",
    ):
        op.run()


def test_takes_what_a_program_hangs_on_it():
    op = build_operation("NoOp")
    op.note = "mine"
    assert op.graph.get_operation_by_name("NoOp").note == "mine"


@pytest.mark.parametrize("take_away", [pickle.dumps, copy.copy, copy.deepcopy])
def test_does_not_leave_its_graph(take_away):
    with pytest.raises(TypeError, match=r"^cannot pickle 'Operation' object: 'NoOp' is a part of"):
        take_away(build_operation("NoOp"))
