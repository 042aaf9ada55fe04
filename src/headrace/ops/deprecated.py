"""Deprecated argument names that TF-1 still takes beside the new ones (`keep_dims` for `keepdims`, …)."""

from __future__ import annotations

from typing import Any

from headrace.graph.refusal import refusal


def renamed(new: str, value: Any, old: str, old_value: Any) -> Any:
    """The value of an argument that has two names.

    Args:
        new: the name.
        value: what was given by it; None if nothing was.
        old: the deprecated name.
        old_value: what was given by that; None if nothing was.

    Returns:
        The one that is not None, or None.

    Raises:
        ValueError: both were given.
    """
    if old_value is None:
        return value
    if value is not None:
        raise refusal(
            ValueError,
            f"Cannot specify both '{old}' and '{new}'.",
            advice=f"drop '{old}', the old spelling",
        )
    return old_value
