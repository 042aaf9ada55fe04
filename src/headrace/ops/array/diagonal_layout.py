"""Where batched diagonals stand in a matrix and in the tensor that lists them.

No op is defined here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    check_rank,
    check_rank_at_least,
    shape_text,
)

ALIGNMENTS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")


@dataclass(frozen=True, slots=True)
class Strip:
    """One diagonal: its row in the list, and its elements there and in the matrix.

    Attributes:
        place: its row in the list; the uppermost diagonal comes first.
        start: where its elements begin in that row; the rest is padding.
        row: the matrix row of its first element.
        column: the matrix column of its first element.
        length: how many elements it has.
    """

    place: int
    start: int
    row: int
    column: int
    length: int


def length_of(rows: int, columns: int, diagonal: int) -> int:
    """How many elements a diagonal has."""
    return max(min(rows + min(diagonal, 0), columns - max(diagonal, 0)), 0)


def longest(rows: int, columns: int, lower: int, upper: int) -> int:
    """The number of elements of the longest diagonal from `lower` to `upper`."""
    return max(min(rows + min(upper, 0), columns - max(lower, 0)), 0)


def strips(rows: int, columns: int, lower: int, upper: int, align: str) -> Iterator[Strip]:
    """All diagonals from `upper` down to `lower`.

    Args:
        rows: rows of the matrix.
        columns: its columns.
        lower: the lowest diagonal; 0 is the main one, negative ones lie below.
        upper: the uppermost diagonal.
        align: how diagonals above and below are aligned in the list: `'RIGHT_LEFT'` and the like.
    """
    above, below = align.split("_")
    size = longest(rows, columns, lower, upper)
    for diagonal in range(upper, lower - 1, -1):
        length = length_of(rows, columns, diagonal)
        left = (diagonal >= 0 and above == "LEFT") or (diagonal <= 0 and below == "LEFT")
        start = 0 if left else size - length
        yield Strip(upper - diagonal, start, max(-diagonal, 0), max(diagonal, 0), length)


def bounds_of(ctx: ShapeContext[Any], index: int) -> tuple[int, int] | None:
    """The lowest and the uppermost diagonal that input `index` names, or None if it is not known.

    Raises:
        Mismatch: it names none, more than two, or the lower one above the upper one.
    """
    dims = ctx.shapes[index]
    if dims is not None and len(dims) > 1:
        raise Mismatch(
            f"Shape must be at most rank 1 but is rank {len(dims)}",
            in_run=f"diag_index must be a scalar or vector, received shape: {shape_text(dims)}",
        )
    value = ctx.constant(index)
    if value is None:
        return None
    if value.size not in (1, 2):
        raise Mismatch(
            f"diag_index must be a vector with one or two elements. It has {value.size} elements.",
            in_run="diag_index must have only one or two elements, "
            f"received {value.size} elements.",
        )
    lower, upper = int(value.ravel()[0]), int(value.ravel()[-1])
    if lower > upper:
        raise Mismatch(
            "lower_diag_index is greater than upper_diag_index",
            in_run=f"lower_diag_index must not be larger than upper_diag_index: {lower} > {upper}",
        )
    return lower, upper


def check_inside(
    bounds: tuple[int, int], rows: int | None, columns: int | None, stop: str = ""
) -> None:
    """Checks that the outermost diagonals lie in the matrix, as far as its sizes are known.

    Args:
        bounds: the lowest and the uppermost diagonal.
        rows: rows of the matrix.
        columns: its columns.
        stop: what follows the number of a lower diagonal in TensorFlow's sentence.

    Raises:
        Mismatch: one does not.
    """
    for word, diagonal, end in (("lower", bounds[0], stop), ("upper", bounds[1], "")):
        below = rows is not None and diagonal <= -rows
        above = columns is not None and diagonal >= columns
        if diagonal and (below or above):
            raise Mismatch(
                f"{word}_diag_index is out of bound.",
                in_run=f"{word}_diag_index is out of bound: {diagonal}{end} "
                f"It must be between {-(rows or 0)} and {columns}",
            )


def check_scalar(ctx: ShapeContext[Any], index: int, word: str) -> None:
    """Checks that an input is a scalar, if its rank is known.

    Raises:
        Mismatch: it is none.
    """
    check_rank(ctx.shapes[index], 0, f"{word} must be a scalar")


def check_matrix(dims: Dims) -> None:
    """Checks that an input holds matrices, if its rank is known.

    Raises:
        Mismatch: its rank is below 2.
    """
    check_rank_at_least(dims, 2, "input must be at least 2-dim, received shape: {shape}")


def check_diagonal(dims: Dims) -> None:
    """Checks that an input holds diagonals, if its rank is known.

    Raises:
        Mismatch: it is a scalar.
    """
    check_rank_at_least(dims, 1, "diagonal must be at least 1-dim, received shape: []")
