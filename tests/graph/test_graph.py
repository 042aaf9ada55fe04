import copy
import os
import pickle
import re
import signal
import threading

import pytest

from headrace.base import dtypes
from headrace.graph.build import build, build_operation
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder


def no_op(name=None):
    return build_operation("NoOp", name=name)


# --- names ----------------------------------------------------------------------------------------


def test_an_op_is_named_for_its_type_and_counted():
    assert [no_op().name for _ in range(3)] == ["NoOp", "NoOp_1", "NoOp_2"]


def test_names_ignore_case():
    assert [no_op(n).name for n in ("Zed", "zed", "ZED")] == ["Zed", "zed_1", "ZED_2"]


def test_unique_name_takes_the_name_in_the_current_scope(graph):
    with graph.name_scope("s"):
        assert [graph.unique_name("x"), graph.unique_name("x")] == ["s/x", "s/x_1"]
        assert graph.unique_name("x", mark_as_used=False) == "s/x_2"
        assert no_op("x").name == "s/x_2"


@pytest.mark.parametrize("name", ["/a", "-a", "_a", "a:0"])
def test_refuses_an_invalid_name_at_the_root(name):
    with pytest.raises(ValueError, match=rf"^'{name}' is not a valid root scope name"):
        no_op(name)


def test_takes_any_first_character_inside_a_scope(graph):
    with graph.name_scope("s"):
        assert [no_op(n).name for n in ("_a", "-b", "/a")] == ["s/_a", "s/-b", "s//a"]


def test_a_final_slash_takes_the_name_as_it_is(graph):
    with graph.name_scope("s"):
        assert no_op("a/").name == "a"


@pytest.mark.parametrize("again", ["a/", "a"])
def test_a_name_taken_as_it_is_must_be_free(again):
    no_op("a/")
    with pytest.raises(ValueError, match=r"^Duplicate node name in graph: 'a'\n  made at "):
        no_op(again)


def test_a_refused_op_leaves_the_graph_as_it_was(graph):
    x = placeholder("float32", [2])
    with pytest.raises(ValueError, match="valid root scope name"):
        build("Mul", x, x, name="a b")
    assert graph.get_operations() == [x.op]
    assert x.consumers() == []


# --- the list of operations -----------------------------------------------------------------------


def test_operations_come_in_the_order_they_were_made_and_as_a_copy(graph):
    made = [no_op(n) for n in "bca"]
    listed = graph.get_operations()
    assert listed == made
    listed.clear()
    assert graph.get_operations() == made


def test_version_counts_the_operations(graph):
    assert graph.version == 0
    x = constant(1.0)
    _ = x * x
    assert graph.version == 2


def test_a_finalized_graph_takes_no_op_and_can_be_read(graph):
    a = no_op("a")
    assert graph.finalized is False
    graph.finalize()
    assert graph.finalized is True
    with pytest.raises(
        RuntimeError, match=r"^Graph is finalized and cannot be modified\.\n  made at "
    ):
        no_op()
    assert graph.get_operation_by_name("a") is a


def test_a_graph_has_no_seed_and_is_no_function(graph):
    assert graph.seed is None
    assert graph.building_function is False


def test_create_op_adds_an_op_of_a_registered_type(graph):
    x = placeholder("float32", [2], name="x")
    other = Graph()
    with other.as_default():
        op = graph.create_op("Mul", [x, x], [dtypes.float32], name="m", attrs={"T": dtypes.float32})
    assert (op.name, op.type, list(op.inputs), op.graph) == ("m", "Mul", [x, x], graph)
    assert other.version == 0


def test_create_op_refuses_an_unknown_type(graph):
    with pytest.raises(RuntimeError, match=r"^Op type not registered 'Foo'"):
        graph.create_op("Foo", [], [])


def test_container_is_accepted(graph):
    with graph.container("c") as name:
        assert name == "c"


def test_remembers_the_first_op_that_is_placed_on_no_cpu(graph):
    for text in ("/cpu:0", "/job:a", ""):
        with graph.device(text):
            no_op()
    assert graph.placed_elsewhere is None
    with graph.device("/gpu:0"):
        first = no_op()
        no_op()
    assert graph.placed_elsewhere is first


# --- looking up -----------------------------------------------------------------------------------


def test_finds_tensors_and_operations_by_name(graph):
    a = constant(1.0, name="a")
    assert graph.get_tensor_by_name("a:0") is a
    assert graph.get_operation_by_name("a") is a.op
    assert graph.as_graph_element("a:0") is graph.as_graph_element(b"a:0") is a
    assert graph.as_graph_element("a") is graph.as_graph_element(a.op) is a.op
    assert graph.as_graph_element(a) is a


def test_an_object_that_stands_for_a_tensor_is_found(graph):
    a = constant(1.0)

    class Variable:
        def _as_graph_element(self):
            return a

    assert graph.as_graph_element(Variable()) is a


