"""Public functions made of reductions: logsumexp, variance, standard deviation, counting non-zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.reductions import reduce


def reduce_logsumexp(
    input_tensor: Any,
    axis: Any = None,
    keepdims: Any = None,
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
) -> Tensor:
    """log(sum(exp(x))) over axes, without overflow.

    Args:
        input_tensor: a floating-point tensor.
        axis: the axis, or axes, to reduce; all if None.
        keepdims: keep the reduced axes with size 1.
        name: the name scope.
        reduction_indices: the old spelling of `axis`.
        keep_dims: the old spelling of `keepdims`.

    Raises:
        ValueError: an argument is given in both spellings, or an axis is out of range.
    """
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    with name_scope(name, "ReduceLogSumExp", [input_tensor]) as scope:
        greatest = reduce("Max", input_tensor, axis, True, None)
        # An infinite maximum would make inf - inf; the exponentials are then exact without it.
        finite = build("SelectV2", build("IsFinite", greatest), greatest, 0)
        shift = build("StopGradient", finite)
        exponentials = build("Exp", build("Sub", input_tensor, shift))
        logarithm = build("Log", reduce("Sum", exponentials, axis, keepdims, None))
        if not keepdims:
            shift = build("Reshape", shift, build("Shape", logarithm))
        result = build("AddV2", logarithm, shift, name=scope)
        if axis is None and not keepdims:
            result.set_shape(())
        return result


def reduce_variance(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The variance over axes: the mean squared distance from the mean.

    Args:
        input_tensor: a floating-point or complex tensor.
        axis: the axis, or axes, to reduce; all if None.
        keepdims: keep the reduced axes with size 1.
        name: the name scope.

    Raises:
        TypeError: the tensor is of integers.
    """
    with name_scope(name or "reduce_variance", None, [input_tensor]):
        x = convert(input_tensor, None, None)
        mean = reduce("Mean", x, axis, True, None)
        if mean.dtype.is_integer:
            raise refusal(
                TypeError,
                f"Input must be either real or complex. Received integer type {mean.dtype}.",
                [x],
                advice="tf.cast(x, tf.float32)",
            )
        distance = x - mean
        if distance.dtype.is_complex:
            product = build("Mul", build("Conj", distance), distance)
            square = build("Real", product, Tout=x.dtype.real_dtype)
        else:
            square = build("Square", distance)
        return reduce("Mean", square, axis, keepdims, None)


def reduce_std(
    input_tensor: Any, axis: Any = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The standard deviation over axes: the root of the variance.

    Args:
        input_tensor: a floating-point or complex tensor.
        axis: the axis, or axes, to reduce; all if None.
        keepdims: keep the reduced axes with size 1.
        name: the name scope.

    Raises:
        TypeError: the tensor is of integers.
    """
    with name_scope(name or "reduce_std", None, [input_tensor]):
        x = convert(input_tensor, None, None)
        return build("Sqrt", reduce_variance(x, axis, keepdims))


def count_nonzero(
    input_tensor: Any = None,
    axis: Any = None,
    keepdims: Any = None,
    dtype: Any = dtypes.int64,
    name: str | None = None,
    reduction_indices: Any = None,
    keep_dims: Any = None,
    input: Any = None,
) -> Tensor:
    """Counts the elements over axes that are not zero (not false, not the empty string).

    Args:
        input_tensor: a tensor of numbers, booleans or strings.
        axis: the axis, or axes, to reduce; all if None.
        keepdims: keep the reduced axes with size 1.
        dtype: the dtype of the counts.
        name: the name scope.
        reduction_indices: the old spelling of `axis`.
        keep_dims: the old spelling of `keepdims`.
        input: another spelling of `input_tensor`.

    Raises:
        ValueError: an argument is given in both spellings, or an axis is out of range.
    """
    keepdims = renamed("keepdims", keepdims, "keep_dims", keep_dims)
    value = renamed("input", input, "input_tensor", input_tensor)
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    target = dtypes.as_dtype(dtype)
    with name_scope(name, "count_nonzero", [value]):
        x = convert(value, None, "input")
        kind = x.dtype.base_dtype
        if kind is not dtypes.bool_:
            empty = b"" if kind is dtypes.string else np.zeros((), kind.as_numpy_dtype)
            x = build("NotEqual", x, convert(empty, kind, "zeros"))
        ones = build("Cast", x, DstT=dtypes.int64)
        count = reduce("Sum", ones, axis, keepdims, None)
        return count if target is dtypes.int64 else build("Cast", count, DstT=target)


def trace(x: Any, name: str | None = None) -> Tensor:
    """The sum of the main diagonal of each matrix.

    Args:
        x: a tensor of shape [..., rows, columns].
        name: the op's name.

    Returns:
        A tensor of shape [...] and of the dtype of `x`.
    """
    with name_scope(name, "Trace", [x]) as scope:
        matrices = convert(x, None, "x")
        diagonals = build("MatrixDiagPartV3", matrices, 0, 0, name="diag_part")
        return reduce("Sum", diagonals, [-1], False, scope)
