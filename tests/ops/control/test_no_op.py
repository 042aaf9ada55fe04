"""Group and tuple: which nodes they make, as TensorFlow does."""

import pytest

from headrace.base import dtypes
from headrace.graph.indexed_slices import IndexedSlices
from headrace.graph.scopes import device
from headrace.ops.control.no_op import group, no_op, with_dependencies
from headrace.ops.control.no_op import tuple as tuple_
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def nodes(graph):
    return [
        f"{op.name}({', '.join(sorted(i.name for i in op.control_inputs))})"
        for op in graph.get_operations()
    ]


def test_group_waits_for_tensors_and_operations_in_any_nest(graph) -> None:
    x = placeholder(dtypes.float32, [], name="x")
    made = group(no_op("a"), [x, {"k": no_op("b")}], name="g")
    assert nodes(graph)[-1] == "g(a, b, x)"
    assert made.type == "NoOp"


def test_group_of_nothing_is_a_no_op(graph) -> None:
    assert group().name == "group_deps"
    assert group([]).name == "group_deps_1"


def test_group_gathers_each_device_first(graph) -> None:
    with device("/cpu:0"):
        a = no_op("a")
    group(a, no_op("b"))
    assert nodes(graph)[2:] == [
        "group_deps/NoOp(b)",
        "group_deps/NoOp_1(a)",
        "group_deps(group_deps/NoOp, group_deps/NoOp_1)",
    ]
    assert graph.get_operation_by_name("group_deps/NoOp_1").device == "/device:CPU:0"


@pytest.mark.parametrize(
    ("inputs", "keywords", "error", "message"),
    [
        ((1,), {}, TypeError, "Received '1' with type '<class 'int'>'."),
        ((None,), {}, TypeError, "Received 'None' with type"),
        ((), {"foo": 1}, ValueError, "Unknown keyword arguments: foo"),
    ],
)
def test_group_refuses_what_cannot_be_waited_for(inputs, keywords, error, message) -> None:
    with pytest.raises(error, match=message):
        group(*inputs, **keywords)


def test_tuple_gates_each_tensor_beside_its_own_op(graph) -> None:
    x, y = (placeholder(dtypes.float32, [], name=name) for name in "xy")
    made = tuple_([x, None, y], control_inputs=[no_op("a")])
    assert nodes(graph)[3:] == [
        "tuple/group_deps(a, x, y)",
        "tuple/control_dependency(tuple/group_deps)",
        "tuple/control_dependency_1(tuple/group_deps)",
    ]
    assert made[1] is None
    assert made[2].op.colocation_groups() == [b"loc:@y"]


def test_tuple_of_an_operation_waits_too(graph) -> None:
    made = tuple_([no_op("a"), placeholder(dtypes.float32, [], name="x")])
    assert nodes(graph)[3] == "tuple/group_deps_1(a, tuple/group_deps)"
    assert made[0].name == "tuple/group_deps_1"


def test_tuple_keeps_values() -> None:
    with Session() as session:
        assert session.run(tuple_([1.0, 2.0])) == [1.0, 2.0]


@pytest.mark.parametrize(
    ("tensors", "controls", "error", "message"),
    [
        ([], None, ValueError, r"'tensors' must have at least one Tensor. Received: \[\]."),
        ([None], None, ValueError, r"must have at least one Tensor. Received: \[None\]."),
        ([1.0], [1], TypeError, "'control_inputs' must only contain Operation or Tensor."),
    ],
)
def test_tuple_refuses_what_it_cannot_wait_for(tensors, controls, error, message) -> None:
    with pytest.raises(error, match=message):
        tuple_(tensors, control_inputs=controls)


def test_with_dependencies_is_an_identity_that_waits(graph) -> None:
    x = placeholder(dtypes.float32, [2], name="x")
    made = with_dependencies([no_op("a")], x)
    assert (made.op.type, made.op.inputs[0], made.op.colocation_groups()) == (
        "Identity",
        x,
        [b"loc:@x"],
    )
    assert nodes(graph)[-1] == "control_dependency(a)"


def test_with_dependencies_takes_the_values_of_slices_and_converts_the_rest(graph) -> None:
    x = placeholder(dtypes.float32, [2], name="x")
    slices = IndexedSlices(x, placeholder(dtypes.int32, [2], name="i"))
    made = with_dependencies([no_op("a")], slices, name="w")
    assert (made.values.name, made.indices) == ("w:0", slices.indices)
    assert with_dependencies([made.values], [1.0]).dtype is dtypes.float32
