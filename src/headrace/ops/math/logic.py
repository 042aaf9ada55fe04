"""Logic on bool tensors and bits of integers (`tf.bitwise`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import NoAttributes
from headrace.graph.build import build
from headrace.graph.inference import broadcast_shape, same_shape
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.operators import make_logical_xor
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.families import (
    PublicBinary,
    binary,
    broadcasting_samples,
    elementwise_reference,
    named_binary,
    unary,
)

Array = NDArray[Any]
_DISCRETE = NoGradient(Why.DISCRETE)


def _logical(name: str, function: Callable[..., Any], public: str, doc: str) -> PublicBinary:
    define(
        name,
        inputs="x: bool, y: bool",
        outputs="z: bool",
        attributes=NoAttributes,
        shape=broadcast_shape,
        reference=elementwise_reference(function),
        gradient=_DISCRETE,
        samples=broadcasting_samples(0, 2),
        tolerance=EXACT,
        partial=elementwise,
        doc=doc,
    )
    return named_binary(name, public, doc)


logical_and = _logical("LogicalAnd", np.logical_and, "logical_and", "x and y, element by element.")
logical_or = _logical("LogicalOr", np.logical_or, "logical_or", "x or y, element by element.")

define(
    "LogicalNot",
    inputs="x: bool",
    outputs="y: bool",
    attributes=NoAttributes,
    shape=same_shape,
    reference=elementwise_reference(np.logical_not),
    gradient=_DISCRETE,
    samples=(Sample(reals(2, 3)), Sample(reals()), Sample(reals(0, 2))),
    tolerance=EXACT,
    partial=elementwise,
    doc="not x, element by element.",
)


def logical_not(x: Any, name: str | None = None) -> Tensor:
    """Not x, element by element.

    Args:
        x: a bool tensor.
        name: the op's name.

    Returns:
        A bool tensor of the shape of `x`.
    """
    return build("LogicalNot", x, name=name)


def logical_xor(x: Any, y: Any, name: str = "LogicalXor") -> Tensor:
    """Either x or y but not both, element by element.

    Args:
        x: a bool tensor.
        y: a bool tensor; broadcasts with `x`.
        name: the op's name.

    Returns:
        A bool tensor of the broadcast shape.
    """
    return make_logical_xor(x, y, name)


def _bitwise(name: str, function: Callable[..., Any], public: str, doc: str) -> PublicBinary:
    return binary(
        name,
        function,
        gradient=_DISCRETE,
        types=dtypes.INTEGRAL,
        public=public,
        low=-100,
        high=100,
        tolerance=EXACT,
        doc=doc,
    )


bitwise_and = _bitwise("BitwiseAnd", np.bitwise_and, "bitwise_and", "The bits set in x and in y.")
bitwise_or = _bitwise("BitwiseOr", np.bitwise_or, "bitwise_or", "The bits set in x or in y.")
bitwise_xor = _bitwise(
    "BitwiseXor", np.bitwise_xor, "bitwise_xor", "The bits set in one of x and y only."
)
invert = unary(
    "Invert",
    np.invert,
    gradient=_DISCRETE,
    types=dtypes.INTEGRAL,
    public="invert",
    low=-100,
    high=100,
    specials=False,
    tolerance=EXACT,
    doc="The bits that are not set in x.",
)


def _clamped(y: Array) -> Array:
    """Shifts lie between 0 and the number of bits less one, as TensorFlow makes them."""
    return np.clip(y, 0, 8 * y.dtype.itemsize - 1)


left_shift = binary(
    "LeftShift",
    lambda x, y: np.left_shift(x, _clamped(y)),
    gradient=_DISCRETE,
    types=dtypes.INTEGRAL,
    public="left_shift",
    low=0,
    high=8,
    samples=(Sample(given([1, 3, 77, 1]), given([0, 3, 100, 7])),),
    tolerance=EXACT,
    doc="The bits of x moved y places to the left; y is clamped to the bits that there are.",
)
right_shift = binary(
    "RightShift",
    lambda x, y: np.right_shift(x, _clamped(y)),
    gradient=_DISCRETE,
    types=dtypes.INTEGRAL,
    public="right_shift",
    low=0,
    high=8,
    samples=(
        Sample(given([127, 3, 77, 1]), given([0, 3, 100, 7])),
        Sample(given([-1, -100]), given([3, 64]), only=dtypes.SIGNED_INTEGRAL),
    ),
    tolerance=EXACT,
    doc="The bits of x moved y places to the right, the sign being kept; y is clamped likewise.",
)
