"""Slices with steps: StridedSlice, its gradient op and `tf.strided_slice`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank, merge, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.sampling import Sample, Spec, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.array.slice_spec import SliceSpec, StridedSliceAttributes, indices, sizes
from headrace.ops.blank import blank
from headrace.ops.static_shapes import ones_like, shape_of

Context: TypeAlias = ShapeContext[StridedSliceAttributes]

# --- the shape rules ------------------------------------------------------------------------------


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
        check_rank(dims, 1, in_run)
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
    check_rank(operand, 1, "shape must be 1-D, got shape.shape = {shape}")
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


# --- the references -------------------------------------------------------------------------------


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
    out = blank(wide, dy.dtype)
    out[_indices(attrs, wide, *bounds)] = dy
    return out


# --- the gradients --------------------------------------------------------------------------------


def _strided_slice_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, begin, end, strides = op.inputs
    shape = shape_of(x, out_type=begin.dtype.base_dtype)
    masks = op.attributes.without("T", "Index")
    spread = build("StridedSliceGrad", shape, begin, end, strides, grad, **masks)
    return spread, None, None, None


def _scattered_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    _, begin, end, strides, _ = op.inputs
    masks = op.attributes.without("T", "Index")
    return None, None, None, None, build("StridedSlice", grad, begin, end, strides, **masks)


# --- definitions ----------------------------------------------------------------------------------


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
    types={"T": dtypes.ALL, "Index": dtypes.ANY_INDEX},
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


# --- public functions -----------------------------------------------------------------------------


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
