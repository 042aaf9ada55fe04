"""`tf.sparse_placeholder`: a SparseTensor whose three parts are fed together."""

from __future__ import annotations

from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import TensorShape
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.sparse_tensor import SparseTensor
from headrace.graph.tensor import Tensor


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A SparseTensor that is fed: with a SparseTensorValue, or a tuple of positions, entries and sizes.

    Args:
        dtype: the dtype of the entries.
        shape: the sizes, with None for each that may vary, or an int64 Tensor of them; they hold
            where none are fed. None for any rank.
        name: what the names of the parts begin with.

    Returns:
        The SparseTensor. It cannot be evaluated without a value.

    Raises:
        TypeError: the dtype is none, or the shape no sequence.
        ValueError: the rank is unknown, or a Tensor of sizes is not int64.
    """
    dims = None
    if shape is None:
        rank, sizes = None, _placeholder(dtypes.int64, [None], _part(name, "shape"))
    else:
        rank, default = _default_sizes(shape, name)
        dims = None if default.partial is None else default.partial.sizes()
        sizes = build(
            "PlaceholderWithDefault", default, shape=default.shape, name=_part(name, "shape")
        )
    values = _placeholder(_entry_dtype(dtype), [None], _part(name, "values"))
    indices = _placeholder(dtypes.int64, [None, rank], _part(name, "indices"))
    made = SparseTensor(indices, values, sizes)
    made.set_shape(TensorShape.of(dims))
    return made


def _part(name: str | None, part: str) -> str | None:
    return None if name is None else f"{name}/{part}"


def _placeholder(dtype: DType, dims: list[int | None], name: str | None) -> Tensor:
    return build("Placeholder", dtype=dtype, shape=TensorShape(dims), name=name)


def _default_sizes(shape: Any, name: str | None) -> tuple[int | None, Tensor]:
    """The rank that `shape` has, if it is known, and the sizes, -1 where they may vary."""
    if isinstance(shape, Tensor):
        return (shape.dims[0] if shape.dims else None), shape
    rank = len(shape)
    given = shape.as_list() if isinstance(shape, TensorShape) else shape
    known = [-1 if size is None else int(size) for size in given]
    return rank, convert(np.array(known, np.int64), None, _part(name, "shape_default"))


def _entry_dtype(dtype: Any) -> DType:
    try:
        return dtypes.as_dtype(dtype).base_dtype
    except TypeError:
        raise refusal(TypeError, f"Expected DataType for argument 'dtype' not {dtype!r}.") from None
