"""Ranks, shapes and zeros as tensors: constants where the static shape knows them, ops where it does not.

What the composed public functions of several rooms need, under the names that TensorFlow gives the
nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor

# TensorFlow makes a constant of fewer elements than this, and a Fill of more.
CONSTANT_LIMIT = 1000


def integers(values: Iterable[int], name: str = "Const") -> Tensor:
    """A constant int32 vector."""
    return convert(np.array(list(values), np.int32), None, name)


def known_sizes(x: Tensor) -> tuple[int, ...] | None:
    """The static shape if every size is known."""
    dims = x.dims
    if dims is None:
        return None
    sizes = tuple(size for size in dims if size is not None)
    return sizes if len(sizes) == len(dims) else None


def rank_of(x: Any, name: str = "Rank") -> Tensor:
    """The rank of `x` (a tensor or what converts to one) as an int32 scalar."""
    with name_scope(name, None, [x]) as scope:
        tensor = convert(x, None, None)
        if tensor.dims is None:
            return build("Rank", tensor, name=scope)
        return convert(np.array(len(tensor.dims), np.int32), None, scope)


def shape_of(x: Tensor, name: str = "Shape", out_type: DType = dtypes.int32) -> Tensor:
    """The shape of `x` as a vector."""
    sizes = known_sizes(x)
    if sizes is None:
        return build("Shape", x, name=name, out_type=out_type)
    return convert(np.array(sizes, out_type.as_numpy_dtype), None, name)


def zeros_like(x: Tensor, name: str = "zeros_like") -> Tensor:
    """Zeros of the shape and dtype of `x`."""
    sizes = known_sizes(x)
    if sizes is None:
        return build("ZerosLike", x, name=name)
    kind = x.dtype.base_dtype.as_numpy_dtype
    if prod(sizes) < CONSTANT_LIMIT:
        return convert(np.zeros(sizes, kind), None, name)
    with name_scope(name, None, [x]) as scope:
        shape = integers(sizes, "shape_as_tensor")
        return build("Fill", shape, convert(np.zeros((), kind), None, "Const"), name=scope)


def ones_like(x: Tensor, name: str = "ones_like") -> Tensor:
    """Ones of the shape and dtype of `x`."""
    with name_scope(name, None, [x]) as scope:
        sizes = known_sizes(x)
        if sizes is None:
            shape = build("Shape", x, name="Shape")
        else:
            shape = integers(sizes, "Shape/shape_as_tensor")
        one = convert(np.ones((), x.dtype.base_dtype.as_numpy_dtype), None, "Const")
        return build("Fill", shape, one, name=scope)
