import threading

import pytest

from headrace.graph import stacks
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant


def in_thread(function):
    """What `function` returns in a thread of its own, whose stacks are empty."""
    box = []

    def call():
        try:
            box.append(function())
        except BaseException as error:  # noqa: BLE001 - it is raised again below
            box.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    thread.join()
    if isinstance(box[0], BaseException):
        raise box[0]
    return box[0]


def test_as_default_nests_and_comes_back(graph):
    inner = Graph()
    with inner.as_default() as entered:
        assert entered is inner is stacks.get_default_graph()
        with graph.as_default():
            assert stacks.get_default_graph() is graph
        assert stacks.get_default_graph() is inner
    assert stacks.get_default_graph() is graph


def test_the_block_is_left_when_it_raises(graph):
    with pytest.raises(KeyError), Graph().as_default():
        raise KeyError
    assert stacks.get_default_graph() is graph


def test_a_thread_has_a_default_graph_of_its_own(graph):
    other = in_thread(lambda: (stacks.get_default_graph(), stacks.get_default_graph()))
    assert other[0] is other[1] is not graph


def test_reset_starts_a_new_graph():
    def twice():
        constant(1.0, name="a")
        before = stacks.get_default_graph()
        stacks.reset_default_graph()
        again = constant(1.0, name="a")
        return before, stacks.get_default_graph(), again

    before, after, again = in_thread(twice)
    assert before is not after is again.graph
    assert again.name == "a:0"
    assert len(before.get_operations()) == 1  # whoever holds the old graph still has it


def test_reset_inside_a_graph_is_refused(graph):
    with pytest.raises(
        AssertionError, match=r"^Do not use tf.reset_default_graph.. to clear nested"
    ):
        stacks.reset_default_graph()
    assert stacks.get_default_graph() is graph


def test_leaving_graphs_out_of_order_is_refused():
    def crossed():
        first, second = Graph().as_default(), Graph().as_default()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)

    with pytest.raises(AssertionError, match=r"^Nesting violated for default stack"):
        in_thread(crossed)


def test_sessions_and_pushed_graphs_are_left_in_any_order():
    def crossed():
        graphs = [Graph(), Graph()]
        for item in graphs:
            stacks.push_graph(item)
            stacks.push_session(item)
        seen = [stacks.get_default_graph() is graphs[1], stacks.get_default_session() is graphs[1]]
        stacks.pop_graph(graphs[0])
        stacks.pop_session(graphs[0])
        seen += [stacks.get_default_graph() is graphs[1], stacks.get_default_session() is graphs[1]]
        stacks.pop_graph(graphs[1])
        stacks.pop_session(graphs[1])
        stacks.pop_session(graphs[1])  # nothing to undo
        return [
            *seen,
            stacks.get_default_session() is None,
            stacks.get_default_graph() not in graphs,
        ]

    assert in_thread(crossed) == [True] * 6
