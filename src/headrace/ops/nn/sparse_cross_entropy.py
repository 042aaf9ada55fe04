"""Cross entropy of softmax with the class that each label names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build, build_operation, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    merge_size,
    shape_text,
)
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.families import cast_to
from headrace.ops.nn.cross_entropy_parts import (
    check_given,
    logits_gradient,
    surprise_and_softmax,
)
from headrace.ops.reductions import reduce
from headrace.ops.static_shapes import rank_of, shape_of

Array = NDArray[Any]
_NAN, _INF = float("nan"), float("inf")


@attributes
class SparseCrossEntropyAttributes(Attributes):
    """Attributes of SparseSoftmaxCrossEntropyWithLogits."""

    T: DType
    Tlabels: DType = dtypes.int64


def _sparse_shape(ctx: ShapeContext[SparseCrossEntropyAttributes]) -> Sequence[Dims]:
    logits, labels = ctx.shapes
    if ctx.in_run and logits is not None and labels is not None:
        _check_in_run(logits, labels)
    rows, classes = ctx.with_rank(0, 2)
    (count,) = ctx.with_rank(1, 1)
    batch = merge_size(rows, count)
    return ((batch,), (batch, classes))


def _check_in_run(logits: tuple[int | None, ...], labels: tuple[int | None, ...]) -> None:
    if len(logits) != 2:
        raise Mismatch(f"logits must be 2-D, but got shape {shape_text(logits)}")
    if len(labels) != 1:
        raise Mismatch(f"labels must be 1-D, but got shape {shape_text(labels)}")
    if logits[0] != labels[0]:
        raise Mismatch(
            "logits and labels must have the same first dimension, got logits shape "
            f"{shape_text(logits)} and labels shape {shape_text(labels)}"
        )
    if logits[1] == 0:
        raise Mismatch(f"Must have at least one class, but got logits shape {shape_text(logits)}")


def _check_labels(labels: Array, classes: int) -> None:
    if labels.size == 0:
        return
    least, greatest = int(labels.min()), int(labels.max())
    if least < 0 or greatest >= classes:
        raise InvalidArgumentError(
            None,
            None,
            f"Received a label value of {least if least < 0 else greatest} which is outside the valid "
            f"range of [0, {classes}).  Label values: {' '.join(map(str, labels.tolist()))}",
        )


def _sparse_reference(
    attrs: SparseCrossEntropyAttributes, logits: Array, labels: Array
) -> tuple[Array, Array]:
    _check_labels(labels, logits.shape[1])
    rows = np.arange(len(labels))
    with np.errstate(all="ignore"):
        surprise, backprop = surprise_and_softmax(ordered(logits))
        backprop[rows, labels] -= 1
        return surprise[rows, labels].astype(logits.dtype), backprop.astype(
            logits.dtype, copy=False
        )


def _sparse_gradient(
    op: Operation, loss: Tensor | None, backprop: Tensor | None = None
) -> Sequence[Tensor | None]:
    loss = build("ZerosLike", op.outputs[0]) if loss is None else loss
    return logits_gradient(op, loss, backprop), None


define(
    "SparseSoftmaxCrossEntropyWithLogits",
    inputs="features: T, labels: Tlabels",
    outputs="loss: T, backprop: T",
    attributes=SparseCrossEntropyAttributes,
    shape=_sparse_shape,
    reference=_sparse_reference,
    gradient=_sparse_gradient,
    samples=(
        Sample(reals(4, 3), integers(4, low=0, high=3)),
        Sample(reals(2, 5, low=-9.0, high=9.0), integers(2, low=0, high=5, dtype=dtypes.int64)),
        Sample(reals(0, 3), integers(0, low=0, high=3)),
        Sample(
            given([[_INF, 1, 2], [-_INF, 1, 2], [-_INF, 1, 2], [_NAN, 1, 2], [1000, -1000, 0]]),
            given([1, 0, 1, 1, 1], dtypes.int32),
            differentiable=False,
            only=dtypes.NUMPY_FLOATING,
        ),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST, "Tlabels": dtypes.INDEX},
    tolerance=SUMMED,
    doc="The cross entropy of each row's softmax with the class its label names, and the gradient.",
)


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """The cross entropy of softmax(logits) with the classes that labels name.

    Args:
        labels: int32 or int64, in the shape of `logits` without its last axis.
        logits: a floating-point tensor whose last axis is that of the classes.
        name: the name scope and the op's name in it.

    Returns:
        A tensor in the shape of `labels`.

    Raises:
        ValueError: an argument is missing, or the shapes do not fit.
    """
    check_given("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels = convert(labels, None, None)
        logits = convert(logits, None, None)
        kind = logits.dtype.base_dtype
        precise = cast_to(logits, dtypes.float32) if kind is dtypes.float16 else logits
        static = labels.shape
        shape = shape_of(labels)
        _check_sparse(labels, logits)
        if logits.dims is not None and len(logits.dims) == 2:
            return cast_to(_sparse(precise, labels, name), kind)
        checks = [] if _is_static(labels, logits) else [_checked_in_run(labels, logits)]
        with logits.graph.control_dependencies(checks):
            classes = shape_of(logits)[rank_of(logits) - 1]
            rows = build("Reshape", precise, [-1, classes])
            loss = _sparse(rows, build("Reshape", labels, [-1]), name)
            loss = build("Reshape", loss, shape)
            loss.set_shape(static)
            return cast_to(loss, kind)


def _sparse(logits: Tensor, labels: Tensor, name: str | None) -> Tensor:
    return build_outputs("SparseSoftmaxCrossEntropyWithLogits", logits, labels, name=name)[0]


def _check_sparse(labels: Tensor, logits: Tensor) -> None:
    if logits.dims == ():
        raise refusal(
            ValueError,
            f"`logits` cannot be a scalar. Received logits={logits}`",
            [labels, logits],
            advice="logits are [batch, classes]",
        )
    if logits.dims is None or labels.dims is None:
        return
    if len(labels.dims) != len(logits.dims) - 1:
        raise refusal(
            ValueError,
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: "
            f"labels.shape={labels.shape} of rank {len(labels.dims)} and "
            f"logits.shape={logits.shape} of rank {len(logits.dims)}",
            [labels, logits],
            advice=_rank_advice(labels, logits),
        )
    if _is_static(labels, logits) and labels.dims != logits.dims[:-1]:
        raise refusal(
            ValueError,
            "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
            f"labels.shape={labels.shape} and logits.shape={logits.shape}",
            [labels, logits],
            advice="labels hold one class number for each row of the logits",
        )


def _is_static(labels: Tensor, logits: Tensor) -> bool:
    """Whether the shapes that must be equal are known, and so have been compared."""
    if labels.dims is None or logits.dims is None:
        return False
    return None not in labels.dims and None not in logits.dims[:-1]


def _checked_in_run(labels: Tensor, logits: Tensor) -> Operation:
    """Asserts in the run that the labels have the shape of the logits without the last axis."""
    x = shape_of(labels)
    y = shape_of(logits)[:-1]
    with name_scope("assert_equal"):
        pass  # TensorFlow looks for the answer in the static values first, which uses up the name
    with name_scope("assert_equal"):
        equal = reduce("All", build("Equal", x, y), None, None, None)
        data = [
            "Condition x == y did not hold element-wise:",
            f"x ({x.name}) = ",
            x,
            f"y ({y.name}) = ",
            y,
        ]
        with name_scope("Assert"):
            for text in data[:2] + data[3:4]:
                convert(text, None, None)  # TensorFlow makes these and uses others
            return build_operation("Assert", equal, data, name="Assert")


def _rank_advice(labels: Tensor, logits: Tensor) -> str:
    if labels.dims is not None and labels.dims[-1:] == (1,):
        return "tf.squeeze(labels, -1)"
    return (
        "labels are class numbers; of one-hot labels take tf.argmax(labels, -1), or call "
        "softmax_cross_entropy_with_logits"
    )
