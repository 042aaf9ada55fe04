"""Ops that hand their input on unchanged, and what they say to shape inference or to gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import TensorShape
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, same_shape, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor


@attributes
class IdentityNAttributes(Attributes):
    """Attributes of IdentityN."""

    T: tuple[DType, ...]


@attributes
class PreventGradientAttributes(Attributes):
    """Attributes of PreventGradient."""

    T: DType
    message: str = ""


@attributes
class EnsureShapeAttributes(Attributes):
    """Attributes of EnsureShape."""

    shape: TensorShape
    T: DType


def _input(attrs: Attributes, x: NDArray[Any]) -> NDArray[Any]:
    return x


def _pass_gradient(op: Operation, *grads: Tensor) -> Sequence[Tensor | None]:
    return grads


def _refuse_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    reason = attributes_of(op, PreventGradientAttributes).message
    raise LookupError(f"Gradient explicitly disabled. Reason: {reason!r}")


_SAMPLES = (Sample(reals(2, 3)), Sample(reals()), Sample(reals(0, 2)))

define(
    "Identity",
    inputs="input: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=same_shape,
    reference=_input,
    gradient=_pass_gradient,
    samples=_SAMPLES,
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=structural(),
    doc="The input, under a new name.",
)

define(
    "IdentityN",
    inputs="input: T...",
    outputs="output: T...",
    attributes=IdentityNAttributes,
    shape=lambda ctx: ctx.shapes,
    reference=lambda attrs, *xs: tuple(xs),
    gradient=_pass_gradient,
    samples=(
        Sample((reals(2, 3), given([1, 2], dtypes.int32), given(True, dtypes.bool_))),
        Sample((reals(0),)),
    ),
    tolerance=EXACT,
    doc="The inputs, as the outputs of one op.",
)

define(
    "StopGradient",
    inputs="input: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=same_shape,
    reference=_input,
    gradient=NoGradient(Why.NOT_DEFINED),
    samples=_SAMPLES,
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=structural(),
    doc="The input, through which no gradient flows.",
)

define(
    "PreventGradient",
    inputs="input: T",
    outputs="output: T",
    attributes=PreventGradientAttributes,
    shape=same_shape,
    reference=_input,
    gradient=_refuse_gradient,
    samples=(Sample(reals(2, 3), message="why", differentiable=False),),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=structural(),
    doc="The input; asking for a gradient through it is an error.",
)


def _ensured(ctx: ShapeContext[EnsureShapeAttributes]) -> Sequence[Dims]:
    wanted, dims = ctx.attributes.shape.dims_tuple, ctx.shapes[0]
    if wanted is not None and dims is not None and len(wanted) != len(dims):
        sentence = f"Shape must be rank {len(wanted)} but is rank {len(dims)}"
    else:
        try:
            return (merge(wanted, dims),)
        except Mismatch as error:
            sentence = error.sentence
    in_run = (
        f"Shape of tensor {{node}} {shape_text(dims)} is not compatible with expected shape "
        f"{shape_text(wanted)}."
    )
    raise Mismatch(sentence, in_run=in_run)


define(
    "EnsureShape",
    inputs="input: T",
    outputs="output: T",
    attributes=EnsureShapeAttributes,
    shape=_ensured,
    reference=_input,
    gradient=_pass_gradient,
    samples=(
        Sample(reals(2, 3), shape=TensorShape([None, 3])),
        Sample(reals(), shape=TensorShape([])),
        Sample(reals(0, 2), shape=TensorShape([None, None])),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=structural(),
    doc="The input, whose shape is checked in every run and known statically after it.",
)


def identity(input: Any, name: str | None = None) -> Tensor:
    """The input, under a new name.

    Args:
        input: a tensor, or whatever `convert_to_tensor` takes.
        name: the op's name.

    Returns:
        A tensor with the values of `input`.
    """
    return build("Identity", input, name=name)


def identity_n(input: Any, name: str | None = None) -> list[Tensor]:
    """The inputs, as the outputs of one op, so that all are there before any is used.

    Args:
        input: a list of tensors; their dtypes may differ.
        name: the op's name.

    Returns:
        A tensor for each input.

    Raises:
        ValueError: the list is empty.
        TypeError: it is no list.
    """
    if isinstance(input, list | tuple) and not input:
        raise refusal(
            ValueError,
            "Attr 'T' of 'IdentityN' Op passed list of length 0 less than minimum 1.",
            advice="give at least one tensor",
        )
    return list(build_outputs("IdentityN", input, name=name))


def stop_gradient(input: Any, name: str | None = None) -> Tensor:
    """The input, which gradients treat as a constant.

    Args:
        input: a tensor.
        name: the op's name.

    Returns:
        A tensor with the values of `input`.
    """
    return build("StopGradient", input, name=name)


def ensure_shape(x: Any, shape: Any, name: str | None = None) -> Tensor:
    """The input, whose shape is checked in every run.

    Args:
        x: a tensor.
        shape: the shape it must have, None where any size will do.
        name: the op's name.

    Returns:
        A tensor with the values of `x` and the static shape that both know.

    Raises:
        ValueError: the static shapes contradict each other.
        InvalidArgumentError: (in a run) the shape is another.
    """
    return build("EnsureShape", x, shape=TensorShape(shape), name=name)