LOOK_UPS = [
    ({"obj": 1}, TypeError, "Can not convert a int into a Tensor or Operation."),
    ({"obj": None}, TypeError, "Can not convert a NoneType into a Tensor or Operation."),
    ({"obj": 1, "allow_operation": False}, TypeError, "Can not convert a int into a Tensor."),
    ({"obj": "b"}, KeyError, "The name 'b' refers to an Operation not in the graph."),
    ({"obj": ""}, KeyError, "The name '' refers to an Operation not in the graph."),
    (
        {"obj": "b:0"},
        KeyError,
        (
            "The name 'b:0' refers to a Tensor which does not exist. The operation, 'b', does not exist in the "
            "graph."
        ),
    ),
    (
        {"obj": ":0"},
        KeyError,
        (
            "The name ':0' refers to a Tensor which does not exist. The operation, '', does not exist in the "
            "graph."
        ),
    ),
    (
        {"obj": "a:1"},
        KeyError,
        (
            "The name 'a:1' refers to a Tensor which does not exist. The operation, 'a', exists but only has 1 "
            "outputs."
        ),
    ),
    *[
        (
            {"obj": name},
            ValueError,
            (
                f"The name '{name}' looks a like a Tensor name, but is not a valid one. Tensor names must be of "
                'the form "<op_name>:<output_index>".'
            ),
        )
        for name in ("a:", "a:x", "a:0:1")
    ],
    (
        {"obj": "a", "allow_operation": False},
        ValueError,
        (
            "The name 'a' refers to an Operation, not a Tensor. Tensor names must be of the form "
            '"<op_name>:<output_index>".'
        ),
    ),
    (
        {"obj": "b", "allow_operation": False},
        ValueError,
        (
            "The name 'b' looks like an (invalid) Operation name, not a Tensor. Tensor names must be of the form "
            '"<op_name>:<output_index>".'
        ),
    ),
    (
        {"obj": "a:0", "allow_tensor": False},
        ValueError,
        "Name 'a:0' appears to refer to a Tensor, not a Operation.",
    ),
    (
        {"obj": "a", "allow_tensor": False, "allow_operation": False},
        ValueError,
        "allow_tensor and allow_operation can't both be False.",
    ),
]


@pytest.mark.parametrize(("arguments", "kind", "sentence"), LOOK_UPS)
def test_a_failed_look_up_says_tensorflows_sentence(graph, arguments, kind, sentence):
    constant(1.0, name="a")
    with pytest.raises(kind) as caught:
        graph.as_graph_element(**arguments)
    assert caught.value.args[0].startswith(sentence)


def test_a_tensor_is_no_operation_and_the_other_way_round(graph):
    a = constant(1.0, name="a")
    with pytest.raises(
        TypeError, match=r"^Can not convert a Tensor into a Operation\.\n  made at "
    ):
        graph.as_graph_element(a, allow_tensor=False)
    with pytest.raises(
        TypeError, match=r"^Can not convert a Operation into a Tensor\.\n  made at "
    ):
        graph.as_graph_element(a.op, allow_operation=False)


def test_an_element_of_another_graph_is_refused(graph):
    with Graph().as_default():
        a = constant(1.0, name="a")
    sentence = 'Tensor Tensor("a:0", shape=(), dtype=float32) is not an element of this graph.'
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}\n  made at "):
        graph.as_graph_element(a)


def test_a_missing_name_is_told_its_neighbour(graph):
    constant(1.0, name="weights")
    with pytest.raises(KeyError, match="The nearest name is 'weights'"):
        graph.get_operation_by_name("wieghts")


def test_names_are_strings(graph):
    with pytest.raises(
        TypeError, match=r"^Operation names are strings \(or similar\), not int\.\n  made at "
    ):
        graph.get_operation_by_name(1)
    with pytest.raises(
        TypeError, match=r"^Tensor names are strings \(or similar\), not int\.\n  made at "
    ):
        graph.get_tensor_by_name(1)


# --- what may be fed and fetched ------------------------------------------------------------------


def test_feeding_and_fetching_can_be_forbidden(graph):
    a, b = constant(1.0), constant(2.0)
    graph.prevent_feeding(a)
    graph.prevent_fetching(b.op)
    assert [graph.is_feedable(t) for t in (a, b)] == [False, True]
    assert [graph.is_fetchable(t) for t in (a, b, b.op)] == [True, False, False]


# --- threads --------------------------------------------------------------------------------------


def test_scopes_belong_to_the_thread_that_opened_them(graph):
    seen = []

    def look():
        with graph.as_default():
            seen.append(no_op())

    with graph.name_scope("s"), graph.device("/gpu:0"), graph.control_dependencies([no_op("a")]):
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    (op,) = seen
    assert (op.name, op.device, op.control_inputs) == ("NoOp", "", [])


def test_threads_that_build_one_graph_at_once_get_unique_names(graph):
    threads, each = 8, 200
    start = threading.Barrier(threads)

    def work():
        start.wait()
        with graph.as_default():
            for _ in range(each):
                x = placeholder("float32", [2], name="x")
                _ = x * x

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    operations = graph.get_operations()
    assert len({op.name for op in operations}) == len(operations) == 2 * threads * each
    assert [op.index for op in operations] == list(range(len(operations)))
    assert all(tensor.op.index < op.index for op in operations for tensor in op.inputs)
    assert all(graph.get_operation_by_name(op.name) is op for op in operations)


@pytest.mark.parametrize("take_away", [pickle.dumps, copy.copy, copy.deepcopy])
def test_is_not_copied_or_pickled(graph, take_away):
    with pytest.raises(TypeError, match=r"^cannot pickle 'Graph' object\. Keep its GraphDef"):
        take_away(graph)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this platform")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # Python 3.12 and later
def test_a_child_builds_on_though_another_thread_was_building_at_the_fork(graph):
    stop = threading.Event()

    def build_on():
        with graph.as_default():
            while not stop.is_set():
                placeholder("float32", [2])

    thread = threading.Thread(target=build_on)
    thread.start()
    try:
        statuses = [_child_builds() for _ in range(10)]
    finally:
        stop.set()
        thread.join()
    assert statuses == [0] * 10


def _child_builds():
    """The status of a forked process that adds an op."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        placeholder("float32", [2])
        os._exit(0)
    return os.waitpid(child, 0)[1]
