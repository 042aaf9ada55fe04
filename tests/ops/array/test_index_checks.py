import numpy as np
import pytest

from headrace.base.errors import InvalidArgumentError
from headrace.ops.array.index_checks import (
    check_indices,
    ignores_bad_indices,
    position_text,
    row_text,
    rows_outside,
)


def test_positions_are_written_without_spaces_and_scalars_have_none() -> None:
    assert position_text((2, 3), 4) == "[1,1]"
    assert position_text((), 0) == ""


def test_no_index_is_in_range_of_nothing_but_no_index_is_fine() -> None:
    check_indices(np.zeros(0, np.int32), 0)
    with pytest.raises(InvalidArgumentError, match=r"indices\[0\] = 0 is not in \[0, 0\)"):
        check_indices(np.zeros(1, np.int32), 0)


def test_rows_that_lie_outside_are_marked() -> None:
    rows = np.array([[0, 1], [2, 0], [1, -1]])
    outside = rows_outside(rows, (2, 2))
    assert outside is not None
    assert outside.tolist() == [False, True, True]
    assert row_text(rows, outside) == "indices[1] = [2, 0]"
    assert rows_outside(rows[:1], (2, 2)) is None


def test_only_one_policy_ignores() -> None:
    assert [ignores_bad_indices(p) for p in ("", "DEFAULT", "ERROR", "IGNORE")] == [
        *[False] * 3,
        True,
    ]
