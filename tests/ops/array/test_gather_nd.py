import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.gather_nd import gather_nd
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

X = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    ("indices", "sentence"),
    [
        ([[0, 1], [2, 4]], "indices[1] = [2, 4] does not index into param shape [3,4]"),
        ([[[0], [3]], [[2], [4]]], "indices[0,1] = [3] does not index into param shape [3,4]"),
        ([3, 0], "indices = [3, 0] does not index into param shape [3,4]"),
    ],
)
def test_the_first_row_that_lies_outside_is_named(indices, sentence) -> None:
    with Graph().as_default():
        with pytest.raises(InvalidArgumentError) as caught:
            run(gather_nd(X, indices))
        assert caught.value.message.startswith(sentence)


def test_ignored_rows_give_zeros() -> None:
    with Graph().as_default():
        made = gather_nd(X, [[7, 0], [1, 1]], bad_indices_policy="IGNORE")
        assert run(made).tolist() == [0.0, 5.0]
        words = gather_nd(np.array([b"a", b"b"]), [[-1], [1]], bad_indices_policy="IGNORE")
        assert run(words).tolist() == [b"", b"b"]


def test_rows_of_no_index_pick_the_whole() -> None:
    with Graph().as_default():
        made = run(gather_nd(X, np.zeros((2, 0), np.int32)))
        np.testing.assert_array_equal(made, [X, X])


@pytest.mark.parametrize(
    ("x", "indices", "sentence"),
    [
        (X, [[0, 0, 0]], "index innermost dimension length must be <= params rank; saw: 3 vs. 2"),
        (X, 0, "indices must be at least a vector"),
        (3.0, [0], "params must be at least a vector"),
        (np.zeros((0, 2)), [[0]], "Requested more than 0 entries, but params is empty.  Params"),
    ],
)
def test_a_run_refuses_shapes_that_do_not_fit(x, indices, sentence) -> None:
    with Graph().as_default():
        params, places = placeholder(dtypes.float64), placeholder(dtypes.int32)
        with pytest.raises(InvalidArgumentError) as caught:
            run(gather_nd(params, places), {params: x, places: indices})
        assert caught.value.message.startswith(sentence)


def test_static_shapes_that_do_not_fit_are_refused() -> None:
    with Graph().as_default():
        with pytest.raises(
            ShapeError, match=r"^indices.shape\[-1\] must be <= params.rank, but saw"
        ):
            gather_nd(X, [[0, 0, 0]])
        with pytest.raises(ValueError, match="does not allow negative batch_dims"):
            gather_nd(X, [[0]], batch_dims=-1)
