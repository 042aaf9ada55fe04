"""`tf.Session` and `tf.InteractiveSession`."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from headrace.base.errors import CancelledError, UnimplementedError
from headrace.base.forking import make_lock
from headrace.base.messages import compose
from headrace.graph import late, stacks
from headrace.graph.graph import Graph
from headrace.graph.stacks import get_default_graph
from headrace.graph.tensor import Tensor
from headrace.session.devices import DeviceAttributes, cpu_device
from headrace.session.evaluate import evaluate
from headrace.session.executor import Executor, Request, Runnable
from headrace.session.feeds import encoded, feed_array, feed_pairs, pairs_of, resolve_feed
from headrace.session.fetches import Fetches, resolve_fetches
from headrace.session.reference import ReferenceExecutor
from headrace.session.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Iterator

late.evaluate.set(evaluate)

# How many distinct (fetches, feeds) a session keeps ready to run.
_MAX_RUNNABLES = 256


class BaseSession:
    """What all sessions share: a graph, an executor and the runnables prepared so far.

    Args:
        target: accepted for compatibility; everything runs in this process.
        graph: the graph to run; the default graph if None.
        config: a ConfigProto.

    Raises:
        TypeError: an argument is not of its type.
    """

    def __init__(
        self, target: str | bytes = "", graph: Graph | None = None, config: Any = None
    ) -> None:
        if not isinstance(target, str | bytes):
            raise _argument_error("target", "a string", target, "leave it out: all runs here")
        if graph is not None and not isinstance(graph, Graph):
            raise _argument_error("graph", "a tf.Graph", graph, "tf.get_default_graph()")
        if config is not None and type(config).__name__ != "ConfigProto":
            raise _argument_error("config", "a tf.ConfigProto", config, "tf.ConfigProto(…)")
        self._graph = get_default_graph() if graph is None else graph
        self._target = target.encode() if isinstance(target, str) else target
        self._config = config
        self._closed = False
        self._has_told = False  # of devices that are not used
        self._executor: Executor = ReferenceExecutor()
        self._runnables: OrderedDict[Request, Runnable] = OrderedDict()
        self._lock = make_lock()

    # --- properties -------------------------------------------------------------------------------

    @property
    def graph(self) -> Graph:
        """The graph that this session runs."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef message."""
        return self._graph.as_graph_def()

    @property
    def sess_str(self) -> bytes:
        """The target that was given."""
        return self._target

    def list_devices(self) -> list[DeviceAttributes]:
        """The devices of this session: the CPU."""
        return [cpu_device()]

    # --- running ----------------------------------------------------------------------------------

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Computes `fetches`.

        Args:
            fetches: a Tensor, Operation or name, or any nesting of them in lists, tuples, dicts and
                namedtuples.
            feed_dict: values for tensors of the graph, by Tensor or name.
            options: a RunOptions.
            run_metadata: a RunMetadata.

        Returns:
            The values, in the structure of `fetches`: arrays that the caller owns, NumPy scalars
            for scalars, None for operations.

        Raises:
            RuntimeError: the session is closed, or the graph is empty.
            TypeError: a fetch, key or value is of a wrong type.
            ValueError: a fetch is not in the graph, or a value's shape does not fit.
            OpError: an operation failed (`tf.errors`).
        """
        self._check_open()
        if self._graph.version == 0:
            sentence = (
                "The Session graph is empty. Add operations to the graph before calling run()."
            )
            advice = "make the session with the graph that holds them: tf.Session(graph=g)"
            raise RuntimeError(compose(sentence, [("try", advice)]))
        feeds = {t: feed_array(self._graph, t, v) for t, v in feed_pairs(self._graph, feed_dict)}
        return self._run(resolve_fetches(self._graph, fetches), feeds, options, run_metadata)

    def _run(
        self,
        fetches: Fetches,
        feeds: dict[Tensor, NDArray[Any]],
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        trace = _trace_for(options, run_metadata)
        computed = tuple([tensor for tensor in fetches.tensors if tensor not in feeds])
        runnable = self._runnable(Request(computed, fetches.operations, tuple(feeds)))
        arrays = runnable([encoded(tensor, array) for tensor, array in feeds.items()], trace)
        if trace is not None:
            trace.write(run_metadata)
        values: dict[Tensor, Any] = dict(feeds)
        for tensor, array in zip(computed, arrays, strict=True):
            # rank 0 comes as a NumPy scalar (np.float32, bytes), not as an array
            values[tensor] = array[()] if array.ndim == 0 else array
        return fetches.rebuild([values[tensor] for tensor in fetches.tensors])

    def _runnable(self, request: Request) -> Runnable:
        with self._lock:
            found = self._runnables.get(request)
            if found is not None:
                self._runnables.move_to_end(request)
                return found
        self._tell_of_devices()
        made = self._executor.prepare(request)
        with self._lock:
            self._runnables[request] = made
            if len(self._runnables) > _MAX_RUNNABLES:
                self._runnables.popitem(last=False)
        return made

    def _tell_of_devices(self) -> None:
        """Says once that a device which the program names is not used."""
        op = self._graph.placed_elsewhere
        if op is None or self._has_told:
            return
        self._has_told = True
        from headrace.platform import logging  # only programs that name other devices load it

        logging.info(
            "%s '%s' and what else is placed on %s runs on the CPU, the one device there is.",
            *(op.type, op.name, op.device),
        )

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError(
                compose(
                    "Attempted to use a closed Session.",
                    [("try", "a new tf.Session; a `with` block closes its session at its end")],
                )
            )

    def make_callable(
        self, fetches: Any, feed_list: Sequence[Any] | None = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function that runs `fetches`, its arguments being the values of `feed_list`.

        Args:
            fetches: as for `run`.
            feed_list: tensors or names to feed, in the order of the arguments.
            accept_options: that the function takes `options` and `run_metadata`; it does in any
                case.

        Returns:
            The function. As in TensorFlow, arguments beyond `feed_list` are ignored, and a tensor
            without its argument is unfed.

        Raises:
            TypeError: `feed_list` is no list, or a fetch is none.
            ValueError: a fetch is not in the graph.
            CancelledError: there is no `feed_list` and the session is closed. With one, it is a
                RuntimeError of the call.
        """
        if feed_list is not None and not isinstance(feed_list, list | tuple):
            sentence = (
                f"Argument `feed_list` must be a list or tuple. Received: feed_list={feed_list}"
            )
            raise TypeError(compose(sentence, [("try", "[x]: one tensor in a list")]))
        self._check_not_cancelled(feed_list)
        keys = [
            key if hasattr(key, "_feed_parts") else resolve_feed(self._graph, key)
            for key in feed_list or ()
        ]
        resolved = resolve_fetches(self._graph, fetches)

        def call(*args: Any, options: Any = None, run_metadata: Any = None) -> Any:
            self._check_not_cancelled(feed_list)
            self._check_open()
            given = zip(keys, args, strict=False)
            pairs = [pair for key, value in given for pair in pairs_of(self._graph, key, value)]
            feeds = {tensor: feed_array(self._graph, tensor, value) for tensor, value in pairs}
            return self._run(resolved, feeds, options, run_metadata)

        return call

    def _check_not_cancelled(self, feed_list: Sequence[Any] | None) -> None:
        """Raises what TensorFlow raises of a callable without feeds when the session is closed."""
        if self._closed and feed_list is None:
            advice = "a new tf.Session; a `with` block closes its session at its end"
            raise CancelledError(None, None, compose("Session has been closed.", [("try", advice)]))

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any:
        """Refused: see the error."""
        raise _no_partial_run()

    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any:
        """Refused: see the error."""
        raise _no_partial_run()

    # --- life -------------------------------------------------------------------------------------

    def close(self) -> None:
        """Releases what the session holds. It cannot run afterwards; closing twice is no error."""
        self._closed = True
        with self._lock:
            self._runnables.clear()

    @contextmanager
    def as_default(self) -> Iterator[Any]:
        """Makes this the default session (and its graph the default graph) within the block."""
        stacks.push_session(self)
        try:
            yield self
        finally:
            stacks.pop_session(self)


