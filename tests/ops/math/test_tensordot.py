import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math.tensordot import tensordot
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

RNG = np.random.RandomState(3)
A, B = RNG.random_sample((2, 3, 4)), RNG.random_sample((4, 3, 5))


@pytest.mark.parametrize(
    ("axes", "known"),
    [
        *[(axes, "all") for axes in (1, 0, [[1, 2], [1, 0]], [[-1], [0]], [2, 0])],
        *[(axes, "rank") for axes in (1, [[1, 2], [1, 0]], [[-1], [0]])],
        *[(axes, "none") for axes in (1, [[2], [0]])],
    ],
)
def test_contracts_as_numpy_does_however_much_is_static(axes, known) -> None:
    shapes = {"all": (A.shape, B.shape), "rank": ([None] * 3, [4, None, 5]), "none": (None, None)}
    want = np.tensordot(A, B, axes)
    with Graph().as_default():
        a, b = (placeholder(dtypes.float64, shape) for shape in shapes[known])
        product = tensordot(a, b, axes)
        assert product.shape.is_compatible_with(want.shape)
        got = run(product, {a: A, b: B})
    np.testing.assert_allclose(got, want)


def test_matrices_need_no_reshaping() -> None:
    with Graph().as_default() as graph:
        a, b = placeholder(dtypes.float32, [2, 3]), placeholder(dtypes.float32, [3, 4])
        tensordot(a, b, 1)
        assert nodes(graph) == ["Tensordot/MatMul = MatMul(Placeholder, Placeholder_1)"]


def test_the_static_shape_is_known_outside_the_contracted_axes() -> None:
    with Graph().as_default():
        a, b = placeholder(dtypes.float32, [None, 3, 7]), placeholder(dtypes.float32, [7, 4])
        assert tensordot(a, b, 1).shape.as_list() == [None, 3, 4]


@pytest.mark.parametrize(
    ("axes", "sentence"),
    [
        ([[0, 1], [0]], "Different number of contraction axes `a` and `b`, 2 != 1."),
        (4, "`axes` must not be larger than the number of dimensions of tensor"),
        ([1], r"`axes` must be an integer or have length 2. Received \[1\]."),
        (-1, "`axes` must be at least 0. Received: -1."),
    ],
)
def test_bad_axes_are_refused_in_tensorflows_words(axes, sentence) -> None:
    with Graph().as_default(), pytest.raises(ValueError, match=sentence):
        tensordot(placeholder(dtypes.float32, [2, 3]), placeholder(dtypes.float32, [3, 2]), axes)


@pytest.mark.parametrize("sizes", [[2, 3], [None, 3]])
def test_an_axis_out_of_range_is_refused(sizes) -> None:
    with Graph().as_default(), pytest.raises(IndexError, match="list index out of range"):
        tensordot(placeholder(dtypes.float32, sizes), placeholder(dtypes.float32, [3]), [[5], [0]])


def test_a_scalar_has_no_axis_to_contract() -> None:
    with Graph().as_default(), pytest.raises(IndexError, match="no axis 0 in a tensor of rank 0"):
        tensordot(placeholder(dtypes.float32, [3]), placeholder(dtypes.float32, []), 1)
