import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.graph.graph import Graph
from headrace.ops.math.scan import cumprod, cumsum
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


@pytest.mark.parametrize(
    ("exclusive", "reverse", "sums", "products"),
    [
        (False, False, [1, 3, 6], [1, 2, 6]),
        (True, False, [0, 1, 3], [1, 1, 2]),
        (False, True, [6, 5, 3], [6, 6, 3]),
        (True, True, [5, 3, 0], [6, 3, 1]),
    ],
)
def test_runs_from_either_end_with_or_without_the_element(
    exclusive, reverse, sums, products
) -> None:
    with Graph().as_default():
        made = [scan([1, 2, 3], 0, exclusive, reverse) for scan in (cumsum, cumprod)]
        values = run(made)
    assert [value.tolist() for value in values] == [sums, products]


def test_the_input_is_named_x_and_the_axis_axis() -> None:
    with Graph().as_default() as graph:
        cumsum([1.0], name="c")
        assert nodes(graph) == ["c/x = Const()", "c/axis = Const()", "c = Cumsum(c/x, c/axis)"]


def test_an_exclusive_sum_is_not_touched_by_what_it_leaves_out() -> None:
    with Graph().as_default():
        got = run(cumsum([1.0, np.nan], exclusive=True))
    np.testing.assert_array_equal(got, [0.0, 1.0])


@pytest.mark.parametrize(
    ("axis", "sentence"),
    [
        (2, r"ScanOp: Expected scan axis in the range \[-2, 2\), but got 2"),
        (-3, r"ScanOp: Expected scan axis in the range \[-2, 2\), but got -1"),
        ([0], r"ScanOp: axis must be a scalar, not \[1\]"),
    ],
)
def test_a_bad_axis_is_found_in_the_run_only(axis, sentence) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, 3])
        running = cumprod(x, axis)
        assert running.shape.as_list() == [2, 3]
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(running, {x: np.ones((2, 3))})


def test_the_input_is_not_written_to() -> None:
    data = np.array([1.0, 2.0])
    with Graph().as_default():
        x = placeholder(dtypes.float64, [2])
        run(cumsum(x, exclusive=True, reverse=True), {x: data})
    assert data.tolist() == [1.0, 2.0]


def test_a_sum_of_negative_zeros_is_zero() -> None:
    with Graph().as_default():
        sums = run(cumsum(np.array([-0.0, -0.0, 1.0]), reverse=True, exclusive=True))
    assert not np.signbit(sums).any()
