import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.list_diff import setdiff1d
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run


def test_keeps_order_and_repetitions_and_says_where_they_stood() -> None:
    with Graph().as_default():
        result = setdiff1d([3, 1, 2, 3], [1], dtypes.int64)
        out, idx = run([result.out, result.idx])
    assert out.tolist() == [3, 2, 3]
    np.testing.assert_array_equal(idx, np.array([0, 2, 3], np.int64), strict=True)


def test_only_vectors_are_taken() -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError, match=r"^Shape must be rank 1 but is rank 2"):
            setdiff1d([[1]], [1])
        y = placeholder(dtypes.int32)
        with pytest.raises(errors.InvalidArgumentError, match=r"y should be a 1D vector\."):
            run(setdiff1d([1], y).out, {y: [[1]]})
