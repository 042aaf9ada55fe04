"""The larger and the smaller of two numbers; NaN if either is NaN."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.opdef import EXACT
from headrace.graph.operation import Operation
from headrace.graph.partial import elementwise
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.families import PublicBinary, binary, paired_samples, sum_to_shape_of

_TYPES = (
    *dtypes.FLOATING,
    *(dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16),
    *(dtypes.int32, dtypes.uint32, dtypes.int64, dtypes.uint64),
)
_NAN, _INF = float("nan"), float("inf")
_SAMPLES = (
    # Disjoint domains on either side: no two elements are so close that a difference quotient sees
    # both.
    Sample(given([[1.0, -2.0], [0.5, 3.0]]), given([0.25, 1.5]), only=dtypes.FLOATING),
    Sample(reals(2, 3, low=0.0, high=1.0), reals(3, low=1.5, high=2.5), only=dtypes.FLOATING),
    Sample(given([[_NAN], [_INF], [-_INF], [1.0]]), given([_NAN, _INF, -_INF, 2.0]),
           differentiable=False, only=dtypes.FLOATING),
)  # fmt: skip


def _gradient(comparison: str) -> Callable[..., Sequence[Tensor | None]]:
    """The gradient flows to the operand that was taken; to x when both are equal."""

    def gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
        x, y = op.inputs
        nothing = build("ZerosLike", grad)
        is_x = build(comparison, x, y)
        along_x = build("SelectV2", is_x, grad, nothing)
        return sum_to_shape_of(along_x, x, y, build("SelectV2", is_x, nothing, grad))

    return gradient


def _extremum(
    name: str, function: np.ufunc, comparison: str, public: str, doc: str
) -> PublicBinary:
    return binary(
        name,
        function,
        gradient=_gradient(comparison),
        types=_TYPES,
        public=public,
        partial=elementwise,
        domain=paired_samples((-2.0, 2.0), (-2.0, 2.0), differentiable=False),
        samples=_SAMPLES,
        tolerance=EXACT,
        doc=doc,
    )


maximum = _extremum(
    "Maximum", np.maximum, "GreaterEqual", "maximum", "The larger of x and y, element by element."
)
minimum = _extremum(
    "Minimum", np.minimum, "LessEqual", "minimum", "The smaller of x and y, element by element."
)
