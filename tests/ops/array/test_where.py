import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.graph.graph import Graph
from headrace.ops.array.where import where, where_v2
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_a_condition_alone_gives_positions() -> None:
    with Graph().as_default() as graph:
        out = where([[True, False], [True, True]])
        assert nodes(graph) == ["Where/condition = Const()", "Where = Where(Where/condition)"]
        assert str(out.shape) == "(?, 2)"
        expected = np.array([[0, 0], [1, 0], [1, 1]], np.int64)
        np.testing.assert_array_equal(run(out), expected, strict=True)
        assert str(where_v2(placeholder(dtypes.int32)).shape) == "(?, ?)"


def test_a_scalar_condition_has_no_positions() -> None:
    with Graph().as_default():
        condition = placeholder(dtypes.bool_)
        with pytest.raises(
            errors.InvalidArgumentError, match=r"WhereOp : Unhandled input dimensions: 0"
        ):
            run(where(condition), {condition: True})


def test_a_vector_condition_picks_rows_in_tf1_and_broadcasts_in_v2() -> None:
    x, y = np.ones((2, 2), np.float32), np.zeros((2, 2), np.float32)
    with Graph().as_default() as graph:
        rows, columns = run([where([True, False], x, y), where_v2([True, False], x, y)])
        names = ["Select/condition", "Select/t", "Select/e", "Select"]
        assert [op.name for op in graph.get_operations()][:4] == names
    assert rows.tolist() == [[1, 1], [0, 0]]
    assert columns.tolist() == [[1, 0], [1, 0]]


@pytest.mark.parametrize("function", [where, where_v2])
def test_one_of_x_and_y_is_not_enough(function: object) -> None:
    assert callable(function)
    with (
        Graph().as_default(),
        pytest.raises(
            ValueError, match=r"^x and y must both be non-None or both be None\.\n  made at "
        ),
    ):
        function([True], [1])


def test_a_condition_that_picks_must_be_boolean() -> None:
    with (
        Graph().as_default(),
        pytest.raises(
            TypeError, match=r"^Expected bool passed to parameter 'condition' of op 'Select', got"
        ),
    ):
        where([1, 0], [1, 2], [3, 4])
