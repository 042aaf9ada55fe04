import re
from collections import OrderedDict, defaultdict, namedtuple

import numpy as np
import pytest

from headrace.base.errors import (
    CancelledError,
    InternalError,
    InvalidArgumentError,
    OpError,
)
from headrace.graph.build import build, build_operation, build_outputs
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session
from tests.session.stubs import add_stub

Point = namedtuple("Point", "x y")


@pytest.fixture
def session():
    with Session() as made:
        yield made


# --- what comes back ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1.5, np.float32),
        (3, np.int32),
        (True, np.bool_),
        (np.float64(1.5), np.float64),
        (np.uint8(3), np.uint8),
        ("abc", bytes),
    ],
)
def test_scalars_come_as_numpy_scalars_and_bytes(session, value, kind):
    for fetch in (constant(value), build("Identity", constant(value))):
        result = session.run(fetch)
        assert type(result) is kind
        assert result == (value.encode() if isinstance(value, str) else value)


def test_arrays_strings_and_empties(session):
    assert session.run(constant([[1, 2], [3, 4]])).tolist() == [[1, 2], [3, 4]]
    strings = session.run(constant([["a"], ["bc"]]))
    assert (strings.dtype, strings.tolist()) == (np.dtype(object), [[b"a"], [b"bc"]])
    empty = session.run(constant(np.zeros((0, 3), np.float32)))
    assert (empty.dtype, empty.shape) == (np.dtype(np.float32), (0, 3))


def test_operations_give_none_and_nothing_gives_nothing(session):
    op = build_operation("NoOp")
    assert session.run(op) is session.run(op.name) is None
    assert [session.run(fetch) for fetch in ([], (), {})] == [[], (), {}]


def test_structures_come_back_as_they_are(session):
    a, b, op = constant(1), constant(2.5), build_operation("NoOp")
    fetches = [
        a,
        (b, {"k": [a], "o": op}),
        Point(a, (b,)),
        OrderedDict(z=a),
        defaultdict(list, z=b),
    ]
    made = session.run(fetches)
    assert made == [1, (2.5, {"k": [1], "o": None}), Point(1, (2.5,)), {"z": 1}, {"z": 2.5}]
    assert [type(part) for part in made[1:]] == [tuple, Point, OrderedDict, defaultdict]


def test_a_tensor_fetched_twice_is_one_object(session):
    a = constant([1.0]) * 2.0
    first, second, named = session.run([a, {"k": a}, a.name])
    assert first is second["k"] is named


def test_a_fetched_fed_tensor_is_the_fed_object(session):
    x, s = placeholder("float32", [2], name="x"), placeholder("string")
    value = np.zeros(2, np.float32)
    value.flags.writeable = False
    assert session.run(x, {x: value}) is value
    again, product = session.run([x, x * 2.0], {x: value})
    assert again is value
    assert product.flags.writeable
    scalar = session.run(placeholder("float32", []), {"Placeholder_1:0": 2})
    assert type(scalar) is np.ndarray
    assert session.run(s, {s: "abc"})[()] == "abc"


def test_results_are_writable_and_the_callers_own(session):
    data = np.arange(6, dtype=np.float32).reshape(2, 3)
    fed = data.copy()
    c, x = constant(data), placeholder("float32", [2, 3])
    computed = c * x
    fetches = [c, computed]
    for source in (c, x, computed):
        fetches.append(build("Identity", source))
        fetches.append(build("Reshape", source, [3, 2]))
        fetches.append(build("Transpose", source, [1, 0]))
        fetches.append(build("Identity", build("Identity", source)))
    before = session.run(fetches, {x: fed})
    assert not any(
        np.shares_memory(a, b) for i, a in enumerate(before) for b in [fed, *before[i + 1 :]]
    )
    kept = [value.copy() for value in before]
    for value in before:
        value.fill(-1)
    assert np.array_equal(fed, data)
    after = session.run(fetches, {x: fed})
    assert all(np.array_equal(a, b) for a, b in zip(kept, after, strict=True))


def test_several_outputs_of_one_op_share_nothing(session):
    parts = session.run(list(build_outputs("Unpack", constant([[1, 2], [3, 4]]), num=2, axis=0)))
    parts[0].fill(9)
    assert parts[1].tolist() == [3, 4]


# --- feeds ----------------------------------------------------------------------------------------


ROWS = np.arange(1, 7, dtype=np.float32).reshape(2, 3)


