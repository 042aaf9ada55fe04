"""Slices with steps: StridedSlice, its gradient op, `tf.strided_slice`, and what `t[…]` means."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import Dimension, TensorShape
from headrace.graph import late
from headrace.graph.build import build
from headrace.graph.convert import convert, holds_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.sampling import Sample, Spec, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.array.boolean_mask import boolean_mask
from headrace.ops.array.slice_spec import SliceSpec, StridedSliceAttributes, indices, sizes
from headrace.ops.static_shapes import ones_like, shape_of

Context: TypeAlias = ShapeContext[StridedSliceAttributes]

# --- the shape rules -------------------------------------------------------------------------------


def _spec(ctx: Context, first: int) -> SliceSpec | None:
    """The spec whose begin is input `first`; None where the strides are not known."""
    strides = ctx.constant(first + 2)
    if strides is None:
        return None
    begin, end = (ctx.constant(i) for i in (first, first + 1))
    return SliceSpec(
        None if begin is None else begin.tolist(),
        None if end is None else end.tolist(),
        strides.tolist(),
        ctx.attributes,
    )


def _check_bounds(ctx: Context, first: int) -> None:
    """Begin, end and strides must be vectors of one length."""
    bounds = ctx.shapes[first : first + 3]
    begin, end, strides = (shape_text(dims) for dims in bounds)
    in_run = (
        "Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
        f"{begin}, {end}, and {strides} instead."
    )
    for dims in bounds:
        if dims is not None and len(dims) != 1:
            raise Mismatch(f"Shape must be rank 1 but is rank {len(dims)}", in_run=in_run)
    try:
        merge(merge(bounds[0], bounds[1]), bounds[2])
    except Mismatch as error:
        raise Mismatch(error.sentence, in_run=in_run) from None


def _strided_slice_shape(ctx: Context) -> Sequence[Dims]:
    _check_bounds(ctx, 1)
    dims, spec = ctx.shapes[0], _spec(ctx, 1)
    return (None if dims is None or spec is None else sizes(spec, dims),)


def _gradient_shape(ctx: Context) -> Sequence[Dims]:
    operand = ctx.shapes[0]
    if operand is not None and len(operand) != 1:
        raise Mismatch(
            f"Shape must be rank 1 but is rank {len(operand)}",
            in_run=f"shape must be 1-D, got shape.shape = {shape_text(operand)}",
        )
    if ctx.in_run:
        _check_gradient(ctx)
    return (ctx.as_dims(0),)


def _check_gradient(ctx: Context) -> None:
    """The gradient must have the sizes that the slice has."""
    shape = ctx.constant(0)
    assert shape is not None
    negative = [size for size in shape.tolist() if size < 0]
    if negative:
        raise Mismatch(f"Dimension {negative[0]} must be >= 0")
    _check_bounds(ctx, 1)
    spec = _spec(ctx, 1)
    assert spec is not None
    wanted = sizes(spec, shape.tolist())
    if ctx.shapes[4] != wanted:
        raise Mismatch(
            f"shape of dy was {shape_text(ctx.shapes[4])} instead of {shape_text(wanted)}"
        )


# --- the references --------------------------------------------------------------------------------


def _indices(
    attrs: StridedSliceAttributes, shape: tuple[int, ...], *bounds: NDArray[Any]
) -> tuple[Any, ...]:
    begin, end, strides = (bound.tolist() for bound in bounds)
    # The final ellipsis keeps a single element an array.
    return (*indices(SliceSpec(begin, end, strides, attrs), shape), ...)


def _sliced(attrs: StridedSliceAttributes, x: NDArray[Any], *bounds: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(x[_indices(attrs, x.shape, *bounds)])


def _scattered(
    attrs: StridedSliceAttributes, shape: NDArray[Any], *rest: NDArray[Any]
) -> NDArray[Any]:
    *bounds, dy = rest
    wide = tuple(shape.tolist())
    out = np.full(wide, b"", object) if dy.dtype == object else np.zeros(wide, dy.dtype)
    out[_indices(attrs, wide, *bounds)] = dy
    return out


# --- the gradients ---------------------------------------------------------------------------------


def _masks(op: Operation) -> dict[str, Any]:
    attrs = op.attributes
    assert isinstance(attrs, StridedSliceAttributes)
    return {
        "begin_mask": attrs.begin_mask,
        "end_mask": attrs.end_mask,
        "ellipsis_mask": attrs.ellipsis_mask,
        "new_axis_mask": attrs.new_axis_mask,
        "shrink_axis_mask": attrs.shrink_axis_mask,
    }


def _strided_slice_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, begin, end, strides = op.inputs
    shape = shape_of(x, out_type=begin.dtype.base_dtype)
    return (
        build("StridedSliceGrad", shape, begin, end, strides, grad, **_masks(op)),
        None,
        None,
        None,
    )


def _scattered_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    _, begin, end, strides, _ = op.inputs
    return None, None, None, None, build("StridedSlice", grad, begin, end, strides, **_masks(op))


# --- definitions -----------------------------------------------------------------------------------


def _vectors(*bounds: Sequence[int], dtype: DType = dtypes.int32) -> tuple[Spec, ...]:
    return tuple([given(np.array(bound, np.int64), dtype) for bound in bounds])


# (shape of the input, begin, end, strides, masks, shape of the result)
_CASES: tuple[
    tuple[tuple[int, ...], list[int], list[int], list[int], dict[str, Any], tuple[int, ...]], ...
] = (
    ((3, 4), [0, 1], [2, 3], [1, 1], {}, (2, 2)),
    ((3, 4), [1], [2], [1], {"shrink_axis_mask": 1}, (4,)),
    ((3, 4), [-1, -2], [0, 0], [1, 1], {"shrink_axis_mask": 3}, ()),
    ((3, 4), [-9, 9], [9, -9], [2, -1], {}, (2, 4)),
    ((5,), [0], [0], [-2], {"begin_mask": 1, "end_mask": 1}, (3,)),
    ((5,), [3], [-9], [-2], {}, (2,)),
    ((5,), [4], [1], [1], {}, (0,)),
    ((5,), [9], [7], [-1], {}, (0,)),
    ((5,), [-9], [-8], [-1], {}, (0,)),
    ((2, 3, 4), [0, 1], [0, 2], [1, 1], {"ellipsis_mask": 1, "shrink_axis_mask": 2}, (2, 3)),
    ((2, 3), [0, 0, 0], [0, 0, 0], [1, 1, 1], {"ellipsis_mask": 2, "new_axis_mask": 5}, (1, 2, 3, 1)),
    ((2, 3), [0, 0, 1], [0, 0, 9], [1, 1, 1], {"new_axis_mask": 2, "shrink_axis_mask": 1}, (1, 2)),
    ((0, 3), [0], [2], [1], {}, (0, 3)),
    ((), [0], [0], [1], {"ellipsis_mask": 1}, ()),
    ((2, 3), [], [], [], {}, (2, 3)),
)  # fmt: skip

define(
    "StridedSlice",
    inputs="input: T, begin: Index, end: Index, strides: Index",
    outputs="output: T",
    attributes=StridedSliceAttributes,
    shape=_strided_slice_shape,
    reference=_sliced,
    gradient=_strided_slice_gradient,
    samples=(
        *(Sample(reals(*s), *_vectors(b, e, t), **masks) for s, b, e, t, masks, _ in _CASES),
        Sample(
            reals(3, 4), *_vectors([0, 1], [2, 3], [1, 1], dtype=dtypes.int64), Index=dtypes.int64
        ),
    ),
    types={"T": dtypes.ALL, "Index": (dtypes.int16, *dtypes.INDEX)},
    tolerance=EXACT,
    partial=structural(1, 2, 3),
    doc="The elements between two bounds of each axis, at a step; masks leave out, add and drop axes.",
)

define(
    "StridedSliceGrad",
    inputs="shape: Index, begin: Index, end: Index, strides: Index, dy: T",
    outputs="output: T",
    attributes=StridedSliceAttributes,
    shape=_gradient_shape,
    reference=_scattered,
    gradient=_scattered_gradient,
    samples=[
        Sample(*_vectors(s, b, e, t), reals(*result), **masks)
        for s, b, e, t, masks, result in _CASES
    ],
    types={"T": dtypes.ALL, "Index": dtypes.INDEX},
    tolerance=EXACT,
    doc="The gradient of StridedSlice: zeros in which `dy` stands where the slice was taken.",
)


# --- public functions ------------------------------------------------------------------------------


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """The elements between two bounds of each axis, at a step.

    Args:
      input_: a tensor.
      begin: a vector of the first positions.
      end: a vector of the positions to stop before.
      strides: a vector of the steps, not 0; ones if None.
      begin_mask: bit i: entry i begins at the end of the axis, whatever `begin` says.
      end_mask: bit i: entry i runs to the end of the axis.
      ellipsis_mask: the one bit set stands for as many whole axes as are left.
      new_axis_mask: bit i: entry i is a new axis of size 1.
      shrink_axis_mask: bit i: entry i is the position `begin[i]`, and the axis disappears.
      var: the variable that `input_` was read from; only assignment would need it.
      name: the op's name.

    Returns:
      A tensor of the dtype of `input_`.

    Raises:
      ValueError: a step is 0, an index is out of bounds, or there are more entries than axes.
      TypeError: the bounds are not of one integer dtype.
      InvalidArgumentError: (in a run) as ValueError.
    """
    if strides is None:
        strides = _ones_like(begin)
    return build(
        "StridedSlice",
        input_,
        begin,
        end,
        strides,
        name=name,
        begin_mask=begin_mask,
        end_mask=end_mask,
        ellipsis_mask=ellipsis_mask,
        new_axis_mask=new_axis_mask,
        shrink_axis_mask=shrink_axis_mask,
    )


def _ones_like(begin: Any) -> Tensor:
    with name_scope("ones_like", None, [begin]) as scope:
        return ones_like(convert(begin, None, "tensor"), scope)


# --- subscripts ------------------------------------------------------------------------------------

_INDEX_DTYPES = (dtypes.int16, dtypes.int32, dtypes.int64)


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
        widest = max(kinds, key=_INDEX_DTYPES.index, default=None)
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
    if not isinstance(kind, DType) or kind.base_dtype not in _INDEX_DTYPES or is_vector:
        raise TypeError(
            "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
            f"tf.int32/tf.int64 tensors are valid indices, got {item!r}"
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
      key: an integer, slice, `...`, `tf.newaxis` or integer scalar tensor, or a tuple or list of them;
        bounds of slices may be tensors. A boolean tensor or array takes what it marks (`boolean_mask`).

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
