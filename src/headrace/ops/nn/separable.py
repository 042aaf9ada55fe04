"""Public depthwise and separable convolution, built of several ops."""

from __future__ import annotations

from typing import Any

import numpy as np

from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.nn.dilation import dilate
from headrace.ops.nn.window_arguments import (
    data_format_or,
    split_padding,
    text,
    whole,
    whole_list,
    window_attributes,
)


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Tensor:
    """Depthwise convolution: every channel has filters of its own.

    Args:
        input: [batch, height, width, channels], or NCHW; floating point.
        filter: [filter height, filter width, channels, filters a channel].
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        rate: dilations along height and width.
        name: the op's name.
        data_format: "NHWC" (default) or "NCHW".
        dilations: another spelling of `rate`.

    Returns:
        A tensor with channels × filters channels; those of one input channel stand together.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit, or both spellings are given.
    """
    rates = renamed("dilations", dilations, "rate", rate)
    with name_scope(name, "depthwise", [input, filter]) as scope:
        x = convert_to_tensor(input, name="tensor_in")
        weights = convert_to_tensor(filter, name="filter_in")
        return _build_depthwise(x, weights, strides, padding, rates, data_format, scope)


def _build_depthwise(
    x: Tensor,
    weights: Tensor,
    strides: Any,
    padding: Any,
    rates: Any,
    data_format: Any,
    op_name: str,
) -> Tensor:
    shape = _shape_of(weights)
    layout = data_format_or(data_format, "NHWC")

    def convolve(values: Tensor, kind: Any) -> Tensor:
        name, explicit = split_padding(kind)
        return build(
            "DepthwiseConv2dNative",
            values,
            weights,
            strides=whole_list(strides, "strides", "depthwise_conv2d_native"),
            padding=name,
            explicit_paddings=explicit,
            data_format=layout,
            name=op_name,
        )

    sizes = [1, 1] if rates is None else [whole(each, "dilations") for each in rates]
    return dilate(x, sizes, shape, padding, layout == "NCHW", convolve)


def _shape_of(weights: Tensor) -> Tensor:
    """A filter's shape: a constant if it is known."""
    dims = weights.dims
    if dims is not None and None not in dims:
        return convert_to_tensor(np.array(dims, np.int32), name="Shape")
    return build("Shape", weights, name="Shape")


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: Any = None,
    dilations: Any = None,
) -> Tensor:
    """Depthwise convolution, then a convolution of every pixel that mixes the channels.

    Args:
        input: [batch, height, width, channels], or NCHW; floating point.
        depthwise_filter: [filter height, filter width, channels, filters a channel].
        pointwise_filter: [1, 1, channels × filters a channel, out channels].
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        rate: dilations along height and width.
        name: the op's name.
        data_format: "NHWC" (default) or "NCHW".
        dilations: another spelling of `rate`.

    Returns:
        A tensor of rank four.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit, or both spellings are given.
    """
    rates = renamed("dilations", dilations, "rate", rate)
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        x = convert_to_tensor(input, name="tensor_in")
        depthwise = convert_to_tensor(depthwise_filter, name="depthwise_filter")
        pointwise = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        _check_pointwise(pointwise)
        kind = padding if isinstance(padding, list | tuple) else text(padding, "padding")
        between = _build_depthwise(x, depthwise, strides, kind, rates, data_format, "depthwise")
        attrs = window_attributes(1, "VALID", data_format, 1)
        return build("Conv2D", between, pointwise, name=scope, **attrs)


def _check_pointwise(pointwise: Tensor) -> None:
    if pointwise.dims is None:
        return
    if len(pointwise.dims) != 4:
        raise refusal(
            ValueError,
            f"Shape {pointwise.shape} must have rank 4",
            [pointwise],
            advice="its shape is [1, 1, channels * multiplier, out_channels]",
        )
    for size in pointwise.dims[:2]:
        if size not in {None, 1}:
            raise refusal(
                ValueError,
                f"Dimensions {size} and 1 are not compatible",
                [pointwise],
                advice="its shape is [1, 1, channels * multiplier, out_channels]",
            )
