import re
import threading
import warnings

import numpy as np
import pytest

from headrace.base.errors import UnimplementedError
from headrace.codecs import messages
from headrace.graph import stacks
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session import session as module
from headrace.session.session import InteractiveSession, Session


@pytest.fixture
def session():
    with Session() as made:
        yield made


# --- growing graphs and the cache -----------------------------------------------------------------


def test_a_graph_may_grow_between_runs(session):
    x = constant(1.0)
    for i in range(5):
        assert session.run(x) == 2.0**i
        x = x * 2.0


def test_what_is_prepared_is_kept_and_bounded(session, monkeypatch):
    monkeypatch.setattr(module, "_MAX_RUNNABLES", 3)
    prepared = []
    prepare = session._executor.prepare
    monkeypatch.setattr(
        session._executor, "prepare", lambda request: prepared.append(request) or prepare(request)
    )
    tensors = [constant(float(i)) for i in range(4)]
    for tensor in [
        tensors[0],
        tensors[0],
        tensors[1],
        tensors[2],
        tensors[0],
        tensors[3],
        tensors[0],
    ]:
        session.run(tensor)
    assert [
        request.fetches[0] for request in prepared
    ] == tensors  # 0 was used last, so 1 had to go
    session.run(tensors[1])
    assert len(prepared) == 5
    assert len(session._runnables) == 3


# --- several threads ------------------------------------------------------------------------------


def test_threads_that_run_one_session_at_once_get_their_own_results(session):
    x = placeholder("float64", [None])
    y = x
    for _ in range(20):
        y = y * 1.0
    fetches = [y * float(i) for i in range(5)]
    start = threading.Barrier(6)
    wrong = []

    def work(seed):
        start.wait()
        for i in range(60):
            value = np.full(seed + 1, seed * 1000.0 + i)
            got = session.run(fetches[i % 5], {x: value})
            if not np.array_equal(got, value * (i % 5)):
                wrong.append((seed, i))

    workers = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert wrong == []


def test_a_graph_may_grow_while_another_thread_runs_it(session, graph):
    x = placeholder("float32", [])
    y = x * 2.0
    stop = threading.Event()

    def grow():
        with graph.as_default():
            while not stop.is_set():
                constant(1.0)

    grower = threading.Thread(target=grow)
    grower.start()
    try:
        results = [float(session.run(y * float(i), {x: 3.0})) for i in range(50)]
    finally:
        stop.set()
        grower.join()
    assert results == [6.0 * i for i in range(50)]


# --- messages -------------------------------------------------------------------------------------


def test_configurations_and_options_of_every_field_are_taken():
    config = messages.ConfigProto(allow_soft_placement=True, intra_op_parallelism_threads=1)
    config.gpu_options.allow_growth = True
    config.graph_options.optimizer_options.global_jit_level = 1
    session = Session("", None, config)
    metadata = messages.RunMetadata()
    options = messages.RunOptions(timeout_in_ms=10000)
    assert session.run(constant(1), None, options, metadata) == 1
    assert list(metadata.step_stats.dev_stats) == []  # nothing was to be traced


def test_a_traced_run_fills_the_metadata_anew(session):
    x = placeholder("float32", [2], name="x")
    y = build("Mul", x, x, name="y")
    metadata = messages.RunMetadata()
    options = messages.RunOptions(trace_level=messages.RunOptions.FULL_TRACE)
    run = session.make_callable(y, [x], accept_options=True)
    session.run(y, {x: [1, 2]}, options, metadata)
    run([1, 2], options=options, run_metadata=metadata)
    assert [n.node_name for d in metadata.step_stats.dev_stats for n in d.node_stats] == ["y"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"options": 1}, "^`options` must be a tf.RunOptions, but got int"),
        (
            {"options": messages.ConfigProto()},
            "^`options` must be a tf.RunOptions, but got ConfigProto",
        ),
        (
            {"run_metadata": messages.RunOptions()},
            "^`run_metadata` must be a tf.RunMetadata, but got RunOptions",
        ),
    ],
)
def test_messages_of_another_type_are_refused(session, arguments, message):
    with pytest.raises(TypeError, match=message):
        session.run(constant(1), **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"target": 1}, 'Argument `target` must be a string, but got "int"'),
        ({"graph": 1}, 'Argument `graph` must be a tf.Graph, but got "int"'),
        ({"config": 1}, 'Argument `config` must be a tf.ConfigProto, but got "int"'),
        (
            {"config": messages.GPUOptions()},
            'Argument `config` must be a tf.ConfigProto, but got "GPUOptions"',
        ),
    ],
)
def test_a_session_is_made_of_what_it_takes(arguments, message):
    for kind in (Session, InteractiveSession):
        with pytest.raises(TypeError, match=f"^{re.escape(message)}\n  got"):
            kind(**arguments)
    assert stacks.get_default_session() is None


