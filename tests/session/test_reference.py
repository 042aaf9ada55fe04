import sys
import tracemalloc
import weakref

import numpy as np
import pytest

from headrace.base.errors import (
    InternalError,
    InvalidArgumentError,
    OutOfRangeError,
    ResourceExhaustedError,
)
from headrace.graph.build import build, build_operation
from headrace.graph.graph import Graph
from headrace.graph.inference import Mismatch
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.executor import Request
from headrace.session.reference import ReferenceExecutor
from headrace.session.trace import Trace
from tests.session.stubs import add_stub


def compute(*fetches, feeds=None, targets=(), trace=None):
    feeds = feeds or {}
    request = Request(fetches, tuple(targets), tuple(feeds))
    return ReferenceExecutor().prepare(request)(list(feeds.values()), trace)


# --- values ---------------------------------------------------------------------------------------


def test_computes_what_the_references_compute():
    x = placeholder("float32", [None])
    y = x * x * 2.0
    (value,) = compute(y, feeds={x: np.array([1, 2, 3], np.float32)})
    assert value.tolist() == [2.0, 8.0, 18.0]


def test_a_prepared_request_runs_often():
    x = placeholder("float32", [None])
    run = ReferenceExecutor().prepare(Request((x * x,), (), (x,)))
    for size in (2, 0, 3):
        (value,) = run([np.full(size, 3, np.float32)])
        assert value.tolist() == [9.0] * size


def test_operations_run_for_what_they_do(graph):
    seen = []
    x = constant([1.0])
    first = add_stub(lambda a: seen.append("first") or a, x)
    with graph.control_dependencies([first]):
        second = add_stub(lambda a: seen.append("second") or a, x)
    assert compute(targets=[second.op]) == []
    assert seen == ["first", "second"]


# --- what the caller gets is the caller's ---------------------------------------------------------


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a,
        lambda a: a.reshape(3, 2),
        lambda a: a.T,
        lambda a: a[:, 1:],
        lambda a: a[::-1],
        lambda a: np.broadcast_to(a[:1], (2, 3)),
        lambda a: a.view(np.int32).view(np.float32),
    ],
    ids=["itself", "reshaped", "transposed", "sliced", "reversed", "broadcast", "viewed"],
)
def test_views_of_constants_feeds_and_each_other_are_copied(view):
    data = np.arange(6, dtype=np.float32).reshape(2, 3)
    fed = data.copy()
    x, c = placeholder("float32", [2, 3]), constant(data)
    computed = add_stub(np.copy, c)
    fetches = [c, *[add_stub(view, source) for source in (c, x, computed)], computed]
    values = compute(*fetches, feeds={x: fed})
    kept = c.op.attributes.value.array
    for i, value in enumerate(values):
        assert value.flags.writeable
        assert not any(np.shares_memory(value, other) for other in (fed, kept, *values[i + 1 :]))
        assert np.array_equal(value, view(data) if 0 < i < 4 else data)


def test_a_fresh_result_is_handed_out_without_a_copy():
    made = []
    stub = add_stub(lambda a: made.append(a + 1) or made[0], constant([1.0]))
    (value,) = compute(stub)
    assert value is made[0]


def test_strings_are_not_shared_either():
    c = constant(["a", "bc"])
    (value,) = compute(c)
    value[0] = b"changed"
    assert compute(c)[0].tolist() == [b"a", b"bc"]


# --- memory ---------------------------------------------------------------------------------------


def test_a_value_is_freed_after_its_last_use():
    made = []

    def watched(array):
        result = array + 1
        made.append(weakref.ref(result))
        return result

    alive = []

    def count(array):
        alive.append(sum(reference() is not None for reference in made))
        return watched(array)

    chain = add_stub(watched, constant([1.0]))
    for _ in range(5):
        chain = add_stub(count, chain)
    compute(chain)
    assert alive == [1] * 5  # only the one that is its input


def test_an_error_does_not_keep_the_values_of_its_run():
    made = []

    def watched(array):
        result = array + 1
        made.append(weakref.ref(result))
        return result

    kept = add_stub(watched, constant([1.0]))
    with pytest.raises(OutOfRangeError) as caught:
        compute(kept, failing(OutOfRangeError(None, None, "e")))
    assert caught.tb is not None  # a notebook keeps the traceback, and with it the frames
    assert [reference() for reference in made] == [None]


def test_a_chain_of_large_values_needs_two_at_a_time():
    size = 1 << 20
    chain = add_stub(
        lambda a: np.zeros(size, np.uint8), constant(np.zeros(1, np.uint8)), dims=(size,)
    )
    for _ in range(8):
        chain = add_stub(lambda a: a + np.uint8(1), chain)
    tracemalloc.start()
    try:
        compute(chain)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2.5 * size


