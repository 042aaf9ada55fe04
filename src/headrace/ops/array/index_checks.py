"""Positions in messages, and which index is out of range first: what gather, scatter and segments share.

No op is defined here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base.errors import InvalidArgumentError


def position_text(shape: tuple[int, ...], flat: int) -> str:
    """An element's position as TensorFlow writes it: `[1,0]`, or nothing for a scalar.

    Args:
        shape: the shape of the tensor.
        flat: the element's number in row-major order.
    """
    if not shape:
        return ""
    return f"[{','.join(str(int(i)) for i in np.unravel_index(flat, shape))}]"


def check_indices(indices: NDArray[Any], limit: int) -> None:
    """Checks that every index counts one of `limit` slices.

    Raises:
        InvalidArgumentError: one does not; the first is named.
    """
    if indices.size == 0 or (indices.min() >= 0 and indices.max() < limit):
        return
    flat = int(np.argmax(((indices < 0) | (indices >= limit)).ravel()))
    raise InvalidArgumentError(
        None,
        None,
        f"indices{position_text(indices.shape, flat)} = {int(indices.ravel()[flat])} "
        f"is not in [0, {limit})",
    )


def rows_outside(indices: NDArray[Any], sizes: tuple[int, ...]) -> NDArray[np.bool_] | None:
    """Which index rows (along the last axis) lie outside an array of these leading sizes.

    Args:
        indices: rows of one index for each size.
        sizes: the leading sizes.

    Returns:
        A mask without the last axis, or None when no row does.
    """
    outside = np.zeros(indices.shape[:-1], np.bool_)
    for i, size in enumerate(sizes):
        outside |= (indices[..., i] < 0) | (indices[..., i] >= size)
    return outside if outside.any() else None


def row_text(indices: NDArray[Any], outside: NDArray[np.bool_]) -> str:
    """The first index row that lies outside, as TensorFlow writes it: `indices[1] = [2, 4]`."""
    flat = int(np.argmax(outside.ravel()))
    row = indices.reshape(-1, indices.shape[-1])[flat].tolist()
    return f"indices{position_text(indices.shape[:-1], flat)} = {row}"


def ignores_bad_indices(policy: str) -> bool:
    """Whether `bad_indices_policy` leaves rows outside alone instead of refusing them.

    Raises:
        InvalidArgumentError: there is no such policy.
    """
    if policy not in {"", "DEFAULT", "ERROR", "IGNORE"}:
        raise InvalidArgumentError(None, None, f"Unknown bad indices handling attribute: {policy}")
    return policy == "IGNORE"
