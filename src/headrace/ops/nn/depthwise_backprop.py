"""The gradient ops of DepthwiseConv2dNative."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, int_vector, reals
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
    channels_last,
    check_moves_over_space,
    described_shape,
    image_slices,
    make_axes,
    positions,
)

Array = NDArray[Any]
_ONES = (1, 1, 1, 1)


def _check_in_run(
    name: str, attrs: DepthwiseAttributes, x: Dims, weights: Dims, grad: Dims
) -> None:
    """The checks of TensorFlow's kernels, once every size is known.

    Raises:
        Mismatch: the three shapes do not belong together.
    """
    for what, dims in (("input", x), ("filter", weights), ("out_backprop", grad)):
        if dims is None or len(dims) != 4:
            raise Mismatch(f"{name}: {what} must be 4-dimensional")
    assert x is not None
    assert weights is not None
    assert grad is not None
    axes = positions(attrs.data_format)
    if x[axes.batch] != grad[axes.batch]:
        raise Mismatch(f"{name}: input and out_backprop must have the same batch size")
    if x[axes.channel] != weights[2]:
        raise Mismatch(f"{name}: input and filter must have the same in_depth")
    sizes = [[0 if size is None else size for size in dims] for dims in (x, weights, grad)]
    if sizes[1][2] * sizes[1][3] != sizes[2][axes.channel]:
        raise Mismatch(f"{name}: depth_multiplier * in_depth not equal to out_depth")
    windows = make_axes(attrs, tuple(sizes[0]), (sizes[1][0], sizes[1][1]))
    for what, position, axis in zip(("rows", "cols"), axes[1:3], windows, strict=True):
        if sizes[2][position] != axis.outputs:
            raise Mismatch(
                f"{name}: Number of {what} of out_backprop doesn't match computed: actual = "
                f"{sizes[2][position]}, computed = {axis.outputs}"
            )


def _sizes_in_run(ctx: ShapeContext[Any], index: int, what: str, name: str) -> tuple[int, ...]:
    """The value of the input that gives a shape; a run knows it."""
    value = ctx.constant(index)
    if value is None or value.shape != (4,):
        raise Mismatch(f"{name}: {what.removesuffix('_sizes')} must be 4-dimensional")
    sizes = tuple(int(size) for size in value)
    for position, size in enumerate(sizes):
        if size < 0:
            raise Mismatch(f"Dimension {position} of {what} must be >= 0")
    return sizes


def _input_shape(ctx: ShapeContext[DepthwiseAttributes]) -> Sequence[Dims]:
    check_choices("DepthwiseConv2dNativeBackpropInput", ctx.attributes)
    if not ctx.in_run:
        return (described_shape(ctx, 0),)
    name = "DepthwiseConv2DBackpropInput"
    sizes = _sizes_in_run(ctx, 0, "input_sizes", name)
    _check_in_run(name, ctx.attributes, sizes, ctx.shapes[1], ctx.shapes[2])
    return (sizes,)


def _input_reference(
    attrs: DepthwiseAttributes, sizes: Array, weights: Array, grad: Array
) -> Array:
    check_moves_over_space(attrs, InvalidArgumentError)
    shape = tuple(int(size) for size in sizes)
    out = np.zeros(shape, grad.dtype)
    if out.size == 0 or grad.size == 0:
        return out
    rows, columns = make_axes(attrs, shape, (weights.shape[0], weights.shape[1]))
    channels, filters = weights.shape[2:]
    dtype = compute_dtype(grad.dtype)
    target = channels_last(out, attrs.data_format)
    source = by_filter(grad, attrs.data_format, channels, filters)
    taps = weights.astype(dtype)
    for images in image_slices(source, dtype.itemsize):
        slopes = source[images].astype(dtype, copy=False)
        sums = target[images] if out.dtype == dtype else np.zeros(target[images].shape, dtype)
        with np.errstate(all="ignore"):
            for row in rows.taps():
                for column in columns.taps():
                    seen = slopes[:, row.outputs, column.outputs]
                    for i in range(filters):
                        spread = seen[..., i] * taps[row.index, column.index, :, i]
                        sums[:, row.inputs, column.inputs] += spread
            if out.dtype != dtype:
                target[images] = sums
    return out


def _input_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    _, weights, slopes = op.inputs
    arguments = op.attributes.without("T")
    sizes = build("Shape", weights)
    return (
        None,
        build("DepthwiseConv2dNativeBackpropFilter", grad, sizes, slopes, **arguments),
        build("DepthwiseConv2dNative", grad, weights, **arguments),
    )


def _filter_shape(ctx: ShapeContext[DepthwiseAttributes]) -> Sequence[Dims]:
    check_choices("DepthwiseConv2dNativeBackpropFilter", ctx.attributes)
    if not ctx.in_run:
        return (described_shape(ctx, 1),)
    name = "DepthwiseConv2DBackpropFilter"
    sizes = _sizes_in_run(ctx, 1, "filter_sizes", name)
    _check_in_run(name, ctx.attributes, ctx.shapes[0], sizes, ctx.shapes[2])
    return (sizes,)


def _filter_reference(attrs: DepthwiseAttributes, x: Array, sizes: Array, grad: Array) -> Array:
    check_moves_over_space(attrs, InvalidArgumentError)
    shape = tuple(int(size) for size in sizes)
    dtype = compute_dtype(x.dtype)
    sums = np.zeros(shape, dtype)
    if sums.size == 0 or grad.size == 0:
        return sums.astype(x.dtype)
    rows, columns = make_axes(attrs, x.shape, (shape[0], shape[1]))
    source = channels_last(x, attrs.data_format)
    slopes = by_filter(grad, attrs.data_format, *shape[2:])
    for images in image_slices(slopes, dtype.itemsize):
        pixels = source[images].astype(dtype, copy=False)[..., np.newaxis]
        slope = slopes[images].astype(dtype, copy=False)
        with np.errstate(all="ignore"):
            for row in rows.taps():
                for column in columns.taps():
                    # Contiguous, so that the order of the sums follows from the shape alone.
                    terms = np.multiply(
                        pixels[:, row.inputs, column.inputs],
                        slope[:, row.outputs, column.outputs],
                        order="C",
                    )
                    # First within an image: adding fewer numbers at once keeps the error small.
                    of_images = terms.reshape(terms.shape[0], -1, *shape[2:]).sum(axis=1)
                    sums[row.index, column.index] += of_images.sum(axis=0)
    with np.errstate(all="ignore"):
        return sums.astype(x.dtype, copy=False)


def _filter_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, _, slopes = op.inputs
    arguments = op.attributes.without("T")
    return (
        build("DepthwiseConv2dNativeBackpropInput", build("Shape", x), grad, slopes, **arguments),
        None,
        build("DepthwiseConv2dNative", x, grad, **arguments),
    )


# (input, filter, output gradient, other attributes) of the gradient ops' samples
_CASES: tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, Any]], ...] = (
    ((2, 4, 3, 2), (2, 2, 2, 2), (2, 3, 2, 4), {"strides": _ONES, "padding": "VALID"}),
    ((1, 5, 4, 3), (3, 2, 3, 1), (1, 3, 2, 3), {"strides": (1, 2, 2, 1), "padding": "SAME"}),
    (
        *((1, 5, 4, 1), (2, 2, 1, 2), (1, 3, 3, 2)),
        {"strides": _ONES, "padding": "VALID", "dilations": (1, 2, 1, 1)},
    ),
    (
        *((1, 3, 4, 2), (2, 2, 2, 1), (1, 2, 2, 2)),
        {
            "strides": (1, 2, 2, 1),
            "padding": "EXPLICIT",
            "explicit_paddings": (0, 0, 1, 1, 0, 1, 0, 0),
        },
    ),
    (
        *((1, 2, 3, 4), (2, 2, 2, 2), (1, 4, 3, 4)),
        {"strides": _ONES, "padding": "SAME", "data_format": "NCHW"},
    ),
)

define(
    "DepthwiseConv2dNativeBackpropInput",
    inputs="input_sizes: int32, filter: T, out_backprop: T",
    outputs="output: T",
    attributes=DepthwiseAttributes,
    shape=_input_shape,
    reference=_input_reference,
    gradient=_input_gradient,
    samples=tuple(Sample(int_vector(*x), reals(*w), reals(*g), **more) for x, w, g, more in _CASES),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="The gradient of DepthwiseConv2dNative by its input.",
)

define(
    "DepthwiseConv2dNativeBackpropFilter",
    inputs="input: T, filter_sizes: int32, out_backprop: T",
    outputs="output: T",
    attributes=DepthwiseAttributes,
    shape=_filter_shape,
    reference=_filter_reference,
    gradient=_filter_gradient,
    samples=tuple(Sample(reals(*x), int_vector(*w), reals(*g), **more) for x, w, g, more in _CASES),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="The gradient of DepthwiseConv2dNative by its filter.",
)


# --- public ---------------------------------------------------------------------------------------


def depthwise_conv2d_native_backprop_input(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    dilations: Any = NOT_DILATED,
    name: str | None = None,
) -> Tensor:
    """The gradient of a depthwise convolution by its input.

    Args:
        input_sizes: the shape of the input, a vector of four, int32.
        filter: the convolution's filter.
        out_backprop: the gradient of the convolution's output.
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        data_format: "NHWC" or "NCHW".
        dilations: four ints.
        name: the op's name.

    Returns:
        A tensor of the shape `input_sizes`.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit.
    """
    function = "depthwise_conv2d_native_backprop_input"
    attrs = depthwise_arguments(function, strides, padding, data_format, dilations)
    op_type = "DepthwiseConv2dNativeBackpropInput"
    return build(op_type, input_sizes, filter, out_backprop, name=name, **attrs)


def depthwise_conv2d_native_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    dilations: Any = NOT_DILATED,
    name: str | None = None,
) -> Tensor:
    """The gradient of a depthwise convolution by its filter.

    Args:
        input: the convolution's input.
        filter_sizes: the shape of the filter, a vector of four, int32.
        out_backprop: the gradient of the convolution's output.
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        data_format: "NHWC" or "NCHW".
        dilations: four ints.
        name: the op's name.

    Returns:
        A tensor of the shape `filter_sizes`.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit.
    """
    function = "depthwise_conv2d_native_backprop_filter"
    attrs = depthwise_arguments(function, strides, padding, data_format, dilations)
    op_type = "DepthwiseConv2dNativeBackpropFilter"
    return build(op_type, input, filter_sizes, out_backprop, name=name, **attrs)