@pytest.mark.parametrize(
    "value",
    [
        [[1, 2, 3], [4, 5, 6]],
        ROWS.astype(np.int64),
        np.asfortranarray(ROWS),
        ROWS.astype(">f4"),
        np.repeat(ROWS, 2, axis=1)[:, ::2],
        np.ascontiguousarray(ROWS[:, ::-1])[:, ::-1],
    ],
    ids=["list", "int64", "fortran", "big-endian", "strided", "reversed"],
)
def test_feeds_of_every_kind_compute_the_same(session, value):
    x = placeholder("float32", [2, 3])
    assert np.array_equal(session.run(x * 2.0, {x: value}), ROWS * 2)


def test_a_fed_array_is_never_written(session):
    x = placeholder("float32", [3])
    value = np.array([-1.0, 0.0, 1.0], np.float32)
    value.flags.writeable = False
    assert session.run(build("Neg", x * 2.0), {x: value}).tolist() == [2.0, -0.0, -2.0]
    assert value.tolist() == [-1.0, 0.0, 1.0]


def test_any_tensor_may_be_fed_also_by_name_and_in_tuples(session):
    x, y = placeholder("float32", name="x"), placeholder("float32", name="y")
    c = constant(3.0)
    product = x * y
    assert session.run(product * c, {product: 5.0, c: 2.0}) == 10
    assert session.run(product, {"x:0": 2, (y,): (3,)}) == 6
    assert session.run(product, {x: 1, y: 3, "x:0": 2}) == 6  # the later one counts
    assert session.run(c, {x: 1.0}) == 3  # a feed that is not needed


def test_batches_of_any_size_run(session):
    x = placeholder("float32", [None, 2])
    for size in (3, 0, 1):
        assert session.run(x * 2.0, {x: np.ones((size, 2))}).shape == (size, 2)


# --- errors, and the next call runs ---------------------------------------------------------------


def bad_calls():
    x, y = placeholder("float32", [2], name="x"), placeholder("int64", [None, 3], name="y")
    unknown, good = placeholder("float32", name="u"), x * 2.0
    size = placeholder("float32", [None], name="v")
    feed = {x: [1, 2]}
    with Graph().as_default():
        foreign = constant(1.0, name="f")
    return good, feed, [
        (good, {}, InvalidArgumentError, "You must feed a value for placeholder tensor 'x' with dtype float and shape [2]"),
        (y, {}, InvalidArgumentError, "You must feed a value for placeholder tensor 'y' with dtype int64 and shape [?,3]"),
        (unknown * 1.0, feed, InvalidArgumentError, "You must feed a value for placeholder tensor 'u' with dtype float"),
        (good, {x: [1, 2, 3]}, ValueError, "Cannot feed value of shape (3,) for Tensor x:0, which has shape (2,)"),
        (good, {"x": [1, 2]}, TypeError, "Cannot interpret feed_dict key as Tensor: The name 'x' refers to an Operation"),
        (good, {"q:0": [1, 2]}, TypeError, "Cannot interpret feed_dict key as Tensor: The name 'q:0' refers to a Tensor"),
        (good, {foreign: 1}, TypeError, "Cannot interpret feed_dict key as Tensor: Tensor Tensor(\"f:0\""),
        (good, {x: good}, TypeError, "The value of a feed cannot be a tf.Tensor object."),
        (y, {y: 2**64 - 1}, TypeError, "Type of feed value 18446744073709551615 with type <class 'int'>"),
        (y, {y: 2**70}, OverflowError, "Python int too large to convert to C long"),
        (good, {x: ["a", "b"]}, ValueError, "could not convert string to float"),
        (good, [1, 2], TypeError, "FlattenDictItems: 'dict' must be a dictionary"),
        ("q", feed, ValueError, "Argument `fetch` = q cannot be interpreted as a Tensor."),
        (foreign, feed, ValueError, "Argument `fetch` = Tensor(\"f:0\""),
        (None, feed, TypeError, "Argument `fetch` = None has invalid type \"NoneType\". Cannot be None"),
        ([good, 1.5], feed, TypeError, "Argument `fetch` = 1.5 has invalid type \"float\""),
        (size * x, {size: [1, 2, 3], x: [1, 2]}, InvalidArgumentError, "Incompatible shapes: [3] vs. [2]"),
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(17))
def test_a_bad_call_raises_tensorflows_class_and_sentence_and_the_next_one_runs(session, number):
    good, feed, calls = bad_calls()
    assert len(calls) == 17
    fetches, feeds, kind, sentence = calls[number]
    with pytest.raises(kind) as caught:
        session.run(fetches, feeds)
    assert str(caught.value).startswith(sentence)
    assert isinstance(caught.value, OpError) == issubclass(kind, OpError)
    assert not (
        isinstance(caught.value, OpError) and isinstance(caught.value, ValueError | TypeError)
    )
    assert session.run(good, feed).tolist() == [2.0, 4.0]


