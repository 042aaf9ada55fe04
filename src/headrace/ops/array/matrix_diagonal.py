"""Diagonals of batches of matrices: MatrixDiagV3, MatrixDiagPartV3, MatrixSetDiagV3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, shape_text
from headrace.graph.opdef import EXACT, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.array.diagonal_layout import (
    ALIGNMENTS,
    bounds_of,
    check_diagonal,
    check_inside,
    check_matrix,
    check_scalar,
    longest,
    strips,
)
from headrace.ops.families import constant_like
from headrace.ops.static_shapes import zeros_like


@attributes
class MatrixDiagonalAttributes(Attributes):
    """Attributes of MatrixDiagV3, MatrixDiagPartV3 and MatrixSetDiagV3."""

    T: DType
    align: str = "RIGHT_LEFT"


def _bounds(k: NDArray[Any]) -> tuple[int, int]:
    return int(k.ravel()[0]), int(k.ravel()[-1])


# --- MatrixDiagV3 ---------------------------------------------------------------------------------


def _diag_shape(ctx: ShapeContext[MatrixDiagonalAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    check_diagonal(dims)
    bounds = bounds_of(ctx, 1)
    for i, word in ((2, "num_rows"), (3, "num_cols"), (4, "padding_value")):
        check_scalar(ctx, i, word)
    if dims is None or bounds is None:
        return (None,)
    listed = bounds[0] < bounds[1]
    if listed:
        _check_number(dims, bounds)
    batch = dims[: len(dims) - 1 - listed]
    rows, columns = ctx.scalar(2), ctx.scalar(3)
    size = dims[-1]
    if size is None or rows is None or columns is None:
        return ((*batch, *[None if n == -1 else n for n in (rows, columns)]),)
    return ((*batch, *_matrix_sizes(size, bounds, rows, columns)),)


def _check_number(dims: tuple[int | None, ...], bounds: tuple[int, int]) -> None:
    """Checks that there are as many diagonals as `bounds` says."""
    lower, upper = bounds
    rank = len(dims)
    number = None if rank < 2 else dims[-2]
    if rank >= 2 and number in (None, upper - lower + 1):
        return
    raise Mismatch(
        "The number of rows of `diagonal` doesn't match the number of diagonals implied from "
        f"`d_lower` and `d_upper`.\nnum_diags = {number}, d_lower = {lower}, d_upper = {upper} "
        f"{rank} {rank}",
        in_run="The number of diagonals provided in the input does not match the lower_diag_index "
        "and upper_diag_index range.",
    )


def _matrix_sizes(size: int, bounds: tuple[int, int], rows: int, columns: int) -> tuple[int, int]:
    """The sizes of a matrix whose longest diagonal has `size` elements; -1 asks for the least."""
    least_rows, least_columns = size - min(bounds[1], 0), size + max(bounds[0], 0)
    if rows == columns == -1:
        return (max(least_rows, least_columns),) * 2
    rows = least_rows if rows == -1 else rows
    columns = least_columns if columns == -1 else columns
    if rows < least_rows:
        raise Mismatch("num_rows is too small", in_run="The number of rows is too small.")
    if columns < least_columns:
        raise Mismatch("num_cols is too small.", in_run="The number of columns is too small.")
    if rows != least_rows and columns != least_columns:
        raise Mismatch(
            "num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index, and "
            f"the length of the given diagonals.\nnum_rows = {rows} != min_num_rows = {least_rows}, "
            f"num_cols = {columns} != min_num_cols = {least_columns}",
            in_run="The number of rows or columns is not consistent with the specified d_lower, "
            "d_upper, and diagonal.",
        )
    return rows, columns


def _matrix_diag(
    attrs: MatrixDiagonalAttributes,
    diagonal: NDArray[Any],
    k: NDArray[Any],
    num_rows: NDArray[Any],
    num_cols: NDArray[Any],
    padding_value: NDArray[Any],
) -> NDArray[Any]:
    bounds = _bounds(k)
    batch = diagonal.shape[: diagonal.ndim - 1 - (bounds[0] < bounds[1])]
    sizes = _matrix_sizes(diagonal.shape[-1], bounds, int(num_rows), int(num_cols))
    out = np.full((*batch, *sizes), padding_value, diagonal.dtype)
    _write(out, diagonal, bounds, attrs.align)
    return out


def _write(out: NDArray[Any], diagonal: NDArray[Any], bounds: tuple[int, int], align: str) -> None:
    """Writes diagonals into matrices."""
    listed = diagonal if bounds[0] < bounds[1] else diagonal[..., None, :]
    rows, columns = out.shape[-2:]
    for strip in strips(rows, columns, *bounds, align):
        along = np.arange(strip.length)
        values = listed[..., strip.place, strip.start : strip.start + strip.length]
        out[..., along + strip.row, along + strip.column] = values


def _diag_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (_part_of(op, grad, op.inputs[1]), None, None, None, None)


def _part_of(op: Operation, grad: Tensor, k: Tensor) -> Tensor:
    align = attributes_of(op, MatrixDiagonalAttributes).align
    return build("MatrixDiagPartV3", grad, k, constant_like(grad, 0), align=align)


_ALIGNED = tuple(
    Sample(
        reals(4, 3),
        given([-1, 2], dtypes.int32),
        given(3, dtypes.int32),
        given(4, dtypes.int32),
        reals(),
        align=align,
        differentiable=False,
    )
    for align in ALIGNMENTS
)
_MINUS = given(-1, dtypes.int32)

define(
    "MatrixDiagV3",
    inputs="diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T",
    outputs="output: T",
    attributes=MatrixDiagonalAttributes,
    shape=_diag_shape,
    reference=_matrix_diag,
    gradient=_diag_gradient,
    # TensorFlow gives the padding no gradient: only a sample without padding can be compared.
    samples=(
        Sample(reals(2, 1), given(0, dtypes.int32), _MINUS, _MINUS, reals()),
        Sample(reals(2, 3), given(0, dtypes.int32), _MINUS, _MINUS, reals(), differentiable=False),
        Sample(reals(2), given([1], dtypes.int32), _MINUS, _MINUS, reals(), differentiable=False),
        Sample(
            reals(2),
            given(-1, dtypes.int32),
            given(3, dtypes.int32),
            given(4, dtypes.int32),
            reals(),
            differentiable=False,
        ),
        *_ALIGNED,
        Sample(reals(0), given(0, dtypes.int32), _MINUS, _MINUS, reals(), differentiable=False),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Matrices that hold the given diagonals and a padding value elsewhere.",
)


# --- MatrixDiagPartV3 -----------------------------------------------------------------------------


def _part_shape(ctx: ShapeContext[MatrixDiagonalAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    check_matrix(dims)
    bounds = bounds_of(ctx, 1)
    check_scalar(ctx, 2, "padding_value")
    if dims is None or bounds is None:
        return (None,)
    rows, columns = dims[-2:]
    check_inside(bounds, rows, columns, stop=".")
    number = (bounds[1] - bounds[0] + 1,) if bounds[0] < bounds[1] else ()
    size = None if rows is None or columns is None else longest(rows, columns, *bounds)
    return ((*dims[:-2], *number, size),)


def _matrix_diag_part(
    attrs: MatrixDiagonalAttributes,
    value: NDArray[Any],
    k: NDArray[Any],
    padding_value: NDArray[Any],
) -> NDArray[Any]:
    lower, upper = _bounds(k)
    rows, columns = value.shape[-2:]
    shape = (*value.shape[:-2], upper - lower + 1, longest(rows, columns, lower, upper))
    out = np.full(shape, padding_value, value.dtype)
    for strip in strips(rows, columns, lower, upper, attrs.align):
        along = np.arange(strip.length)
        picked = value[..., along + strip.row, along + strip.column]
        out[..., strip.place, strip.start : strip.start + strip.length] = picked
    return out if lower < upper else out[..., 0, :]


def _part_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    value, k, _ = op.inputs
    align = attributes_of(op, MatrixDiagonalAttributes).align
    sizes = None if value.dims is None else value.dims[-2:]
    if sizes is None or None in sizes:
        back = build("MatrixSetDiagV3", zeros_like(value), grad, k, align=align)
    else:
        back = build("MatrixDiagV3", grad, k, *sizes, constant_like(grad, 0), align=align)
    return back, None, None


define(
    "MatrixDiagPartV3",
    inputs="input: T, k: int32, padding_value: T",
    outputs="diagonal: T",
    attributes=MatrixDiagonalAttributes,
    shape=_part_shape,
    reference=_matrix_diag_part,
    gradient=_part_gradient,
    samples=(
        Sample(reals(3, 4), given(0, dtypes.int32), reals()),
        Sample(reals(2, 3, 2), given([-1], dtypes.int32), reals()),
        Sample(reals(2, 3), given([1, 1], dtypes.int32), reals()),
        *(
            Sample(
                reals(3, 4),
                given([-1, 2], dtypes.int32),
                reals(),
                align=align,
                differentiable=False,
            )
            for align in ALIGNMENTS
        ),
        Sample(reals(0, 3), given(0, dtypes.int32), reals()),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Diagonals of matrices, aligned in the rows of a list and padded.",
)


# --- MatrixSetDiagV3 ------------------------------------------------------------------------------


def _set_shape(ctx: ShapeContext[MatrixDiagonalAttributes]) -> Sequence[Dims]:
    dims, diagonal = ctx.shapes[:2]
    check_matrix(dims)
    check_diagonal(diagonal)
    bounds = bounds_of(ctx, 2)
    if diagonal is None or bounds is None:
        return (dims,)
    if dims is None:
        return ((*diagonal[: len(diagonal) - 1 - (bounds[0] < bounds[1])], None, None),)
    rows, columns = dims[-2:]
    check_inside(bounds, rows, columns)
    if ctx.in_run:
        _check_listed(dims, diagonal, bounds)
    least, rank = len(dims) - 1, len(dims) - 1 + (bounds[0] < bounds[1])
    if len(diagonal) < least:
        raise Mismatch(f"Shape must be at least rank {least} but is rank {len(diagonal)}")
    if len(diagonal) != rank:
        raise Mismatch(f"Shape must be rank {rank} but is rank {len(diagonal)}")
    return ((*_merged_batch(dims[:-2], diagonal), rows, columns),)


def _merged_batch(batch: tuple[int | None, ...], diagonal: tuple[int | None, ...]) -> Any:
    return merge(batch, diagonal[: len(batch)])


def _check_listed(
    dims: tuple[int | None, ...], diagonal: tuple[int | None, ...], bounds: tuple[int, int]
) -> None:
    """Checks the diagonals' shape when all sizes are known."""
    number = bounds[1] - bounds[0] + 1
    if number > 1 and (len(diagonal) < 2 or diagonal[-2] != number):
        raise Mismatch(
            "The number of diagonals provided in `diag` is not consistent with "
            "`lower_diag_index` and `upper_diag_index`"
        )
    size = longest(dims[-2] or 0, dims[-1] or 0, *bounds)
    expected = (*dims[:-2], *([number] if number > 1 else []), size)
    if diagonal != expected:
        raise Mismatch(
            f"Expected diagonal shape: {shape_text(expected)}",
            advice=f"the diagonal has the shape {shape_text(diagonal)}",
        )


