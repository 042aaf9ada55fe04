from collections import OrderedDict, defaultdict, namedtuple

import numpy as np
import pytest

from headrace.graph.build import build_operation
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.session.fetches import resolve_fetches

Point = namedtuple("Point", "x y")


class Words(list):
    """A list of a user's own type."""


@pytest.fixture
def a():
    return constant(1.0, name="a")


@pytest.fixture
def b():
    return constant(2.0, name="b")


def rebuilt(graph, fetches):
    """The structure with each tensor's name for its value."""
    resolved = resolve_fetches(graph, fetches)
    return resolved.rebuild([tensor.name for tensor in resolved.tensors])


def test_a_tensor_an_operation_and_their_names(graph, a):
    assert rebuilt(graph, a) == rebuilt(graph, "a:0") == rebuilt(graph, b"a:0") == "a:0"
    assert rebuilt(graph, a.op) is rebuilt(graph, "a") is None
    assert resolve_fetches(graph, a.op).operations == (a.op,)
    assert resolve_fetches(graph, [a.op, a.op]).operations == (a.op,)


def test_structures_keep_their_types_and_nest(graph, a, b):
    nested = [a, (b, {"k": [a, b], "o": a.op}), Point(a, (Point(b, a),)), [], {}, ()]
    made = rebuilt(graph, nested)
    assert made == [
        *("a:0", ("b:0", {"k": ["a:0", "b:0"], "o": None}), Point("a:0", (Point("b:0", "a:0"),))),
        *([], {}, ()),
    ]
    assert type(made[2]) is type(made[2].y[0]) is Point


def test_mappings_keep_type_and_order(graph, a, b):
    ordered = rebuilt(graph, OrderedDict([("z", a), ("y", b)]))
    assert type(ordered) is OrderedDict
    assert list(ordered.items()) == [("z", "a:0"), ("y", "b:0")]
    default = rebuilt(graph, defaultdict(list, z=[a]))
    assert type(default) is defaultdict
    assert default.default_factory is list
    assert default == {"z": ["a:0"]}


def test_lists_of_own_types_come_as_plain_lists(graph, a):
    made = rebuilt(graph, Words([a]))
    assert type(made) is list
    assert made == ["a:0"]


def test_an_attrs_class_is_filled_anew(graph, a, b):
    field = namedtuple("field", "name")

    class Pair:
        __attrs_attrs__ = (field("first"), field("second"))

        def __init__(self, first, second):
            self.first, self.second = first, second

    made = rebuilt(graph, Pair(a, [b]))
    assert type(made) is Pair
    assert (made.first, made.second) == ("a:0", ["b:0"])


def test_a_composite_fetches_its_parts_and_makes_its_value(graph, a, b):
    class Sparse:
        def _fetch_parts(self):
            return (a, b), tuple

    assert rebuilt(graph, [Sparse(), a]) == [("a:0", "b:0"), "a:0"]
    assert resolve_fetches(graph, [Sparse(), a]).tensors == (a, b)


def test_each_tensor_is_computed_once(graph, a, b):
    assert resolve_fetches(graph, [a, b, {"x": a}, "a:0"]).tensors == (a, b)


@pytest.mark.parametrize("wrap", [lambda x: x, lambda x: [x], lambda x: {"k": (x,)}])
@pytest.mark.parametrize(
    ("fetch", "kind", "sentence"),
    [
        (None, TypeError, 'Argument `fetch` = None has invalid type "NoneType". Cannot be None'),
        (
            1,
            TypeError,
            (
                'Argument `fetch` = 1 has invalid type "int" must be a string or Tensor. (Can not convert a int '
                "into a Tensor or Operation.)"
            ),
        ),
        (
            np.zeros(2),
            TypeError,
            'Argument `fetch` = [0. 0.] has invalid type "ndarray" must be a string or Tensor.',
        ),
        (
            {"a:0"},
            TypeError,
            "Argument `fetch` = {'a:0'} has invalid type \"set\" must be a string or Tensor.",
        ),
        (
            "nope:0",
            ValueError,
            (
                "Argument `fetch` = nope:0 cannot be interpreted as a Tensor. (\"The name 'nope:0' refers to a "
                "Tensor which does not exist. The operation, 'nope', does not exist in the graph."
            ),
        ),
        (
            "nope",
            ValueError,
            (
                "Argument `fetch` = nope cannot be interpreted as a Tensor. (\"The name 'nope' refers to an "
                "Operation not in the graph."
            ),
        ),
        (
            "a:b:c",
            ValueError,
            (
                "Argument `fetch` = a:b:c cannot be interpreted as a Tensor. (The name 'a:b:c' looks a like a "
                "Tensor name, but is not a valid one."
            ),
        ),
    ],
)
def test_what_cannot_be_fetched_is_refused_in_tensorflows_words(graph, wrap, fetch, kind, sentence):
    with pytest.raises(kind) as caught:
        resolve_fetches(graph, wrap(fetch))
    assert str(caught.value).startswith(sentence)
    assert "\n  try       " in str(caught.value)


def test_what_belongs_to_another_graph_is_refused(a):
    for fetch in (a, a.op):
        with pytest.raises(
            ValueError, match=r"^Argument `fetch` = (.|\n)* cannot be interpreted as a Tensor"
        ):
            resolve_fetches(Graph(), fetch)


def test_what_must_not_be_fetched_is_refused(graph, a):
    op = build_operation("NoOp", name="n")
    graph.prevent_fetching(a.op)
    graph.prevent_fetching(op)
    for fetch, name in ((a, "a"), ("a:0", "a"), (op, "n")):
        with pytest.raises(
            ValueError, match=rf"^Operation {name} has been marked as not fetchable\. Typically"
        ):
            resolve_fetches(graph, fetch)
