import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.segment import segment_sum, unsorted_segment_sum
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run


@pytest.mark.parametrize(
    ("data", "ids", "count", "sentence"),
    [
        ([1, 2, 3], [0, 1, 9], 2, "segment_ids[2] = 9 is out of range [0, 2)"),
        ([[1, 2], [3, 4]], [[0, 1], [0, 7]], 2, "segment_ids[1,1] = 7 is out of range [0, 2)"),
        ([1], [0], 0, "segment_ids[0] = 0 is out of range [0, 0)"),
        ([1], [0], -1, "Input num_segments == -1 must not be negative."),
        ([1], [0], [1], "num_segments should be a scalar, not shape [1]"),
        ([1, 2], [0], 3, "data.shape = [2] does not start with segment_ids.shape = [1]"),
        ([1, 2], [[0, 1]], 3, "data.shape = [2] does not start with segment_ids.shape = [1,2]"),
    ],
)
def test_a_run_refuses_what_does_not_fit(data, ids, count, sentence) -> None:
    with Graph().as_default():
        inputs = [placeholder(kind) for kind in (dtypes.float32, dtypes.int32, dtypes.int32)]
        made = unsorted_segment_sum(*inputs)
        with pytest.raises(InvalidArgumentError) as caught:
            run(made, dict(zip(inputs, (data, ids, count), strict=True)))
        assert caught.value.message.startswith(sentence)


def test_the_static_shape_has_a_row_for_each_segment() -> None:
    with Graph().as_default():
        x, ids = placeholder(dtypes.float32, [None, 3]), placeholder(dtypes.int32, [None])
        assert unsorted_segment_sum(x, ids, 5).shape.as_list() == [5, 3]
        count = placeholder(dtypes.int32, [])
        assert unsorted_segment_sum(x, ids, count).shape.as_list() == [None, 3]
        assert segment_sum(x, ids).shape.as_list() == [None, 3]


def test_static_shapes_that_do_not_fit_are_refused() -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError, match=r"^Dimensions must be equal, but are 2 and 1"):
            unsorted_segment_sum([1.0, 2.0], [0], 3)
        with pytest.raises(ShapeError, match="scalar input 2, must be non-negative but is -1"):
            unsorted_segment_sum([1.0], [0], -1)
        with pytest.raises(ShapeError, match=r"^Shape must be rank 1 but is rank 0"):
            segment_sum([1.0], 0)


@pytest.mark.parametrize(
    ("data", "ids", "sentence"),
    [
        ([1, 2, 3], [0, 2, 1], "segment ids are not increasing"),
        (
            [1, 2, 3],
            [-1, 0, 1],
            "Segment id -1 out of range [0, 2), possibly because 'segment_ids' ",
        ),
        ([1, 2, 3], [0, 1], "segment_ids should be the same size as dimension 0 of input."),
        ([1, 2], [[0]], "segment_ids should be a vector."),
        (1, [0], "input must be at least rank 1"),
    ],
)
def test_sorted_segments_must_be_sorted_and_complete(data, ids, sentence) -> None:
    with Graph().as_default():
        x, numbers = placeholder(dtypes.float32), placeholder(dtypes.int32)
        with pytest.raises(InvalidArgumentError) as caught:
            run(segment_sum(x, numbers), {x: data, numbers: ids})
        assert caught.value.message.startswith(sentence)


def test_sums_do_not_write_into_their_inputs() -> None:
    data = np.ones((3, 2))
    with Graph().as_default():
        x = placeholder(dtypes.float64)
        run(unsorted_segment_sum(x, [0, 0, 1], 2), {x: data})
    np.testing.assert_array_equal(data, np.ones((3, 2)))