def _matrix_set_diag(
    attrs: MatrixDiagonalAttributes,
    value: NDArray[Any],
    diagonal: NDArray[Any],
    k: NDArray[Any],
) -> NDArray[Any]:
    out = value.copy()
    _write(out, diagonal, _bounds(k), attrs.align)
    return out


def _set_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    _, diagonal, k = op.inputs
    align = attributes_of(op, MatrixDiagonalAttributes).align
    around = build("MatrixSetDiagV3", grad, zeros_like(diagonal), k, align=align)
    return around, _part_of(op, grad, k), None


define(
    "MatrixSetDiagV3",
    inputs="input: T, diagonal: T, k: int32",
    outputs="output: T",
    attributes=MatrixDiagonalAttributes,
    shape=_set_shape,
    reference=_matrix_set_diag,
    gradient=_set_gradient,
    samples=(
        Sample(reals(3, 4), reals(3), given(0, dtypes.int32)),
        Sample(reals(2, 3, 2), reals(2, 2), given([-1], dtypes.int32)),
        *(
            Sample(reals(3, 4), reals(4, 3), given([-1, 2], dtypes.int32), align=align)
            for align in ALIGNMENTS
        ),
        Sample(reals(0, 3), reals(0), given(0, dtypes.int32)),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Matrices whose diagonals are replaced.",
)


# --- public functions -----------------------------------------------------------------------------


def _check_align(op_type: str, align: str) -> None:
    if align not in ALIGNMENTS:
        names = ", ".join(f'"{name}"' for name in ALIGNMENTS)
        raise refusal(
            ValueError,
            f"Attr 'align' of '{op_type}' Op passed string '{align}' not in: {names}.",
            advice="one of these, in capitals",
        )


def _padding(value: Any, like: Any) -> Any:
    """The padding as a truth value if the diagonals are."""
    return bool(value) if getattr(like, "dtype", None) in (dtypes.bool_, np.bool_) else value


def matrix_diag(
    diagonal: Any,
    name: str = "diag",
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices that hold the given diagonals and a padding value elsewhere.

    Args:
        diagonal: one diagonal for each matrix in the last axis, or, if `k` names several, a list of
            diagonals in the last two, the uppermost first.
        name: the op's name.
        k: which diagonal it is (0 the main one, positive ones above), or the lowest and the
            uppermost.
        num_rows: rows of the matrices; as few as possible if -1.
        num_cols: their columns; likewise.
        padding_value: the value off the diagonals.
        align: how shorter diagonals stand in the list: those above and those below the main one.

    Returns:
        A tensor of matrices in its last two axes.

    Raises:
        ValueError: the sizes do not fit the diagonals, or `align` is unknown.
        InvalidArgumentError: (in a run) the sizes do not fit.
    """
    _check_align("MatrixDiagV3", align)
    padding = _padding(padding_value, diagonal)
    return build("MatrixDiagV3", diagonal, k, num_rows, num_cols, padding, align=align, name=name)


def matrix_diag_part(
    input: Any,
    name: str = "diag_part",
    k: Any = 0,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Diagonals of matrices.

    Args:
        input: a tensor of rank 2 or more, matrices in its last two axes.
        name: the op's name.
        k: which diagonal (0 the main one, positive ones above), or the lowest and the uppermost.
        padding_value: what fills the rows of shorter diagonals.
        align: how shorter diagonals stand in their rows: those above and those below the main one.

    Returns:
        A tensor with one diagonal in its last axis, or a list of them in its last two.

    Raises:
        ValueError: a diagonal lies outside, or `align` is unknown.
        InvalidArgumentError: (in a run) a diagonal lies outside.
    """
    _check_align("MatrixDiagPartV3", align)
    padding = _padding(padding_value, input)
    return build("MatrixDiagPartV3", input, k, padding, align=align, name=name)


def matrix_set_diag(
    input: Any, diagonal: Any, name: str = "set_diag", k: Any = 0, align: str = "RIGHT_LEFT"
) -> Tensor:
    """Matrices whose diagonals are replaced.

    Args:
        input: a tensor of rank 2 or more, matrices in its last two axes.
        diagonal: the new diagonals, in the shape that `matrix_diag_part` gives.
        name: the op's name.
        k: which diagonal (0 the main one, positive ones above), or the lowest and the uppermost.
        align: how shorter diagonals stand in their rows: those above and those below the main one.

    Returns:
        A tensor of the shape and dtype of `input`.

    Raises:
        ValueError: a diagonal lies outside, or ranks or `align` do not fit.
        InvalidArgumentError: (in a run) the shape of the diagonals does not fit.
    """
    _check_align("MatrixSetDiagV3", align)
    return build("MatrixSetDiagV3", input, diagonal, k, align=align, name=name)
