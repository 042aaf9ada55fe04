"""Max pooling: the op, its gradient and the gradient of that."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import UnimplementedError
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, ROUNDED, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import compute_dtype
from headrace.ops.deprecated import renamed
from headrace.ops.nn.pool_windows import (
    MaxPoolAttributes,
    PoolAttributes,
    check_kernel,
    input_of_rank_four,
    pool_shape,
)
from headrace.ops.nn.window_arguments import data_format_or, each_axis, split_padding
from headrace.ops.nn.windows import (
    Axis,
    channels_last,
    image_slices,
    make_axes,
    positions,
)

Array = NDArray[Any]

_POSITIVE = "Sliding window ksize must be positive. The specified or inferred ksize is: {all}"
_REAL = dtypes.REAL_NUMERIC


def _window(attrs: MaxPoolAttributes | PoolAttributes) -> tuple[int, int]:
    axes = positions(attrs.data_format)
    return attrs.ksize[axes.height], attrs.ksize[axes.width]


# --- forward --------------------------------------------------------------------------------------


def _shape(ctx: ShapeContext[MaxPoolAttributes]) -> Sequence[Dims]:
    return (pool_shape(ctx, "MaxPool", input_of_rank_four(ctx), over_depth=True),)


def _reference(attrs: MaxPoolAttributes, x: Array) -> Array:
    check_kernel(attrs, _POSITIVE, over_depth=None)
    if x.dtype.names is not None:  # quantized: one integer field
        return _reference(attrs, x.view(np.int8)).view(x.dtype)
    axes = positions(attrs.data_format)
    if attrs.ksize[axes.channel] != 1 or attrs.strides[axes.channel] != 1:
        return _pool_depth(attrs, x)
    rows, columns = make_axes(attrs, x.shape, _window(attrs))
    shape = list(x.shape)
    shape[axes.height], shape[axes.width] = rows.outputs, columns.outputs
    out = np.empty(shape, x.dtype)
    source, target = channels_last(x, attrs.data_format), channels_last(out, attrs.data_format)
    dtype, low = compute_dtype(x.dtype), _lowest(x.dtype)
    for images in image_slices(source, dtype.itemsize):
        pixels = source[images].astype(dtype, copy=False)
        # A maximum over rows, then over columns, is the maximum over the window.
        target[images] = _maxima(_maxima(pixels, rows, 1, low), columns, 2, low)
    return out


def _lowest(dtype: np.dtype[Any]) -> Any:
    """The least finite number: where a maximum begins, so that NaN and -inf never win."""
    return dtypes.from_numpy(dtype).min


def _maxima(x: Array, axis: Axis, position: int, low: Any) -> Array:
    """The maximum of each window along one axis; NaN counts as nothing."""
    shape = list(x.shape)
    shape[position] = axis.outputs
    out = np.full(shape, low, x.dtype)
    before = (slice(None),) * position
    for tap in axis.taps():
        part = out[(*before, tap.outputs)]
        np.fmax(part, x[(*before, tap.inputs)], out=part)
    return out


def _pool_depth(attrs: MaxPoolAttributes, x: Array) -> Array:
    axes = positions(attrs.data_format)
    size, stride = attrs.ksize[axes.channel], attrs.strides[axes.channel]
    if any(
        attrs.ksize[axis] != 1 or attrs.strides[axis] != 1 for axis in (axes.height, axes.width)
    ):
        raise _unimplemented(
            "MaxPooling supports exactly one of pooling across depth or pooling across width/height."
        )
    if size != stride:
        raise _unimplemented(
            "Depthwise max pooling requires the depth window to equal the depth stride"
        )
    if x.shape[axes.channel] % size != 0:
        raise _unimplemented(
            "Depthwise max pooling requires the depth window to evenly divide the input depth"
        )
    channel = axes.channel
    shape = (*x.shape[:channel], x.shape[channel] // size, size, *x.shape[channel + 1 :])
    dtype, low = compute_dtype(x.dtype), _lowest(x.dtype)
    parts = x.astype(dtype, copy=False).reshape(shape)
    out: Array = np.fmax.reduce(parts, axis=channel + 1, initial=dtype.type(low))
    return out.astype(x.dtype, copy=False)


def _unimplemented(sentence: str) -> UnimplementedError:
    return UnimplementedError(None, None, sentence)


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    arguments = op.attributes.without("T")
    return (build("MaxPoolGrad", op.inputs[0], op.outputs[0], grad, **arguments),)


_FOUR = (1, 2, 2, 1)
_NAN, _INF = float("nan"), float("inf")

define(
    "MaxPool",
    inputs="input: T",
    outputs="output: T",
    attributes=MaxPoolAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        Sample(reals(2, 4, 3, 2, distinct=True), ksize=_FOUR, strides=_FOUR, padding="VALID"),
        Sample(reals(1, 5, 4, 2, distinct=True), ksize=(1, 3, 2, 1), strides=_FOUR, padding="SAME"),
        Sample(
            reals(1, 4, 4, 1, distinct=True),
            ksize=_FOUR,
            strides=(1, 1, 1, 1),
            padding="EXPLICIT",
            explicit_paddings=(0, 0, 1, 0, 1, 1, 0, 0),
        ),
        Sample(reals(1, 7, 7, 1, distinct=True), ksize=_FOUR, strides=(1, 3, 3, 1), padding="SAME"),
        Sample(
            reals(1, 2, 3, 4, distinct=True),
            ksize=(1, 1, 2, 2),
            strides=(1, 1, 1, 2),
            padding="VALID",
            data_format="NCHW",
        ),
        Sample(
            reals(1, 2, 2, 4),
            ksize=(1, 1, 1, 2),
            strides=(1, 1, 1, 2),
            padding="VALID",
            differentiable=False,  # TensorFlow has no gradient over channels
        ),
        Sample(
            given([[[[_NAN], [3.0], [_NAN], [_NAN]], [[1.0], [2.0], [-_INF], [_NAN]]]]),
            ksize=_FOUR,
            strides=_FOUR,
            padding="VALID",
            differentiable=False,
            only=dtypes.FLOATING_HALF_FIRST,
        ),
        Sample(reals(0, 4, 4, 1), ksize=_FOUR, strides=_FOUR, padding="VALID"),
        Sample(reals(1, 0, 4, 1), ksize=_FOUR, strides=_FOUR, padding="SAME"),
    ),
    types={
        "T": (
            *dtypes.FLOATING_HALF_FIRST,
            *(dtypes.int32, dtypes.int64, dtypes.uint8, dtypes.int16, dtypes.int8),
            *(dtypes.uint16, dtypes.qint8),
        )
    },
    tolerance=EXACT,
    doc="The maximum of each window; NaN counts as nothing.",
)


# --- backward -------------------------------------------------------------------------------------


def _check_backward(
    ctx: ShapeContext[Any], op_type: str, names: tuple[str, str, str], *, grad_is_input: bool
) -> tuple[int | None, ...]:
    """The checks of TensorFlow's kernels, once every size is known; the pooled sizes."""
    for what, dims in zip(names, ctx.shapes, strict=True):
        if dims is None or len(dims) != 4:
            raise Mismatch(f"{what} must be 4-dimensional")
    x = ctx.with_rank(0, 4)
    pooled = pool_shape(ctx, op_type, x, over_depth=False)
    wanted_grad = x if grad_is_input else pooled
    for what, wanted, got in (
        ("orig_output", pooled, ctx.shapes[1]),
        ("grad", wanted_grad, ctx.shapes[2]),
    ):
        if got != wanted:
            raise Mismatch(
                f"Expected {what} shape to be {shape_text(wanted)}, but got {shape_text(got)}"
            )
    return pooled


