"""Mean and variance together, as batch normalisation takes them."""

from __future__ import annotations

from typing import Any

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.reductions import reduce


def moments(
    x: Any,
    axes: Any,
    shift: Any = None,
    name: str | None = None,
    keep_dims: Any = None,
    keepdims: Any = None,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance over axes.

    Args:
        x: a floating-point tensor; float16 is computed in float32.
        axes: the axes to reduce, a list of ints.
        shift: not used; TF-1 takes it.
        name: the name scope.
        keep_dims: keep the reduced axes with size 1.
        keepdims: the newer spelling of `keep_dims`.

    Returns:
        Mean and variance, of the dtype of `x`.

    Raises:
        ValueError: an argument is given in both spellings, or an axis is out of range.
    """
    keep = renamed("keepdims", keepdims, "keep_dims", keep_dims)
    with name_scope(name, "moments", [x, axes]):
        kind = dtypes.as_dtype(x.dtype).base_dtype
        y = build("Cast", x, DstT=dtypes.float32) if kind is dtypes.float16 else x
        mean = reduce("Mean", y, axes, True, "mean")
        # The distance is from a mean held fixed: its gradient would cancel anyway.
        distance = build("SquaredDifference", y, build("StopGradient", mean))
        variance = reduce("Mean", distance, axes, True, "variance")
        if not keep:
            mean, variance = (
                build("Squeeze", t, squeeze_dims=tuple(axes)) for t in (mean, variance)
            )
        if kind is dtypes.float16:
            mean, variance = (build("Cast", t, DstT=kind) for t in (mean, variance))
        return mean, variance
