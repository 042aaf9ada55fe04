"""Batch normalisation with statistics that are given, composed of arithmetic."""

from __future__ import annotations

from typing import Any

from headrace.graph.build import build
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor


def batch_normalization(
    x: Any,
    mean: Any,
    variance: Any,
    offset: Any,
    scale: Any,
    variance_epsilon: Any,
    name: str | None = None,
) -> Tensor:
    """Scale · (x - mean) / sqrt(variance + variance_epsilon) + offset.

    Args:
        x: a floating-point tensor.
        mean: the mean; it, `variance`, `offset` and `scale` broadcast to the shape of `x`.
        variance: the variance.
        offset: what is added, or None.
        scale: what the result is multiplied by, or None.
        variance_epsilon: a small number, so that a variance of 0 divides nothing by 0.
        name: the name scope.

    Returns:
        A tensor of the shape and dtype of `x`.
    """
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        # Operators, because they take plain numbers to the dtype of the tensor beside them.
        inverse = build("Rsqrt", variance + variance_epsilon)
        if scale is not None:
            inverse = inverse * scale
        # One product for each element of `x`: the rest has the size of the statistics.
        scaled = x * _cast(inverse, x)
        shift = -mean * inverse if offset is None else offset - mean * inverse
        result: Tensor = scaled + _cast(shift, x)
        return result


def _cast(value: Tensor, x: Any) -> Tensor:
    return value if value.dtype == x.dtype else build("Cast", value, DstT=x.dtype)
