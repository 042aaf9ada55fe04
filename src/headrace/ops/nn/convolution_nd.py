"""Public convolutions that are built of several ops: one-dimensional, of any rank, dilated."""

from __future__ import annotations

from typing import Any

import numpy as np

from headrace.base.shapes import TensorShape
from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.nn.dilation import dilate
from headrace.ops.nn.window_arguments import (
    each_axis,
    flag,
    text,
    whole,
    window_attributes,
)
from headrace.ops.nn.windows import positions


def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: Any = None,
    data_format: Any = None,
    name: str | None = None,
    input: Any = None,
    dilations: Any = None,
) -> Tensor:
    """One-dimensional convolution: a Conv2D of height one.

    Args:
        value: [batch, width, channels], or [batch, channels, width] for NCW.
        filters: [filter width, in channels, out channels].
        stride: an int, or one or three of them.
        padding: "SAME" or "VALID".
        use_cudnn_on_gpu: recorded; changes nothing.
        data_format: "NWC" (default) or "NCW".
        name: the op's name.
        input: another spelling of `value`.
        dilations: an int, or one or three of them.

    Returns:
        A tensor of rank three.

    Raises:
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit, or both spellings are given.
    """
    x = renamed("input", input, "value", value)
    with name_scope(name, "conv1d", [x, filters]) as scope:
        return _build_conv1d(
            *(x, filters, stride, padding, data_format, dilations, use_cudnn_on_gpu, scope)
        )


def _build_conv1d(
    x: Any,
    filters: Any,
    stride: Any,
    padding: Any,
    data_format: Any,
    dilations: Any,
    use_cudnn_on_gpu: Any,
    scope: str,
) -> Tensor:
    if data_format not in {None, "NWC", "NCW", "NHWC", "NCHW"}:
        raise refusal(
            ValueError,
            f"`data_format` must be 'NWC' or 'NCW'. Received: data_format={data_format}",
            [x, filters],
        )
    layout = "NCHW" if data_format in {"NCW", "NCHW"} else "NHWC"
    axis = -2 if layout == "NCHW" else -3
    strides = _single(stride, "stride", layout)
    image = build("ExpandDims", x, axis, name="ExpandDims")
    weights = build("ExpandDims", filters, 0, name="ExpandDims")
    kind = padding if isinstance(padding, list | tuple) else text(padding, "padding")
    convolved = build(
        "Conv2D",
        image,
        weights,
        use_cudnn_on_gpu=use_cudnn_on_gpu is None or flag(use_cudnn_on_gpu, "use_cudnn_on_gpu"),
        name=scope,
        **window_attributes(strides, kind, layout, _single(dilations, "dilations", layout)),
    )
    return build("Squeeze", convolved, squeeze_dims=(axis,), name="Squeeze")


def _single(value: Any, argument: str, layout: str) -> tuple[int, ...]:
    """Strides or dilations of a Conv2D of height one."""
    value = 1 if value is None else value
    items = list(value) if isinstance(value, list | tuple) else [value]
    if len(items) not in {1, 3}:
        raise refusal(
            ValueError,
            f"{argument} should be of length 1, 1 or 3. Received: {argument}={value} of length {len(items)}",
        )
    if len(items) == 3:
        items = [items[2 if layout == "NCHW" else 1]]
    width = whole(items[0], argument)
    return (1, 1, 1, width) if layout == "NCHW" else (1, 1, width, 1)


