"""The arguments of public window functions: strides, window sizes, paddings and spellings → attributes.

TensorFlow takes an int, one value, one a spatial axis, or one an axis; what it refuses and how
stands here. What the attributes mean stands in `windows`.
"""

from __future__ import annotations

import numbers
from typing import Any

from headrace.graph.refusal import refusal
from headrace.ops.nn.windows import positions

# The default of `dilations` in TensorFlow's signatures, which are lists; nothing writes into it.
NOT_DILATED: Any = [1, 1, 1, 1]


def whole(value: Any, argument: str) -> int:
    """A number as int (floats lose their fraction, as in TensorFlow).

    Raises:
        TypeError: it is no number.
    """
    if isinstance(value, numbers.Real) or hasattr(value, "__index__") or hasattr(value, "__int__"):
        return int(value)
    raise refusal(
        TypeError,
        f"Expected int for argument '{argument}' not {value!r}.",
        [value],
        advice="give an integer",
    )


def text(value: Any, argument: str) -> str:
    """A string.

    Raises:
        TypeError: it is none.
    """
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, str):
        return value
    raise refusal(
        TypeError,
        f"Expected string for argument '{argument}' not {value!r}.",
        [value],
        advice=_text_advice(argument),
    )


def _text_advice(argument: str) -> str:
    return '"SAME" or "VALID"' if argument == "padding" else "give a string"


def flag(value: Any, argument: str) -> bool:
    """A bool.

    Raises:
        TypeError: it is none.
    """
    if isinstance(value, bool):
        return value
    raise refusal(
        TypeError,
        f"Expected bool for argument '{argument}' not {value!r}.",
        [value],
        advice="give True or False",
    )


def whole_list(value: Any, argument: str, function: str) -> tuple[int, ...]:
    """A list of ints, given as such.

    Raises:
        TypeError: it is no list, or an element is no number.
    """
    if not isinstance(value, list | tuple):
        raise refusal(
            TypeError,
            f"Expected list for '{argument}' argument to '{function}' Op, not {value!r}.",
            [value],
            advice="give a list of integers",
        )
    return tuple(whole(item, argument) for item in value)


def each_axis(value: Any, argument: str, data_format: str) -> tuple[int, ...]:
    """One int for each of four axes, from an int or a list of 1, 2 or 4; None means 1 throughout.

    Raises:
        TypeError: an element is no number.
        ValueError: the list has another length.
    """
    if value is None:
        return (1, 1, 1, 1)
    items = list(value) if not isinstance(value, str) and hasattr(value, "__iter__") else [value]
    if len(items) not in {1, 2, 4}:
        raise refusal(
            ValueError,
            f"{argument} should be of length 1, 2 or 4. Received: {argument}={value} of length {len(items)}",
        )
    sizes = [whole(item, argument) for item in items]
    if len(sizes) == 4:
        return tuple(sizes)
    height, width = sizes[0], sizes[-1]
    if positions(data_format).channel == 1:
        return (1, 1, height, width)
    return (1, height, width, 1)


def split_padding(padding: Any) -> tuple[str, tuple[int, ...]]:
    """The attributes padding and explicit_paddings of an argument `padding`.

    Raises:
        TypeError: it is neither a string nor a list, or an element is no number.
        ValueError: it is 'EXPLICIT' itself, or not four pairs.
    """
    if isinstance(padding, list | tuple):
        for index, pair in enumerate(padding):
            _check_pair(padding, index, pair)
        if len(padding) != 4:
            raise refusal(
                ValueError,
                f"When padding is a list, it must be of size 4. Received: padding={padding} of size "
                f"{len(padding)}",
                advice="padding=[[0, 0], [top, bottom], [left, right], [0, 0]]",
            )
        flat = tuple(whole(item, "explicit_paddings") for pair in padding for item in pair)
        return "EXPLICIT", flat
    if padding == "EXPLICIT":
        raise refusal(
            ValueError,
            "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, `padding` must be a "
            "list.",
            advice="padding=[[0, 0], [top, bottom], [left, right], [0, 0]]",
        )
    return text(padding, "padding"), ()


def _check_pair(padding: Any, index: int, pair: Any) -> None:
    sentence = "When `padding` is a list, each element of `padding` must be a list/tuple of size 2."
    if not isinstance(pair, list | tuple):
        raise refusal(
            ValueError,
            f"{sentence} Received: padding={padding} with element at index {index} of type {type(pair)}",
            advice="padding=[[0, 0], [top, bottom], [left, right], [0, 0]]",
        )
    if len(pair) != 2:
        raise refusal(
            ValueError,
            f"{sentence} Received: padding={padding} with element at index {index} of size {len(pair)}",
            advice="padding=[[0, 0], [top, bottom], [left, right], [0, 0]]",
        )


def data_format_or(data_format: Any, default: str) -> str:
    """The data format, `default` for None.

    Raises:
        TypeError: it is no string.
    """
    return default if data_format is None else text(data_format, "data_format")


def window_attributes(
    strides: Any, padding: Any, data_format: Any, dilations: Any
) -> dict[str, Any]:
    """The window attributes of a convolution, from arguments as `tf.nn.conv2d` takes them."""
    kind, explicit = split_padding(padding)
    layout = data_format_or(data_format, "NHWC")
    return {
        "strides": each_axis(strides, "strides", layout),
        "padding": kind,
        "explicit_paddings": explicit,
        "data_format": layout,
        "dilations": each_axis(dilations, "dilations", layout),
    }
