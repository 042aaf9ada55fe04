"""A new axis from a list of tensors and back: Pack and Unpack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, OpDef, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.partial import PartialValue, structural
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, reals
from headrace.graph.tensor import Tensor


@attributes
class PackAttributes(Attributes):
    """Attributes of Pack."""

    N: int
    T: DType
    axis: int = 0


@attributes
class UnpackAttributes(Attributes):
    """Attributes of Unpack."""

    num: int
    T: DType
    axis: int = 0


_move = structural()


def _place(axis: int, rank: int) -> int:
    """`axis` counted from 0, among `rank` axes."""
    if not -rank <= axis < rank:
        raise Mismatch(
            f"Invalid axis: {axis}; must be in [{-rank},{rank})",
            in_run=f"axis = {axis} not in [{-rank}, {rank})",
        )
    return axis % rank


# --- Pack -----------------------------------------------------------------------------------------


def _pack_shape(ctx: ShapeContext[PackAttributes]) -> Sequence[Dims]:
    merged: Dims = None
    for i in range(len(ctx.shapes) - 1, -1, -1):
        try:
            merged = merge(ctx.shapes[i], merged)
        except Mismatch as error:
            raise Mismatch(
                f"{error.sentence}\n\tFrom merging shape {i} with other shapes.",
                in_run=_unequal(ctx.shapes),
                advice="stack tensors of one shape",
            ) from None
    if merged is None:
        return (None,)
    place = _place(ctx.attributes.axis, len(merged) + 1)
    return ((*merged[:place], ctx.attributes.N, *merged[place:]),)


def _unequal(shapes: Sequence[Dims]) -> str:
    i = next((i for i, dims in enumerate(shapes) if dims != shapes[0]), 0)
    return (
        f"Shapes of all inputs must match: values[0].shape = {shape_text(shapes[0])} != "
        f"values[{i}].shape = {shape_text(shapes[i])}"
    )


def _pack_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    axis = attributes_of(op, PackAttributes).axis
    return build_outputs("Unpack", grad, num=len(op.inputs), axis=axis, name="unstack")


def _pack_partial(
    definition: OpDef[Any], ctx: ShapeContext[Any]
) -> PartialValue | tuple[PartialValue, ...] | None:
    """Beside a scalar, an input of unknown rank (`tf.placeholder(tf.int32)`) is a scalar too."""
    if () in ctx.shapes and None in ctx.shapes:
        partials = [ctx.partial(i) for i in range(len(ctx.shapes))]
        shapes = tuple([() if shape is None else shape for shape in ctx.shapes])
        ctx = ShapeContext(ctx.attributes, shapes, partials, ctx.dtypes)
    return _move(definition, ctx)


define(
    "Pack",
    inputs="values: N * T",
    outputs="output: T",
    attributes=PackAttributes,
    shape=_pack_shape,
    reference=lambda attrs, *xs: np.stack(xs, attrs.axis),
    gradient=_pack_gradient,
    samples=(
        Sample((reals(2, 3), reals(2, 3))),
        Sample((reals(2, 3), reals(2, 3), reals(2, 3)), axis=-1),
        Sample((reals(2, 3), reals(2, 3)), axis=1),
        Sample((reals(), reals())),
        Sample((reals(2),), axis=-2),
        Sample((reals(0, 2), reals(0, 2)), axis=1),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=_pack_partial,
    doc="The inputs, of one shape, along a new axis.",
)


# --- Unpack ---------------------------------------------------------------------------------------


def _unpack_shape(ctx: ShapeContext[UnpackAttributes]) -> Sequence[Dims]:
    attrs, dims = ctx.attributes, ctx.shapes[0]
    if dims is None:
        return [None] * attrs.num
    place = _place(attrs.axis, len(dims))
    if dims[place] not in (None, attrs.num):
        raise Mismatch(
            f"Dimension must be {attrs.num} but is {dims[place]}",
            in_run=f"Input shape axis {place} must equal {attrs.num}, got shape {shape_text(dims)}",
        )
    return [(*dims[:place], *dims[place + 1 :])] * attrs.num


def _unpack(attrs: UnpackAttributes, value: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    moved = np.moveaxis(value, attrs.axis, 0)
    return tuple([moved[i, ...] for i in range(attrs.num)])


def _unpack_partial(
    definition: OpDef[Any], ctx: ShapeContext[Any]
) -> tuple[PartialValue, ...] | None:
    value = ctx.partial(0)
    if value is None:
        return None
    pieces = (_unpack(ctx.attributes, array) for array in (value.values, value.known))
    return tuple([PartialValue(*piece) for piece in zip(*pieces, strict=True)])


def _unpack_gradient(op: Operation, *grads: Tensor) -> Sequence[Tensor | None]:
    axis = attributes_of(op, UnpackAttributes).axis
    return (build("Pack", list(grads), axis=axis, name="stack"),)


define(
    "Unpack",
    inputs="value: T",
    outputs="output: num * T",
    attributes=UnpackAttributes,
    shape=_unpack_shape,
    reference=_unpack,
    gradient=_unpack_gradient,
    samples=(
        Sample(reals(2, 3), num=2),
        Sample(reals(2, 3), num=3, axis=1),
        Sample(reals(2, 1, 3), num=3, axis=-1),
        Sample(reals(2), num=2),
        Sample(reals(2, 0), num=2),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=_unpack_partial,
    doc="The slices of the input along an axis.",
)


# --- public functions -----------------------------------------------------------------------------


def stack(values: Any, axis: int = 0, name: str = "stack") -> Tensor:
    """Tensors of one shape along a new axis.

    Args:
        values: a list of tensors of one shape and dtype.
        axis: where the new axis stands in the result; negative ones count from the end.
        name: the op's name.

    Returns:
        A tensor of one rank more than the values; a constant when all values are.

    Raises:
        ValueError: the static shapes differ, or the axis is out of range.
        TypeError: the dtypes differ.
        InvalidArgumentError: (in a run) the shapes differ.
    """
    if axis == 0:
        try:  # numbers and arrays become one constant, lists of tensors one Pack
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError, NotImplementedError):
            pass  # values that need each their own conversion
    first = convert_to_tensor(values[0], name=name)
    if first.dims is not None:
        _check_axis(axis, len(first.dims) + 1)
    return build("Pack", list(values), axis=int(axis), name=name)


def _check_axis(axis: int, rank: int) -> None:
    if not -rank <= axis < rank:
        raise refusal(ValueError, f"Argument `axis` = {axis} not in range [{-rank}, {rank})")


def unstack(
    value: Any, num: int | None = None, axis: int = 0, name: str = "unstack"
) -> list[Tensor]:
    """The slices of a tensor along an axis.

    Args:
        value: a tensor of rank 1 or more.
        num: the size of the axis, needed where it is not known statically.
        axis: the axis; negative ones count from the end.
        name: the op's name.

    Returns:
        A list of tensors of one rank less.

    Raises:
        ValueError: the size of the axis is unknown or is not `num`, or the axis is out of range.
        InvalidArgumentError: (in a run) the size is not `num`.
    """
    tensor = convert_to_tensor(value)
    if num is None:
        if tensor.dims is not None:
            _check_axis(axis, len(tensor.dims))
            num = tensor.dims[axis]
        if num is None:
            raise refusal(
                ValueError,
                f"Cannot infer argument `num` from shape {tensor.shape}",
                [tensor],
                advice="give num=, or the axis a static size (set_shape)",
            )
    return list(build_outputs("Unpack", tensor, num=num, axis=int(axis), name=name))