def _trace_for(options: Any, run_metadata: Any) -> Trace | None:
    """The trace of a run whose options ask for one and that has a place for it.

    Raises:
        TypeError: an argument is not of its type.
    """
    for argument, value, kind in (
        ("options", options, "RunOptions"),
        ("run_metadata", run_metadata, "RunMetadata"),
    ):
        if value is not None and type(value).__name__ != kind:
            raise TypeError(f"`{argument}` must be a tf.{kind}, but got {type(value).__name__}.")
    if run_metadata is None:
        return None
    run_metadata.Clear()
    return Trace() if options is not None and options.trace_level else None


def _argument_error(name: str, kind: str, value: object, advice: str) -> TypeError:
    sentence = f'Argument `{name}` must be {kind}, but got "{type(value).__name__}"'
    return TypeError(
        compose(sentence, [("got", repr(value).strip() or type(value).__name__), ("try", advice)])
    )


def _no_partial_run() -> UnimplementedError:
    return UnimplementedError(
        None,
        None,
        "partial_run is not supported: it keeps a half-finished run alive between calls. Run what you need "
        "in one Session.run, or fetch the intermediate tensors and feed them to the next run.",
    )


class Session(BaseSession):
    """Runs a graph. As a context manager it is the default session, and its graph the default graph."""

    def __init__(
        self, target: str | bytes = "", graph: Graph | None = None, config: Any = None
    ) -> None:
        super().__init__(target, graph, config)
        self._entered: list[AbstractContextManager[Any]] = []

    def __enter__(self) -> Session:
        if self._entered:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to "
                "enter a session multiple times."
            )
        self._entered = [self.graph.as_default(), self.as_default()]
        for manager in self._entered:
            manager.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            while self._entered:
                self._entered.pop().__exit__(kind, error, traceback)
        finally:
            self.close()

    @staticmethod
    def reset(target: str, containers: Any = None, config: Any = None) -> None:
        """Does nothing: sessions of one process share no resources that could be reset."""


class InteractiveSession(BaseSession):
    """A session that is the default from its construction until `close`, for shells and notebooks."""

    _active = 0
    _count_lock = make_lock()

    def __init__(
        self, target: str | bytes = "", graph: Graph | None = None, config: Any = None
    ) -> None:
        super().__init__(target, graph, config)
        with InteractiveSession._count_lock:
            if InteractiveSession._active > 0:
                warnings.warn(
                    "An interactive session is already active. This can cause out-of-memory errors in some "
                    "cases. You must explicitly call `InteractiveSession.close()` to release resources held "
                    "by the other session(s).",
                    stacklevel=2,
                )
            InteractiveSession._active += 1
        self._entered_graph = graph
        if graph is not None:
            stacks.push_graph(graph)
        stacks.push_session(self)

    def close(self) -> None:
        """Closes the session, which is then no longer the default.

        Sessions may be closed in any order.
        """
        if self._closed:
            return
        super().close()
        with InteractiveSession._count_lock:
            InteractiveSession._active -= 1
        stacks.pop_session(self)
        if self._entered_graph is not None:
            stacks.pop_graph(self._entered_graph)
