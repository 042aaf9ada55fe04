"""The default-graph and default-session stacks: the one global state there is, and thread-local.

As in TensorFlow, a thread that never entered a graph has a default graph of its own.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any

from headrace.graph.refusal import refusal

if TYPE_CHECKING:
    from headrace.graph.graph import Graph


class _Stacks(threading.local):
    def __init__(self) -> None:
        self.graphs: list[Graph] = []
        self.sessions: list[Any] = []  # sessions live above this room
        self.outermost: Graph | None = None


_stacks = _Stacks()


def get_default_graph() -> Graph:
    """The graph that ops are added to now in this thread."""
    if _stacks.graphs:
        return _stacks.graphs[-1]
    if _stacks.outermost is None:
        from headrace.graph.graph import Graph  # Graph.as_default enters the stack of this module

        _stacks.outermost = Graph()
    return _stacks.outermost


def reset_default_graph() -> None:
    """Clears this thread's default graph and starts a new one.

    Raises:
        AssertionError: a graph is entered (`with graph.as_default():`), as in TensorFlow.
    """
    if _stacks.graphs:
        raise refusal(
            AssertionError,
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, "
            "exit the nesting and create a new graph.",
            advice="leave the `with graph.as_default():` block first",
        )
    _stacks.outermost = None


class entered_graph:  # noqa: N801 - it reads as what it does: `with entered_graph(g):`
    """Makes `graph` the default of this thread within the block.

    Raises:
        AssertionError: the block is left while a graph that was entered later is still open.
    """

    __slots__ = ("_graph",)

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def __enter__(self) -> Graph:
        _stacks.graphs.append(self._graph)
        return self._graph

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not _stacks.graphs or _stacks.graphs[-1] is not self._graph:
            raise AssertionError(
                "Nesting violated for default stack of <class 'headrace.Graph'> objects"
            )
        _stacks.graphs.pop()


def get_default_session() -> Any:
    """The innermost session entered in this thread, or None."""
    return _stacks.sessions[-1] if _stacks.sessions else None


def push_session(session: Any) -> None:
    """Makes `session` the default of this thread until `pop_session`."""
    _stacks.sessions.append(session)


def pop_session(session: Any) -> None:
    """Undoes `push_session`; sessions may be left in any order (InteractiveSession.close)."""
    _remove_last(_stacks.sessions, session)


def push_graph(graph: Graph) -> None:
    """Makes `graph` the default of this thread until `pop_graph`."""
    _stacks.graphs.append(graph)


def pop_graph(graph: Graph) -> None:
    """Undoes `push_graph`; graphs may be left in any order."""
    _remove_last(_stacks.graphs, graph)


def _remove_last(stack: list[Any], item: Any) -> None:
    """Removes the innermost entry that is `item`, if there is one in this thread."""
    for i in range(len(stack) - 1, -1, -1):
        if stack[i] is item:
            del stack[i]
            return