def convolution(
    input: Any,
    filter: Any,
    padding: Any,
    strides: Any = None,
    dilation_rate: Any = None,
    name: str | None = None,
    data_format: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """Convolution over one or two axes of space.

    Args:
        input: [batch, space…, channels], or channels first for "NCW" and "NCHW".
        filter: [filter size…, in channels, out channels].
        padding: "SAME" or "VALID"; with dilation also pairs of paddings.
        strides: one int for each axis of space; 1 by default.
        dilation_rate: one int for each axis of space; 1 by default. Not together with strides.
        name: the op's name.
        data_format: "NWC", "NCW", "NHWC" or "NCHW".
        filters: another spelling of `filter`.
        dilations: another spelling of `dilation_rate`.

    Returns:
        A tensor of the input's rank.

    Raises:
        NotImplementedError: space has three axes.
        TypeError: the dtypes differ or are not allowed, or an argument is of the wrong kind.
        ValueError: shapes do not fit, or arguments exclude each other.
    """
    weights = renamed("filters", filters, "filter", filter)
    rates = renamed("dilations", dilations, "dilation_rate", dilation_rate)
    with name_scope(None, "convolution_internal", [weights, input]):
        weights = convert_to_tensor(weights, name="filters")
    with name_scope(None, "convolution_internal", [weights, input]):
        x = convert_to_tensor(input, dtype=None, name="input")
    count = _axes_of_space(x, weights)
    if count not in {1, 2}:
        raise refusal(
            NotImplementedError,
            f"tf.nn.convolution over {count} axes of space is not supported",
        )
    first = isinstance(data_format, str) and data_format.startswith("NC")
    steps, rate = (
        _per_axis(strides, "strides", count, first),
        _per_axis(rates, "dilations", count, first),
    )
    with name_scope(name, "convolution", [x, weights]) as scope:

        def convolve(values: Tensor, kind: Any) -> Tensor:
            if count == 1:
                return _build_conv1d(
                    values, weights, steps[0], kind, data_format, None, None, scope
                )
            attrs = window_attributes(steps, text(kind, "padding"), data_format, None)
            return build("Conv2D", values, weights, name=scope, **attrs)

        if all(each == 1 for each in rate):
            return convolve(x, padding)
        _check_dilated(x, weights, steps, rate, first)
        result = dilate(x, rate, TensorShape(weights.dims), padding, first, convolve)
        if first and weights.dims is not None:  # BatchToSpaceND loses the channels among the blocks
            result.set_shape([None, weights.dims[-1], *[None] * count])
        return result


def _axes_of_space(x: Tensor, weights: Tensor) -> int:
    for tensor in (weights, x):
        if tensor.dims is not None:
            return len(tensor.dims) - 2
    raise refusal(
        ValueError,
        "When `num_spatial_dims` is not set, one of `input.shape.rank` or `filters.shape.rank` must be known. "
        f"Received: input.shape={x.shape} of rank None and filters.shape={weights.shape} of rank None",
        [x, weights],
        advice="give one of them a static rank (set_shape)",
    )


def _per_axis(value: Any, argument: str, count: int, channels_first: bool) -> list[int]:
    """One int for each axis of space."""
    if count == 2:
        layout = "NCHW" if channels_first else "NHWC"
        axes = positions(layout)
        sizes = each_axis(value, argument, layout)
        return [sizes[axes.height], sizes[axes.width]]
    layout = "NCHW" if channels_first else "NHWC"
    return [_single(value, argument, layout)[3 if channels_first else 2]]


def _check_dilated(
    x: Tensor, weights: Tensor, steps: list[int], rates: list[int], channels_first: bool
) -> None:
    if any(step > 1 for step in steps):
        raise refusal(
            ValueError,
            "`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides="
            f"{np.array2string(np.array(steps))} and dilation_rate={np.array2string(np.array(rates))}",
            [x, weights],
            advice="take steps of 1, and slice the result: y[:, ::2, ::2]",
        )
    channels = None if x.dims is None else x.dims[1 if channels_first else -1]
    depth = None if weights.dims is None else weights.dims[-2]
    if channels is not None and depth and channels % depth != 0:
        raise refusal(
            ValueError,
            "The number of input channels is not divisible by the corresponding number of output filters. "
            f"Received: input.shape={x.shape} with {channels} channels and filters.shape={weights.shape} with "
            f"{depth} output filters.",
            [x, weights],
        )


def atrous_conv2d(
    value: Any, filters: Any, rate: Any, padding: Any, name: str | None = None
) -> Tensor:
    """Convolution with a dilated filter.

    Args:
        value: [batch, height, width, channels], floating point.
        filters: [filter height, filter width, in channels, out channels].
        rate: the step from filter element to filter element, an int.
        padding: "SAME" or "VALID".
        name: the op's name.

    Returns:
        A tensor of rank four.

    Raises:
        TypeError: the dtypes differ or are not allowed.
        ValueError: shapes do not fit, or the rate is not positive.
    """
    return convolution(value, filters, padding, dilation_rate=[rate, rate], name=name)
