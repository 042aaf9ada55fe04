"""Sliding windows: what convolution and pooling ops share of attributes, sizes and positions.

Here live the geometry of a window along one axis, the checks of window attributes and the slicing
of a batch. What is computed in a window stands beside the ops; public arguments in
`window_arguments`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError, UnimplementedError
from headrace.base.messages import nearest
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank
from headrace.graph.refusal import refusal

Size: TypeAlias = int | None

# Scratch of one slice. It should stay in the last-level cache of one core: at 32 MiB the same loops
# take two to three times as long.
SCRATCH_BYTES = 4 << 20

PADDINGS = ("SAME", "VALID", "EXPLICIT")
FORMATS = ("NHWC", "NCHW")


@attributes
class ConvolutionAttributes(Attributes):
    """Attributes of Conv2D and its two gradient ops."""

    T: DType
    strides: tuple[int, ...]
    use_cudnn_on_gpu: bool = True
    padding: str
    explicit_paddings: tuple[int, ...] = ()
    data_format: str = "NHWC"
    dilations: tuple[int, ...] = (1, 1, 1, 1)


class WindowAttributes(Protocol):
    """What the attributes of every window op have."""

    @property
    def strides(self) -> tuple[int, ...]:
        """Steps of the window, one an axis."""
        ...

    @property
    def padding(self) -> str:
        """SAME, VALID or EXPLICIT."""
        ...

    @property
    def data_format(self) -> str:
        """NHWC or NCHW."""
        ...


class Positions(NamedTuple):
    """Where the axes of a four-dimensional tensor stand."""

    batch: int
    height: int
    width: int
    channel: int


def positions(data_format: str) -> Positions:
    """The axes of a data format."""
    return Positions(0, 2, 3, 1) if data_format == "NCHW" else Positions(0, 1, 2, 3)


def arrange(batch: Any, height: Any, width: Any, channel: Any, data_format: str) -> tuple[Any, ...]:
    """Puts one value for each axis in the order of a data format."""
    if data_format == "NCHW":
        return batch, channel, height, width
    return batch, height, width, channel


def channels_last(array: NDArray[Any], data_format: str) -> NDArray[Any]:
    """A view with the axes batch, height, width, channel."""
    return array.transpose(0, 2, 3, 1) if data_format == "NCHW" else array


# --- checks ---------------------------------------------------------------------------------------


def check_choice(op_type: str, argument: str, value: str, allowed: Sequence[str]) -> None:
    """Checks an attribute that is one of some strings.

    Raises:
        ValueError: it is not.
    """
    if value not in allowed:
        names = ", ".join(f'"{name}"' for name in allowed)
        raise refusal(
            ValueError,
            f"Attr '{argument}' of '{op_type}' Op passed string '{value}' not in: {names}.",
            advice=_choice_advice(value, allowed),
        )


def _choice_advice(value: str, allowed: Sequence[str]) -> str | None:
    if value.upper() in allowed:
        return f'write it in capitals: "{value.upper()}"'
    near = nearest(value, allowed)
    return f'"{near}"' if near else None


def check_length(op_type: str, argument: str, value: Sequence[int], minimum: int) -> None:
    """Checks that a list attribute has at least `minimum` elements.

    Raises:
        ValueError: it has fewer.
    """
    if len(value) < minimum:
        raise refusal(
            ValueError,
            f"Attr '{argument}' of '{op_type}' Op passed list of length {len(value)} less than minimum "
            f"{minimum}.",
        )


def check_explicit(padding: str, explicit: tuple[int, ...], data_format: str) -> None:
    """Checks the attribute explicit_paddings against the padding.

    Raises:
        Mismatch: it is missing, superfluous, negative, or pads the batch or the channels.
    """
    if padding != "EXPLICIT":
        if explicit:
            raise Mismatch(
                "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT"
            )
        return
    if len(explicit) != 8:
        raise Mismatch(
            f"explicit_paddings attribute must contain 8 values, but got: {len(explicit)}"
        )
    if min(explicit) < 0:
        raise Mismatch("All elements of explicit_paddings must be nonnegative")
    axes = positions(data_format)
    if any(explicit[2 * axis] or explicit[2 * axis + 1] for axis in (axes.batch, axes.channel)):
        raise Mismatch("Nonzero explicit padding in the batch or depth dimensions is not supported")


def check_moves_over_space(
    attrs: WindowAttributes, error: type[InvalidArgumentError | UnimplementedError]
) -> None:
    """Refuses, in a run, convolution windows that move over the batch or the channels.

    Args:
        attrs: the op's attributes.
        error: the class that the op's kernel raises.
    """
    axes = positions(attrs.data_format)
    dilations = getattr(attrs, "dilations", (1, 1, 1, 1))
    for what, values in (("strides", attrs.strides), ("dilations", dilations)):
        if values[axes.batch] != 1 or values[axes.channel] != 1:
            where = "in the batch and depth dimensions"
            raise error(None, None, f"Current implementation does not yet support {what} {where}.")


# --- sizes ----------------------------------------------------------------------------------------


def output_size(
    size: Size,
    window: Size,
    stride: int,
    dilation: int = 1,
    padding: str = "VALID",
    pads: tuple[int, int] = (0, 0),
    in_run: bool = False,
) -> Size:
    """How many windows fit along one axis.

    Args:
        size: the input's size; None if unknown.
        window: elements in the window; None if unknown.
        stride: step from window to window.
        dilation: step from element to element within the window.
        padding: SAME, VALID or EXPLICIT.
        pads: cells before and after, for EXPLICIT.
        in_run: a run allows a window that is larger than the input by less than two strides (no
            output); a graph does not.

    Raises:
        Mismatch: the stride or dilation is not positive, or the window is larger than the input.
    """
    if stride <= 0:
        raise Mismatch(f"Stride must be > 0, but got {stride}")
    if dilation < 1:
        raise Mismatch(f"Dilation rate must be >= 1, but got {dilation}")
    if size is None or (window is None and padding != "SAME"):
        return None
    if padding == "SAME":
        return -(-size // stride)
    assert window is not None
    reach = (window - 1) * dilation + 1
    room = size + sum(pads) - reach
    if room < 0 and not in_run:
        raise Mismatch(
            f"Negative dimension size caused by subtracting {reach} from {size + sum(pads)}",
            advice="pad the input, or take a smaller window",
        )
    count = int((room + stride) / stride)  # rounded to zero, as C divides
    if count < 0:
        raise Mismatch(
            f"Computed output size would be negative: {count} [input_size: {size + sum(pads)}, "
            f"effective_filter_size: {reach}, stride: {stride}]"
        )
    return count


def explicit_pads(attrs: WindowAttributes, axis: int) -> tuple[int, int]:
    """Cells before and after an axis (as the data format numbers it) that EXPLICIT padding asks for."""
    explicit: tuple[int, ...] = getattr(attrs, "explicit_paddings", ())
    if attrs.padding != "EXPLICIT":
        return 0, 0
    return explicit[2 * axis], explicit[2 * axis + 1]


def spatial_sizes(
    ctx: ShapeContext[Any], dims: tuple[Size, ...], window: tuple[Size, Size]
) -> tuple[Size, Size]:
    """Height and width of the output of a window op.

    Args:
        ctx: the shape rule's context.
        dims: the sizes of the input, four of them.
        window: height and width of the window.

    Raises:
        Mismatch: see `output_size`.
    """
    attrs = ctx.attributes
    axes = positions(attrs.data_format)
    dilations = getattr(attrs, "dilations", (1, 1, 1, 1))
    height, width = (
        output_size(
            dims[axis],
            size,
            attrs.strides[axis],
            dilations[axis],
            attrs.padding,
            explicit_pads(attrs, axis),
            ctx.in_run,
        )
        for axis, size in zip((axes.height, axes.width), window, strict=True)
    )
    return height, width


def described_shape(ctx: ShapeContext[Any], index: int) -> tuple[Size, Size, Size, Size]:
    """The static shape that input `index`, a vector of four sizes, describes.

    Raises:
        Mismatch: it is no vector, or one of other than four sizes.
    """
    operand = ctx.shapes[index]
    check_rank(operand, 1)
    dims = ctx.as_dims(index)
    check_rank(dims, 4)
    return four(dims)


def four(dims: Dims) -> tuple[Size, Size, Size, Size]:
    """The four sizes of a tensor of rank four, all unknown if the rank is."""
    if dims is None:
        return None, None, None, None
    a, b, c, d = dims
    return a, b, c, d


# --- positions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tap:
    """One element of a window along one axis: which outputs it reaches inside the input.

    Attributes:
        index: which element of the window.
        outputs: the outputs that see an input cell through it; the others see padding.
        inputs: those input cells, one an output.
    """

    index: int
    outputs: slice
    inputs: slice


@dataclass(frozen=True, slots=True)
class Axis:
    """A sliding window along one axis, all sizes known."""

    size: int
    window: int
    stride: int
    dilation: int
    before: int
    outputs: int

    @property
    def is_padded(self) -> bool:
        """Whether a window reaches outside the input."""
        last = (self.outputs - 1) * self.stride + (self.window - 1) * self.dilation - self.before
        return self.before > 0 or last >= self.size

    @property
    def is_pointwise(self) -> bool:
        """Whether output i sees input i and nothing else."""
        return (
            self.window == 1 and self.stride == 1 and self.before == 0 and self.outputs == self.size
        )

    def taps(self, start: int = 0, stop: int | None = None) -> list[Tap]:
        """The taps that reach an output of `start … stop`; their outputs count from `start`."""
        end = self.outputs if stop is None else stop
        found = []
        for index in range(self.window):
            shift = self.before - index * self.dilation
            low = max(start, -(-shift // self.stride))
            high = min(end, (self.size - 1 + shift) // self.stride + 1)
            if low < high:
                first = low * self.stride - shift
                last = (high - 1) * self.stride - shift
                found.append(
                    Tap(
                        index, slice(low - start, high - start), slice(first, last + 1, self.stride)
                    )
                )
        return found

    def counts(self) -> NDArray[np.int64]:
        """How many input cells each window holds; at least 1."""
        cells = np.zeros(self.outputs, np.int64)
        for tap in self.taps():
            cells[tap.outputs] += 1
        return np.maximum(cells, 1)


def make_axis(
    size: int, window: int, stride: int, dilation: int, padding: str, pads: tuple[int, int]
) -> Axis:
    """The window along an axis whose sizes are known.

    SAME padding puts half of the missing cells before, and the odd one after.
    """
    outputs = output_size(size, window, stride, dilation, padding, pads, in_run=True)
    assert outputs is not None
    before = pads[0]
    if padding == "SAME":
        reach = (window - 1) * dilation + 1
        before = max(0, (outputs - 1) * stride + reach - size) // 2
    return Axis(size, window, stride, dilation, before, outputs)


def make_axes(
    attrs: WindowAttributes, shape: tuple[int, ...], window: tuple[int, int]
) -> tuple[Axis, Axis]:
    """The windows along height and width.

    Args:
        attrs: the op's attributes.
        shape: the shape of the op's input, in its data format.
        window: height and width of the window.
    """
    where = positions(attrs.data_format)
    dilations = getattr(attrs, "dilations", (1, 1, 1, 1))
    rows, columns = (
        make_axis(
            shape[axis],
            size,
            attrs.strides[axis],
            dilations[axis],
            attrs.padding,
            explicit_pads(attrs, axis),
        )
        for axis, size in zip((where.height, where.width), window, strict=True)
    )
    return rows, columns


# --- slices ---------------------------------------------------------------------------------------


def batch_slices(count: int, bytes_each: int, budget: int = SCRATCH_BYTES) -> Iterator[slice]:
    """Cuts a batch so that one slice's scratch fits `budget`; at least one element a slice.

    The cut depends on sizes only, so the order of additions does too.
    """
    step = max(1, budget // max(bytes_each, 1))
    for start in range(0, count, step):
        yield slice(start, min(start + step, count))


def image_slices(images: NDArray[Any], itemsize: int) -> Iterator[slice]:
    """Cuts a batch for a loop that holds about four arrays of the size of a slice at once."""
    bytes_each = math.prod(images.shape[1:]) * itemsize
    return batch_slices(images.shape[0], bytes_each, SCRATCH_BYTES // 4)
