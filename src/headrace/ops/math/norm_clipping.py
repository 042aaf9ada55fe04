"""Clipping to a norm, composed of other ops."""

from __future__ import annotations

from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import constant_like, ones_like


def _rank(x: Tensor) -> Tensor:
    return build("Rank", x) if x.dims is None else convert(len(x.dims), dtypes.int32, "Rank")


def _size(x: Tensor) -> Tensor:
    if x.dims is None or None in x.dims:
        return build("Size", x)
    return convert(int(np.prod([size or 0 for size in x.dims])), dtypes.int32, "Size")


def _all_axes(x: Tensor) -> Tensor:
    """The axes of `x` for a reduction over everything."""
    if x.dims is not None:
        return convert(np.arange(len(x.dims), dtype=np.int32), None, "Const")
    return build("Range", 0, _rank(x), 1, name="range")


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
        axes = build("Range", 0, _rank(values), 1, name="range")
        inverse = build("Rsqrt", build("Sum", squares, axes, keep_dims=False))
        scaled = build("Mul", values, clip_norm, name="mul")
        inverse = build("Mul", inverse, count, name="mul")
        limit = build("RealDiv", constant_like(inverse, 1), clip_norm, name="truediv")
        clipped = build("Mul", scaled, build("Minimum", inverse, limit), name="mul")
        return build("Identity", clipped, name=scope)
