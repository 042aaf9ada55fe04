import pytest

from headrace.graph import collections
from headrace.graph.collections import GraphKeys
from headrace.ops.sources.placeholder import placeholder


def test_a_collection_keeps_order_and_duplicates(graph):
    for value in (1, 2, 1):
        graph.add_to_collection("c", value)
    assert graph.get_collection("c") == [1, 2, 1]


def test_what_get_collection_gives_is_a_copy_and_the_ref_is_not(graph):
    graph.get_collection("c").append(1)
    assert graph.get_collection("c") == []
    graph.get_collection_ref("c").append(2)
    assert graph.get_collection("c") == [2]


def test_several_names_get_the_value_once_each_and_a_string_is_one_name(graph):
    graph.add_to_collections(["a", "b", "a"], 1)
    graph.add_to_collections("ab", 2)
    assert [graph.get_collection(n) for n in ("a", "b", "ab")] == [[1], [1], [2]]


def test_a_scope_keeps_what_its_expression_matches_at_the_start(graph):
    x, y = placeholder("float32", name="a/x"), placeholder("float32", name="b/a")
    for value in (x, y, 3):
        graph.add_to_collection("c", value)
    assert graph.get_collection("c", scope="a") == [x]
    assert graph.get_collection("c", scope=".*a") == [x, y]
    assert graph.get_collection("c", scope="") == [x, y]


def test_all_keys_are_the_names_and_collections_every_key(graph):
    graph.add_to_collection(("x", 1), 1)
    graph.add_to_collection("b", 1)
    graph.get_collection_ref("z")
    assert graph.get_all_collection_keys() == ["b", "z"]
    assert graph.collections == [("x", 1), "b", "z"]


def test_clearing_forgets_the_collection(graph):
    graph.add_to_collection("c", 1)
    graph.clear_collection("c")
    assert graph.get_collection("c") == []
    assert graph.get_all_collection_keys() == []


def test_a_finalized_graph_takes_nothing_more(graph):
    graph.finalize()
    for change in (
        lambda: graph.add_to_collection("c", 1),
        lambda: graph.add_to_collections(["c"], 1),
        lambda: graph.clear_collection("c"),
    ):
        with pytest.raises(
            RuntimeError, match=r"^Graph is finalized and cannot be modified.\n  made at "
        ):
            change()


def test_the_functions_act_on_the_default_graph(graph):
    collections.add_to_collection("c", 1)
    collections.add_to_collections(["c", "d"], 2)
    collections.get_collection_ref("d").append(3)
    assert collections.get_collection("c") == graph.get_collection("c") == [1, 2]
    assert graph.get_collection("d") == [2, 3]
    assert collections.get_all_collection_keys() == ["c", "d"]


def test_graph_keys_have_tensorflows_values():
    assert GraphKeys.GLOBAL_VARIABLES == GraphKeys.VARIABLES == "variables"
    assert GraphKeys.TRAINABLE_VARIABLES == "trainable_variables"
    assert GraphKeys.TABLE_INITIALIZERS == "table_initializer"
    assert GraphKeys.REGULARIZATION_LOSSES == "regularization_losses"
