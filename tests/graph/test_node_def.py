import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph import node_def as module
from headrace.graph.attributes import TensorValue
from headrace.graph.build import build, build_operation, build_outputs
from headrace.graph.node_def import node_def, tensor_proto
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder


def test_a_node_has_name_type_inputs_device_and_attributes(graph):
    x = placeholder("float32", [2, None], name="x")
    a = build_operation("NoOp", name="a")
    with graph.device("/cpu:0"), graph.control_dependencies([a]), graph.colocate_with(a):
        node = build("Mul", x, x, name="m").op.node_def
    assert (node.name, node.op, node.device) == ("m", "Mul", "")
    assert list(node.input) == ["x", "x", "^a"]
    assert node.attr["T"].type == dtypes.float32.as_datatype_enum
    assert list(node.attr["_class"].list.s) == [b"loc:@a"]


def test_inputs_that_are_no_first_outputs_name_their_index():
    _, second = build_outputs("Unpack", constant([1, 2]), num=2, axis=0)
    assert list((second * second).op.node_def.input) == ["Unpack:1", "Unpack:1"]


def test_shapes_keep_what_is_unknown():
    node = placeholder("float32", [2, None]).op.node_def
    assert [dim.size for dim in node.attr["shape"].shape.dim] == [2, -1]
    assert placeholder("float32").op.node_def.attr["shape"].shape.unknown_rank
    scalar = placeholder("float32", []).op.node_def.attr["shape"].shape
    assert not scalar.unknown_rank
    assert list(scalar.dim) == []


def test_every_kind_of_attribute_is_written():
    image, window = placeholder("float32", [1, 4, 4, 1]), placeholder("float32", [2, 2, 1, 1])
    node = build("Conv2D", image, window, strides=(1, 2, 2, 1), padding="SAME").op.node_def
    assert list(node.attr["strides"].list.i) == [1, 2, 2, 1]
    assert node.attr["padding"].s == b"SAME"
    assert node.attr["use_cudnn_on_gpu"].b is True
    assert node.attr["explicit_paddings"].HasField("list")  # empty, but there


@pytest.mark.parametrize(
    ("array", "dtype"),
    [
        (np.array([[1.5, -2.0]], np.float32), dtypes.float32),
        (np.array(3, np.int64), dtypes.int64),
        (np.zeros((0, 2), np.bool_), dtypes.bool_),
    ],
)
def test_a_tensor_message_holds_the_bytes(array, dtype):
    proto = tensor_proto(TensorValue(array.copy(), dtype))
    assert proto.dtype == dtype.as_datatype_enum
    assert [dim.size for dim in proto.tensor_shape.dim] == list(array.shape)
    assert proto.tensor_content == array.tobytes()


def test_strings_are_listed():
    proto = constant(["a", "bc"]).op.get_attr("value")
    assert list(proto.string_val) == [b"a", b"bc"]


def test_a_printed_node_leaves_large_values_out_and_a_graph_keeps_them(graph):
    op = constant(np.zeros(1 << 18, np.float64), name="c").op
    shown = node_def(op).attr["value"].tensor
    assert shown.tensor_content == b""
    assert [dim.size for dim in shown.tensor_shape.dim] == [1 << 18]
    assert len(graph.as_graph_def().node[0].attr["value"].tensor.tensor_content) == 1 << 21


def test_a_graph_lists_its_nodes_from_a_version_on(graph):
    constant(1.0, name="a")
    version = graph.version
    constant(2.0, name="b")
    whole = graph.as_graph_def()
    assert [node.name for node in whole.node] == ["a", "b"]
    assert whole.versions.producer > 0
    assert [node.name for node in graph.as_graph_def(from_version=version).node] == ["b"]


def test_a_graph_that_fits_into_no_message_is_refused(graph, monkeypatch):
    monkeypatch.setattr(module, "_MESSAGE_BYTES", 100)
    constant(np.zeros(10), name="a")
    graph.as_graph_def()
    constant(np.zeros(10), name="b")
    with pytest.raises(ValueError, match=r"^GraphDef cannot be larger than 2GB\."):
        graph.as_graph_def()
