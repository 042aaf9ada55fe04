import numpy as np
import pytest

import headrace.ops.array.main_diagonal  # noqa: F401 - registers what is built by type
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

X = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    ("diagonal", "sentence"),
    [
        (1.0, "Shape must be at least rank 1 but is rank 0"),
        ([1.0], "Dimensions must be equal, but are 3 and 1"),
        ([[1.0]], "Shape must be rank 1 but is rank 2"),
    ],
)
def test_a_static_diagonal_must_fit_its_matrix(diagonal, sentence) -> None:
    with Graph().as_default(), pytest.raises(ShapeError) as caught:
        build("MatrixSetDiag", X, diagonal)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("x", "diagonal", "sentence"),
    [
        (X, [1.0], "Expected diagonal shape: [3]"),
        (X, 1.0, "diagonal must be at least 1-dim, received shape: []"),
        ([1.0], [1.0], "input must be at least 2-dim, received shape: [1]"),
    ],
)
def test_a_fed_diagonal_must_fit_its_matrix(x, diagonal, sentence) -> None:
    with Graph().as_default():
        value, new = placeholder(dtypes.float64), placeholder(dtypes.float64)
        with pytest.raises(InvalidArgumentError) as caught:
            run(build("MatrixSetDiag", value, new), {value: x, new: diagonal})
    assert caught.value.message.startswith(sentence)


def test_a_diagonal_tells_the_rank_of_its_matrix() -> None:
    with Graph().as_default():
        made = build("MatrixSetDiag", placeholder(dtypes.float32), np.ones((2, 3), np.float32))
        assert made.shape.as_list() == [2, None, None]
