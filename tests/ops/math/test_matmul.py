import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph import registry
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math.matmul import MatMulAttributes, matmul, matvec, sparse_matmul
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

RNG = np.random.RandomState(2)


def floats(*shape):
    return placeholder(dtypes.float32, shape)


@pytest.mark.parametrize(
    ("a", "b", "op_type", "product"),
    [
        ([2, 3], [3, 4], "MatMul", [2, 4]),
        ([5, 2, 3], [5, 3, 4], "BatchMatMulV2", [5, 2, 4]),
        ([5, 2, 3], [3, 4], "BatchMatMulV2", [5, 2, 4]),
        ([None, 2, 3], [1, 3, 4], "BatchMatMulV2", [None, 2, 4]),
    ],
)
def test_the_ranks_choose_the_op(a, b, op_type, product) -> None:
    with Graph().as_default():
        result = matmul(floats(*a), floats(*b))
        assert result.op.type == op_type
        assert result.shape.as_list() == product


def test_an_unknown_rank_may_be_a_batch() -> None:
    with Graph().as_default():
        result = matmul(placeholder(dtypes.float32), floats(3, 4))
        assert result.op.type == "BatchMatMulV2"
        assert result.shape.rank is None


def test_the_second_operand_takes_the_dtype_of_the_first() -> None:
    with Graph().as_default() as graph:
        assert matmul(floats(2, 3), np.ones((3, 4))).dtype is dtypes.float32
        assert nodes(graph) == ["MatMul/b = Const()", "MatMul = MatMul(Placeholder, MatMul/b)"]


def test_the_first_operand_keeps_its_dtype() -> None:
    with (
        Graph().as_default(),
        pytest.raises(TypeError, match="Input 'b' of 'MatMul' Op has type float32"),
    ):
        matmul(np.ones((2, 3)), floats(3, 4))


@pytest.mark.parametrize("flip_a", ["", "transpose_a", "adjoint_a"])
@pytest.mark.parametrize("flip_b", ["", "transpose_b", "adjoint_b"])
@pytest.mark.parametrize("batch", [(), (2,)])
def test_multiplies_complex_matrices_transposed_or_adjoint(flip_a, flip_b, batch) -> None:
    def draw(rows, columns, flip):
        shape = (columns, rows) if flip else (rows, columns)
        return RNG.random_sample((*batch, *shape)) + 1j * RNG.random_sample((*batch, *shape))

    def flipped(x, flip):
        turned = x.swapaxes(-1, -2) if flip else x
        return turned.conj() if flip.startswith("adjoint") else turned

    a, b = draw(2, 3, flip_a), draw(3, 4, flip_b)
    with Graph().as_default():
        got = run(matmul(a, b, **{flip: True for flip in (flip_a, flip_b) if flip}))
    np.testing.assert_allclose(got, flipped(a, flip_a) @ flipped(b, flip_b))


def test_transposed_and_adjoint_at_once_is_refused() -> None:
    with (
        Graph().as_default(),
        pytest.raises(ValueError, match=r"Only one of `transpose_b` and `adjoint_b` can be True."),
    ):
        matmul(floats(2, 3), floats(3, 4), transpose_b=True, adjoint_b=True)


def test_another_output_type_is_refused() -> None:
    with Graph().as_default():
        assert (
            matmul(floats(2, 3), floats(3, 4), output_type=dtypes.float32).dtype is dtypes.float32
        )
        with pytest.raises(TypeError, match="gives float32, not int32"):
            matmul(floats(2, 3), floats(3, 4), output_type=dtypes.int32)


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        ([2, 3], [4, 5], "Dimensions must be equal, but are 3 and 4"),
        ([2, 3], [3], "Shape must be rank 2 but is rank 1"),
        ([5, 2, 3], [4, 3, 4], "Dimensions must be equal, but are 5 and 4"),
        ([5, 2, 3], [5, 4, 4], "Dimensions must be equal, but are 3 and 4"),
        ([5, 2, 3], [3], "Shape must be at least rank 2 but is rank 1"),
    ],
)
def test_sizes_that_do_not_fit_are_named_when_the_graph_is_built(a, b, sentence) -> None:
    with Graph().as_default(), pytest.raises(ShapeError, match=f"^{sentence}"):
        matmul(floats(*a), floats(*b))


@pytest.mark.parametrize(
    ("op_type", "a", "b", "sentence"),
    [
        ("MatMul", (2, 3), (4, 5), r"Matrix size-incompatible: In\[0\]: \[2,3\], In\[1\]: \[4,5\]"),
        ("MatMul", (2, 3), (3,), r"In\[0\] and In\[1\] has different ndims: \[2,3\] vs. \[3\]"),
        ("MatMul", (3,), (3,), r"In\[0\] and In\[1\] ndims must be == 2: 1"),
        ("BatchMatMul", (3,), (3,), r"In\[0\] and In\[1\] ndims must be >= 2: 1"),
        (
            "BatchMatMul",
            (1, 2, 3),
            (2, 3, 4),
            r"In\[0\].dim\(0\) and In\[1\].dim\(0\) must be the same",
        ),
        ("BatchMatMulV2", (3,), (3, 4), r"In\[0\] ndims must be >= 2: 1"),
        (
            "BatchMatMulV2",
            (3, 2, 3),
            (2, 3, 4),
            r"In\[0\] and In\[1\] must have compatible batch dim",
        ),
    ],
)
def test_sizes_that_do_not_fit_are_named_in_the_run(op_type, a, b, sentence) -> None:
    with Graph().as_default():
        x, y = placeholder(dtypes.float32), placeholder(dtypes.float32)
        product = build(op_type, x, y)
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(product, {x: np.ones(a), y: np.ones(b)})


def test_a_strided_operand_gives_the_same_bits() -> None:
    a, b = (RNG.random_sample((70, 70)).astype(np.float32) for _ in range(2))
    reference, attrs = registry.get("MatMul").reference, MatMulAttributes(T=dtypes.float32)
    plain = reference(attrs, a, b)
    np.testing.assert_array_equal(
        reference(attrs, np.asfortranarray(a), np.asfortranarray(b)), plain
    )


def test_short_floats_are_multiplied_in_float32() -> None:
    ones = np.ones((1, 5000), np.float16)
    attrs = MatMulAttributes(T=dtypes.float16, transpose_b=True)
    assert registry.get("MatMul").reference(attrs, ones, ones) == 5000


def test_multiplies_a_matrix_and_a_vector() -> None:
    with Graph().as_default():
        assert run(matvec([[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0])).tolist() == [3.0, 7.0]
        assert run(matvec([[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0], transpose_a=True)).tolist() == [
            4.0,
            6.0,
        ]


def test_hints_of_zeros_change_no_value() -> None:
    a, b = [[1.0, 0.0]], [[2.0], [0.0]]
    with Graph().as_default():
        products = [matmul(a, b, a_is_sparse=True, b_is_sparse=True), sparse_matmul(a, b)]
        assert [value.tolist() for value in run(products)] == [[[2.0]], [[2.0]]]
