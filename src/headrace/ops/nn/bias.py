"""Adding a bias to each channel, its gradient, and the layers of TF-1 that are a product and a bias."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge_size, shape_text
from headrace.graph.opdef import SUMMED, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.operators import matmul_op_type
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.static_shapes import integers, rank_of, shape_of


@attributes
class BiasAttributes(Attributes):
    """Attributes of BiasAdd and BiasAddGrad."""

    T: DType
    data_format: str = "NHWC"


# --- shapes ---------------------------------------------------------------------------------------


def _with_channel(ctx: ShapeContext[Any], data_format: str) -> tuple[Dims, int]:
    """The sizes of the value, and which axis holds the channels."""
    first = data_format == "NCHW"
    if ctx.in_run:
        value = ctx.shapes[0]
        if value is not None and len(value) < 2:
            raise Mismatch(f"Input tensor must be at least 2D: {shape_text(value)}")
    else:
        value = ctx.with_rank_at_least(0, 3 if first else 2)
    return value, 1 if first else -1


def _bias_add_shape(ctx: ShapeContext[Any], data_format: str) -> Sequence[Dims]:
    value, channel = _with_channel(ctx, data_format)
    bias = ctx.shapes[1]
    if ctx.in_run and bias is not None and len(bias) != 1:
        raise Mismatch(f"Biases must be 1D: {shape_text(bias)}")
    (count,) = ctx.with_rank(1, 1)
    if value is None:
        return (None,)
    try:
        size = merge_size(value[channel], count)
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run="Must provide as many biases as the last dimension of the input tensor: "
            f"{shape_text(bias)} vs. {shape_text(value)}",
            advice=f"give {value[channel]} biases, one for each channel",
        ) from None
    sizes = list(value)
    sizes[channel] = size
    return (tuple(sizes),)


def _gradient_shape(ctx: ShapeContext[BiasAttributes]) -> Sequence[Dims]:
    value, channel = _with_channel(ctx, ctx.attributes.data_format)
    return ((None,) if value is None else (value[channel],),)


# --- BiasAdd --------------------------------------------------------------------------------------


def _add(value: NDArray[Any], bias: NDArray[Any], data_format: str) -> NDArray[Any]:
    if data_format == "NCHW":
        bias = bias.reshape(-1, *(1,) * (value.ndim - 2))
    with np.errstate(all="ignore"):
        return np.asarray(value + bias)


def _bias_add_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, BiasAttributes)
    return grad, build("BiasAddGrad", grad, data_format=attrs.data_format)


define(
    "BiasAdd",
    inputs="value: T, bias: T",
    outputs="output: T",
    attributes=BiasAttributes,
    shape=lambda ctx: _bias_add_shape(ctx, ctx.attributes.data_format),
    reference=lambda attrs, value, bias: _add(value, bias, attrs.data_format),
    gradient=_bias_add_gradient,
    samples=(
        Sample(reals(2, 3), reals(3)),
        Sample(reals(2, 2, 2, 3), reals(3)),
        Sample(reals(2, 3, 2), reals(3), data_format="NCHW"),
        Sample(reals(2, 3, 2, 2), reals(3), data_format="NCHW"),
        Sample(reals(1, 3, 2, 1, 2), reals(3), data_format="NCHW"),
        Sample(reals(0, 3), reals(3)),
    ),
    types={"T": dtypes.NUMERIC_OR_QUANTIZED},
    doc="value + bias, the bias having one number for each channel.",
)


def _sum_channels(attrs: BiasAttributes, grad: NDArray[Any]) -> NDArray[Any]:
    channel = 1 if attrs.data_format == "NCHW" else grad.ndim - 1
    others = tuple(axis for axis in range(grad.ndim) if axis != channel)
    terms = ordered(grad)
    with np.errstate(all="ignore"):
        total = np.sum(terms, others, dtype=terms.dtype)
        return np.asarray(total).astype(grad.dtype, copy=False)


def _bias_add_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """Spreads the gradient of each channel over the batch and the positions."""
    attrs = attributes_of(op, BiasAttributes)
    shape = shape_of(op.inputs[0])
    one, stride = integers([1]), integers([1])
    before = integers([1 if attrs.data_format == "NCHW" else -1])
    head = build("StridedSlice", shape, integers([0]), before, stride, begin_mask=1)
    if attrs.data_format == "NCHW":
        tail = build("StridedSlice", shape, integers([2]), integers([0]), stride, end_mask=1)
        target = [build("OnesLike", head), shape_of(grad), build("OnesLike", tail)]
        multiples = [head, one, tail]
    else:
        target, multiples = [build("OnesLike", head), shape_of(grad)], [head, one]
    reshaped = build("Reshape", grad, build("ConcatV2", target, 0))
    return (build("Tile", reshaped, build("ConcatV2", multiples, 0)),)


define(
    "BiasAddGrad",
    inputs="out_backprop: T",
    outputs="output: T",
    attributes=BiasAttributes,
    shape=_gradient_shape,
    reference=_sum_channels,
    gradient=_bias_add_second,
    samples=(
        Sample(reals(2, 3)),
        Sample(reals(2, 2, 2, 3)),
        Sample(reals(2, 3, 2), data_format="NCHW"),
        Sample(reals(2, 3, 2, 2), data_format="NCHW"),
        Sample(reals(0, 3), differentiable=False),
    ),
    types={"T": dtypes.NUMERIC_OR_QUANTIZED},
    tolerance=SUMMED,
    doc="The gradient of BiasAdd for its bias: the sum over all but the channels.",
)


def _bias_add_v1_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    axes = build("Range", 0, rank_of(grad) - 1, 1)
    return grad, build("Sum", grad, axes, keep_dims=False)


define(
    "BiasAddV1",
    inputs="value: T, bias: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=lambda ctx: _bias_add_shape(ctx, "NHWC"),
    reference=lambda attrs, value, bias: _add(value, bias, "NHWC"),
    gradient=_bias_add_v1_gradient,
    samples=(Sample(reals(2, 3), reals(3)), Sample(reals(2, 0, 3), reals(3))),
    types={"T": dtypes.NUMERIC_OR_QUANTIZED},
    doc="value + bias along the last axis; old graphs have it.",
)

# --- public functions -----------------------------------------------------------------------------


def bias_add(
    value: Any, bias: Any, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """Adds a number to each channel.

    Args:
        value: a tensor of rank ≥ 2, its channels last, or second if `data_format` begins with NC.
        bias: a vector with one number for each channel, of the dtype of `value`.
        data_format: `N…C` (the default) or `NC…`.
        name: the op's name.

    Raises:
        ValueError: the data format is none, or the sizes or dtypes differ.
    """
    with name_scope(name, "BiasAdd", [value, bias]) as scope:
        layout = _layout(data_format)
        value = convert(value, None, "input")
        bias = convert(bias, value.dtype.base_dtype, "bias")
        return build("BiasAdd", value, bias, data_format=layout, name=scope)


def _layout(data_format: str | None) -> str:
    if data_format is None:
        return "NHWC"
    if data_format.startswith("NC"):
        return "NCHW"
    if data_format.startswith("N") and data_format.endswith("C"):
        return "NHWC"
    raise refusal(
        ValueError,
        "`data_format` must be of the form `N...C` or `NC...`. "
        f"Received: data_format={data_format}",
        advice="NHWC, or NCHW if the channels come second",
    )


def xw_plus_b(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """matmul(x, weights) + biases.

    Args:
        x: a matrix (batch, inputs).
        weights: a matrix (inputs, outputs).
        biases: a vector (outputs).
        name: the op's name.
    """
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as scope:
        product, biases = _product(x, weights, biases)
        return bias_add(product, biases, name=scope)


def relu_layer(x: Any, weights: Any, biases: Any, name: str | None = None) -> Tensor:
    """relu(matmul(x, weights) + biases).

    Args:
        x: a matrix (batch, inputs).
        weights: a matrix (inputs, outputs).
        biases: a vector (outputs).
        name: the op's name.
    """
    with name_scope(name, "relu_layer", [x, weights, biases]) as scope:
        product, biases = _product(x, weights, biases)
        return build("Relu", bias_add(product, biases), name=scope)


def _product(x: Any, weights: Any, biases: Any) -> tuple[Tensor, Tensor]:
    x = convert(x, None, "x")
    weights = convert(weights, None, "weights")
    biases = convert(biases, None, "biases")
    return build(matmul_op_type(x, weights), x, weights, name="MatMul"), biases
