import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.array.batch_gather import batch_gather
from headrace.ops.array.gather_nd import gather_nd
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

RNG = np.random.RandomState(3)


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
@pytest.mark.parametrize("static", [True, False])
def test_each_batch_takes_its_own_slices(dtype, static) -> None:
    x = RNG.random_sample((2, 3, 4, 2))
    indices = RNG.randint(0, 4, (2, 3, 5)).astype(dtype)
    want = np.take_along_axis(x, indices[..., None], 2)
    with Graph().as_default():
        params = placeholder(dtypes.float64, x.shape if static else None)
        places = placeholder(dtypes.as_dtype(dtype), indices.shape if static else [None] * 3)
        made = batch_gather(params, places)
        if static:
            assert made.shape.as_list() == [2, 3, 5, 2]
        np.testing.assert_array_equal(run(made, {params: x, places: indices}), want)


@pytest.mark.parametrize("static", [True, False])
def test_each_batch_takes_its_own_rows_of_indices(static) -> None:
    x = RNG.random_sample((2, 3, 4, 2))
    indices = RNG.randint(0, 2, (2, 5, 3)) * np.array([2, 3, 1])
    want = np.stack([a[tuple(rows.T)] for a, rows in zip(x, indices, strict=True)])
    with Graph().as_default():
        params = placeholder(dtypes.float64, x.shape if static else [None] * 4)
        places = placeholder(dtypes.int64, indices.shape if static else [None, None, 3])
        made = gather_nd(params, places, batch_dims=1)
        if static:
            assert made.shape.as_list() == [2, 5]
        np.testing.assert_array_equal(run(made, {params: x, places: indices}), want)


def test_the_nodes_are_tensorflows() -> None:
    with Graph().as_default() as graph:
        batch_gather(placeholder(dtypes.float32, [3, 4], "x"), [[0], [1], [2]])
    assert [line for line in nodes(graph) if "Const" not in line and "Strided" not in line] == [
        "BatchGather/Cast = Cast(BatchGather/Shape_1)",
        "BatchGather/mul = Mul(BatchGather/ones, BatchGather/strided_slice_1)",
        "BatchGather/Range = Range(BatchGather/zeros, BatchGather/strided_slice, BatchGather/ones_1)",
        "BatchGather/mul_1 = Mul(BatchGather/Range, BatchGather/mul)",
        "BatchGather/stack = Pack(BatchGather/strided_slice, BatchGather/stack/1)",
        "BatchGather/Reshape = Reshape(BatchGather/mul_1, BatchGather/stack)",
        "BatchGather/add = AddV2(BatchGather/indices, BatchGather/Reshape)",
        "BatchGather/Reshape_1 = Reshape(BatchGather/add, BatchGather/Reshape_1/shape)",
        "BatchGather/Prod = Prod(BatchGather/strided_slice_3, BatchGather/Prod/reduction_indices)",
        "BatchGather/concat/values_0 = Pack(BatchGather/Prod)",
        (
            "BatchGather/concat = ConcatV2(BatchGather/concat/values_0, BatchGather/strided_slice_2, "
            "BatchGather/concat/axis)"
        ),
        "BatchGather/Reshape_2 = Reshape(x, BatchGather/concat)",
        (
            "BatchGather/GatherV2 = GatherV2(BatchGather/Reshape_2, BatchGather/Reshape_1, "
            "BatchGather/GatherV2/axis)"
        ),
        (
            "BatchGather/concat_1 = ConcatV2(BatchGather/Shape, BatchGather/strided_slice_2, "
            "BatchGather/concat_1/axis)"
        ),
        "BatchGather/Reshape_3 = Reshape(BatchGather/GatherV2, BatchGather/concat_1)",
    ]


def test_the_number_of_batch_axes_must_be_known_and_fit() -> None:
    with Graph().as_default():
        with pytest.raises(ValueError, match="does not allow indices with unknown shape"):
            batch_gather([1.0], placeholder(dtypes.int32))
        with pytest.raises(
            ValueError, match=r"`batch_dims` = -1 must be less than rank\(`indices`\)"
        ):
            batch_gather([1.0], 0)
        with pytest.raises(
            ValueError, match=r"`batch_dims` = 2 must be less than rank\(`indices`\) = 2"
        ):
            gather_nd([[1.0]], [[0]], batch_dims=2)
        with pytest.raises(ValueError, match=r"^Cannot infer argument `num` from shape \(\?,\)"):
            gather_nd(placeholder(dtypes.float32), [[0]], batch_dims=1)


def test_both_operands_tell_the_sizes_of_the_batch() -> None:
    with Graph().as_default():
        params = placeholder(dtypes.float32, [4, None, 2])
        made = batch_gather(params, placeholder(dtypes.int32, [None, 5]))
        assert made.shape.as_list() == [4, 5, 2]
