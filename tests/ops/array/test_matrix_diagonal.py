import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, ShapeError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.array.diagonal_layout import ALIGNMENTS
from headrace.ops.array.matrix_diagonal import matrix_diag, matrix_diag_part, matrix_set_diag
from headrace.ops.sources.placeholder import placeholder
from tests.ops.reverse import reverse_sweep
from tests.ops.running import run

X = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize("align", ALIGNMENTS)
@pytest.mark.parametrize("k", [(-2, 3), (-1, 0), (1, 2), (2, 2)])
def test_diagonals_that_are_read_and_set_back_leave_the_matrix_as_it_was(k, align) -> None:
    with Graph().as_default():
        part = matrix_diag_part(X, k=k, align=align, padding_value=-1.0)
        np.testing.assert_array_equal(run(matrix_set_diag(X, part, k=k, align=align)), X)


@pytest.mark.parametrize("align", ALIGNMENTS)
def test_the_padding_has_no_part_in_the_gradient(align) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [4, 3])
        made = matrix_diag(x, k=(-1, 2), num_rows=3, num_cols=4, padding_value=7.0, align=align)
        (grad,) = reverse_sweep(made, build("OnesLike", made), [x])
        assert grad is not None
        lengths = run(grad, {x: np.zeros((4, 3))}).sum(axis=1)
    assert lengths.tolist() == [2, 3, 3, 2]


def test_truth_values_are_padded_with_false() -> None:
    with Graph().as_default():
        made = matrix_diag(np.array([True, True]))
        assert run(made).tolist() == [[True, False], [False, True]]


def test_sizes_that_are_not_given_are_the_least() -> None:
    with Graph().as_default():
        assert matrix_diag([1.0, 2.0], k=1).shape.as_list() == [3, 3]
        assert matrix_diag([1.0, 2.0], k=1, num_rows=2).shape.as_list() == [2, 3]
        rows = placeholder(dtypes.int32, [])
        made = matrix_diag([1.0, 2.0], num_rows=rows, num_cols=2)
        assert made.shape.as_list() == [None, 2]
        assert run(made, {rows: 3}).shape == (3, 2)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: matrix_diag([1.0, 2.0], num_rows=1), "num_rows is too small"),
        (lambda: matrix_diag([1.0, 2.0], num_rows=2, num_cols=1), "num_cols is too small."),
        (
            lambda: matrix_diag([1.0, 2.0], num_rows=3, num_cols=3),
            "num_rows and num_cols are not consistent with lower_diag_index, upper_diag_index",
        ),
        (
            lambda: matrix_diag([[1.0, 2.0]], k=(0, 1)),
            "The number of rows of `diagonal` doesn't match",
        ),
        (lambda: matrix_diag([1.0], k=[1, 2, 3]), "diag_index must be a vector with one or two"),
        (lambda: matrix_diag_part(X, k=7), "lower_diag_index is out of bound."),
        (
            lambda: matrix_diag_part(X, k=(1, -1)),
            "lower_diag_index is greater than upper_diag_index",
        ),
        (lambda: matrix_diag_part([1.0]), "Shape must be at least rank 2 but is rank 1"),
        (lambda: matrix_set_diag(X, np.ones((2, 3))), "Shape must be rank 1 but is rank 2"),
        (
            lambda: matrix_set_diag(X, np.ones((2, 3)), k=(0, 7)),
            "upper_diag_index is out of bound.",
        ),
    ],
)
def test_static_values_that_do_not_fit_are_refused(call, sentence) -> None:
    with Graph().as_default(), pytest.raises(ShapeError) as caught:
        call()
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("k", "sentence"),
    [
        (7, "lower_diag_index is out of bound: 7. It must be between -3 and 4"),
        ([0, 4], "upper_diag_index is out of bound: 4 It must be between -3 and 4"),
        ([1, -1], "lower_diag_index must not be larger than upper_diag_index: 1 > -1"),
        ([1, -1, 1], "diag_index must have only one or two elements, received 3 elements."),
        ([[0]], "diag_index must be a scalar or vector, received shape: [1,1]"),
    ],
)
def test_a_run_refuses_diagonals_that_lie_outside(k, sentence) -> None:
    with Graph().as_default():
        index = placeholder(dtypes.int32)
        with pytest.raises(InvalidArgumentError) as caught:
            run(matrix_diag_part(X, k=index), {index: k})
        assert caught.value.message.startswith(sentence)


def test_a_run_refuses_a_diagonal_of_another_length() -> None:
    shape = r"^Expected diagonal shape: \[3\]"
    with Graph().as_default(), pytest.raises(InvalidArgumentError, match=shape):
        run(matrix_set_diag(X, [1.0]))


def test_an_unknown_alignment_is_refused() -> None:
    with Graph().as_default(), pytest.raises(ValueError, match="passed string 'foo' not in: "):
        matrix_diag_part(X, align="foo")