def test_a_failing_op_tells_itself_and_the_users_line(session):
    x = placeholder("float32", [2], name="x")
    y = x * 2.0
    with pytest.raises(InvalidArgumentError) as caught:
        session.run(y)
    error = caught.value
    assert (error.op, error.node_def.name, error.error_code) == (x.op, "x", 3)
    assert error.message == str(error)
    assert re.search(
        r'\n  made at   test_session_run\.py:\d+  x = placeholder\("float32", \[2\], name="x"\)',
        error.message,
    )


def test_feeds_are_looked_at_before_fetches(session):
    placeholder("float32", [2], name="x")
    with pytest.raises(ValueError, match=r"^Cannot feed value of shape \(\) for Tensor x:0"):
        session.run("nope:0", {"x:0": 1})


def test_what_is_no_string_fails_where_tensorflow_fails(session):
    s = placeholder("string", [1], name="s")
    with pytest.raises(InternalError, match=r"^Unsupported object type int\n  made at"):
        session.run(build("Identity", s), {s: [1]})
    assert session.run(build("Identity", s), {s: ["a"]}).tolist() == [b"a"]


def test_an_op_that_breaks_names_itself_and_its_cause(session):
    def broken(array):
        raise KeyError("inside")

    stub = add_stub(broken, constant([1.0]), name="broken")
    with pytest.raises(
        InternalError, match=r"^Stub 'broken' failed in a way it should not: KeyError"
    ) as caught:
        session.run(stub)
    assert isinstance(caught.value.__cause__, KeyError)
    assert session.run(constant(1)) == 1


def test_an_interrupt_leaves_the_session_usable(session):
    interrupts = [KeyboardInterrupt()]

    def interrupted(array):
        if interrupts:
            raise interrupts.pop()
        return array + 1

    stub = add_stub(interrupted, constant([1.0]))
    with pytest.raises(KeyboardInterrupt):
        session.run(stub)
    assert session.run(stub).tolist() == [2.0]


def test_an_empty_graph_runs_nothing():
    for fetch in ([], "a:0"):
        with pytest.raises(
            RuntimeError, match=r"^The Session graph is empty\. Add operations to the graph"
        ):
            Session(graph=Graph()).run(fetch)


# --- callables ------------------------------------------------------------------------------------


def test_a_callable_takes_the_values_of_its_feed_list(session):
    x, y = placeholder("float32", [], name="x"), placeholder("float32", [], name="y")
    multiply = session.make_callable({"p": x * y, "op": build_operation("NoOp")}, [x, "y:0"])
    assert [multiply(2.0, 3.0), multiply(np.float64(4), 5)] == [
        {"p": 6, "op": None},
        {"p": 20, "op": None},
    ]
    assert session.make_callable(constant("a"))() == b"a"
    assert session.make_callable([])() == []


def test_a_callable_checks_its_arguments_as_run_does(session):
    x = placeholder("float32", [2], name="x")
    double = session.make_callable(x * 2.0, [x])
    for value, kind, sentence in (
        (np.ones(3), ValueError, "Cannot feed value of shape"),
        (None, ValueError, "Cannot feed value of shape"),
        (x, TypeError, "The value of a feed cannot be a tf.Tensor object"),
    ):
        with pytest.raises(kind, match=f"^{sentence}"):
            double(value)
    with pytest.raises(
        InvalidArgumentError, match=r"^You must feed a value for placeholder tensor 'x'"
    ):
        double()
    assert double([1, 2], "ignored").tolist() == [2.0, 4.0]


def test_a_callable_is_made_of_good_things(session):
    x = placeholder("float32", [2], name="x")
    with pytest.raises(
        TypeError, match=r"^Argument `feed_list` must be a list or tuple\. Received: feed_list=T"
    ):
        session.make_callable(x, x)
    with pytest.raises(TypeError, match=r"^Cannot interpret feed_dict key as Tensor"):
        session.make_callable(x, ["x"])
    with pytest.raises(TypeError, match=r"^Argument `fetch` = None"):
        session.make_callable(None)


def test_a_callable_ends_with_its_session():
    session, x = Session(), placeholder("float32", [])
    plain, fed = session.make_callable(constant(1)), session.make_callable(x, [x])
    session.close()
    with pytest.raises(CancelledError, match=r"^Session has been closed\.\n  try"):
        plain()
    with pytest.raises(RuntimeError, match=r"^Attempted to use a closed Session\."):
        fed(1.0)
    with pytest.raises(CancelledError, match=r"^Session has been closed\.\n  try"):
        session.make_callable(constant(1))
    late = session.make_callable(x, [x])
    with pytest.raises(RuntimeError, match=r"^Attempted to use a closed Session\."):
        late(1.0)
