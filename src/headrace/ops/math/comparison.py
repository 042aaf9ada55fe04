"""Comparisons, element by element; the result is bool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, broadcast, merge, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, Spec, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.families import (
    binary,
    elementwise_reference,
    named_binary,
)

Array = NDArray[Any]
_DISCRETE = NoGradient(Why.DISCRETE)
_NAN, _INF = float("nan"), float("inf")
_TIES = Sample(given([[0, 1, 2], [2, 1, 0]]), given([1, 1, 1]))
_SPECIAL = Sample(
    given([[_NAN], [_INF], [-_INF], [0.0], [-0.0]]),
    given([_NAN, _INF, -_INF, 0.0, -0.0]),
    only=dtypes.NUMPY_FLOATING,
)


# --- equality -------------------------------------------------------------------------------------


@attributes
class EqualAttributes(Attributes):
    """Attributes of Equal and NotEqual."""

    T: DType
    incompatible_shape_error: bool = True


def _equality_shape(ctx: ShapeContext[EqualAttributes]) -> Sequence[Dims]:
    a, b = ctx.shapes
    if ctx.attributes.incompatible_shape_error:
        return (broadcast(a, b),)
    if a is None or b is None:
        return (None,)
    # Shapes that do not fit make the result a scalar, so a size that may not fit hides the rank.
    for x, y in zip(reversed(a), reversed(b), strict=False):
        if x is None or y is None:
            if 1 not in (x, y):
                return (None,)
        elif 1 not in (x, y) and x != y:
            return ((),)
    return (broadcast(a, b),)


def _plain(x: Array) -> Array:
    """Quantised numbers are records of one field; NumPy compares the field."""
    return x if x.dtype.names is None else x[x.dtype.names[0]]


def _equality(function: Callable[[Array, Array], Any], otherwise: bool) -> Callable[..., Array]:
    def reference(attrs: EqualAttributes, x: Array, y: Array) -> Array:
        try:
            np.broadcast_shapes(x.shape, y.shape)
        except ValueError:  # the shape rule let it pass, so incompatible_shape_error is False
            return np.asarray(otherwise)
        return np.asarray(function(_plain(x), _plain(y))).astype(np.bool_, copy=False)

    return reference


def _equality_samples() -> list[Sample]:
    """The op takes every dtype, so the samples name theirs."""
    made = [
        Sample(given([[0, 1, 2], [2, 1, 0]], kind), given([1, 1, 1], kind))
        for kind in (*dtypes.FLOATING, *dtypes.INTEGRAL, *dtypes.COMPLEX, dtypes.bool_)
    ]
    special = [_NAN, _INF, -_INF, 0.0, -0.0]
    made += [
        Sample(given([[x] for x in special], kind), given(special, kind))
        for kind in dtypes.NUMPY_FLOATING
    ]
    text = Sample(given([b"a", b"b"], dtypes.string), given([b"a", b"c"], dtypes.string))
    for a, b in (((2,), (3,)), ((2, 1), (3,)), ((2, 3), ()), ((0, 3), (1, 3))):
        pair = (Spec(a, dtype=dtypes.float32), Spec(b, dtype=dtypes.float32))
        made.append(Sample(*pair, incompatible_shape_error=False))
    return [*made, text]


def _define_equality(name: str, function: Any, otherwise: bool, doc: str) -> None:
    define(
        name,
        inputs="x: T, y: T",
        outputs="z: bool",
        attributes=EqualAttributes,
        shape=_equality_shape,
        reference=_equality(function, otherwise),
        gradient=_DISCRETE,
        samples=(*_equality_samples(),),
        tolerance=EXACT,
        partial=elementwise,
        doc=doc,
    )


_define_equality("Equal", np.equal, False, "Whether x = y, element by element.")
_define_equality("NotEqual", np.not_equal, True, "Whether x ≠ y, element by element.")
equal = named_binary("Equal", "equal", "Whether x = y, element by element.")
not_equal = named_binary("NotEqual", "not_equal", "Whether x ≠ y, element by element.")


# --- order ----------------------------------------------------------------------------------------


def _order(name: str, function: Callable[[Array, Array], Any], public: str, sign: str) -> Any:
    return binary(
        name,
        function,
        gradient=_DISCRETE,
        types=dtypes.REAL_NUMERIC,
        outputs="z: bool",
        public=public,
        samples=(_TIES, _SPECIAL),
        tolerance=EXACT,
        partial=elementwise,
        doc=f"Whether x {sign} y, element by element.",
    )


less = _order("Less", np.less, "less", "<")
less_equal = _order("LessEqual", np.less_equal, "less_equal", "≤")
greater = _order("Greater", np.greater, "greater", ">")
greater_equal = _order("GreaterEqual", np.greater_equal, "greater_equal", "≥")


# --- nearly equal ---------------------------------------------------------------------------------


@attributes
class ApproximateEqualAttributes(Attributes):
    """Attributes of ApproximateEqual."""

    T: DType
    tolerance: float = 1e-5


def _same_shapes(ctx: ShapeContext[ApproximateEqualAttributes]) -> Sequence[Dims]:
    a, b = ctx.shapes
    try:
        return (merge(a, b),)
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run="x and y must be of the same shape. "
            f"x shape: {shape_text(a)}. y shape: {shape_text(b)}",
        ) from None


def _approximately_equal(attrs: ApproximateEqualAttributes, x: Array, y: Array) -> Array:
    def close(left: Array, right: Array) -> Any:
        left, right = _plain(left), _plain(right)
        if left.dtype.kind == "u":  # an unsigned difference would wrap
            gap = np.maximum(left, right) - np.minimum(left, right)
        else:
            gap = np.abs(left - right)
        return gap <= np.asarray(attrs.tolerance).astype(gap.dtype)

    reference = elementwise_reference(close, "z: bool")
    return np.asarray(reference(attrs, x, y))


define(
    "ApproximateEqual",
    inputs="x: T, y: T",
    outputs="z: bool",
    attributes=ApproximateEqualAttributes,
    shape=_same_shapes,
    reference=_approximately_equal,
    gradient=_DISCRETE,
    samples=(
        Sample(
            given([1.0, 1.0, _NAN, _INF]),
            given([1.5, 1.4, _NAN, -_INF]),
            tolerance=0.5,
            only=(dtypes.float32, dtypes.float64),
        ),
        Sample(reals(2, 3), reals(2, 3), tolerance=0.75, only=(dtypes.float32, dtypes.float64)),
    ),
    types={"T": dtypes.NUMERIC_OR_QUANTIZED},
    tolerance=EXACT,
    doc="Whether |x - y| is at most the tolerance, element by element.",
)


def approximate_equal(x: Any, y: Any, tolerance: float = 1e-5, name: str | None = None) -> Tensor:
    """Whether |x - y| is at most `tolerance`, element by element.

    Args:
        x: a tensor of numbers.
        y: a tensor of the same shape and dtype.
        tolerance: the bound.
        name: the op's name.

    Returns:
        A bool tensor of the shape of `x`.
    """
    return build("ApproximateEqual", x, y, tolerance=float(tolerance), name=name)
