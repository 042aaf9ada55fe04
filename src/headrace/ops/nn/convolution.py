"""Conv2D: two-dimensional convolution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import UnimplementedError
from headrace.graph.build import build, build_outputs
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, reals
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.nn.patches import convolve
from headrace.ops.nn.window_arguments import NOT_DILATED, flag, window_attributes
from headrace.ops.nn.windows import (
    FORMATS,
    PADDINGS,
    ConvolutionAttributes,
    Size,
    arrange,
    channels_last,
    check_choice,
    check_explicit,
    check_moves_over_space,
    make_axes,
    positions,
    spatial_sizes,
)

Array = NDArray[Any]


def _shape(ctx: ShapeContext[ConvolutionAttributes]) -> Sequence[Dims]:
    attrs = ctx.attributes
    _check_attributes(attrs)
    if ctx.in_run:
        _check_ranks(ctx)
    dims, (height, width, depth, filters) = ctx.with_rank(0, 4), ctx.with_rank(1, 4)
    check_explicit(attrs.padding, attrs.explicit_paddings, attrs.data_format)
    axes = positions(attrs.data_format)
    _check_depths(dims[axes.channel], depth, filters)
    rows, columns = spatial_sizes(ctx, dims, (height, width))
    out = arrange(dims[axes.batch], rows, columns, filters, attrs.data_format)
    if ctx.in_run and 0 in (height, width) and 0 not in out:
        raise Mismatch("filter must not have zero elements (i.e. all dimensions must be non-zero)")
    return (out,)


def _check_attributes(attrs: ConvolutionAttributes) -> None:
    check_choice("Conv2D", "padding", attrs.padding, PADDINGS)
    check_choice("Conv2D", "data_format", attrs.data_format, FORMATS)
    if len(attrs.dilations) != 4:
        raise Mismatch(
            "Conv2D requires the dilation attribute to contain 4 values, but got: "
            f"{len(attrs.dilations)}"
        )
    if len(attrs.strides) != 4:
        raise Mismatch(
            f"Conv2D on data format {attrs.data_format} requires the stride attribute to contain 4 values, "
            f"but got: {len(attrs.strides)}"
        )


def _check_ranks(ctx: ShapeContext[ConvolutionAttributes]) -> None:
    for index, what in enumerate(("input", "filter")):
        dims = ctx.shapes[index]
        if dims is not None and len(dims) != 4:
            raise Mismatch(f"convolution {what} must be 4-dimensional: {shape_text(dims)}")


def _check_depths(channels: Size, depth: Size, filters: Size) -> None:
    """A filter sees `depth` channels; a multiple of it makes groups, which share the filters out."""
    if depth == 0:
        raise Mismatch(
            "Depth of filter must not be 0", in_run="filter depth must be stricly positive, got 0"
        )
    if channels is None or depth is None:
        return
    if channels % depth != 0:
        raise Mismatch(
            f"Depth of input ({channels}) is not a multiple of input depth of filter ({depth})",
            in_run=f"input depth must be evenly divisible by filter depth: {channels} vs {depth}",
            advice=f"give the filter {channels} input channels (its third size)",
        )
    groups = channels // depth
    if filters is not None and groups > 0 and filters % groups != 0:
        raise Mismatch(
            f"Depth of output ({filters}) is not a multiple of the number of groups ({groups})",
            in_run=f"output depth must be evenly divisible by number of groups: {filters} vs {groups}",
            advice=f"the input has {channels} channels and the filter takes {depth}: make them equal",
        )


def _reference(attrs: ConvolutionAttributes, x: Array, weights: Array) -> Array:
    check_moves_over_space(attrs, UnimplementedError)
    rows, columns = make_axes(attrs, x.shape, (weights.shape[0], weights.shape[1]))
    axes = positions(attrs.data_format)
    depth, filters = weights.shape[2:]
    shape = arrange(x.shape[0], rows.outputs, columns.outputs, filters, attrs.data_format)
    out = np.empty(shape, x.dtype)
    if out.size == 0:
        return out
    if x.shape[axes.channel] == 0:  # no channels: sums of nothing
        out[...] = 0
        return out
    source, target = channels_last(x, attrs.data_format), channels_last(out, attrs.data_format)
    groups = x.shape[axes.channel] // depth
    share = filters // groups
    for group in range(groups):
        inner = slice(group * depth, (group + 1) * depth)
        outer = slice(group * share, (group + 1) * share)
        convolve(source[..., inner], weights[..., outer], rows, columns, target[..., outer])
    return out


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, weights = op.inputs
    x_sizes, weight_sizes = build_outputs("ShapeN", [x, weights])
    arguments = op.attributes.without("T")
    return (
        build("Conv2DBackpropInput", x_sizes, weights, grad, **arguments),
        build("Conv2DBackpropFilter", x, weight_sizes, grad, **arguments),
    )


_ONES = (1, 1, 1, 1)

define(
    "Conv2D",
    inputs="input: T, filter: T",
    outputs="output: T",
    attributes=ConvolutionAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        Sample(reals(2, 4, 3, 2), reals(2, 2, 2, 3), strides=_ONES, padding="VALID"),
        Sample(reals(1, 5, 4, 1), reals(3, 2, 1, 2), strides=(1, 2, 1, 1), padding="SAME"),
        Sample(reals(1, 3, 3, 4), reals(2, 2, 2, 2), strides=_ONES, padding="SAME"),
        Sample(
            *(reals(1, 5, 5, 1), reals(2, 3, 1, 2)),
            strides=_ONES,
            padding="VALID",
            dilations=(1, 2, 1, 1),
        ),
        Sample(
            *(reals(1, 3, 4, 1), reals(2, 2, 1, 2)),
            strides=(1, 2, 3, 1),
            padding="EXPLICIT",
            explicit_paddings=(0, 0, 2, 1, 0, 3, 0, 0),
        ),
        Sample(
            *(reals(2, 2, 3, 3), reals(2, 2, 2, 2)),
            strides=_ONES,
            padding="SAME",
            data_format="NCHW",
        ),
        Sample(reals(1, 7, 7, 1), reals(1, 2, 1, 1), strides=(1, 3, 3, 1), padding="SAME"),
        Sample(reals(2, 2, 3, 2), reals(1, 1, 2, 3), strides=_ONES, padding="VALID"),
        Sample(reals(0, 3, 3, 1), reals(2, 2, 1, 2), strides=_ONES, padding="VALID"),
        Sample(reals(1, 0, 3, 1), reals(2, 2, 1, 2), strides=_ONES, padding="SAME"),
        Sample(reals(1, 3, 3, 1), reals(2, 2, 1, 0), strides=_ONES, padding="VALID"),
    ),
    types={
        "T": (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64, dtypes.int32),
    },
    tolerance=SUMMED,
    doc="Two-dimensional convolution: sums of input patches weighted by a filter.",
)


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = True,
    data_format: Any = "NHWC",
    dilations: Any = NOT_DILATED,
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """Two-dimensional convolution.

    Args:
        input: [batch, height, width, channels], or [batch, channels, height, width] for NCHW;
            float16, bfloat16, float32, float64 or int32.
        filter: [filter height, filter width, in channels, out channels]; the input's channels may
            be a multiple of its in channels (grouped convolution).
        strides: an int, or one, two or four of them.
        padding: "SAME", "VALID", or four pairs of paddings, one pair an axis of `input`.
        use_cudnn_on_gpu: recorded; changes nothing.
        data_format: "NHWC" or "NCHW".
        dilations: an int, or one, two or four of them.
        name: the op's name.
        filters: another spelling of `filter`.

    Returns:
        A tensor of the input's dtype and data format.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes, strides or paddings do not fit.
    """
    weights = renamed("filters", filters, "filter", filter)
    if weights is None:
        raise refusal(
            ValueError,
            "Tried to convert 'filter' to a tensor and failed. Error: None values not supported.",
            [input],
            advice="a function that made the filter may lack its return",
        )
    return build(
        "Conv2D",
        input,
        weights,
        use_cudnn_on_gpu=flag(use_cudnn_on_gpu, "use_cudnn_on_gpu"),
        name=name,
        **window_attributes(strides, padding, data_format, dilations),
    )
