"""What `t[…]` means: the items of a subscript → the bounds and masks of a StridedSlice.

No op is defined here. A boolean subscript is `boolean_mask`'s matter.
"""

from __future__ import annotations

import numbers
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import Dimension, TensorShape
from headrace.graph import late
from headrace.graph.build import build
from headrace.graph.convert import convert, holds_tensor
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.array.boolean_mask import boolean_mask


@dataclass(slots=True)
class _Subscript:
    """The bounds and masks that the items of a subscript add up to."""

    begin: list[Any] = field(default_factory=list)
    end: list[Any] = field(default_factory=list)
    strides: list[Any] = field(default_factory=list)
    begin_mask: int = 0
    end_mask: int = 0
    ellipsis_mask: int = 0
    new_axis_mask: int = 0
    shrink_axis_mask: int = 0

    def add(self, item: Any) -> None:
        """Adds one item.

        Raises:
            TypeError: it is no index.
        """
        bit = 1 << len(self.begin)
        if isinstance(item, slice):
            self._add_slice(item, bit)
        elif item is Ellipsis:
            self._append(0, 0, 1)
            self.ellipsis_mask |= bit
        elif item is None:
            self._append(0, 0, 1)
            self.new_axis_mask |= bit
        else:
            _check_index(item)
            # The order of these makes the order of the nodes.
            following = item + 1
            is_plain = not isinstance(item, Tensor) or item.dtype.base_dtype is dtypes.int32
            self._append(
                item, following, 1 if is_plain else convert(1, item.dtype.base_dtype, None)
            )
            self.shrink_axis_mask |= bit

    def _append(self, begin: Any, end: Any, stride: Any) -> None:
        self.begin.append(begin)
        self.end.append(end)
        self.strides.append(stride)

    def _add_slice(self, item: slice, bit: int) -> None:
        bounds = [_known(bound) for bound in (item.start, item.stop, item.step)]
        for bound in bounds:
            if bound is not None:
                _check_index(bound)
        kinds = [bound.dtype.base_dtype for bound in bounds if isinstance(bound, Tensor)]
        widest = max(kinds, key=dtypes.ANY_INDEX.index, default=None)
        filled = [
            bound
            if bound is not None
            else default
            if widest is None
            else convert(default, widest, None)
            for bound, default in zip(bounds, (0, 0, 1), strict=True)
        ]
        self._append(*filled)
        self.begin_mask |= bit if bounds[0] is None else 0
        self.end_mask |= bit if bounds[1] is None else 0


def _known(bound: Any) -> Any:
    """An unknown Dimension bounds nothing."""
    return None if isinstance(bound, Dimension) and bound.value is None else bound


def _check_index(item: Any) -> None:
    if isinstance(item, numbers.Integral | Dimension):
        return
    kind, shape = getattr(item, "dtype", None), getattr(item, "shape", None)
    if isinstance(kind, np.dtype):
        kind = dtypes.as_dtype(kind) if kind.kind in "iu" else None
    is_vector = (
        shape.rank == 1 if isinstance(shape, TensorShape) else shape is not None and len(shape) == 1
    )
    if not isinstance(kind, DType) or kind.base_dtype not in dtypes.ANY_INDEX or is_vector:
        raise refusal(
            TypeError,
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
            f"tf.int32/tf.int64 tensors are valid indices, got {item!r}",
            [item],
            advice="x[int(i)] for a Python number, x[tf.cast(i, tf.int32)] for a tensor",
        )


def _is_mask(key: Any) -> bool:
    if isinstance(key, Tensor):
        return bool(key.dtype.is_bool)
    return isinstance(key, bool) or (isinstance(key, np.ndarray) and key.dtype == np.bool_)


@late.get_item.set
def get_item(tensor: Tensor, key: Any) -> Tensor:
    """`tensor[key]`.

    Args:
        tensor: a tensor.
        key: an integer, slice, `...`, `tf.newaxis` or integer scalar tensor, or a tuple or list of
            them; bounds of slices may be tensors. A boolean tensor or array takes what it marks
            (`boolean_mask`).

    Returns:
        A tensor of the dtype of `tensor`.

    Raises:
        TypeError: an item is no index.
        ValueError: an index is out of bounds, a step is 0, or there are more items than axes.
        InvalidArgumentError: (in a run) as ValueError.
    """
    if _is_mask(key):
        return boolean_mask(tensor, key)
    subscript = _Subscript()
    for item in key if isinstance(key, list | tuple) else (key,):
        subscript.add(item)
    bounds = (subscript.begin, subscript.end, subscript.strides)
    with name_scope(
        "strided_slice", None, [tensor, *(b for part in bounds for b in part)]
    ) as scope:
        if subscript.begin:
            packed = _in_one_dtype([_packed(part) for part in bounds])
        else:
            packed = [convert(np.zeros(0, np.int32), None, "Const")] * 3
        return build(
            "StridedSlice",
            tensor,
            *packed,
            name=scope,
            begin_mask=subscript.begin_mask,
            end_mask=subscript.end_mask,
            ellipsis_mask=subscript.ellipsis_mask,
            new_axis_mask=subscript.new_axis_mask,
            shrink_axis_mask=subscript.shrink_axis_mask,
        )


def _packed(values: list[Any]) -> Tensor:
    """Numbers as one constant, tensors as a Pack, Dimensions as a Pack of constants."""
    if holds_tensor(values) or not any(isinstance(value, Dimension) for value in values):
        try:
            return convert(values, None, "stack")
        except (TypeError, ValueError):
            pass  # values that need each their own conversion
    convert(values[0], None, "stack")  # TensorFlow leaves this node behind
    return build("Pack", values, axis=0, name="stack")


def _in_one_dtype(bounds: list[Tensor]) -> list[Tensor]:
    """Bounds of several dtypes become int64 if one is."""
    if all(bound.dtype is not dtypes.int64 for bound in bounds):
        return bounds
    return [
        bound if bound.dtype is dtypes.int64 else build("Cast", bound, DstT=dtypes.int64)
        for bound in bounds
    ]
