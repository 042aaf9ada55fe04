import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.diagonal import diag, diag_part, matrix_band_part
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

X = np.arange(12.0).reshape(3, 4)


def test_bands_are_those_of_numpys_triangles() -> None:
    with Graph().as_default():
        np.testing.assert_array_equal(run(matrix_band_part(X, -1, 0)), np.tril(X))
        np.testing.assert_array_equal(run(matrix_band_part(X, 1, -1)), np.triu(X, -1))


@pytest.mark.parametrize(
    ("x", "lower", "upper", "sentence"),
    [
        (X, 5, 0, "num_lower must be negative or less or equal to number of rows (3) got: 5"),
        (X, 0, 9, "num_upper must be negative or less or equal to number of columns (4) got: 9"),
        (X, [1], 0, "num_lower must be scalar, got shape [1]"),
        ([1.0], 0, 0, "input must be at least 2-dim, received shape: [1]"),
    ],
)
def test_a_run_refuses_bands_that_do_not_fit(x, lower, upper, sentence) -> None:
    with Graph().as_default(), pytest.raises(InvalidArgumentError) as caught:
        run(matrix_band_part(x, lower, upper))
    assert caught.value.message.startswith(sentence)


def test_diagonals_of_diagonals_are_the_input() -> None:
    with Graph().as_default():
        made = diag([[1, 2], [3, 4]])
        assert made.shape.as_list() == [2, 2, 2, 2]
        assert run(diag_part(made)).tolist() == [[1, 2], [3, 4]]


def test_halves_of_a_shape_must_be_equal() -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError, match=r"^Dimensions must be equal, but are 3 and 4"):
            diag_part(X)
        with pytest.raises(
            ShapeError, match=r"^Input must have even and non-zero rank, input rank is 1"
        ):
            diag_part([1.0])
        with pytest.raises(ShapeError, match=r"^Shape must be at least rank 1 but is rank 0"):
            diag(1.0)
        x = placeholder(dtypes.float32)
        with pytest.raises(
            InvalidArgumentError, match=r"^Invalid shape \[3,4\]: dimensions 0 and 1"
        ):
            run(diag_part(x), {x: X})
