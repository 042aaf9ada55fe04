import contextlib

import pytest

from headrace.graph import scopes
from headrace.graph.build import build, build_operation
from headrace.graph.device import DeviceSpec
from headrace.graph.graph import Graph
from headrace.graph.scopes import (
    colocate_with,
    container,
    control_dependencies,
    device,
    get_name_scope,
    init_scope,
    name_scope,
    op_scope,
)
from headrace.graph.stacks import get_default_graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder


def no_op(name=None):
    return build_operation("NoOp", name=name)


def inside(*blocks):
    """An op made inside all of the blocks."""
    with contextlib.ExitStack() as stack:
        for block in blocks:
            stack.enter_context(block)
        return no_op("c")


# --- name scopes ----------------------------------------------------------------------------------


def test_a_scope_prefixes_names_and_is_made_unique():
    with name_scope("s") as first:
        a = no_op("a")
    with name_scope("s") as second:
        b = no_op("a")
    assert (first, a.name, second, b.name) == ("s/", "s/a", "s_1/", "s_1/a")


def test_scopes_nest_and_are_left_when_the_block_raises(graph):
    def fail():
        with name_scope("a"), name_scope("b") as scope:
            raise KeyError(scope, graph.get_name_scope())

    with pytest.raises(KeyError) as caught:
        fail()
    assert caught.value.args == ("a/b/", "a/b")
    assert graph.get_name_scope() == ""


def test_a_final_slash_enters_a_scope_again():
    with name_scope("a") as scope:
        first = no_op()
    with name_scope("x"), name_scope(scope) as again:
        second = no_op()
    assert (again, first.name, second.name) == ("a/", "a/NoOp", "a/NoOp_1")


@pytest.mark.parametrize("name", [None, ""])
def test_no_name_leaves_to_the_root(name):
    with name_scope("a"), name_scope(name) as scope:
        assert (scope, no_op("x").name) == ("", "x")


def test_the_default_name_is_taken_when_there_is_no_name():
    with name_scope(None, "dflt", [1]) as first, name_scope("n", "dflt") as second:
        assert (first, second) == ("dflt/", "dflt/n/")
    assert name_scope(None, "dflt").name == "dflt"


def test_an_op_and_a_scope_do_not_share_a_name():
    no_op("a")
    with name_scope("a") as scope:
        assert scope == "a_1/"
    assert no_op("a_1").name == "a_1_1"


def test_a_scope_belongs_to_the_graph_of_its_values(graph):
    other = Graph()
    with other.as_default():
        x = placeholder("float32")
    with name_scope("s", values=[1, x]):
        assert get_default_graph() is other
        assert no_op().name == "s/NoOp"
    assert get_default_graph() is graph
    assert graph.version == 0


def test_one_scope_object_can_be_entered_inside_itself(graph):
    scope = name_scope("a")
    with scope as outer, scope as inner:
        assert (outer, inner) == ("a/", "a/a/")
    assert graph.get_name_scope() == ""


def test_a_graphs_own_name_scope_does_the_same(graph):
    with graph.name_scope("a") as scope, graph.name_scope(None) as root:
        assert (scope, root) == ("a/", "")
    assert graph.get_name_scope() == ""


def test_refuses_names_that_are_none():
    with (
        pytest.raises(ValueError, match=r"^'a b' is not a valid root scope name"),
        name_scope("a b"),
    ):
        pass
    with pytest.raises(TypeError, match="expected string"), name_scope(1):
        pass
    with pytest.raises(TypeError, match=r"^`default_name` type .* is not a string type"):
        name_scope("a", [1])
    with (
        pytest.raises(
            ValueError, match=r"^At least one of name .None. and default_name .None. must be"
        ),
        name_scope(None, None, [1]),
    ):
        pass


