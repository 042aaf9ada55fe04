import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.array.eye import eye
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_a_square_is_a_diagonal_and_a_rectangle_a_set_one() -> None:
    with Graph().as_default() as graph:
        eye(2)
        eye(2, 3, name="wide")
    assert nodes(graph) == [
        "eye/ones = Const()",
        "eye/diag/k = Const()",
        "eye/diag/num_rows = Const()",
        "eye/diag/num_cols = Const()",
        "eye/diag/padding_value = Const()",
        (
            "eye/diag = MatrixDiagV3(eye/ones, eye/diag/k, eye/diag/num_rows, eye/diag/num_cols, "
            "eye/diag/padding_value)"
        ),
        "wide/ones = Const()",
        "wide/zeros = Const()",
        "wide/set_diag/k = Const()",
        "wide/set_diag = MatrixSetDiagV3(wide/zeros, wide/ones, wide/set_diag/k)",
    ]


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 4), (4, 2), (0, 2)])
@pytest.mark.parametrize("fed", [True, False])
def test_values_are_numpys(rows, columns, fed) -> None:
    with Graph().as_default():
        size = placeholder(dtypes.int32, [])
        made = eye(size if fed else rows, columns, batch_shape=[2], dtype=dtypes.int64)
        value = run(made, {size: rows})
    np.testing.assert_array_equal(value, np.stack([np.eye(rows, columns, dtype=np.int64)] * 2))


def test_batches_may_be_known_only_in_a_run() -> None:
    with Graph().as_default():
        batch = placeholder(dtypes.int32, [None])
        np.testing.assert_array_equal(
            run(eye(2, batch_shape=batch), {batch: [1, 3]})[0, 2], np.eye(2)
        )


def test_sizes_must_be_integers() -> None:
    with Graph().as_default(), pytest.raises(TypeError, match="must be positive integer values"):
        eye(2.5)


def test_as_many_columns_as_rows_are_a_square_too() -> None:
    with Graph().as_default():
        assert eye(3, 3, [2]).op.type == "MatrixDiagV3"
