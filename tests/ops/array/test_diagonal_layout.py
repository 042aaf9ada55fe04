import pytest

from headrace.graph.inference import Mismatch
from headrace.ops.array.diagonal_layout import check_inside, length_of, longest, strips


def test_the_longest_diagonal_is_at_least_as_long_as_each() -> None:
    for rows in range(4):
        for columns in range(4):
            for lower in range(-rows + 1, columns):
                for upper in range(lower, columns):
                    lengths = [length_of(rows, columns, d) for d in range(lower, upper + 1)]
                    assert longest(rows, columns, lower, upper) == max(lengths)


def test_shorter_diagonals_are_aligned_above_and_below_apart() -> None:
    starts = {s.place: s.start for s in strips(3, 3, -1, 1, "RIGHT_LEFT")}
    assert starts == {0: 1, 1: 0, 2: 0}
    starts = {s.place: s.start for s in strips(3, 3, -1, 1, "LEFT_RIGHT")}
    assert starts == {0: 0, 1: 0, 2: 1}


def test_the_main_diagonal_lies_in_every_matrix() -> None:
    check_inside((0, 0), 0, 0)
    check_inside((-5, 5), None, None)
    with pytest.raises(Mismatch, match="lower_diag_index is out of bound"):
        check_inside((-2, 0), 2, None)
