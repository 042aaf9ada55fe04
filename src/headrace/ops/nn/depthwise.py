"""Depthwise convolution: every channel has its own filters.

`tf.nn.depthwise_conv2d`, which also knows `rate`, stands in `separable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge_size, shape_text
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, reals
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import compute_dtype
from headrace.ops.nn.depthwise_windows import (
    DepthwiseAttributes,
    by_filter,
    check_choices,
    depthwise_arguments,
)
from headrace.ops.nn.window_arguments import NOT_DILATED
from headrace.ops.nn.windows import (
    arrange,
    channels_last,
    check_explicit,
    check_moves_over_space,
    image_slices,
    make_axes,
    positions,
    spatial_sizes,
)

Array = NDArray[Any]
_ONES = (1, 1, 1, 1)


def _shape(ctx: ShapeContext[DepthwiseAttributes]) -> Sequence[Dims]:
    attrs = ctx.attributes
    check_choices("DepthwiseConv2dNative", attrs)
    if ctx.in_run:
        _check_ranks(ctx)
    for what, values in (("stride", attrs.strides), ("dilations", attrs.dilations)):
        if len(values) != 4:
            raise Mismatch(
                f"DepthwiseConv2D requires the {what} attribute to contain 4 values, but got: {len(values)}"
            )
    dims, (height, width, depth, filters) = ctx.with_rank(0, 4), ctx.with_rank(1, 4)
    check_explicit(attrs.padding, attrs.explicit_paddings, attrs.data_format)
    axes = positions(attrs.data_format)
    channels = dims[axes.channel]
    if channels is not None and depth is not None and channels != depth:
        raise Mismatch(
            f"Dimensions must be equal, but are {channels} and {depth}",
            in_run=f"input and filter must have the same depth: {channels} vs {depth}",
        )
    channels = merge_size(channels, depth)
    rows, columns = spatial_sizes(ctx, dims, (height, width))
    outputs = None if channels is None or filters is None else channels * filters
    return (arrange(dims[axes.batch], rows, columns, outputs, attrs.data_format),)


def _check_ranks(ctx: ShapeContext[DepthwiseAttributes]) -> None:
    for index, what in enumerate(("input must be 4-dimensional", "filter must be 4-dimensional: ")):
        dims = ctx.shapes[index]
        if dims is not None and len(dims) != 4:
            raise Mismatch(f"{what}{shape_text(dims)}")


def _reference(attrs: DepthwiseAttributes, x: Array, weights: Array) -> Array:
    check_moves_over_space(attrs, InvalidArgumentError)
    rows, columns = make_axes(attrs, x.shape, (weights.shape[0], weights.shape[1]))
    channels, filters = weights.shape[2:]
    shape = arrange(
        x.shape[0], rows.outputs, columns.outputs, channels * filters, attrs.data_format
    )
    out = np.zeros(shape, x.dtype)
    if out.size == 0:
        return out
    dtype = compute_dtype(x.dtype)
    source = channels_last(x, attrs.data_format)
    target = by_filter(out, attrs.data_format, channels, filters)
    taps = weights.astype(dtype)
    for images in image_slices(target, dtype.itemsize):
        pixels = source[images].astype(dtype, copy=False)[..., np.newaxis]
        sums = target[images] if out.dtype == dtype else np.zeros(target[images].shape, dtype)
        with np.errstate(all="ignore"):
            for row in rows.taps():
                for column in columns.taps():
                    seen = pixels[:, row.inputs, column.inputs]
                    sums[:, row.outputs, column.outputs] += seen * taps[row.index, column.index]
            if out.dtype != dtype:
                target[images] = sums
    return out


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, weights = op.inputs
    arguments = op.attributes.without("T")
    return (
        build("DepthwiseConv2dNativeBackpropInput", build("Shape", x), weights, grad, **arguments),
        build("DepthwiseConv2dNativeBackpropFilter", x, build("Shape", weights), grad, **arguments),
    )


define(
    "DepthwiseConv2dNative",
    inputs="input: T, filter: T",
    outputs="output: T",
    attributes=DepthwiseAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        Sample(reals(2, 4, 3, 2), reals(2, 2, 2, 3), strides=_ONES, padding="VALID"),
        Sample(reals(1, 5, 4, 3), reals(3, 2, 3, 1), strides=(1, 2, 2, 1), padding="SAME"),
        Sample(
            *(reals(1, 5, 5, 2), reals(2, 3, 2, 1)),
            strides=_ONES,
            padding="VALID",
            dilations=(1, 2, 1, 1),
        ),
        Sample(
            *(reals(1, 3, 4, 2), reals(2, 2, 2, 1)),
            strides=(1, 2, 2, 1),
            padding="EXPLICIT",
            explicit_paddings=(0, 0, 1, 1, 0, 1, 0, 0),
        ),
        Sample(
            *(reals(1, 2, 3, 4), reals(2, 2, 2, 2)),
            strides=_ONES,
            padding="SAME",
            data_format="NCHW",
        ),
        Sample(reals(0, 3, 3, 1), reals(2, 2, 1, 2), strides=_ONES, padding="VALID"),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="Convolution of every channel with filters of its own.",
)


# --- public ---------------------------------------------------------------------------------------


def depthwise_conv2d_native(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    dilations: Any = NOT_DILATED,
    name: str | None = None,
) -> Tensor:
    """Depthwise convolution, as the op has it.

    Args:
        input: [batch, height, width, channels], or NCHW; floating point.
        filter: [filter height, filter width, channels, filters a channel].
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        data_format: "NHWC" or "NCHW".
        dilations: four ints.
        name: the op's name.

    Returns:
        A tensor with channels × filters channels; those of one input channel stand together.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes, strides or paddings do not fit.
    """
    attrs = depthwise_arguments("depthwise_conv2d_native", strides, padding, data_format, dilations)
    return build("DepthwiseConv2dNative", input, filter, name=name, **attrs)
