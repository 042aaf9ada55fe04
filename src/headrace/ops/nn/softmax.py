"""Softmax and its logarithm, along the last axis or, transposed, along another."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.deprecated import renamed
from headrace.ops.families import elementwise_reference
from headrace.ops.static_shapes import rank_of

Array = NDArray[Any]


def _shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    logits = ctx.shapes[0]
    if ctx.in_run and logits == ():
        raise Mismatch(f"logits must have >= 1 dimension, got {shape_text(logits)}")
    return (ctx.with_rank_at_least(0, 1),)


def _shifted(x: Array) -> Array:
    """Minus the row's maximum, so that no exponential overflows."""
    x = ordered(x)
    return np.asarray(x - np.maximum.reduce(x, -1, keepdims=True, initial=-np.inf))


def _softmax(x: Array) -> Array:
    shifted = _shifted(x)
    np.exp(shifted, out=shifted)
    shifted /= np.sum(shifted, -1, keepdims=True)
    return shifted


def _log_softmax(x: Array) -> Array:
    shifted = _shifted(x)
    shifted -= np.log(np.sum(np.exp(shifted), -1, keepdims=True))
    return shifted


def _softmax_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    y = op.outputs[0]
    mean = build("Sum", build("Mul", grad, y), -1, keep_dims=True)
    return (build("Mul", build("Sub", grad, mean), y),)


def _log_softmax_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    softmax = build("Exp", op.outputs[0])
    total = build("Sum", grad, -1, keep_dims=True)
    return (build("Sub", grad, build("Mul", total, softmax)),)


_INF = float("inf")
_SAMPLES = (
    Sample(reals(3, 4)),
    Sample(reals(5)),
    Sample(reals(2, 2, 3, low=-9.0, high=9.0)),
    Sample(reals(0, 3)),
    Sample(reals(3, 0)),
    Sample(given([[1000.0, 1000.0, -1000.0], [-6e4, 0.0, 6e4]]), differentiable=False),
    Sample(
        given([[_INF, 1.0], [-_INF, 1.0], [-_INF, -_INF], [float("nan"), 1.0]]),
        differentiable=False,
        only=dtypes.NUMPY_FLOATING,
    ),
)

define(
    "Softmax",
    inputs="logits: T",
    outputs="softmax: T",
    attributes=TypeAttributes,
    shape=_shape,
    reference=elementwise_reference(_softmax),
    gradient=_softmax_gradient,
    samples=_SAMPLES,
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="exp(x) / sum(exp(x)) along the last axis.",
)
define(
    "LogSoftmax",
    inputs="logits: T",
    outputs="logsoftmax: T",
    attributes=TypeAttributes,
    shape=_shape,
    reference=elementwise_reference(_log_softmax),
    gradient=_log_softmax_gradient,
    samples=_SAMPLES,
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="x - log(sum(exp(x))) along the last axis.",
)

# --- public functions -----------------------------------------------------------------------------


def softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """exp(x) / sum(exp(x)) along an axis.

    Args:
        logits: a floating-point tensor of rank ≥ 1.
        axis: the axis, an int or a scalar tensor; the last if None.
        name: the op's name.
        dim: the old spelling of `axis`.

    Raises:
        ValueError: the axis is given in both spellings.
        tf.errors.InvalidArgumentError: the axis is out of range.
        TypeError: the axis is not the last, and the rank is unknown.
    """
    return _along_axis("Softmax", logits, renamed("axis", axis, "dim", dim), name)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """The logarithm of softmax, x - log(sum(exp(x))), along an axis.

    Args:
        logits: a floating-point tensor of rank ≥ 1.
        axis: the axis, an int or a scalar tensor; the last if None.
        name: the op's name.
        dim: the old spelling of `axis`.

    Raises:
        ValueError: the axis is given in both spellings.
        tf.errors.InvalidArgumentError: the axis is out of range.
        TypeError: the axis is not the last, and the rank is unknown.
    """
    return _along_axis("LogSoftmax", logits, renamed("axis", axis, "dim", dim), name)


def _along_axis(op_type: str, logits: Any, axis: Any, name: str | None) -> Tensor:
    """The op moves the axis to the end, as TensorFlow's nodes do, when it is not there already."""
    x = convert(logits, None, None)
    axis = -1 if axis is None else axis
    is_tensor = isinstance(axis, Tensor)
    if not is_tensor and axis == -1:
        return build(op_type, x, name=name)
    if x.dims is None:
        raise refusal(
            TypeError,
            "unsupported operand type(s) for -: 'NoneType' and 'int'",
            [x],
            advice="give the logits a static rank (set_shape), or take the last axis",
        )
    rank = len(x.dims)
    if not is_tensor:
        if not -rank <= axis < rank:
            raise refusal(
                partial(InvalidArgumentError, None, None),
                f"`dim` must be in the range [{-rank}, {rank}) where {rank} is the number of dimensions "
                f"in the input. Received: dim={axis}",
                [x],
            )
        if axis == rank - 1:
            return build(op_type, x, name=name)
    return _moved(op_type, x, axis, rank, name)


def _moved(op_type: str, x: Tensor, axis: Any, rank: int, name: str | None) -> Tensor:
    first = rank_of(x)
    if isinstance(axis, Tensor):
        axis = build("Select", axis < 0, axis + first, axis)
    elif axis < 0:
        axis = axis + first
    last = rank_of(x)
    axis = axis % rank
    result = build(op_type, _swapped_with_last(x, axis, last))
    swapped = _swapped_with_last(result, axis, last, name)
    swapped.set_shape(x.shape)
    return swapped


def _swapped_with_last(x: Tensor, axis: Any, rank: Tensor, name: str | None = None) -> Tensor:
    last = build("Sub", rank, 1)
    before = build("Range", 0, axis, 1, name="range")
    between = build("Range", axis + 1, last, 1, name="range")
    order = build("ConcatV2", [before, [last], between, [axis]], 0, name="concat")
    return build("Transpose", x, order, name=name or "transpose")
