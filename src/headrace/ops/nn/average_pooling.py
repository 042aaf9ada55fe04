"""Average pooling: the op and its gradient. SAME padding divides by the cells inside the image."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import ROUNDED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, int_vector, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import compute_dtype
from headrace.ops.deprecated import renamed
from headrace.ops.nn.pool_windows import (
    PoolAttributes,
    check_kernel,
    input_of_rank_four,
    pool_shape,
)
from headrace.ops.nn.window_arguments import data_format_or, each_axis, text
from headrace.ops.nn.windows import (
    Axis,
    channels_last,
    described_shape,
    image_slices,
    make_axes,
    positions,
)

Array = NDArray[Any]

_POSITIVE = "ksize must be a positive int32 value, got:{first}"
_DEPTH = "Non-spatial pooling is not yet supported. Volunteers? :)"
_FOUR = (1, 2, 2, 1)


def _axes(attrs: PoolAttributes, shape: tuple[int, ...]) -> tuple[Axis, Axis]:
    where = positions(attrs.data_format)
    return make_axes(attrs, shape, (attrs.ksize[where.height], attrs.ksize[where.width]))


def _counts(rows: Axis, columns: Axis, dtype: np.dtype[Any]) -> Array:
    """How many cells each window averages, shaped to divide [batch, height, width, channel]."""
    counts = rows.counts()[:, np.newaxis, np.newaxis] * columns.counts()[:, np.newaxis]
    return counts.astype(dtype)


# --- forward --------------------------------------------------------------------------------------


def _shape(ctx: ShapeContext[PoolAttributes]) -> Sequence[Dims]:
    return (pool_shape(ctx, "AvgPool", input_of_rank_four(ctx), over_depth=False),)


def _reference(attrs: PoolAttributes, x: Array) -> Array:
    check_kernel(attrs, _POSITIVE, over_depth=_DEPTH)
    rows, columns = _axes(attrs, x.shape)
    axes = positions(attrs.data_format)
    shape = list(x.shape)
    shape[axes.height], shape[axes.width] = rows.outputs, columns.outputs
    out = np.empty(shape, x.dtype)
    source, target = channels_last(x, attrs.data_format), channels_last(out, attrs.data_format)
    dtype = compute_dtype(x.dtype)
    counts = _counts(rows, columns, dtype)
    for images in image_slices(source, dtype.itemsize):
        pixels = source[images].astype(dtype, copy=False)
        with np.errstate(all="ignore"):
            # Rows first: whole rows are contiguous, and the columns then are fewer.
            sums = _sums(_sums(pixels, rows, 1), columns, 2)
            target[images] = np.divide(sums, counts, out=sums)
    return out


def _sums(x: Array, axis: Axis, position: int) -> Array:
    """The sum of each window along one axis."""
    shape = list(x.shape)
    shape[position] = axis.outputs
    out = np.zeros(shape, x.dtype)
    before = (slice(None),) * position
    for tap in axis.taps():
        out[(*before, tap.outputs)] += x[(*before, tap.inputs)]
    return out


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    sizes = build("Shape", op.inputs[0])
    return (build("AvgPoolGrad", sizes, grad, **op.attributes.without("T")),)


define(
    "AvgPool",
    inputs="value: T",
    outputs="output: T",
    attributes=PoolAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        Sample(reals(2, 4, 3, 2), ksize=_FOUR, strides=_FOUR, padding="VALID"),
        Sample(reals(1, 5, 4, 2), ksize=(1, 3, 2, 1), strides=_FOUR, padding="SAME"),
        Sample(reals(1, 4, 4, 1), ksize=(1, 2, 3, 1), strides=(1, 1, 1, 1), padding="SAME"),
        Sample(reals(1, 7, 7, 1), ksize=_FOUR, strides=(1, 3, 3, 1), padding="SAME"),
        Sample(
            reals(1, 2, 3, 4),
            ksize=(1, 1, 2, 2),
            strides=(1, 1, 1, 2),
            padding="VALID",
            data_format="NCHW",
        ),
        Sample(reals(0, 4, 4, 1), ksize=_FOUR, strides=_FOUR, padding="VALID"),
        Sample(reals(1, 0, 4, 1), ksize=_FOUR, strides=_FOUR, padding="SAME"),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=ROUNDED,
    doc="The average of each window.",
)


# --- backward -------------------------------------------------------------------------------------


def _grad_shape(ctx: ShapeContext[PoolAttributes]) -> Sequence[Dims]:
    if ctx.in_run:
        return (_grad_shape_in_run(ctx),)
    return (described_shape(ctx, 0),)


def _grad_shape_in_run(ctx: ShapeContext[PoolAttributes]) -> tuple[int, ...]:
    value = ctx.constant(0)
    if value is None or value.shape != (4,):
        raise Mismatch("out_backprop must be 1-dimensional and 4 elements")
    sizes = tuple(int(size) for size in value)
    for size in sizes:
        if size < 0:
            raise Mismatch(f"Expected a non-negative size, got {size}")
    grad = ctx.shapes[1]
    if grad is None or len(grad) != 4:
        raise Mismatch("out_backprop must be 4-dimensional")
    pooled = pool_shape(ctx, "AvgPoolGrad", sizes, over_depth=False)
    if grad != pooled:
        raise Mismatch(
            f"Expected grad shape to be {shape_text(pooled)}, but got {shape_text(grad)}"
        )
    return sizes


def _grad_reference(attrs: PoolAttributes, sizes: Array, grad: Array) -> Array:
    check_kernel(attrs, _POSITIVE, over_depth=_DEPTH)
    shape = tuple(int(size) for size in sizes)
    rows, columns = _axes(attrs, shape)
    out = np.empty(shape, grad.dtype)
    target, slopes = channels_last(out, attrs.data_format), channels_last(grad, attrs.data_format)
    dtype = compute_dtype(grad.dtype)
    counts = _counts(rows, columns, dtype)
    for images in image_slices(target, dtype.itemsize):
        with np.errstate(all="ignore"):
            shares = np.divide(slopes[images].astype(dtype, copy=False), counts)
            target[images] = _spread(_spread(shares, columns, 2), rows, 1)
    return out


def _spread(x: Array, axis: Axis, position: int) -> Array:
    """Adds each window's value to every cell of it, along one axis."""
    shape = list(x.shape)
    shape[position] = axis.size
    out = np.zeros(shape, x.dtype)
    before = (slice(None),) * position
    for tap in axis.taps():
        out[(*before, tap.inputs)] += x[(*before, tap.outputs)]
    return out