def test_a_graph_of_many_ops_builds_runs_and_ends_without_recursion():
    ops = 100_000
    assert ops > 10 * sys.getrecursionlimit()
    with Graph().as_default() as graph:
        x = placeholder("float64", [1])
        y = x
        for _ in range(ops // 2):
            y = build("Mul", build("Mul", y, x), x)
        (value,) = compute(y, feeds={x: np.array([1.0])})
    assert value.tolist() == [1.0]
    assert graph.version == ops + 1
    del graph, x, y  # the chain of a graph is long, too, when it is freed


# --- the strict check -----------------------------------------------------------------------------


def test_sizes_that_only_a_run_knows_are_checked_in_tensorflows_words():
    x, y = placeholder("float32", [None], name="x"), placeholder("float32", [None], name="y")
    z = build("Mul", x, y, name="z")
    with pytest.raises(InvalidArgumentError) as caught:
        compute(z, feeds={x: np.ones(2, np.float32), y: np.ones(3, np.float32)})
    lines = caught.value.message.splitlines()
    assert lines[0] == "Incompatible shapes: [2] vs. [3]"
    assert lines[1] == "\t [[{{node z}}]]"
    assert lines[2].startswith("  made at   test_reference.py:")
    assert lines[3:5] == ["  inputs    'x' float32 [2]", "            'y' float32 [3]"]
    assert lines[5].startswith("  try       ")
    assert caught.value.op is z.op
    assert caught.value.node_def.name == "z"


def test_a_claim_of_set_shape_that_is_false_is_found():
    x = placeholder("float32", [None])
    claimed = add_stub(lambda a: a, x)
    claimed.set_shape([2])
    product = claimed * constant([1.0, 2.0])
    with pytest.raises(InvalidArgumentError, match=r"^Incompatible shapes: \[3\] vs\. \[2\]"):
        compute(product, feeds={x: np.ones(3, np.float32)})


def test_a_fed_shape_that_contradicts_the_graph_is_found():
    shape = constant([2, 3])
    reshaped = build("Reshape", constant(np.zeros(6)), shape)
    assert compute(reshaped, feeds={shape: np.array([3, 2], np.int32)})[0].shape == (3, 2)
    with pytest.raises(InvalidArgumentError):
        compute(reshaped, feeds={shape: np.array([4, 2], np.int32)})


# --- failures -------------------------------------------------------------------------------------


def failing(error):
    def fail(*arrays):
        raise error

    return add_stub(fail, constant([1.0, 2.0], name="c"), name="bad")


def test_an_error_of_a_reference_keeps_its_class_and_gets_op_and_lines():
    with pytest.raises(OutOfRangeError) as caught:
        compute(failing(OutOfRangeError(None, None, "index 7 of {node} is out of range")))
    assert caught.value.op.name == "bad"
    assert caught.value.error_code == 11
    assert caught.value.message.startswith(
        "index 7 of bad is out of range\n\t [[{{node bad}}]]\n  made at"
    )


def test_a_reference_that_breaks_is_an_internal_error_with_its_cause():
    cause = ZeroDivisionError("by nothing")
    with pytest.raises(InternalError) as caught:
        compute(failing(cause))
    assert caught.value.__cause__ is cause
    message = caught.value.message
    assert message.startswith(
        "Stub 'bad' failed in a way it should not: ZeroDivisionError: by nothing\n"
    )
    assert "  made at   stubs.py:" in message
    assert "'c' float32 [2]" in message


def test_memory_that_is_not_there_exhausts_resources():
    with pytest.raises(ResourceExhaustedError, match=r"^OOM when computing Stub 'bad': no room"):
        compute(failing(MemoryError("no room")))


def test_a_mismatch_found_by_the_reference_is_an_invalid_argument():
    with pytest.raises(InvalidArgumentError, match=r"^in a run\n(.|\n)*  try       do so"):
        compute(failing(Mismatch("at build", in_run="in a run", advice="do so")))


def test_an_interrupt_passes_as_it_is():
    with pytest.raises(KeyboardInterrupt):
        compute(failing(KeyboardInterrupt()))


# --- denormals ------------------------------------------------------------------------------------


def tiny(array):
    """Whether a denormal product is flushed now: 1 or 0."""
    return np.full(1, np.float32(1e-30) * array[:1] == 0, np.float32)


@pytest.mark.parametrize(
    "error", [None, OutOfRangeError(None, None, "e"), KeyboardInterrupt(), ValueError()]
)
def test_denormals_are_kept_outside_and_after_errors(error):
    small = np.array([1e-10], np.float32)
    assert tiny(small) == 0
    inside = add_stub(tiny, constant(small))
    if error is not None:
        with pytest.raises((OutOfRangeError, InternalError, KeyboardInterrupt)):
            compute(failing(error), inside)
    else:
        (flushed,) = compute(inside)
        assert flushed in (0, 1)  # 1 where the platform lets us
    assert tiny(small) == 0


# --- tracing --------------------------------------------------------------------------------------


def test_a_trace_notes_every_operation_in_order():
    x = placeholder("float32", [None], name="x")
    y = build("Mul", x, x, name="y")
    noop = build_operation("NoOp", name="n")
    trace = Trace()
    compute(y, feeds={x: np.ones(3, np.float32)}, targets=[noop], trace=trace)
    assert [(t.op.name, t.shapes, t.sizes) for t in trace.timings] == [
        ("y", ((3,),), (12,)),
        ("n", (), ()),
    ]
    first, second = trace.timings
    assert first.start <= first.end <= second.start <= second.end
