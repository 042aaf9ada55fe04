"""Transposed convolution: the gradient op of Conv2D by its input, used as a layer."""

from __future__ import annotations

from typing import Any

from headrace.graph.build import build
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.nn.window_arguments import text, window_attributes


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: Any = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """Transposed convolution ("deconvolution"): the gradient of a convolution, used as a layer.

    Args:
        value: [batch, height, width, in channels], or NCHW.
        filter: [filter height, filter width, out channels, in channels].
        output_shape: the shape of the result, a vector of four (or of height and width), int32.
        strides: an int, or one, two or four of them.
        padding: "SAME", "VALID", or four pairs of paddings.
        data_format: "NHWC" or "NCHW".
        name: the op's name.
        input: another spelling of `value`.
        filters: another spelling of `filter`.
        dilations: an int, or one, two or four of them.

    Returns:
        A tensor of the shape `output_shape`.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit, or both spellings are given.
    """
    x = renamed("input", input, "value", value)
    weights = renamed("filters", filters, "filter", filter)
    if output_shape is None:
        raise refusal(
            ValueError,
            "Tried to convert 'input_sizes' to a tensor and failed. Error: None values not supported.",
            [value, input, filter, filters],
            advice="give the shape of the result: output_shape=[batch, height, width, channels]",
        )
    if not isinstance(padding, list | tuple):
        text(padding, "padding")
    with name_scope(name, "conv2d_transpose", [x, weights, output_shape]) as scope:
        return build(
            "Conv2DBackpropInput",
            output_shape,
            weights,
            x,
            name=scope,
            **window_attributes(strides, padding, data_format, dilations),
        )
