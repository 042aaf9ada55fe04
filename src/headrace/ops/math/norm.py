"""Norms of vectors and matrices, composed of reductions."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np

from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.reductions import reduce

# None stands for all axes.
Axes: TypeAlias = tuple[int, ...] | None

_MATRIX_NORMS: Final = ("euclidean", "fro", 1, 2, np.inf)


def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: Any = None,
    name: str | None = None,
    keep_dims: Any = None,
) -> Tensor:
    """The norm of vectors, of matrices, or of all elements.

    Args:
        tensor: a floating-point or complex tensor.
        ord: "euclidean", or a positive number p for (Σ|x|ᵖ)^(1/p), infinity included. Of matrices:
            "euclidean" and "fro" are the root of the sum of squares, 1 the largest column sum,
            infinity the largest row sum.
        axis: None takes all elements as one vector, an int the vectors along that axis, two ints
            the matrices along them.
        keepdims: keep the reduced axes with size 1.
        name: the name scope.
        keep_dims: the old spelling of `keepdims`.

    Returns:
        A tensor of the dtype of `tensor`; of its real dtype if that is complex and `ord` a number.

    Raises:
        ValueError: `ord` or `axis` is none of those, or `keepdims` is given in both spellings.
        NotImplementedError: `ord` is 2 for matrices, which takes a singular value decomposition.
    """
    keepdims = bool(renamed("keepdims", keepdims, "keep_dims", keep_dims))
    is_matrix = isinstance(axis, list | tuple) and len(axis) == 2
    axes = _matrix_axes(axis, ord) if is_matrix else _vector_axes(axis, ord)
    with name_scope(name, "norm", [tensor]):
        values = convert(tensor, None, None)
        if ord in ("euclidean", "fro"):
            result = build("Sqrt", reduce("Sum", _squares(values), axes, True, None))
        else:
            abs_type = "ComplexAbs" if values.dtype.is_complex else "Abs"
            magnitudes = build(abs_type, values, name="Abs")
            reduced = _matrix_norm if is_matrix else _vector_norm
            result = reduced(magnitudes, ord, axes)
        if keepdims:
            return result
        return build("Squeeze", result, squeeze_dims=axes or ())


def _matrix_axes(axis: Any, ord: Any) -> Axes:
    axes = tuple(axis)
    if not all(isinstance(a, int | np.integer) for a in axes) or axes[0] == axes[1]:
        raise refusal(
            ValueError,
            _axis_sentence(axes),
            advice="one axis for norms of vectors, a pair such as [0, 1] for those of matrices",
        )
    if ord not in _MATRIX_NORMS:
        raise refusal(
            ValueError,
            f"'ord' must be a supported matrix norm in {list(_MATRIX_NORMS)}, got {ord}",
        )
    if ord == 2:
        raise refusal(
            NotImplementedError,
            "tf.norm of matrices with ord=2 takes a singular value decomposition, which is not in "
            "Headrace yet.",
            advice="ord='fro', 1 or np.inf",
        )
    return axes


def _vector_axes(axis: Any, ord: Any) -> Axes:
    if axis is not None and not isinstance(axis, int):
        raise refusal(
            ValueError,
            _axis_sentence(axis),
            advice="one axis for norms of vectors, a pair such as [0, 1] for those of matrices",
        )
    if ord != "euclidean" and not (isinstance(ord, int | float | np.number) and ord > 0):
        raise refusal(
            ValueError,
            f"'ord' must be a supported vector norm, got {ord}",
            advice="norms of matrices need a pair of axes: axis=[0, 1]",
        )
    return None if axis is None else (axis,)


def _axis_sentence(axis: Any) -> str:
    return f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}"


def _squares(values: Tensor) -> Tensor:
    other = build("Conj", values) if values.dtype.is_complex else values
    return build("Mul", values, other, name="mul")


def _matrix_norm(magnitudes: Tensor, ord: Any, axes: Axes) -> Tensor:
    assert axes is not None
    summed, greatest = axes if ord == 1 else axes[::-1]
    return reduce("Max", reduce("Sum", magnitudes, summed, True, None), greatest, True, None)


def _vector_norm(magnitudes: Tensor, ord: Any, axes: Axes) -> Tensor:
    axis = axes[0] if axes else None
    if ord == np.inf:
        return reduce("Max", magnitudes, axis, True, None)
    if ord == 1:
        return reduce("Sum", magnitudes, axis, True, None)
    powers = reduce("Sum", build("Pow", magnitudes, ord), axes, True, None)
    return build("Pow", powers, 1.0 / ord)