def test_values_of_two_graphs_are_refused():
    a = constant(1.0, name="a")
    with Graph().as_default():
        b = constant(1.0, name="b")
    sentence = (
        r'^Tensor\("b:0", .*\) must be from the same graph as Tensor\("a:0", .*\) \(graphs are '
    )
    with pytest.raises(ValueError, match=sentence), name_scope("s", values=[a, b]):
        pass
    with pytest.raises(ValueError, match=sentence):
        build("Mul", a, b)
    assert get_default_graph().get_name_scope() == ""


# --- control dependencies -------------------------------------------------------------------------


def test_an_op_runs_after_the_blocks_operations():
    a, x = no_op("a"), placeholder("float32")
    assert inside(control_dependencies([a, x])).control_inputs == [a, x.op]


def test_blocks_add_up_in_order_and_without_duplicates():
    a, b = no_op("a"), no_op("b")
    assert inside(control_dependencies([b, b]), control_dependencies([a, b])).control_inputs == [
        b,
        a,
    ]


def test_none_clears_the_blocks_around_and_only_inside():
    a, b = no_op("a"), no_op("b")
    assert inside(
        control_dependencies([a]), control_dependencies(None), control_dependencies([b])
    ).control_inputs == [b]
    with control_dependencies([a]):
        with control_dependencies(None):
            pass
        assert no_op().control_inputs == [a]
    assert no_op().control_inputs == []


def test_an_input_is_no_control_input_as_well():
    x = placeholder("float32")
    with control_dependencies([x]):
        assert (x * x).op.control_inputs == []


def test_an_op_whose_input_was_made_inside_needs_no_edge():
    a, x = no_op("a"), placeholder("float32")
    with control_dependencies([a]):
        first = x * x
        second = first * x
        third = x * x
    assert first.op.control_inputs == third.op.control_inputs == [a]
    assert second.op.control_inputs == []


def test_an_inner_block_prunes_for_itself():
    a, b, x = no_op("a"), no_op("b"), placeholder("float32")
    with control_dependencies([a]):
        first = x * x
        with control_dependencies([b]):
            second = first * x
            third = second * x
    assert second.op.control_inputs == [b]
    assert third.op.control_inputs == []


def test_takes_any_iterable_of_operations_tensors_and_names():
    a = no_op("a")
    assert inside(control_dependencies({a})).control_inputs == [a]
    assert inside(control_dependencies(op for op in [a])).control_inputs == [a]
    assert inside(control_dependencies(["a"])).control_inputs == [a]
    assert inside(control_dependencies([])).control_inputs == []


def test_refuses_what_is_neither_operation_nor_tensor():
    for bad, sentence in ((1, "a int into"), ([no_op()], "a list into"), (None, "a NoneType into")):
        with pytest.raises(TypeError, match=f"^Can not convert {sentence}"):
            inside(control_dependencies([bad]))
    with pytest.raises(TypeError, match="not iterable"):
        inside(control_dependencies(no_op()))
    with Graph().as_default():
        other = no_op("o")
    with pytest.raises(ValueError, match=r"is not an element of this graph\.\n  made at "):
        inside(control_dependencies([other]))


# --- devices --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocks", "device_of_op"),
    [
        (["/cpu:0"], "/device:CPU:0"),
        (["/job:ps", "/cpu:0"], "/job:ps/device:CPU:0"),
        (["/gpu:0", "/cpu:0"], "/device:CPU:0"),
        (["/cpu:0", ""], "/device:CPU:0"),
        (["/gpu:0", None], ""),
        (["/cpu:0", None, "/job:a"], "/job:a"),
        ([DeviceSpec(job="a"), "/gpu:1"], "/job:a/device:GPU:1"),
        # a function's result replaces what inner scopes said, and stands as it is written
        ([lambda op: "/gpu:3"], "/gpu:3"),
        ([lambda op: DeviceSpec(job="a")], "/job:a"),
        ([lambda op: "/job:x", "/cpu:0"], "/job:x"),
        (["/cpu:0", lambda op: "/job:x"], "/job:x/device:CPU:0"),
        ([lambda op: "", "/cpu:0"], ""),
        ([lambda op: op.device + "/a", lambda op: "/job:q"], "/job:q/a"),
        ([lambda op: f"/job:{op.type}{op.name}"], "/job:NoOpc"),
    ],
)
def test_device_scopes_merge_as_in_tensorflow(blocks, device_of_op):
    assert inside(*[device(block) for block in blocks]).device == device_of_op