def _grad_shape(ctx: ShapeContext[MaxPoolAttributes]) -> Sequence[Dims]:
    if ctx.in_run:
        names = ("tensor_in", "tensor_out", "out_backprop")
        _check_backward(ctx, "MaxPoolGrad", names, grad_is_input=False)
    return (ctx.with_rank(0, 4),)


def _grad_reference(attrs: MaxPoolAttributes, x: Array, pooled: Array, grad: Array) -> Array:
    over_depth = "MaxPoolingGrad is not yet supported on the depth dimension."
    check_kernel(attrs, _POSITIVE, over_depth=over_depth)
    rows, columns = make_axes(attrs, x.shape, _window(attrs))
    out = np.zeros(x.shape, x.dtype)
    dtype = compute_dtype(x.dtype)
    source, target = channels_last(x, attrs.data_format), channels_last(out, attrs.data_format)
    slopes = channels_last(grad, attrs.data_format)
    for images in image_slices(source, dtype.itemsize):
        winners = _first_maxima(source[images].astype(dtype, copy=False), rows, columns)
        slope = slopes[images].astype(dtype, copy=False)
        sums = target[images] if out.dtype == dtype else np.zeros(source[images].shape, dtype)
        for row in rows.taps():
            for column in columns.taps():
                number = row.index * columns.window + column.index
                where = (slice(None), row.outputs, column.outputs)
                chosen = np.where(winners[where] == number, slope[where], dtype.type(0))
                with np.errstate(all="ignore"):
                    sums[:, row.inputs, column.inputs] += chosen
        if out.dtype != dtype:
            with np.errstate(all="ignore"):
                target[images] = sums
    return out


