"""The door between sessions and whoever computes: a session prepares a `Runnable` once and calls it often."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray

from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor
from headrace.session.trace import Trace


class Request(NamedTuple):
    """What a run computes; the key of the session's cache of runnables.

    Attributes:
        fetches: tensors to compute, none of them fed.
        targets: operations to run.
        feeds: tensors whose values are given.
    """

    fetches: tuple[Tensor, ...]
    targets: tuple[Operation, ...]
    feeds: tuple[Tensor, ...]


class Runnable(Protocol):
    """A request that is ready to run."""

    def __call__(
        self, feeds: Sequence[NDArray[Any]], trace: Trace | None = None
    ) -> list[NDArray[Any]]:
        """Computes the fetches.

        Args:
            feeds: the values of the request's feeds, in its order; strings as object arrays of
                bytes.
            trace: where to note what ran when, if the user asked for it.

        Returns:
            The fetched arrays, in the request's order. They belong to the caller: writable, and
            sharing memory with no feed, constant or other fetch.

        Raises:
            OpError: an operation failed.
        """
        ...


class Executor(Protocol):
    """Computes requests."""

    def prepare(self, request: Request) -> Runnable:
        """Makes the request ready to run; what it returns may be called often and from several threads."""
        ...
