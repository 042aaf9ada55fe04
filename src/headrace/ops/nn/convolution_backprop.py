"""The gradient ops of Conv2D.

Transposed convolution, the public function, stands in its own file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank, merge_size
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, int_vector, reals
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.nn.patches import correlate, scatter
from headrace.ops.nn.window_arguments import (
    NOT_DILATED,
    data_format_or,
    flag,
    split_padding,
    whole_list,
)
from headrace.ops.nn.windows import (
    FORMATS,
    PADDINGS,
    Axis,
    ConvolutionAttributes,
    Size,
    arrange,
    channels_last,
    check_choice,
    described_shape,
    four,
    make_axes,
    positions,
)

Array = NDArray[Any]
_ONES = (1, 1, 1, 1)


# --- checks of both ops ---------------------------------------------------------------------------


def _check_choices(op_type: str, attrs: ConvolutionAttributes) -> None:
    check_choice(op_type, "padding", attrs.padding, PADDINGS)
    check_choice(op_type, "data_format", attrs.data_format, FORMATS)


def _in_run(name: str, attrs: ConvolutionAttributes, x: Dims, weights: Dims, grad: Dims) -> None:
    """The checks of TensorFlow's kernels, once every size is known.

    Raises:
        Mismatch: the three shapes do not belong together.
    """
    label = f"{name}: "
    for what, dims in (("input", x), ("filter", weights), ("out_backprop", grad)):
        if dims is None or len(dims) != 4:
            raise Mismatch(f"{label}{what} must be 4-dimensional")
    assert x is not None
    assert weights is not None
    assert grad is not None
    for values, what in ((attrs.strides, "strides"), (attrs.dilations, "dilations")):
        if len(values) != 4:
            raise Mismatch(f"{label}sliding window {what} field must specify 4 dimensions")
    axes = positions(attrs.data_format)
    if x[axes.batch] != grad[axes.batch]:
        raise Mismatch(
            f"{label}input and out_backprop must have the same batch size. Input batch: {x[axes.batch]}, "
            f"outbackprop batch: {grad[axes.batch]}, batch_dim: {axes.batch}"
        )
    depth = weights[2]
    channels = x[axes.channel]
    if not depth or channels is None or channels % depth != 0:
        raise Mismatch(f"{label}input depth must be evenly divisible by filter depth")
    if grad[axes.channel] != weights[3]:
        raise Mismatch(f"{label}filter and out_backprop must have the same out_depth")
    known, window = _known(x), _known(weights)
    windows = make_axes(attrs, known, (window[0], window[1]))
    for number, (axis, position) in enumerate(zip(windows, axes[1:3], strict=True), 1):
        _check_outputs(label, number, axis, _known(grad)[position])


def _known(dims: Dims) -> tuple[int, ...]:
    assert dims is not None
    return tuple([0 if size is None else size for size in dims])


def _check_outputs(label: str, number: int, axis: Axis, actual: int) -> None:
    if actual != axis.outputs:
        raise Mismatch(
            f"{label}Size of out_backprop doesn't match computed: actual = {actual}, computed = "
            f"{axis.outputs} spatial_dim: {number} input: {axis.size} filter: {axis.window} output: {actual} "
            f"stride: {axis.stride} dilation: {axis.dilation}"
        )


def _sizes_in_run(ctx: ShapeContext[Any], index: int, what: str, label: str) -> tuple[int, ...]:
    """The value of the input that gives a shape; a run knows it."""
    dims = ctx.shapes[index]
    if dims is None or len(dims) != 1:
        rank = "?" if dims is None else len(dims)
        raise Mismatch(f"{label}: {what} input must be 1-dim, not {rank}")
    value = ctx.constant(index)
    assert value is not None
    sizes = tuple(int(size) for size in value)
    for size in sizes:
        if size < 0:
            raise Mismatch(f"Dimension {size} must be >= 0")
    return sizes


# --- by the input ---------------------------------------------------------------------------------


def _input_shape(ctx: ShapeContext[ConvolutionAttributes]) -> Sequence[Dims]:
    attrs = ctx.attributes
    _check_choices("Conv2DBackpropInput", attrs)
    if ctx.in_run:
        return (_input_shape_in_run(ctx),)
    sizes = ctx.as_dims(0)
    rank = ctx.shapes[0]
    check_rank(rank, 1)
    _, _, depth, filters = ctx.with_rank(1, 4)
    grad = ctx.with_rank(2, 4)
    axes = positions(attrs.data_format)
    merge_size(grad[axes.channel], filters)
    if sizes is not None and len(sizes) == 2:
        return (arrange(grad[axes.batch], *sizes, depth, attrs.data_format),)
    if sizes is not None and len(sizes) != 4:
        raise Mismatch(_wrong_count(len(sizes)))
    out = list(four(sizes))
    out[axes.batch] = merge_size(out[axes.batch], grad[axes.batch])
    return (tuple(out),)


def _wrong_count(count: int) -> str:
    return f"Conv2DBackpropInput requires input_sizes to contain 4 values or 2 values, but got: {count}"


def _input_shape_in_run(ctx: ShapeContext[ConvolutionAttributes]) -> tuple[Size, ...]:
    attrs, grad, weights = ctx.attributes, ctx.shapes[2], ctx.shapes[1]
    sizes = _sizes_in_run(ctx, 0, "input_sizes", "Conv2DBackpropInput")
    name = "Conv2DCustomBackpropInput"
    if len(sizes) not in {2, 4}:
        raise Mismatch(_wrong_count(len(sizes)))
    if grad is None or len(grad) != 4:
        raise Mismatch(f"input_sizes must be 4-dimensional, got: {len(grad or ())}")
    if weights is None or len(weights) != 4:
        raise Mismatch(f"{name}: filter must be 4-dimensional")
    full: tuple[Size, ...] = sizes
    if len(sizes) == 2:
        full = arrange(
            grad[positions(attrs.data_format).batch], *sizes, weights[2], attrs.data_format
        )
    _in_run(name, attrs, full, weights, grad)
    return full


def _input_reference(
    attrs: ConvolutionAttributes, sizes: Array, weights: Array, grad: Array
) -> Array:
    axes = positions(attrs.data_format)
    shape = tuple(int(size) for size in sizes)
    if len(shape) == 2:
        shape = arrange(grad.shape[axes.batch], *shape, weights.shape[2], attrs.data_format)
    out = np.zeros(shape, grad.dtype)
    if out.size == 0 or grad.size == 0:
        return out
    rows, columns = make_axes(attrs, shape, (weights.shape[0], weights.shape[1]))
    target, slopes = channels_last(out, attrs.data_format), channels_last(grad, attrs.data_format)
    for inner, outer in _groups(shape[axes.channel], weights.shape):
        scatter(slopes[..., outer], weights[..., outer], rows, columns, target[..., inner])
    return out


def _groups(channels: int, weights: tuple[int, ...]) -> list[tuple[slice, slice]]:
    """The input and output channels of each group of a grouped convolution."""
    depth, filters = weights[2:]
    groups = channels // depth
    share = filters // groups
    return [
        (slice(i * depth, (i + 1) * depth), slice(i * share, (i + 1) * share))
        for i in range(groups)
    ]


def _input_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    _, weights, slopes = op.inputs
    arguments = op.attributes.without("T")
    return (
        None,
        build("Conv2DBackpropFilter", grad, build("Shape", weights), slopes, **arguments),
        build("Conv2D", grad, weights, **arguments),
    )


# (input, filter, output gradient, other attributes) of the gradient ops' samples
_Case: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, Any]]
_CASES: tuple[_Case, ...] = (
    ((2, 4, 3, 2), (2, 2, 2, 3), (2, 3, 2, 3), {"padding": "VALID"}),
    ((1, 5, 4, 1), (3, 2, 1, 2), (1, 3, 2, 2), {"strides": (1, 2, 2, 1), "padding": "SAME"}),
    (
        *((1, 3, 4, 1), (2, 2, 1, 2), (1, 3, 2, 2)),
        {
            "strides": (1, 2, 3, 1),
            "padding": "EXPLICIT",
            "explicit_paddings": (0, 0, 2, 1, 0, 2, 0, 0),
        },
    ),
    (
        *((1, 5, 5, 1), (2, 2, 1, 2), (1, 3, 4, 2)),
        {"padding": "VALID", "dilations": (1, 2, 1, 1)},
    ),
    ((1, 4, 3, 3), (2, 2, 2, 2), (1, 2, 3, 3), {"padding": "SAME", "data_format": "NCHW"}),
    ((0, 3, 3, 1), (2, 2, 1, 2), (0, 2, 2, 2), {"padding": "VALID"}),
)
# For the gradient by the input alone: windows with gaps between them, and sizes of space only.
_INPUT_CASES: tuple[_Case, ...] = (
    ((1, 7, 7, 1), (2, 1, 1, 2), (1, 3, 3, 2), {"strides": (1, 3, 3, 1), "padding": "SAME"}),
    ((4, 3), (2, 2, 2, 3), (1, 3, 2, 3), {"padding": "VALID"}),
)


define(
    "Conv2DBackpropInput",
    inputs="input_sizes: int32, filter: T, out_backprop: T",
    outputs="output: T",
    attributes=ConvolutionAttributes,
    shape=_input_shape,
    reference=_input_reference,
    gradient=_input_gradient,
    samples=[
        Sample(int_vector(*x), reals(*w), reals(*g), **{"strides": _ONES, **more})
        for x, w, g, more in (*_CASES[:2], *_INPUT_CASES, *_CASES[2:])
    ],
    types={"T": (*dtypes.FLOATING_HALF_FIRST, dtypes.int32)},
    tolerance=SUMMED,
    doc="The gradient of Conv2D by its input; as a layer, transposed convolution.",
)


# --- by the filter --------------------------------------------------------------------------------


def _filter_shape(ctx: ShapeContext[ConvolutionAttributes]) -> Sequence[Dims]:
    attrs = ctx.attributes
    _check_choices("Conv2DBackpropFilter", attrs)
    if ctx.in_run:
        name = "Conv2DCustomBackpropFilter"
        sizes = _sizes_in_run(ctx, 1, "filter_sizes", name)
        _in_run(name, attrs, ctx.shapes[0], sizes, ctx.shapes[2])
        return (sizes,)
    return (described_shape(ctx, 1),)


def _filter_reference(attrs: ConvolutionAttributes, x: Array, sizes: Array, grad: Array) -> Array:
    shape = tuple(int(size) for size in sizes)
    out = np.zeros(shape, x.dtype)
    if out.size == 0 or grad.size == 0:
        return out
    rows, columns = make_axes(attrs, x.shape, (shape[0], shape[1]))
    source, slopes = channels_last(x, attrs.data_format), channels_last(grad, attrs.data_format)
    for inner, outer in _groups(source.shape[3], shape):
        out[..., outer] = correlate(source[..., inner], slopes[..., outer], rows, columns)
    return out


def _filter_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, _, slopes = op.inputs
    arguments = op.attributes.without("T")
    return (
        build("Conv2DBackpropInput", build("Shape", x), grad, slopes, **arguments),
        None,
        build("Conv2D", x, grad, **arguments),
    )


define(
    "Conv2DBackpropFilter",
    inputs="input: T, filter_sizes: int32, out_backprop: T",
    outputs="output: T",
    attributes=ConvolutionAttributes,
    shape=_filter_shape,
    reference=_filter_reference,
    gradient=_filter_gradient,
    samples=[
        Sample(reals(*x), int_vector(*w), reals(*g), **{"strides": _ONES, **more})
        for x, w, g, more in _CASES
    ],
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="The gradient of Conv2D by its filter.",
)


# --- public ---------------------------------------------------------------------------------------


def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any = None,
    out_backprop: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = True,
    data_format: Any = "NHWC",
    dilations: Any = NOT_DILATED,
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """The gradient of a convolution by its input.

    Args:
        input_sizes: the shape of the input, a vector of four (or of height and width), int32.
        filter: [filter height, filter width, in channels, out channels].
        out_backprop: the gradient of the convolution's output.
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        use_cudnn_on_gpu: recorded; changes nothing.
        data_format: "NHWC" or "NCHW".
        dilations: four ints.
        name: the op's name.
        filters: another spelling of `filter`.

    Returns:
        A tensor of the shape `input_sizes`.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit, or both spellings are given.
    """
    weights = renamed("filters", filters, "filter", filter)
    kind, explicit = split_padding(padding)
    function = "conv2d_backprop_input"
    return build(
        "Conv2DBackpropInput",
        input_sizes,
        weights,
        out_backprop,
        strides=whole_list(strides, "strides", function),
        use_cudnn_on_gpu=flag(use_cudnn_on_gpu, "use_cudnn_on_gpu"),
        padding=kind,
        explicit_paddings=explicit,
        data_format=data_format_or(data_format, "NHWC"),
        dilations=whole_list(dilations, "dilations", function),
        name=name,
    )


def conv2d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    use_cudnn_on_gpu: Any = True,
    data_format: Any = "NHWC",
    dilations: Any = NOT_DILATED,
    name: str | None = None,
) -> Tensor:
    """The gradient of a convolution by its filter.

    Args:
        input: the convolution's input.
        filter_sizes: the shape of the filter, a vector of four, int32.
        out_backprop: the gradient of the convolution's output.
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        use_cudnn_on_gpu: recorded; changes nothing.
        data_format: "NHWC" or "NCHW".
        dilations: four ints.
        name: the op's name.

    Returns:
        A tensor of the shape `filter_sizes`.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit.
    """
    kind, explicit = split_padding(padding)
    function = "conv2d_backprop_filter"
    return build(
        "Conv2DBackpropFilter",
        input,
        filter_sizes,
        out_backprop,
        strides=whole_list(strides, "strides", function),
        use_cudnn_on_gpu=flag(use_cudnn_on_gpu, "use_cudnn_on_gpu"),
        padding=kind,
        explicit_paddings=explicit,
        data_format=data_format_or(data_format, "NHWC"),
        dilations=whole_list(dilations, "dilations", function),
        name=name,
    )
