"""Cross entropy of softmax with labels that are distributions, along any axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    broadcast,
    shape_text,
)
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.deprecated import renamed
from headrace.ops.families import cast_to
from headrace.ops.nn.cross_entropy_parts import (
    check_given,
    logits_gradient,
    stands_for_unused,
    surprise_and_softmax,
)
from headrace.ops.static_shapes import rank_of, shape_of

Array = NDArray[Any]
_NAN, _INF = float("nan"), float("inf")


def _shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    logits, labels = ctx.shapes
    try:
        both = broadcast(logits, labels)
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run="logits and labels must be broadcastable: "
            f"logits_size={shape_text(logits)} labels_size={shape_text(labels)}",
            advice="give the labels one row for each row of logits, with one number for each class",
        ) from None
    if both is None:  # one has an unknown rank: the other's sizes hold if it has two
        known = logits if labels is None else labels
        both = known if known is not None and len(known) == 2 else (None, None)
    if len(both) != 2:
        raise Mismatch(
            f"Shape must be broadcasted with rank 2, but is rank {len(both)}",
            in_run="logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional",
        )
    return (both[:1], both)


def _reference(attrs: TypeAttributes, logits: Array, labels: Array) -> tuple[Array, Array]:
    dtype = logits.dtype
    sizes = np.broadcast_shapes(logits.shape, labels.shape)
    with np.errstate(all="ignore"):
        targets = np.broadcast_to(ordered(labels), sizes)
        surprise, softmax = surprise_and_softmax(ordered(np.broadcast_to(logits, sizes)))
        surprise *= targets
        softmax -= targets
        return np.sum(surprise, 1).astype(dtype), softmax.astype(dtype, copy=False)


def _gradient(
    op: Operation, loss: Tensor | None, backprop: Tensor | None = None
) -> Sequence[Tensor | None]:
    loss = build("ZerosLike", op.outputs[0]) if loss is None else loss
    to_logits = logits_gradient(op, loss, backprop)
    surprise = build("Neg", build("LogSoftmax", op.inputs[0]))
    to_labels = build("Mul", build("ExpandDims", loss, -1), surprise)
    if backprop is not None and not stands_for_unused(backprop):
        to_labels = build("Sub", to_labels, backprop)  # softmax - labels; TensorFlow leaves it out
    return to_logits, to_labels


define(
    "SoftmaxCrossEntropyWithLogits",
    inputs="features: T, labels: T",
    outputs="loss: T, backprop: T",
    attributes=TypeAttributes,
    shape=_shape,
    reference=_reference,
    gradient=_gradient,
    samples=(
        # The gradient holds for labels that sum to 1, as distributions do.
        Sample(reals(2, 4), given([[0.1, 0.2, 0.3, 0.4], [0.5, 0.0, 0.25, 0.25]])),
        Sample(reals(3, 4), reals(3, 4, low=0.0, high=1.0), differentiable=False),
        Sample(reals(1, 5, low=-9.0, high=9.0), given([[0.0, 0.0, 1.0, 0.0, 0.0]])),
        Sample(reals(2, 3), reals(1, 3), differentiable=False),
        Sample(reals(2, 3), reals(3), differentiable=False),
        Sample(reals(1, 3), reals(2, 1), differentiable=False),
        Sample(reals(0, 3), reals(0, 3)),
        Sample(reals(2, 0), reals(2, 0)),
        Sample(
            given([[_INF, 1, 2], [-_INF, 1, 2], [-_INF, 1, 2], [_NAN, 1, 2], [1000, -1000, 0]]),
            given([[0.0, 0, 1], [0, 0, 1], [0.5, 0.5, 0.5], [0, 0, 1], [0, 0, 1]]),
            differentiable=False,
            only=dtypes.NUMPY_FLOATING,
        ),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    tolerance=SUMMED,
    doc="The cross entropy of each row's softmax with its labels, and the gradient for the logits.",
)


def softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    dim: Any = -1,
    name: str | None = None,
    axis: Any = None,
) -> Tensor:
    """The cross entropy of softmax(logits) with labels; no gradient flows to the labels.

    Args:
        labels: a distribution over the classes, in the shape of `logits`.
        logits: a floating-point tensor.
        dim: the axis of the classes.
        name: the op's name.
        axis: the newer spelling of `dim`.

    Returns:
        A tensor without that axis.

    Raises:
        ValueError: an argument is missing, or the sizes do not fit.
    """
    axis = renamed("axis", axis, "dim", None if axis is None and dim == -1 else dim)
    check_given("softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits_sg", [logits, labels]) as scope:
        fixed = build("StopGradient", labels, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(fixed, logits, axis, scope)


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: Any = None, name: str | None = None, dim: Any = None
) -> Tensor:
    """The cross entropy of softmax(logits) with labels; the gradient flows to both.

    Args:
        labels: a distribution over the classes, in the shape of `logits`.
        logits: a floating-point tensor.
        axis: the axis of the classes; the last if None.
        name: the op's name.
        dim: the old spelling of `axis`.

    Returns:
        A tensor without that axis.

    Raises:
        ValueError: an argument is missing or given in both spellings, or the sizes do not fit.
    """
    axis = renamed("axis", axis, "dim", dim)
    axis = -1 if axis is None else axis
    check_given("softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert(logits, None, "logits")
        labels = convert(labels, None, "labels")
        return _flattened(labels, logits, axis, scope)


def _flattened(labels: Tensor, logits: Tensor, axis: Any, scope: str) -> Tensor:
    kind = logits.dtype.base_dtype
    is_half = kind in (dtypes.float16, dtypes.bfloat16)
    precise = cast_to(logits, dtypes.float32) if is_half else logits
    labels = cast_to(labels, precise.dtype.base_dtype)
    rank = rank_of(precise)
    dims = precise.dims
    if axis != -1:
        precise, labels = _moved_last(precise, axis, rank), _moved_last(labels, axis, rank)
    shape = shape_of(precise)
    rows, targets = _as_rows(precise), _as_rows(labels)
    loss = build_outputs("SoftmaxCrossEntropyWithLogits", rows, targets, name=scope)[0]
    length = [build("Sub", rank, 1)]
    loss = build("Reshape", loss, build("Slice", shape, [0], length))
    if dims is not None:
        rest = list(dims)
        del rest[axis]
        loss.set_shape(rest)
    return cast_to(loss, kind)


def _moved_last(x: Tensor, axis: Any, rank: Tensor) -> Tensor:
    before = build("Range", 0, axis, 1, name="range")
    after = build("Range", axis + 1, rank, 1, name="range")
    order = build("ConcatV2", [before, after, [axis]], 0, name="concat")
    return build("Transpose", x, order, name="transpose")


def _as_rows(x: Tensor) -> Tensor:
    """A matrix whose rows are what stood along the last axis."""
    rank = rank_of(x)
    shape = shape_of(x)
    last = build("Slice", shape, [build("Sub", rank, 1)], [1])
    return build("Reshape", x, build("ConcatV2", [[-1], last], 0, name="concat"))