def test_tells_its_graph_target_and_devices(graph):
    session = Session("local")
    constant(1.0, name="c")
    assert session.graph is graph
    assert session.sess_str == b"local"
    assert [node.name for node in session.graph_def.node] == ["c"]
    assert [device.device_type for device in session.list_devices()] == ["CPU"]
    other = Graph()
    assert Session(graph=other).graph is other
    assert Session.reset("") is None


def test_any_device_runs_on_the_cpu_which_is_told_once(session, graph, caplog):
    with caplog.at_level("INFO", logger="tensorflow"):
        with graph.device("/cpu:0"):
            x = constant(1.0)
        session.run(x)
        assert caplog.messages == []
        with graph.device("/job:worker/gpu:1"):
            y, z = x * 2.0, x * 3.0
        assert [session.run(y), session.run(z)] == [2.0, 3.0]
    (message,) = caplog.messages
    assert message == (
        "Const 'mul/y' and what else is placed on /job:worker/device:GPU:1 runs on the CPU, the one device "
        "there is."
    )


def test_partial_runs_are_refused_with_what_to_do_instead(session):
    for call in (lambda: session.partial_run_setup([]), lambda: session.partial_run("h", [])):
        with pytest.raises(
            UnimplementedError, match=r"^partial_run is not supported: .* feed them to the next"
        ):
            call()


# --- life -----------------------------------------------------------------------------------------


def test_a_closed_session_runs_nothing_and_is_closed_again():
    session, c = Session(), constant(1)
    session.close()
    session.close()
    with pytest.raises(RuntimeError, match=r"^Attempted to use a closed Session\.\n  try"):
        session.run(c)


def test_a_with_block_makes_session_and_graph_the_default_and_closes():
    other = Graph()
    with Session(graph=other) as session:
        assert stacks.get_default_session() is session
        assert stacks.get_default_graph() is other
        c = constant(1)
        assert session.run(c) == 1
    assert stacks.get_default_session() is None
    assert stacks.get_default_graph() is not other
    with pytest.raises(RuntimeError, match=r"^Attempted to use a closed Session\."):
        session.run(c)


def test_a_with_block_that_raises_closes_too():
    session = Session()
    with pytest.raises(KeyError), session:
        raise KeyError
    assert stacks.get_default_session() is None
    with pytest.raises(RuntimeError, match="closed"):
        session.run([])


def test_a_session_is_not_entered_twice_but_may_be_the_default_often(session):
    with pytest.raises(
        RuntimeError, match=r"^Session context managers are not re-entrant\. Use `Session\.as_def"
    ):
        session.__enter__()
    with session.as_default() as first, session.as_default() as second:
        assert first is second is session
    assert session.run(constant(1)) == 1


def test_as_default_keeps_the_graph_and_the_session_open(graph):
    session = Session(graph=Graph())
    with session.as_default():
        assert stacks.get_default_graph() is graph
    with session.graph.as_default():
        c = constant(2)
    assert session.run(c) == 2


def test_a_thread_has_no_default_session(session):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(stacks.get_default_session()))
    thread.start()
    thread.join()
    assert seen == [None]


# --- interactive ----------------------------------------------------------------------------------


def test_an_interactive_session_is_the_default_until_it_is_closed(graph):
    session = InteractiveSession()
    assert stacks.get_default_session() is session
    assert stacks.get_default_graph() is graph
    assert constant([1.0]).eval().tolist() == [1.0]
    session.close()
    session.close()
    assert stacks.get_default_session() is None
    with pytest.raises(RuntimeError, match="closed"):
        session.run([])


def test_an_interactive_sessions_graph_is_the_default_too(graph):
    other = Graph()
    session = InteractiveSession(graph=other)
    assert stacks.get_default_graph() is other
    session.close()
    assert stacks.get_default_graph() is graph


def test_interactive_sessions_are_closed_in_any_order(graph):
    graphs = [Graph(), Graph()]
    first = InteractiveSession(graph=graphs[0])
    with pytest.warns(UserWarning, match="^An interactive session is already active"):
        second = InteractiveSession(graph=graphs[1])
    first.close()
    assert stacks.get_default_session() is second
    assert stacks.get_default_graph() is graphs[1]
    second.close()
    assert stacks.get_default_session() is None
    assert stacks.get_default_graph() is graph


def test_only_a_second_open_interactive_session_is_warned_of():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        InteractiveSession().close()
        first = InteractiveSession()
        second = InteractiveSession()
        second.close()
        first.close()
        InteractiveSession().close()
    assert len(caught) == 1
    assert caught[0].filename == __file__
