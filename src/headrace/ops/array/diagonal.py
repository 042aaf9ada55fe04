"""Diagonals and bands: Diag, DiagPart, MatrixBandPart.

Batched diagonals stand in `matrix_diagonal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    check_rank_at_least,
    merge_size,
    shape_text,
)
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.blank import blank

_DIAGONAL_TYPES = (
    *dtypes.FLOATING,
    *(dtypes.int32, dtypes.int64, dtypes.complex64, dtypes.complex128),
)


@attributes
class BandAttributes(Attributes):
    """Attributes of MatrixBandPart."""

    T: DType
    Tindex: DType = dtypes.int64


# --- Diag and DiagPart ----------------------------------------------------------------------------


def _diag_shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    check_rank_at_least(dims, 1, "Input must be at least rank 1, got 0")
    return (None if dims is None else (*dims, *dims),)


def _diag(attrs: TypeAttributes, diagonal: NDArray[Any]) -> NDArray[Any]:
    out = np.zeros((diagonal.size, diagonal.size), diagonal.dtype)
    np.einsum("ii->i", out)[...] = diagonal.ravel()
    return out.reshape(*diagonal.shape, *diagonal.shape)


define(
    "Diag",
    inputs="diagonal: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=_diag_shape,
    reference=_diag,
    gradient=lambda op, grad: (build("DiagPart", grad),),
    samples=(Sample(reals(3)), Sample(reals(2, 2)), Sample(reals(0))),
    types={"T": _DIAGONAL_TYPES},
    tolerance=EXACT,
    doc="A tensor of twice the rank that holds the input on its diagonal.",
)


def _diag_part_shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    if dims is None:
        return (None,)
    if len(dims) % 2 or not dims:
        raise Mismatch(
            f"Input must have even and non-zero rank, input rank is {len(dims)}",
            in_run=f"The rank of the tensor should be even and positive, got shape {shape_text(dims)}",
        )
    half = len(dims) // 2
    merged: list[int | None] = []
    for i in range(half):
        try:
            merged.append(merge_size(dims[i], dims[half + i]))
        except Mismatch as error:
            raise Mismatch(
                error.sentence,
                in_run=f"Invalid shape {shape_text(dims)}: dimensions {i} and {half + i} "
                "do not match.",
            ) from None
    return (tuple(merged),)


def _diag_part(attrs: TypeAttributes, value: NDArray[Any]) -> NDArray[Any]:
    shape = value.shape[: value.ndim // 2]
    size = prod(shape)
    return np.diagonal(value.reshape(size, size)).reshape(shape)


define(
    "DiagPart",
    inputs="input: T",
    outputs="diagonal: T",
    attributes=TypeAttributes,
    shape=_diag_part_shape,
    reference=_diag_part,
    gradient=lambda op, grad: (build("Diag", grad),),
    samples=(Sample(reals(3, 3)), Sample(reals(2, 2, 2, 2)), Sample(reals(0, 0))),
    types={"T": _DIAGONAL_TYPES},
    tolerance=EXACT,
    doc="The diagonal of a tensor whose shape is the same twice.",
)


# --- MatrixBandPart -------------------------------------------------------------------------------


def _band_shape(ctx: ShapeContext[BandAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    if ctx.in_run and dims is not None:
        _check_band(ctx, dims)
    return (dims,)


def _check_band(ctx: ShapeContext[BandAttributes], dims: tuple[int | None, ...]) -> None:
    """What TensorFlow checks only in a run."""
    if len(dims) < 2:
        raise Mismatch(f"input must be at least 2-dim, received shape: {shape_text(dims)}")
    for i, word in ((1, "num_lower"), (2, "num_upper")):
        if ctx.shapes[i]:
            raise Mismatch(f"{word} must be scalar, got shape {shape_text(ctx.shapes[i])}")
    sides = (("num_lower", "rows", dims[-2]), ("num_upper", "columns", dims[-1]))
    for i, (word, side, size) in enumerate(sides, 1):
        value = ctx.scalar(i)
        if value is not None and size is not None and value > size:
            raise Mismatch(
                f"{word} must be negative or less or equal to number of {side} ({size}) got: {value}"
            )


def _band(
    attrs: BandAttributes, value: NDArray[Any], lower: NDArray[Any], upper: NDArray[Any]
) -> NDArray[Any]:
    rows, columns = value.shape[-2:]
    below = np.arange(rows)[:, None] - np.arange(columns)[None, :]
    keep = np.ones((rows, columns), np.bool_)
    if lower >= 0:
        keep &= below <= int(lower)
    if upper >= 0:
        keep &= -below <= int(upper)
    out = blank(value.shape, value.dtype)
    np.copyto(out, value, where=keep)
    return out


def _band_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return build("MatrixBandPart", grad, op.inputs[1], op.inputs[2]), None, None


def _scalar(value: int) -> Any:
    return given(value, dtypes.int64)


define(
    "MatrixBandPart",
    inputs="input: T, num_lower: Tindex, num_upper: Tindex",
    outputs="band: T",
    attributes=BandAttributes,
    shape=_band_shape,
    reference=_band,
    gradient=_band_gradient,
    samples=(
        Sample(reals(3, 4), _scalar(1), _scalar(0)),
        Sample(reals(2, 3, 2), _scalar(-1), _scalar(1)),
        Sample(reals(3, 3), given(0, dtypes.int32), given(-1, dtypes.int32)),
        Sample(reals(2, 2), _scalar(-1), _scalar(-2)),
        Sample(reals(0, 2), _scalar(0), _scalar(0)),
    ),
    types={"T": dtypes.ALL, "Tindex": dtypes.INDEX},
    tolerance=EXACT,
    doc="Matrices with zeros outside a band around the diagonal.",
)


# --- public functions -----------------------------------------------------------------------------


def diag(diagonal: Any, name: str | None = None) -> Tensor:
    """A tensor of twice the rank that holds the input on its diagonal.

    Args:
        diagonal: a tensor of rank 1 or more.
        name: the op's name.

    Returns:
        A tensor of shape `diagonal.shape + diagonal.shape`, zero off the diagonal.

    Raises:
        ValueError: the input is a scalar.
    """
    return build("Diag", diagonal, name=name)


def diag_part(input: Any, name: str | None = None) -> Tensor:
    """The diagonal of a tensor whose shape is the same twice.

    Args:
        input: a tensor of shape `shape + shape`.
        name: the op's name.

    Returns:
        A tensor of shape `shape`.

    Raises:
        ValueError: the rank is odd or 0, or the halves of the shape differ.
    """
    return build("DiagPart", input, name=name)


def matrix_band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Tensor:
    """Matrices with zeros outside a band around the diagonal.

    Args:
        input: a tensor of rank 2 or more, matrices in its last two axes.
        num_lower: how many diagonals below the main one are kept; all if negative.
        num_upper: how many above are kept; all if negative.
        name: the op's name.

    Returns:
        A tensor of the shape and dtype of `input`.

    Raises:
        InvalidArgumentError: (in a run) the rank is below 2, or a number is larger than the matrix.
    """
    return build("MatrixBandPart", input, num_lower, num_upper, name=name)