def _first_maxima(x: Array, rows: Axis, columns: Axis) -> NDArray[np.int32]:
    """Which element of each window is its first maximum, row by row; a NaN at its start stays."""
    shape = (x.shape[0], rows.outputs, columns.outputs, x.shape[3])
    best = np.zeros(shape, x.dtype)
    winners = np.full(shape, -1, np.int32)
    for row in rows.taps():
        for column in columns.taps():
            where = (slice(None), row.outputs, column.outputs)
            seen = x[:, row.inputs, column.inputs]
            better = (seen > best[where]) | (winners[where] < 0)
            np.copyto(best[where], seen, where=better)
            np.copyto(winners[where], row.index * columns.window + column.index, where=better)
    return winners


def _grad_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    # The positions of the maxima do not move with the values: only the gradient input has a
    # gradient.
    x, pooled, _ = op.inputs
    arguments = op.attributes.without("T", "explicit_paddings")
    return (
        build("ZerosLike", x),
        build("ZerosLike", pooled),
        build("MaxPoolGradGrad", x, pooled, grad, **arguments),
    )


def _consistent(
    shape: tuple[int, int, int, int], grad_is_input: bool = False, **attrs: Any
) -> Sample:
    """A sample of a gradient op whose `orig_output` is what MaxPool makes of its `orig_input`."""
    x = ((np.arange(prod(shape)) * 7) % 31).reshape(shape)
    fields = {key: value for key, value in attrs.items() if key != "differentiable"}
    pooled = _reference(MaxPoolAttributes(**fields), x)
    grad = reals(*(x.shape if grad_is_input else pooled.shape))
    return Sample(given(x.tolist()), given(pooled.tolist()), grad, **attrs)


define(
    "MaxPoolGrad",
    inputs="orig_input: T, orig_output: T, grad: T",
    outputs="output: T",
    attributes=MaxPoolAttributes,
    shape=_grad_shape,
    reference=_grad_reference,
    gradient=_grad_gradient,
    samples=(
        _consistent((2, 4, 3, 2), ksize=_FOUR, strides=_FOUR, padding="VALID"),
        _consistent((1, 5, 4, 1), ksize=(1, 3, 2, 1), strides=(1, 2, 1, 1), padding="SAME"),
        _consistent(
            (1, 4, 4, 1),
            ksize=_FOUR,
            strides=(1, 1, 1, 1),
            padding="EXPLICIT",
            explicit_paddings=(0, 0, 1, 0, 1, 1, 0, 0),
            differentiable=False,
        ),
        _consistent(
            (1, 2, 3, 4),
            ksize=(1, 1, 2, 2),
            strides=(1, 1, 1, 2),
            padding="VALID",
            data_format="NCHW",
        ),
        Sample(  # ties
            *(given([[[[1], [1]], [[1], [1]]]]), given([[[[1]]]]), given([[[[5]]]])),
            ksize=_FOUR,
            strides=_FOUR,
            padding="VALID",
            differentiable=False,
        ),
        Sample(
            given([[[[_NAN], [3.0], [1.0]], [[1.0], [2.0], [_NAN]]]]),
            *(given([[[[3.0], [3.0]]]]), given([[[[5.0], [7.0]]]])),
            ksize=_FOUR,
            strides=(1, 1, 1, 1),
            padding="VALID",
            differentiable=False,
            only=(dtypes.float32, dtypes.float64),
        ),
    ),
    types={"T": _REAL},
    tolerance=ROUNDED,
    doc="The gradient of MaxPool: goes to the first maximum of each window.",
)


