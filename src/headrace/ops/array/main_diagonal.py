"""The main diagonals of matrices, as older graphs spell them: MatrixDiag, MatrixDiagPart, MatrixSetDiag.

The public functions make the newer ops of `matrix_diagonal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, merge, merge_size, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, reals
from headrace.graph.tensor import Tensor
from headrace.ops.array.diagonal_layout import check_diagonal, check_matrix
from headrace.ops.blank import blank
from headrace.ops.static_shapes import zeros_like


def _diag_shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    check_diagonal(dims)
    return (None if dims is None else (*dims, dims[-1]),)


def _diag(attrs: TypeAttributes, diagonal: NDArray[Any]) -> NDArray[Any]:
    out = blank((*diagonal.shape, diagonal.shape[-1]), diagonal.dtype)
    return _with_diagonal(out, diagonal)


def _with_diagonal(out: NDArray[Any], diagonal: NDArray[Any]) -> NDArray[Any]:
    along = np.arange(diagonal.shape[-1])
    out[..., along, along] = diagonal
    return out


define(
    "MatrixDiag",
    inputs="diagonal: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=_diag_shape,
    reference=_diag,
    gradient=lambda op, grad: (build("MatrixDiagPart", grad),),
    samples=(Sample(reals(3)), Sample(reals(2, 2)), Sample(reals(2, 0))),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Square matrices that hold the input on their main diagonals.",
)


def _length(dims: tuple[int | None, ...]) -> int | None:
    rows, columns = dims[-2:]
    return None if rows is None or columns is None else min(rows, columns)


def _part_shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    check_matrix(dims)
    return (None if dims is None else (*dims[:-2], _length(dims)),)


def _part_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("MatrixSetDiag", zeros_like(op.inputs[0]), grad),)


define(
    "MatrixDiagPart",
    inputs="input: T",
    outputs="diagonal: T",
    attributes=TypeAttributes,
    shape=_part_shape,
    reference=lambda attrs, value: np.diagonal(value, axis1=-2, axis2=-1),
    gradient=_part_gradient,
    samples=(Sample(reals(3, 3)), Sample(reals(2, 3, 2)), Sample(reals(0, 3))),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="The main diagonals of matrices.",
)


def _set_shape(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    dims, diagonal = ctx.shapes
    check_matrix(dims)
    check_diagonal(diagonal)
    if diagonal is None:
        return (dims,)
    if dims is None:
        return ((*diagonal[:-1], None, None),)
    expected = (*dims[:-2], _length(dims))
    try:
        if len(diagonal) != len(expected):
            sentence = f"Shape must be rank {len(expected)} but is rank {len(diagonal)}"
            raise Mismatch(sentence)
        merge_size(expected[-1], diagonal[-1])
        return ((*(merge(dims[:-2], diagonal[:-1]) or ()), *dims[-2:]),)
    except Mismatch as error:
        in_run = f"Expected diagonal shape: {shape_text(expected)}"
        raise Mismatch(error.sentence, in_run=in_run) from None


def _set_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    around = build("MatrixSetDiag", grad, zeros_like(op.inputs[1]))
    return around, build("MatrixDiagPart", grad)


define(
    "MatrixSetDiag",
    inputs="input: T, diagonal: T",
    outputs="output: T",
    attributes=TypeAttributes,
    shape=_set_shape,
    reference=lambda attrs, value, diagonal: _with_diagonal(value.copy(), diagonal),
    gradient=_set_gradient,
    samples=(
        Sample(reals(3, 3), reals(3)),
        Sample(reals(2, 3, 2), reals(2, 2)),
        Sample(reals(0, 3), reals(0)),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Matrices whose main diagonals are replaced.",
)
