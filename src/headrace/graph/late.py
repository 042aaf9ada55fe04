"""Slots that upper rooms fill: the few calls that go up the house.

`Tensor.__getitem__`, `.eval` and `Operation.run` belong to objects of this room but need rooms
above it. Each slot is set once, by its owner, at import; a test proves that all are set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Slot(Generic[F]):
    """A function that an upper room provides."""

    __slots__ = ("_function", "name", "owner")

    def __init__(self, name: str, owner: str) -> None:
        self.name = name
        self.owner = owner
        self._function: F | None = None

    def set(self, function: F) -> F:
        """Fills the slot; may be used as a decorator.

        Raises:
            RuntimeError: it is filled already.
        """
        if self._function is not None:
            raise RuntimeError(f"late slot '{self.name}' is set twice")
        self._function = function
        return function

    @property
    def is_set(self) -> bool:
        """Whether the owner has filled it."""
        return self._function is not None

    @property
    def call(self) -> F:
        """The function.

        Raises:
            RuntimeError: nobody has filled the slot: the owner's module is not imported.
        """
        if self._function is None:
            raise RuntimeError(f"late slot '{self.name}' is empty: import {self.owner}")
        return self._function


# (tensor, key) → Tensor: `t[i, ..., ::-1]`
get_item: Slot[Callable[..., Any]] = Slot("get_item", "headrace.ops.array.subscript")
# (tensor or operation, feed_dict, session) → value: `t.eval()`, `op.run()`
evaluate: Slot[Callable[..., Any]] = Slot("evaluate", "headrace.session.evaluate")

ALL: tuple[Slot[Any], ...] = (get_item, evaluate)
