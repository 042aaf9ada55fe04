import re

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import ShapeError
from headrace.graph.build import add_constant, build, build_flat, build_operation, build_outputs
from headrace.graph.graph import Graph
from headrace.graph.stacks import get_default_graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder


def test_tensors_need_no_scope_and_get_the_same_names(graph):
    x = placeholder("float32", name="x")
    build("Mul", x, x, name="m")
    build("Mul", x, 2.0, name="m")
    assert [op.name for op in graph.get_operations()] == ["x", "m", "m_1/y", "m_1"]


def test_operands_take_the_dtype_of_the_first_tensor():
    x = placeholder("float64")
    assert build("Mul", x, 2).dtype is build("Mul", x, np.float32(2)).dtype is dtypes.float64


def test_attributes_that_inputs_tell_are_derived():
    x = placeholder("float64")
    assert build("Mul", x, x).op.attributes.T is dtypes.float64
    packed = build("Pack", [x, x, x], axis=0).op
    assert packed.attributes.N == 3
    assert packed.attributes.T is dtypes.float64


def test_an_op_without_outputs_and_one_with_several():
    assert build_operation("NoOp").outputs == []
    outputs = build_outputs("Unpack", constant([1, 2, 3]), num=3, axis=0)
    assert [t.value_index for t in outputs] == [0, 1, 2]


def test_flat_inputs_are_grouped_as_a_node_lists_them():
    x, y = placeholder("float32"), placeholder("float32")
    op = build_flat("Pack", (x, y), axis=0)
    assert list(op.inputs) == [x, y]
    assert op.attributes.N == 2
    joined = build_flat("ConcatV2", (constant([1]), constant([2]), constant(0)))
    assert joined.attributes.N == 2
    assert joined.outputs[0].dims == (2,)


def test_ops_go_to_the_graph_of_their_inputs():
    with Graph().as_default() as other:
        x = placeholder("float32")
    assert build("Mul", x, 2.0).graph is other
    assert get_default_graph().version == 0


def test_the_wrong_number_of_inputs_is_refused():
    with pytest.raises(TypeError, match=r"^Mul takes 2 inputs, but 1 were given\.\n  made at "):
        build("Mul", constant(1.0))
    with pytest.raises(KeyError, match="op type 'Foo' is not registered"):
        build("Foo")


def test_a_list_input_takes_a_list_of_one_dtype():
    with pytest.raises(
        TypeError, match=r"^Expected list for 'values' argument to 'Pack' Op, not 1\.\n  made at"
    ):
        build("Pack", 1, axis=0)
    mixed = [constant(1.0), constant(1)]
    with pytest.raises(
        TypeError,
        match=re.escape(
            "Tensors in list passed to 'values' of 'Pack' Op have types [float32, int32] that don't all match."
        ),
    ):
        build("Pack", mixed, axis=0)


def test_a_dtype_that_is_not_allowed_is_refused_with_those_that_are():
    b = placeholder("bool")
    with pytest.raises(
        TypeError,
        match=r"^Value passed to parameter 'x' has DataType bool not in list of allowed values: bfloat16, ",
    ):
        build("Mul", b, b)


def test_shapes_that_do_not_fit_are_told_with_the_users_line_and_the_inputs(graph):
    x, y = placeholder("float32", [2, 3], name="x"), placeholder("float32", [2, 4], name="y")
    with pytest.raises(ShapeError) as caught:
        build("Mul", x, y, name="product")
    lines = str(caught.value).splitlines()
    assert lines[0] == (
        "Dimensions must be equal, but are 3 and 4 for 'product' (op: 'Mul') with input shapes: [2,3], [2,4]."
    )
    assert re.fullmatch(
        r'  made at   test_build\.py:\d+  build\("Mul", x, y, name="product"\)', lines[1]
    )
    assert lines[2:4] == [
        "  inputs    'x' float32 (2, 3)",
        "            'y' float32 (2, 4)",
    ]
    assert lines[4].startswith("  try       ")
    assert isinstance(caught.value, ValueError)
    assert graph.get_operations() == [x.op, y.op]  # a failed op leaves nothing behind


def test_a_constant_takes_its_array_over_and_makes_it_read_only():
    fresh = np.arange(3.0)
    kept = add_constant(fresh, dtypes.float64, "c").op.attributes.value.array
    assert kept is fresh
    assert not kept.flags.writeable


def test_static_shapes_see_through_small_integer_ops():
    x = placeholder("float32", [None, 3, 4])
    batch = build("StridedSlice", build("Shape", x), [0], [1], [1], shrink_axis_mask=1)
    shape = build("Pack", [batch, 12], axis=0)
    assert build("Reshape", x, shape).dims == (None, 12)
