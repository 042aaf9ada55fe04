"""Losses of sigmoid and Poisson models: composed functions without ops of their own."""

from __future__ import annotations

from math import pi
from typing import Any

from headrace.base.shapes import TensorShape
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.nn.cross_entropy_parts import check_given
from headrace.ops.static_shapes import ones_like, zeros_like


def _check_same_shape(names: str, first: Tensor, second: Tensor) -> None:
    try:
        TensorShape(second.shape).merge_with(first.shape)
    except ValueError:
        raise refusal(
            ValueError,
            f"{names} must have the same shape, received ({first.shape} vs {second.shape}).",
            [first, second],
            advice="tf.reshape one as the other, or tf.expand_dims(labels, -1) for logits of one column",
        ) from None


def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Tensor:
    """The cross entropy of sigmoid(logits) with labels, element by element, without overflow.

    Args:
        labels: probabilities, in the shape and dtype of `logits`.
        logits: a floating-point tensor.
        name: the op's name.

    Raises:
        ValueError: an argument is missing, or the shapes differ.
    """
    check_given("sigmoid_cross_entropy_with_logits", labels, logits)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        x = convert(logits, None, "logits")
        labels = convert(labels, None, "labels")
        _check_same_shape("`logits` and `labels`", x, labels)
        # max(x, 0) - x · z + log(1 + exp(-|x|)); Select, not Maximum and Abs, so that the gradient
        # at x = 0 is right.
        zeros = zeros_like(x)
        positive = build("GreaterEqual", x, zeros)
        rectified = build("Select", positive, x, zeros)
        minus_magnitude = build("Select", positive, build("Neg", x), x)
        linear = rectified - x * labels
        return build("AddV2", linear, build("Log1p", build("Exp", minus_magnitude)), name=scope)


def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = None,
    name: str | None = None,
    targets: Any = None,
) -> Tensor:
    """Sigmoid cross entropy in which the positive labels count `pos_weight` times.

    Args:
        labels: probabilities, in the shape and dtype of `logits`.
        logits: a floating-point tensor.
        pos_weight: the weight of the positive labels, a number or a tensor.
        name: the op's name.
        targets: the old spelling of `labels`.

    Raises:
        ValueError: the labels are given in both spellings, or the shapes differ.
    """
    labels = renamed("labels", labels, "targets", targets)
    with name_scope(name, "logistic_loss", [logits, labels]) as scope:
        x = convert(logits, None, "logits")
        z = convert(labels, None, "labels")
        _check_same_shape("`logits` and `labels`", x, z)
        weight = 1 + (pos_weight - 1) * z
        linear = (1 - z) * x
        logarithm = build("Log1p", build("Exp", -abs(x)))
        return build("AddV2", linear, weight * (logarithm + build("Relu", -x)), name=scope)


def log_poisson_loss(
    targets: Any, log_input: Any, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """The log-likelihood loss of a Poisson model, element by element: exp(c) - c · z.

    Args:
        targets: the counts z, in the shape of `log_input`.
        log_input: the logarithm c of the predicted rate.
        compute_full_loss: add Stirling's approximation of log(z!), where z > 1.
        name: the name scope.

    Raises:
        ValueError: the shapes differ.
    """
    with name_scope(name, "log_poisson_loss", [log_input, targets]):
        c = convert(log_input, None, "log_input")
        z = convert(targets, None, "targets")
        _check_same_shape("`log_input` and `targets`", c, z)
        result: Tensor = build("Exp", c) - c * z
        if not compute_full_loss:
            return result
        half = convert(0.5, c.dtype.base_dtype, "Const")
        two_pi = convert(2 * pi, c.dtype.base_dtype, "Const")
        stirling = z * build("Log", z) - z + half * build("Log", two_pi * z)
        zeros, ones = zeros_like(z), ones_like(z)
        small = build("LogicalAnd", z >= zeros, z <= ones)
        return build("AddV2", result, build("Select", small, zeros, stirling), name="add")
