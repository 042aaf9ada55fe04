"""Cross entropy of softmax: the ops and the public functions that flatten to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import build, build_operation, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    broadcast,
    merge_size,
    shape_text,
)
from headrace.graph.opdef import SUMMED, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, integers, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.reductions import reduce
from headrace.ops.static_shapes import rank_of, shape_of

Array = NDArray[Any]
_TYPES = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64)
_FLOATS = (dtypes.float16, dtypes.float32, dtypes.float64)
_NAN, _INF = float("nan"), float("inf")


@attributes
class SparseCrossEntropyAttributes(Attributes):
    """Attributes of SparseSoftmaxCrossEntropyWithLogits."""

    T: DType
    Tlabels: DType = dtypes.int64


# --- shared ----------------------------------------------------------------------------------------


def _working(x: Array) -> Array:
    """A C-ordered array in which rows are summed: float32 for float16 and bfloat16."""
    is_short_float = x.dtype.itemsize == 2 and x.dtype.kind in "fV"  # bfloat16 is of kind V
    return np.asarray(x, np.float32 if is_short_float else x.dtype, order="C")


def _log_and_softmax(logits: Array) -> tuple[Array, Array]:
    """Minus the logarithm of the softmax of each row, and the softmax."""
    shifted = logits - np.maximum.reduce(logits, 1, keepdims=True, initial=-np.inf)
    exponentials = np.exp(shifted)
    total = np.sum(exponentials, 1, keepdims=True)
    return np.log(total) - shifted, exponentials / total


def _is_zero(grad: Tensor) -> bool:
    return grad.op.type == "ZerosLike"  # what stands for the gradient of an output that nobody used


def _logits_gradient(op: Operation, loss: Tensor, backprop: Tensor | None) -> Tensor:
    """What flows to the logits from the loss and, in second derivatives, from the backprop output."""
    logits, softmax_minus_labels = op.inputs[0], op.outputs[1]
    result = build("Mul", build("ExpandDims", loss, -1), softmax_minus_labels)
    if backprop is None or _is_zero(backprop):
        return result
    softmax = build("Softmax", logits)
    inner = build(
        "BatchMatMulV2", build("ExpandDims", backprop, 1), build("ExpandDims", softmax, 2)
    )
    centred = build("Sub", backprop, build("Squeeze", inner, squeeze_dims=(1,)))
    return build("AddV2", result, build("Mul", centred, softmax))


# --- dense labels ----------------------------------------------------------------------------------


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
        targets = np.broadcast_to(_working(labels), sizes)
        surprise, softmax = _log_and_softmax(_working(np.broadcast_to(logits, sizes)))
        loss = np.sum(surprise * targets, 1)
        return loss.astype(dtype), (softmax - targets).astype(dtype)


def _gradient(
    op: Operation, loss: Tensor | None, backprop: Tensor | None = None
) -> Sequence[Tensor | None]:
    loss = build("ZerosLike", op.outputs[0]) if loss is None else loss
    to_logits = _logits_gradient(op, loss, backprop)
    surprise = build("Neg", build("LogSoftmax", op.inputs[0]))
    to_labels = build("Mul", build("ExpandDims", loss, -1), surprise)
    if backprop is not None and not _is_zero(backprop):
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
            only=_FLOATS,
        ),
    ),
    types={"T": _TYPES},
    tolerance=SUMMED,
    doc="The cross entropy of each row's softmax with its labels, and the gradient for the logits.",
)


# --- sparse labels ---------------------------------------------------------------------------------


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
        surprise, backprop = _log_and_softmax(_working(logits))
        backprop[rows, labels] -= 1
        return surprise[rows, labels].astype(logits.dtype), backprop.astype(logits.dtype)


def _sparse_gradient(
    op: Operation, loss: Tensor | None, backprop: Tensor | None = None
) -> Sequence[Tensor | None]:
    loss = build("ZerosLike", op.outputs[0]) if loss is None else loss
    return _logits_gradient(op, loss, backprop), None


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
            only=_FLOATS,
        ),
    ),
    types={"T": _TYPES, "Tlabels": (dtypes.int32, dtypes.int64)},
    tolerance=SUMMED,
    doc="The cross entropy of each row's softmax with the class its label names, and the gradient.",
)


# --- public functions ------------------------------------------------------------------------------


def _check_given(function: str, labels: Any, logits: Any) -> None:
    if labels is None or logits is None:
        raise ValueError(
            f"Both `labels` and `logits` must be provided for {function}"
            f"Received: labels={labels} and logits={logits}"
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
    _check_given("softmax_cross_entropy_with_logits", labels, logits)
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
    _check_given("softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "softmax_cross_entropy_with_logits", [logits, labels]) as scope:
        logits = convert(logits, None, "logits")
        labels = convert(labels, None, "labels")
        return _flattened(labels, logits, axis, scope)


def _flattened(labels: Tensor, logits: Tensor, axis: Any, scope: str) -> Tensor:
    kind = logits.dtype.base_dtype
    precise = _precise(logits, (dtypes.float16, dtypes.bfloat16))
    labels = _cast(labels, precise.dtype.base_dtype)
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
    return _cast(loss, kind)


def _precise(logits: Tensor, short: tuple[DType, ...]) -> Tensor:
    return _cast(logits, dtypes.float32) if logits.dtype.base_dtype in short else logits


def _cast(x: Tensor, dtype: DType) -> Tensor:
    return x if x.dtype.base_dtype is dtype else build("Cast", x, DstT=dtype)


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
    _check_given("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "SparseSoftmaxCrossEntropyWithLogits", [labels, logits]):
        labels = convert(labels, None, None)
        logits = convert(logits, None, None)
        kind = logits.dtype.base_dtype
        precise = _precise(logits, (dtypes.float16,))
        static = labels.shape
        shape = shape_of(labels)
        _check_sparse(labels, logits)
        if logits.dims is not None and len(logits.dims) == 2:
            return _cast(_sparse(precise, labels, name), kind)
        checks = [] if _is_static(labels, logits) else [_checked_in_run(labels, logits)]
        with logits.graph.control_dependencies(checks):
            classes = shape_of(logits)[rank_of(logits) - 1]
            rows = build("Reshape", precise, [-1, classes])
            loss = _sparse(rows, build("Reshape", labels, [-1]), name)
            loss = build("Reshape", loss, shape)
            loss.set_shape(static)
            return _cast(loss, kind)


def _sparse(logits: Tensor, labels: Tensor, name: str | None) -> Tensor:
    return build_outputs("SparseSoftmaxCrossEntropyWithLogits", logits, labels, name=name)[0]


def _check_sparse(labels: Tensor, logits: Tensor) -> None:
    if logits.dims == ():
        raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}`")
    if logits.dims is None or labels.dims is None:
        return
    if len(labels.dims) != len(logits.dims) - 1:
        raise ValueError(
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: "
            f"labels.shape={labels.shape} of rank {len(labels.dims)} and "
            f"logits.shape={logits.shape} of rank {len(logits.dims)}"
        )
    if _is_static(labels, logits) and labels.dims != logits.dims[:-1]:
        raise ValueError(
            "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
            f"labels.shape={labels.shape} and logits.shape={logits.shape}"
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
