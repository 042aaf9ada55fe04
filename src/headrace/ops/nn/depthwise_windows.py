"""What the three depthwise convolution ops share: attributes, layout and checks."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.ops.nn.window_arguments import data_format_or, split_padding, whole_list
from headrace.ops.nn.windows import (
    FORMATS,
    PADDINGS,
    channels_last,
    check_choice,
)

Array = NDArray[Any]


@attributes
class DepthwiseAttributes(Attributes):
    """Attributes of DepthwiseConv2dNative and its two gradient ops."""

    T: DType
    strides: tuple[int, ...]
    padding: str
    explicit_paddings: tuple[int, ...] = ()
    data_format: str = "NHWC"
    dilations: tuple[int, ...] = (1, 1, 1, 1)


def check_choices(op_type: str, attrs: DepthwiseAttributes) -> None:
    """Checks padding and data format.

    Raises:
        ValueError: TensorFlow's op definition does not allow the value.
    """
    check_choice(op_type, "padding", attrs.padding, PADDINGS)
    check_choice(op_type, "data_format", attrs.data_format, FORMATS)


def by_filter(array: Array, data_format: str, channels: int, filters: int) -> Array:
    """Views an output as [batch, height, width, channel, filter of the channel]."""
    last = channels_last(array, data_format)
    batch, height, width, _ = last.shape
    if data_format == "NCHW":
        return array.reshape(batch, channels, filters, height, width).transpose(0, 3, 4, 1, 2)
    return last.reshape(batch, height, width, channels, filters)


def depthwise_arguments(
    function: str, strides: Any, padding: Any, data_format: Any, dilations: Any
) -> dict[str, Any]:
    """The attributes that arguments as the native functions take them stand for.

    Args:
        function: the public function, for messages.
        strides: four ints.
        padding: "SAME", "VALID", or four pairs of paddings.
        data_format: "NHWC" or "NCHW".
        dilations: four ints.

    Raises:
        TypeError: an argument is of the wrong kind.
        ValueError: the padding is not four pairs.
    """
    kind, explicit = split_padding(padding)
    return {
        "strides": whole_list(strides, "strides", function),
        "padding": kind,
        "explicit_paddings": explicit,
        "data_format": data_format_or(data_format, "NHWC"),
        "dilations": whole_list(dilations, "dilations", function),
    }
