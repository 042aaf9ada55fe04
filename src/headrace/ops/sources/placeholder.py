"""Placeholders: tensors whose values come with `feed_dict`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.messages import nearest
from headrace.base.shapes import TensorShape
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, reals
from headrace.graph.tensor import Tensor


@attributes
class PlaceholderAttributes(Attributes):
    """Attributes of Placeholder."""

    dtype: DType
    shape: TensorShape = TensorShape(None)


@attributes
class PlaceholderWithDefaultAttributes(Attributes):
    """Attributes of PlaceholderWithDefault."""

    dtype: DType
    shape: TensorShape


def _placeholder_shape(ctx: ShapeContext[PlaceholderAttributes]) -> Sequence[Dims]:
    return (ctx.attributes.shape.dims_tuple,)


def _unfed(attrs: PlaceholderAttributes) -> NoReturn:
    shape = attrs.shape
    where = "" if shape.ndims is None else f" and shape {shape_text(shape.dims_tuple)}"
    raise Mismatch(
        f"You must feed a value for placeholder tensor '{{node}}' with dtype "
        f"{attrs.dtype.wire_name}{where}",
        advice="give it one: sess.run(…, feed_dict={'{node}:0': value})",
    )


define(
    "Placeholder",
    inputs="",
    outputs="output: dtype",
    attributes=PlaceholderAttributes,
    shape=_placeholder_shape,
    reference=_unfed,
    gradient=NoGradient(Why.SOURCE),
    samples=(),
    doc="A tensor that is fed.",
)


def _default_shape(ctx: ShapeContext[PlaceholderWithDefaultAttributes]) -> Sequence[Dims]:
    if ctx.in_run:  # TensorFlow checks what is fed, not the default, against the declared shape
        return (ctx.shapes[0],)
    declared = ctx.attributes.shape.dims_tuple
    merge(ctx.shapes[0], declared)  # the default must fit what may be fed
    return (declared,)


def _default(attrs: PlaceholderWithDefaultAttributes, value: NDArray[Any]) -> NDArray[Any]:
    return value


def _default_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (grad,)


define(
    "PlaceholderWithDefault",
    inputs="input: dtype",
    outputs="output: dtype",
    attributes=PlaceholderWithDefaultAttributes,
    shape=_default_shape,
    reference=_default,
    gradient=_default_gradient,
    samples=(
        Sample(reals(2, 3), shape=TensorShape([None, 3])),
        Sample(reals(), shape=TensorShape(None)),
    ),
    types={"dtype": dtypes.ALL},
    tolerance=EXACT,
    doc="A tensor that may be fed; its input's value if it is not.",
)


def placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> Tensor:
    """A tensor whose value is fed: `sess.run(y, feed_dict={x: value})`.

    Args:
        dtype: the dtype of the values.
        shape: the static shape; None for any, with None for each size that may vary.
        name: the op's name.

    Returns:
        The tensor. It cannot be evaluated without a value.

    Raises:
        TypeError: the dtype or the shape is none.
        ValueError: a size is negative.
    """
    return build("Placeholder", dtype=_base_dtype(dtype), shape=_shape(shape), name=name)


def _base_dtype(dtype: Any) -> DType:
    try:
        return dtypes.as_dtype(dtype).base_dtype
    except TypeError:
        raise refusal(
            TypeError,
            f"Expected DataType for argument 'dtype' not {dtype!r}.",
            advice=_dtype_advice(dtype),
        ) from None


def _shape(shape: Any) -> TensorShape:
    try:
        return TensorShape(shape)
    except (TypeError, ValueError) as error:
        raise refusal(
            type(error),
            f"Error converting shape to a TensorShape: {error}.",
            advice="None for a size that is not known: [None, 784]",
        ) from None


def placeholder_with_default(input: Any, shape: Any, name: str | None = None) -> Tensor:
    """A tensor that yields `input` when it is not fed.

    Args:
        input: the default; whatever `convert_to_tensor` takes.
        shape: the static shape of what may be fed; the default must fit it.
        name: the op's name.

    Raises:
        ShapeError: the default does not fit `shape`.
    """
    return build("PlaceholderWithDefault", input, shape=_shape(shape), name=name)


def _dtype_advice(given: Any) -> str:
    near = nearest(given, [dtype.name for dtype in dtypes.ALL]) if isinstance(given, str) else None
    return f"tf.{near}" if near else "tf.float32, tf.int32, tf.string, …"
