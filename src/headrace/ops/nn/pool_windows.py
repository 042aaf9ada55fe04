"""What pooling ops share: attributes, static sizes and the checks of TensorFlow's pooling kernels.

What is computed in a window stands beside the ops.
"""

from __future__ import annotations

from typing import Any

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError, UnimplementedError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.inference import Dims, Mismatch, ShapeContext
from headrace.ops.nn.windows import (
    FORMATS,
    PADDINGS,
    arrange,
    check_choice,
    check_explicit,
    check_length,
    explicit_pads,
    output_size,
    positions,
    spatial_sizes,
)


@attributes
class MaxPoolAttributes(Attributes):
    """Attributes of MaxPool and MaxPoolGrad."""

    T: DType = dtypes.float32
    ksize: tuple[int, ...]
    strides: tuple[int, ...]
    padding: str
    explicit_paddings: tuple[int, ...] = ()
    data_format: str = "NHWC"


@attributes
class PoolAttributes(Attributes):
    """Attributes of AvgPool, AvgPoolGrad and MaxPoolGradGrad."""

    T: DType
    ksize: tuple[int, ...]
    strides: tuple[int, ...]
    padding: str
    data_format: str = "NHWC"


AnyPool = MaxPoolAttributes | PoolAttributes


def pool_shape(
    ctx: ShapeContext[Any], op_type: str, dims: tuple[int | None, ...], *, over_depth: bool
) -> tuple[int | None, ...]:
    """The sizes of a pooling op's output.

    Args:
        ctx: the shape rule's context.
        op_type: the op type, for messages.
        dims: the sizes of the input, four of them.
        over_depth: whether the op also pools over channels.

    Raises:
        Mismatch: the attributes, or sizes, do not fit.
        ValueError: padding or data format is none of those allowed.
    """
    attrs: AnyPool = ctx.attributes
    check_attributes(op_type, attrs, has_explicit=isinstance(attrs, MaxPoolAttributes))
    axes = positions(attrs.data_format)
    window = attrs.ksize[axes.height], attrs.ksize[axes.width]
    rows, columns = spatial_sizes(ctx, dims, window)
    channels = dims[axes.channel]
    if over_depth:
        kind = "SAME" if attrs.padding == "SAME" else "VALID"
        channels = output_size(
            *(channels, attrs.ksize[axes.channel], attrs.strides[axes.channel]),
            padding=kind,
            in_run=ctx.in_run,
        )
    return arrange(dims[axes.batch], rows, columns, channels, attrs.data_format)


def check_attributes(op_type: str, attrs: AnyPool, *, has_explicit: bool) -> None:
    """Checks lengths and choices of the attributes.

    Raises:
        Mismatch: a list has a wrong length, or the explicit paddings are wrong.
        ValueError: TensorFlow's op definition does not allow the value.
    """
    check_length(op_type, "ksize", attrs.ksize, 4)
    check_length(op_type, "strides", attrs.strides, 4)
    check_choice(op_type, "padding", attrs.padding, PADDINGS if has_explicit else PADDINGS[:2])
    formats = (*FORMATS, "NCHW_VECT_C") if op_type == "MaxPool" else FORMATS
    check_choice(op_type, "data_format", attrs.data_format, formats)
    if attrs.data_format not in FORMATS:
        raise Mismatch(
            f"{op_type} with data_format {attrs.data_format} is an operation of GPUs",
            advice="transpose the input to NHWC",
        )
    for what, values in (("ksize", attrs.ksize), ("stride", attrs.strides)):
        if len(values) != 4:
            raise Mismatch(
                f"{op_type} requires the {what} attribute to contain 4 values, but got: {len(values)}"
            )
    if has_explicit:
        check_explicit(attrs.padding, getattr(attrs, "explicit_paddings", ()), attrs.data_format)


def check_kernel(attrs: AnyPool, positive: str, *, over_depth: str | None) -> None:
    """Refuses what TensorFlow's pooling kernels refuse, in a run.

    Args:
        attrs: the op's attributes.
        positive: the sentence for a window that is not positive; `{all}` and `{first}` stand for
            sizes.
        over_depth: the sentence for pooling over channels; None if the op can.

    Raises:
        InvalidArgumentError: a window is empty, or a padding not smaller than the window.
        UnimplementedError: the batch, or the channels, are pooled over.
    """
    axes = positions(attrs.data_format)
    for size in attrs.ksize:
        if size <= 0:
            sizes = ",".join(str(each) for each in attrs.ksize)
            raise InvalidArgumentError(None, None, positive.format(all=sizes, first=size))
    if attrs.ksize[axes.batch] != 1 or attrs.strides[axes.batch] != 1:
        raise UnimplementedError(None, None, "Pooling is not yet supported on the batch dimension.")
    pools_depth = attrs.ksize[axes.channel] != 1 or attrs.strides[axes.channel] != 1
    if over_depth is not None and pools_depth:
        raise UnimplementedError(None, None, over_depth)
    for axis, names in ((axes.height, ("Top", "Bottom")), (axes.width, ("Left", "Right"))):
        for name, cells in zip(names, explicit_pads(attrs, axis), strict=True):
            if cells >= attrs.ksize[axis]:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"{name} padding {cells} needs to be smaller than the window size {attrs.ksize[axis]}",
                )


def input_of_rank_four(ctx: ShapeContext[Any]) -> tuple[int | None, ...]:
    """The sizes of the first input, which must be four.

    Raises:
        Mismatch: they are not.
    """
    dims: Dims = ctx.shapes[0]
    if ctx.in_run and dims is not None and len(dims) != 4:
        number = 1 if ctx.attributes.data_format == "NCHW" else 0
        raise Mismatch(f"tensor_in_shape must have 2 spatial dimensions. {len(dims)} {number}")
    return ctx.with_rank(0, 4)
