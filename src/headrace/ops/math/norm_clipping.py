"""Clipping to a norm, of one tensor or of several together, composed of other ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.indexed_slices import IndexedSlices
from headrace.graph.refusal import refusal
from headrace.graph.scopes import colocate_with, name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import constant_like
from headrace.ops.reductions import reduce
from headrace.ops.static_shapes import ones_like, rank_of


def _size(x: Tensor) -> Tensor:
    if x.dims is None or None in x.dims:
        return build("Size", x)
    return convert(int(np.prod([size or 0 for size in x.dims])), dtypes.int32, "Size")


def _all_axes(x: Tensor) -> Tensor:
    """The axes of `x` for a reduction over everything."""
    if x.dims is not None:
        return convert(np.arange(len(x.dims), dtype=np.int32), None, "Const")
    return build("Range", 0, rank_of(x), 1, name="range")


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Tensor:
    """`t` scaled down so that its L2 norm is at most `clip_norm`.

    Args:
        t: a floating-point tensor.
        clip_norm: the greatest norm, a scalar that is above 0.
        axes: the axes over which each norm is taken; all if None.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `t`.

    Raises:
        ValueError: `clip_norm` would broadcast `t` to a larger shape.
    """
    with name_scope(name, "clip_by_norm", [t, clip_norm]) as scope:
        values = convert(t, None, "t")
        if isinstance(clip_norm, Tensor):  # a norm below 0 counts as 0
            clip_norm = build("Maximum", clip_norm, 0)
        squares = build("Mul", values, values, name="mul")
        over = _all_axes(squares) if axes is None else convert(axes, None, "Sum/reduction_indices")
        total = build("Sum", squares, over, keep_dims=True)
        positive = build("Greater", total, 0)
        # The root of 0 has no gradient, so 0 is replaced before and restored after it.
        safe = build("Select", positive, total, ones_like(total))
        norm = build("Select", positive, build("Sqrt", safe), total)
        scaled = build("Mul", values, clip_norm, name="mul")
        values.shape.assert_is_compatible_with(scaled.shape)
        limit = build("Maximum", norm, clip_norm)
        return build("Identity", build("RealDiv", scaled, limit, name="truediv"), name=scope)


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Tensor:
    """`t` scaled down so that its L2 norm divided by its number of elements is at most `clip_norm`.

    Args:
        t: a float32 tensor.
        clip_norm: the greatest average norm, a scalar that is above 0.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `t`.
    """
    with name_scope(name, "clip_by_average_norm", [t, clip_norm]) as scope:
        values = convert(t, None, "t")
        count = build("Cast", _size(values), DstT=dtypes.float32)
        squares = build("Mul", values, values, name="mul")
        axes = build("Range", 0, rank_of(values), 1, name="range")
        inverse = build("Rsqrt", build("Sum", squares, axes, keep_dims=False))
        scaled = build("Mul", values, clip_norm, name="mul")
        inverse = build("Mul", inverse, count, name="mul")
        limit = build("RealDiv", constant_like(inverse, 1), clip_norm, name="truediv")
        clipped = build("Mul", scaled, build("Minimum", inverse, limit), name="mul")
        return build("Identity", clipped, name=scope)


def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    """The L2 norm of several tensors taken as one vector.

    Args:
        t_list: a list or tuple of floating-point tensors, IndexedSlices and None, which counts
            nothing.
        name: the name scope.

    Returns:
        A scalar.

    Raises:
        TypeError: `t_list` is no list and no tuple.
    """
    _check_sequence(t_list)
    with name_scope(name, "global_norm", _present(t_list)):
        halves = list[Tensor]()
        for values in [_values(t, f"t_{i}") for i, t in enumerate(t_list) if t is not None]:
            with colocate_with(values):
                halves.append(build("L2Loss", values))
        stacked = build("Pack", halves, name="stack") if halves else convert([], None, "stack")
        half = reduce("Sum", stacked, None, False, None)
        squares = build("Mul", half, constant_like(half, 2), name="mul")
        return build("Sqrt", squares, name="global_norm")


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """Several tensors scaled down together so that their common L2 norm is at most `clip_norm`.

    Args:
        t_list: a list or tuple of floating-point tensors, IndexedSlices and None.
        clip_norm: the greatest norm, a scalar that is above 0.
        use_norm: the common norm, a tensor, if it is known; `global_norm(t_list)` by default.
        name: the name scope.

    Returns:
        The list of what `t_list` holds, scaled, and the common norm before. If that is not finite,
        all values become NaN.

    Raises:
        TypeError: `t_list` is no list and no tuple.
    """
    _check_sequence(t_list)
    norm = global_norm(t_list, name) if use_norm is None else use_norm
    with name_scope(name, "clip_by_global_norm", [*_present(t_list), clip_norm]) as scope:
        # Operators, because they take plain numbers to the dtype of the norm.
        inverse = 1.0 / norm
        bound = constant_like(inverse, 1) / clip_norm
        scale = clip_norm * build("Minimum", inverse, bound)
        # 0 where the norm is finite, else NaN: the minimum alone would hide an infinite one.
        scale = build("AddV2", scale, build("Sub", norm, norm, name="sub"), name="add")
        values = [None if t is None else _values(t, f"t_{i}") for i, t in enumerate(t_list)]
        scaled = [
            None if t is None else _scaled(t, scale, f"{scope}_{i}") for i, t in enumerate(values)
        ]
    return [_in_place_of(t, part) for t, part in zip(t_list, scaled, strict=True)], norm


def _check_sequence(t_list: Any) -> None:
    if not isinstance(t_list, list | tuple):
        raise refusal(
            TypeError,
            f"`t_list` should be a sequence of tensors. Received {type(t_list)}.",
            advice="give a list, though it be of one: [tensor]",
        )


def _present(t_list: Sequence[Any]) -> list[Any]:
    return [item for item in t_list if item is not None]


def _values(item: Any, name: str) -> Tensor:
    return item.values if isinstance(item, IndexedSlices) else convert(item, None, name)


def _scaled(values: Tensor, scale: Tensor, scope: str) -> Tensor:
    with colocate_with(values):
        return build("Identity", build("Mul", values, scale, name="mul"), name=scope)


def _in_place_of(item: Any, scaled: Tensor | None) -> Tensor | IndexedSlices | None:
    if scaled is not None and isinstance(item, IndexedSlices):
        return IndexedSlices(scaled, item.indices, item.dense_shape)
    return scaled
