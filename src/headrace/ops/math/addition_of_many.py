"""Sums of a list of tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import TensorShape
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, reals
from headrace.graph.tensor import Tensor

_GROUP = 8  # TensorFlow adds its inputs in groups of so many, each summed before it joins the total


@attributes
class AddNAttributes(Attributes):
    """Attributes of AddN."""

    N: int
    T: DType


def _shape(ctx: ShapeContext[AddNAttributes]) -> Sequence[Dims]:
    shapes = ctx.shapes
    result = shapes[-1]
    for i in range(len(shapes) - 2, -1, -1):
        try:
            result = merge(shapes[i], result)
        except Mismatch as error:
            other = next(j for j in range(len(shapes)) if shapes[j] != shapes[0])
            raise Mismatch(
                f"{error.sentence}\n\tFrom merging shape {i} with other shapes.",
                in_run="Inputs to operation {node} of type AddN must have the same size and shape.  "
                f"Input 0: {shape_text(shapes[0])} != input {other}: {shape_text(shapes[other])}",
            ) from None
    return (result,)


def _sum(arrays: Sequence[NDArray[Any]]) -> NDArray[Any]:
    total = np.array(arrays[0])
    for array in arrays[1:]:
        np.add(total, array, out=total)
    return total


def _reference(attrs: AddNAttributes, *arrays: NDArray[Any]) -> NDArray[Any]:
    count = len(arrays)
    first = count if count <= _GROUP else count % _GROUP
    if first < 2:  # the lone one, or none, joins the first group
        first = min(first + _GROUP, count)
    with np.errstate(all="ignore"):
        total = _sum(arrays[:first])
        for start in range(first, count, _GROUP):
            np.add(total, _sum(arrays[start : start + _GROUP]), out=total)
    return total


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return [grad] * len(op.inputs)


define(
    "AddN",
    inputs="inputs: N * T",
    outputs="sum: T",
    attributes=AddNAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        Sample((reals(2, 3), reals(2, 3), reals(2, 3))),
        Sample((reals(2),)),
        Sample((reals(0, 2), reals(0, 2))),
        Sample(tuple(reals() for _ in range(9))),
        Sample(tuple(reals(2) for _ in range(18))),
    ),
    types={"T": (*dtypes.NUMERIC_OR_QUANTIZED, dtypes.variant)},
    doc="The sum of tensors of one shape, element by element.",
)


def _converted(inputs: Any) -> list[Tensor]:
    message = "Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape."
    if isinstance(inputs, Iterable):  # a lone tensor says that it cannot be iterated
        inputs = list(inputs)
    if not isinstance(inputs, list) or not inputs:
        raise refusal(ValueError, message, advice="give a list of at least one tensor")
    found: DType | None = next((x.dtype.base_dtype for x in inputs if isinstance(x, Tensor)), None)
    tensors: list[Tensor] = []
    for value in inputs:
        tensors.append(value if isinstance(value, Tensor) else convert(value, found, None))
        found = found or tensors[0].dtype.base_dtype
    return tensors


def add_n(inputs: Any, name: str | None = None) -> Tensor:
    """The sum of tensors of one shape, element by element.

    Args:
        inputs: a list of tensors of the same dtype and shape.
        name: the op's name.

    Returns:
        A tensor of their shape; the tensor itself when there is one and no name is given.

    Raises:
        ValueError: the list is empty, or shapes differ.
        TypeError: dtypes differ.
    """
    tensors = _converted(inputs)
    if len(tensors) == 1:
        return build("Identity", tensors[0], name=name) if name else tensors[0]
    return build("AddN", tensors, name=name)


def accumulate_n(
    inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: str | None = None
) -> Tensor:
    """The sum of tensors of one shape; `add_n` with checks of the shape and dtype that are expected.

    Args:
        inputs: a list of tensors of the same dtype and shape.
        shape: the shape they must have.
        tensor_dtype: the dtype they must have.
        name: the op's name.

    Returns:
        A tensor of their shape.

    Raises:
        ValueError: the list is empty, or shapes differ.
        TypeError: dtypes differ.
    """
    message = "inputs must be a list of at least one Tensor with the same dtype and shape"
    if not isinstance(inputs, list | tuple) or not inputs:
        raise refusal(ValueError, message, advice="give a list of at least one tensor")
    tensors = _converted(inputs)
    if any(tensor.dtype.base_dtype is not tensors[0].dtype.base_dtype for tensor in tensors):
        raise refusal(ValueError, message, tensors, advice="tf.cast them to one dtype")
    expected = TensorShape(shape)
    for tensor in tensors:
        expected = expected.merge_with(tensor.shape)
    if (
        tensor_dtype is not None
        and dtypes.as_dtype(tensor_dtype) is not tensors[0].dtype.base_dtype
    ):
        raise refusal(
            TypeError,
            f"The `tensor_dtype` argument is {tensor_dtype}, but `input` is of type "
            f"{tensors[0].dtype.base_dtype}. These must be equal. Try casting the input to the desired type.",
            tensors,
        )
    if len(tensors) == 1 and name is None:
        return tensors[0]
    if len(tensors) == 1:
        return build("Identity", tensors[0], name=name)
    return add_n(tensors, name=name)