def test_a_tensor_tells_its_operations_device_and_the_scope_ends():
    with device("/gpu:1"):
        c = constant(1.0)
    assert c.device == c.op.device == "/device:GPU:1"
    assert no_op().device == ""


def test_refuses_what_gives_no_device():
    with pytest.raises(ValueError, match="invalid literal for int"):
        inside(device("/gpu:a"))
    with pytest.raises(
        TypeError, match=r"^Expected binary or unicode string, got None\n  made at "
    ):
        inside(device(lambda op: None))
    assert inside().device == ""


# --- colocation -----------------------------------------------------------------------------------


def test_an_op_is_colocated_with_all_that_are_open_sorted_and_once():
    b, a = no_op("b"), no_op("a")
    made = inside(colocate_with(b), colocate_with(a), colocate_with(b))
    assert made.colocation_groups() == [b"loc:@a", b"loc:@b"]
    assert inside(colocate_with(made)).colocation_groups() == [b"loc:@a", b"loc:@b"]


def test_existing_colocation_can_be_ignored_or_reset():
    a, b = no_op("a"), no_op("b")
    assert inside(colocate_with(a), colocate_with(b, True)).colocation_groups() == [b"loc:@b"]
    alone = inside(colocate_with(a), colocate_with(None, True))
    assert alone.colocation_groups() == [f"loc:@{alone.name}".encode()]
    with pytest.raises(ValueError, match=r"^Trying to reset colocation \(op is None\)"):
        inside(colocate_with(None))


def test_a_colocated_op_takes_the_device_of_the_other():
    plain, x = no_op("plain"), placeholder("float32")
    with device("/cpu:1"):
        placed = no_op("placed")
    assert inside(colocate_with(placed)).device == "/device:CPU:1"
    assert inside(colocate_with(placed), device("/gpu:0")).device == "/device:CPU:1"
    assert inside(colocate_with(x), device("/gpu:0")).device == "/device:GPU:0"
    # device scopes do not reach inside
    assert inside(device("/gpu:0"), colocate_with(plain)).device == ""
    assert inside(device("/gpu:0"), colocate_with(None, True)).device == ""


def test_the_last_of_two_devices_counts():
    with device("/cpu:0"):
        a = no_op("a")
    with device("/cpu:1"):
        b = no_op("b")
    assert inside(colocate_with(a), colocate_with(b)).device == "/device:CPU:1"


def test_control_dependencies_leave_colocation_alone():
    a = no_op("a")
    assert inside(colocate_with(a), control_dependencies([a])).colocation_groups() == [b"loc:@a"]


def test_graph_of_finds_the_graph_of_tensors_and_operations_among_anything(graph):
    class Drawing:
        graph = "a picture"

    x = placeholder("float32")
    with Graph().as_default() as other:
        assert scopes.graph_of([1, None, x.op]) is graph
        assert scopes.graph_of([Drawing()]) is other


# --- scopes of other kinds ------------------------------------------------------------------------


def test_init_scope_waits_for_nothing_and_keeps_names(graph):
    with name_scope("s"), control_dependencies([no_op("a")]), init_scope():
        made = no_op("b")
        assert get_name_scope() == "s"
    assert (made.name, made.control_inputs) == ("s/b", [])


def test_op_scope_takes_the_values_first(graph):
    with op_scope([], None, "default") as scope:
        assert scope == "default/"
    with pytest.raises(ValueError, match="At least one of name"), op_scope([], None):
        pass


def test_a_container_is_its_name(graph):
    with container("c") as name:
        assert (name, no_op("a").name) == ("c", "a")
