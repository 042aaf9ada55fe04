"""Rounding to whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.opdef import EXACT, NoGradient, Why
from headrace.graph.sampling import Sample, given
from headrace.graph.tensor import Tensor
from headrace.ops.families import unary

_ROUND = (*dtypes.FLOATING, *dtypes.SIGNED_INTEGRAL, dtypes.complex64, dtypes.complex128)
_HALVES = Sample(given([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.499, -3.7, 1e6]), differentiable=False)
_DISCRETE = NoGradient(Why.DISCRETE)

floor = unary(
    "Floor",
    np.floor,
    gradient=_DISCRETE,
    types=dtypes.FLOATING,
    public="floor",
    samples=(_HALVES,),
    tolerance=EXACT,
    doc="The largest whole number that is not above x.",
)
ceil = unary(
    "Ceil",
    np.ceil,
    gradient=_DISCRETE,
    types=dtypes.FLOATING,
    public="ceil",
    samples=(_HALVES,),
    tolerance=EXACT,
    doc="The smallest whole number that is not below x.",
)


def _round(x: NDArray[Any]) -> Any:
    return x if x.dtype.kind in "iu" else np.rint(x)


unary(
    "Round",
    _round,
    gradient=_DISCRETE,
    types=_ROUND,
    public="round",
    only=dtypes.FLOATING,  # TensorFlow 2.21 makes zeros of integers; `tf.round` leaves them alone
    samples=(Sample(_HALVES.inputs[0], differentiable=False, only=dtypes.FLOATING),),
    tolerance=EXACT,
    doc="The nearest whole number; halves go to the even one.",
)
rint = unary(
    "Rint",
    np.rint,
    gradient=_DISCRETE,
    types=dtypes.FLOATING,
    public="rint",
    samples=(_HALVES,),
    tolerance=EXACT,
    doc="The nearest whole number; halves go to the even one.",
)


def round(x: Any, name: str | None = None) -> Tensor:
    """The nearest whole number, element by element; halves go to the even one.

    Args:
        x: a tensor, or whatever `convert_to_tensor` takes.
        name: the op's name.

    Returns:
        A tensor of the shape of `x`; an integer tensor itself.
    """
    made = convert(x, None, "x")
    return made if made.dtype.is_integer else build("Round", made, name=name)