def _grad_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return None, build("AvgPool", grad, **op.attributes.without("T"))


define(
    "AvgPoolGrad",
    inputs="orig_input_shape: int32, grad: T",
    outputs="output: T",
    attributes=PoolAttributes,
    shape=_grad_shape,
    reference=_grad_reference,
    gradient=_grad_gradient,
    samples=(
        Sample(
            *(int_vector(2, 4, 3, 2), reals(2, 2, 1, 2)),
            ksize=_FOUR,
            strides=_FOUR,
            padding="VALID",
        ),
        Sample(
            *(int_vector(1, 5, 4, 2), reals(1, 3, 4, 2)),
            ksize=(1, 3, 2, 1),
            strides=(1, 2, 1, 1),
            padding="SAME",
        ),
        Sample(
            *(int_vector(1, 2, 3, 4), reals(1, 2, 2, 2)),
            ksize=(1, 1, 2, 2),
            strides=(1, 1, 1, 2),
            padding="VALID",
            data_format="NCHW",
        ),
        Sample(
            *(int_vector(0, 4, 4, 1), reals(0, 2, 2, 1)),
            ksize=_FOUR,
            strides=_FOUR,
            padding="VALID",
        ),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=ROUNDED,
    doc="The gradient of AvgPool: spreads each value over its window.",
)


# --- public ---------------------------------------------------------------------------------------


def avg_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """Average pooling. Cells outside the image do not count.

    Args:
        value: [batch, height, width, channels], or NCHW; floating point.
        ksize: the window's size: an int, or one, two or four of them.
        strides: an int, or one, two or four of them.
        padding: "SAME" or "VALID".
        data_format: "NHWC" or "NCHW".
        name: the op's name.
        input: another spelling of `value`.

    Returns:
        A tensor of the input's dtype.

    Raises:
        TypeError: an argument is of the wrong kind or dtype.
        ValueError: sizes do not fit, or both spellings are given.
    """
    x = renamed("input", input, "value", value)
    with name_scope(name, "AvgPool", [x]) as scope:
        layout = data_format_or(data_format, "NHWC")
        return build(
            "AvgPool",
            x,
            ksize=each_axis(ksize, "ksize", layout),
            strides=each_axis(strides, "strides", layout),
            padding=text(padding, "padding"),
            data_format=layout,
            name=scope,
        )