def _grad_grad_shape(ctx: ShapeContext[PoolAttributes]) -> Sequence[Dims]:
    if ctx.in_run:
        names = ("tensor_in", "tensor_out", "out_grad_backprop")
        return (_check_backward(ctx, "MaxPoolGradGrad", names, grad_is_input=True),)
    dims = ctx.with_rank(0, 4)
    merge(ctx.shapes[0], ctx.shapes[2])
    return (pool_shape(ctx, "MaxPoolGradGrad", dims, over_depth=False),)


def _grad_grad_reference(attrs: PoolAttributes, x: Array, pooled: Array, grad: Array) -> Array:
    over_depth = "MaxPoolingGradGrad is not yet supported on the depth dimension."
    check_kernel(attrs, _POSITIVE, over_depth=over_depth)
    rows, columns = make_axes(attrs, x.shape, _window(attrs))
    out = np.zeros(pooled.shape, x.dtype)
    target, maxima = channels_last(out, attrs.data_format), channels_last(pooled, attrs.data_format)
    source, slopes = channels_last(x, attrs.data_format), channels_last(grad, attrs.data_format)
    for images in image_slices(maxima, max(x.dtype.itemsize, 4)):
        found = np.zeros(maxima[images].shape, np.bool_)
        for row in rows.taps():
            for column in columns.taps():
                where = (slice(None), row.outputs, column.outputs)
                cells = (slice(None), row.inputs, column.inputs)
                match = (source[images][cells] == maxima[images][where]) & ~found[where]
                np.copyto(target[images][where], slopes[images][cells], where=match)
                found[where] |= match
    return out


def _grad_grad_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, pooled, _ = op.inputs
    return (
        build("ZerosLike", x),
        build("ZerosLike", pooled),
        build("MaxPoolGrad", x, pooled, grad, **op.attributes.without("T")),
    )


define(
    "MaxPoolGradGrad",
    inputs="orig_input: T, orig_output: T, grad: T",
    outputs="output: T",
    attributes=PoolAttributes,
    shape=_grad_grad_shape,
    reference=_grad_grad_reference,
    gradient=_grad_grad_gradient,
    # Finite differences would move orig_input away from orig_output.
    samples=(
        _consistent(
            *((2, 4, 3, 2), True),
            ksize=_FOUR,
            strides=_FOUR,
            padding="VALID",
            differentiable=False,
        ),
        _consistent(
            *((1, 5, 4, 1), True),
            ksize=(1, 3, 2, 1),
            strides=(1, 2, 1, 1),
            padding="SAME",
            differentiable=False,
        ),
    ),
    types={"T": _REAL},
    tolerance=EXACT,
    doc="The gradient of MaxPoolGrad: takes from the first element that equals the maximum.",
)


# --- public ---------------------------------------------------------------------------------------


def max_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """Max pooling.

    Args:
        value: [batch, height, width, channels], or NCHW; real numbers.
        ksize: the window's size: an int, or one, two or four of them.
        strides: an int, or one, two or four of them.
        padding: "SAME", "VALID", or four pairs of paddings.
        data_format: "NHWC" or "NCHW".
        name: the op's name.
        input: another spelling of `value`.

    Returns:
        A tensor of the input's dtype.

    Raises:
        TypeError: an argument is of the wrong kind or dtype.
        ValueError: sizes do not fit, or both spellings are given.
    """
    x = renamed("input", input, "value", value)
    with name_scope(name, "MaxPool", [x]) as scope:
        return _build_max_pool(x, ksize, strides, padding, data_format, scope)


def max_pool2d(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any = "NHWC",
    name: str | None = None,
) -> Tensor:
    """Max pooling of images; see `max_pool`."""
    with name_scope(name, "MaxPool2d", [input]) as scope:
        return _build_max_pool(input, ksize, strides, padding, data_format, scope)


def _build_max_pool(
    x: Any, ksize: Any, strides: Any, padding: Any, data_format: Any, scope: str
) -> Tensor:
    layout = data_format_or(data_format, "NHWC")
    kind, explicit = split_padding(padding)
    sizes = each_axis(ksize, "ksize", layout)
    if 0 in sizes:
        raise refusal(
            ValueError,
            f"`ksize` cannot be zero. Received: ksize={list(sizes)}",
            [x],
        )
    return build(
        "MaxPool",
        x,
        ksize=sizes,
        strides=each_axis(strides, "strides", layout),
        padding=kind,
        explicit_paddings=explicit,
        data_format=layout,
        name=scope,
    )
