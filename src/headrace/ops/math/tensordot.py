"""Contraction of two tensors over any axes, as one matrix product of them reshaped."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import integers, known_sizes, rank_of, shape_of

# What remains of an operand: its sizes outside the contracted axes, as ints or as a tensor, and as
# far as they are known.
_Free = tuple[list[int] | Tensor, list[int | None] | None]


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Tensor:
    """The sum of products of `a` and `b` over pairs of axes.

    Args:
        a: a tensor.
        b: a tensor of the same dtype.
        axes: how many last axes of `a` go with as many first ones of `b`; or a pair of lists of
            axes, one for each operand; or a tensor of two rows.
        name: the op's name.

    Returns:
        A tensor with the remaining axes of `a`, then those of `b`.

    Raises:
        ValueError: there are too few axes, their numbers differ, or the sizes do not fit.
        IndexError: a listed axis is out of range.
    """
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a, b = convert(a, None, "a"), convert(b, None, "b")
        axes_a, axes_b = _axes(a, axes)
        left, (free_a, known_a) = _as_matrix(a, axes_a, contracted_first=False)
        right, (free_b, known_b) = _as_matrix(b, axes_b, contracted_first=True)
        product = build("MatMul", left, right)
        if isinstance(free_a, list) and isinstance(free_b, list):
            sizes = free_a + free_b
            if product.dims == tuple(sizes):
                return product
            if not sizes:
                convert([], dtypes.float32, "shape")  # TensorFlow makes it and uses it not
            return build("Reshape", product, integers(sizes, "shape"), name=scope)
        rest = [integers(free) if isinstance(free, list) else free for free in (free_a, free_b)]
        result = build("Reshape", product, build("ConcatV2", rest, 0, name="concat"), name=scope)
        if known_a is not None and known_b is not None:
            result.set_shape(known_a + known_b)
        return result


def _axes(a: Tensor, axes: Any) -> tuple[Any, Any]:
    """The axes of each operand: a list of ints, or a tensor."""
    if isinstance(axes, int | np.integer):
        return _counted_axes(a, int(axes))
    if isinstance(axes, list | tuple):
        if len(axes) != 2:
            raise refusal(
                ValueError,
                f"`axes` must be an integer or have length 2. Received {axes}.",
                [a],
                advice="one list of axes for each tensor: axes=[[1], [0]]",
            )
        first, second = (
            [int(side)] if isinstance(side, int | np.integer) else list(side) for side in axes
        )
        if len(first) != len(second):
            raise refusal(
                ValueError,
                f"Different number of contraction axes `a` and `b`, {len(first)} != {len(second)}.",
                [a],
                advice="pair every axis of a with one of b",
            )
        return first, second
    pair = convert(axes, dtypes.int32, "axes")
    return pair[0], pair[1]


def _counted_axes(a: Tensor, count: int) -> tuple[Any, Any]:
    if count < 0:
        raise refusal(ValueError, f"`axes` must be at least 0. Received: {count}.", [a])
    if a.dims is not None:
        rank = len(a.dims)
        if count > rank:
            raise refusal(
                ValueError,
                f"`axes` must not be larger than the number of dimensions of tensor {a}.  "
                f"Received {count}, vs tensor dimensions {rank}.",
                [a],
            )
        return list(range(rank - count, rank)), list(range(count))
    rank_a = rank_of(a)
    last = build("Range", rank_a - count, rank_a, 1, name="range")
    return last, build("Range", 0, count, 1, name="range")


def _as_matrix(x: Tensor, axes: Any, *, contracted_first: bool) -> tuple[Tensor, _Free]:
    """The operand with its contracted axes as one axis and the others as another."""
    sizes = known_sizes(x)
    if isinstance(axes, list) and sizes is not None:
        return _static_matrix(x, axes, sizes, contracted_first)
    if isinstance(axes, list) and x.dims is not None:
        rank = len(x.dims)
        positions = _counted_from_front(axes, rank)
        others = [i for i in range(rank) if i not in positions]
        contracted, free = integers(positions, "axes"), integers(others, "free")
        known: list[int | None] | None = [x.dims[i] for i in others]
        shape = shape_of(x)
    else:
        shape, rank_x = shape_of(x), rank_of(x)
        axes = integers(axes, "axes") if isinstance(axes, list) else axes
        contracted = build("Select", axes >= 0, axes, axes + rank_x)
        every = build("Range", 0, rank_x, 1, name="range")
        free = build_outputs("ListDiff", every, contracted)[0]
        known = None
    free_sizes = build("GatherV2", shape, free, 0)
    contracted_sizes = build("GatherV2", shape, contracted, 0)
    lengths = [
        build("Prod", part, integers([0]), keep_dims=False)
        for part in (free_sizes, contracted_sizes)
    ]
    order = [free, contracted]
    if contracted_first:
        lengths, order = lengths[::-1], order[::-1]
    permutation = build("ConcatV2", order, 0, name="concat")
    matrix_shape = build("Pack", lengths, axis=0, name="stack")
    moved = build("Transpose", x, permutation, name="transpose")
    return build("Reshape", moved, matrix_shape), (free_sizes, known)


def _counted_from_front(axes: list[int], rank: int) -> list[int]:
    for axis in axes:
        if not -rank <= axis < rank:
            raise refusal(
                IndexError,
                f"list index out of range: there is no axis {axis} in a tensor of rank {rank}",
            )
    return [axis % rank for axis in axes]


def _static_matrix(
    x: Tensor, axes: list[int], sizes: tuple[int, ...], contracted_first: bool
) -> tuple[Tensor, _Free]:
    positions = _counted_from_front(axes, len(sizes))
    free = [i for i in range(len(sizes)) if i not in positions]
    contracted_length = prod(sizes[i] for i in positions)
    free_length = prod(sizes[i] for i in free)
    order, shape = free + positions, [free_length, contracted_length]
    if contracted_first:
        order, shape = positions + free, shape[::-1]
    if order != list(range(len(sizes))):
        with name_scope("transpose", None, [x]) as scope:
            x = build("Transpose", x, integers(order, "perm"), name=scope)
    if x.dims != tuple(shape):
        with name_scope("Reshape", None, [x]) as scope:
            x = build("Reshape", x, integers(shape, "shape"), name=scope)
    rest = [sizes[i] for i in free]
    return x, (rest, list(rest))
