"""Constants: values that lie beside the graph."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, TensorValue, attributes
from headrace.graph.build import add_constant
from headrace.graph.constants import to_array
from headrace.graph.convert import holds_tensor
from headrace.graph.inference import Dims, ShapeContext
from headrace.graph.opdef import EXACT, NoGradient, OpDef, Why, define
from headrace.graph.partial import PartialValue
from headrace.graph.refusal import refusal
from headrace.graph.tensor import Tensor
from headrace.ops.blank import blank


@attributes
class ConstAttributes(Attributes):
    """Attributes of Const."""

    value: TensorValue
    dtype: DType


def _shape(ctx: ShapeContext[ConstAttributes]) -> Sequence[Dims]:
    return (ctx.attributes.value.array.shape,)


def _reference(attrs: ConstAttributes) -> NDArray[Any]:
    return attrs.value.array


def _partial(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue:
    return PartialValue.from_array(ctx.attributes.value.array)


define(
    "Const",
    inputs="",
    outputs="output: dtype",
    attributes=ConstAttributes,
    shape=_shape,
    reference=_reference,
    gradient=NoGradient(Why.SOURCE),
    samples=(),
    tolerance=EXACT,
    partial=_partial,
    doc="A value that was known when the graph was built.",
)


def constant(
    value: Any,
    dtype: Any = None,
    shape: Any = None,
    name: str | None = "Const",
    verify_shape: bool = False,
) -> Tensor:
    """A tensor with a fixed value, of any size.

    The value is copied once; it is not part of the program.

    Args:
        value: a number, string, list or array.
        dtype: its dtype; derived from the value if None.
        shape: its shape; a value of fewer elements is continued with its last one.
        name: the op's name.
        verify_shape: require that the value has exactly `shape`.

    Returns:
        The tensor.

    Raises:
        TypeError: the value does not fit `dtype` or holds a tensor, or `verify_shape` finds another
            shape.
        ValueError: the value is None or ragged, or has more elements than `shape`.
    """
    if holds_tensor(value):
        raise refusal(
            TypeError,
            "Expected any non-tensor type, but got a tensor instead.",
            [value],
            advice="use the tensor as it is; tf.identity copies it, tf.stack joins several",
        )
    wanted = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
    array, made = to_array(value, wanted)
    if shape is not None:
        sizes = tuple([int(size) for size in shape])
        if not verify_shape and 0 in sizes:  # TensorFlow forgets the value, and with it the dtype
            made = wanted or dtypes.float32
            array = np.empty(sizes, made.as_numpy_dtype)
        else:
            array = _shaped(array, sizes, verify_shape=verify_shape)
    return add_constant(array, made, "Const" if name is None else name)


def _shaped(array: NDArray[Any], shape: tuple[int, ...], *, verify_shape: bool) -> NDArray[Any]:
    if array.shape == shape:
        return array
    if verify_shape:
        raise refusal(
            TypeError,
            f"Expected Tensor's shape: {shape}, but got {array.shape}.",
            advice="leave verify_shape out to fill up with the last element",
        )
    size = math.prod(shape)
    if array.size > size:
        raise refusal(
            ValueError,
            f"Too many elements provided. Takes at most {size}, but got {array.size}.",
            advice="leave shape out, or give one with room for them",
        )
    if array.size == size:
        return array.reshape(shape)
    filled = blank((size,), array.dtype)
    filled[: array.size] = array.ravel()
    if array.size:
        filled[array.size :] = array.ravel()[-1]
    return filled.reshape(shape)
