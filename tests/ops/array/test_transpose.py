"""Transpose and its relatives: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.ops.array.transpose import adjoint, invert_permutation, matrix_transpose, transpose
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def x(*sizes, dtype=dtypes.float32):
    return placeholder(dtype, sizes)


def test_transpose_knows_the_sizes_it_moves() -> None:
    assert transpose(x(2, None, 4), [2, 0, 1]).shape.as_list() == [4, 2, None]
    assert transpose(placeholder(dtypes.float32), [1, 0]).shape.as_list() == [None, None]


@pytest.mark.parametrize(
    ("perm", "message"),
    [
        ([0, 1, 2], "Dimension must be 2 but is 3"),
        ([0, 2], "perm dim 2 is out of range of input rank 2"),
        ([[0, 1]], "Shape must be rank 1 but is rank 2"),
    ],
)
def test_transpose_refuses_a_static_permutation_that_is_none(perm, message) -> None:
    with pytest.raises(ValueError, match=message):
        transpose(x(2, 3), perm)


@pytest.mark.parametrize(
    ("perm", "message"),
    [
        ([0, 1, 2], "transpose expects a vector of size 2. But input(1) is a vector of size 3"),
        ([0, 0], "1 is missing from {0,0}."),
        ([0, 2], "2 is out of range [0 .. 2)"),
        ([[0, 1]], "perm must be rank 1, got shape [1,2]"),
    ],
)
def test_transpose_refuses_a_permutation_that_is_none_in_a_run(perm, message) -> None:
    values, order = placeholder(dtypes.float32), placeholder(dtypes.int32)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(transpose(values, order), {values: np.zeros((2, 3)), order: perm})
    assert caught.value.message.splitlines()[0] == message


def test_transpose_of_unknown_rank_reverses_the_axes() -> None:
    values = placeholder(dtypes.float32)
    with Session() as session:
        assert session.run(transpose(values), {values: np.zeros((2, 3, 4))}).shape == (4, 3, 2)


def test_matrix_transpose_of_unknown_rank_swaps_the_last_axes() -> None:
    values = placeholder(dtypes.float32)
    with Session() as session:
        made = session.run(matrix_transpose(values), {values: np.zeros((2, 3, 4))})
    assert made.shape == (2, 4, 3)


def test_matrix_transpose_needs_a_matrix() -> None:
    with pytest.raises(ValueError, match=r"should be a \(batch\) matrix with rank >= 2"):
        matrix_transpose(x(3))


def test_only_complex_tensors_are_conjugated() -> None:
    assert transpose(x(2, 3), conjugate=True).op.type == "Transpose"
    assert adjoint(x(2, 3, dtype=dtypes.complex64)).op.type == "ConjugateTranspose"


@pytest.mark.parametrize(
    ("perm", "message"),
    [
        ([0, 0], "0 is duplicated in the input."),
        ([0, 2], "2 is not between 0 and 2"),
        ([1, -1], "-1 is not between 0 and 2"),
        ([[0, 1]], "invert_permutation expects a 1D vector."),
    ],
)
def test_invert_permutation_refuses_what_is_none(perm, message) -> None:
    order = placeholder(dtypes.int32)
    with Session() as session, pytest.raises(InvalidArgumentError) as caught:
        session.run(invert_permutation(order), {order: perm})
    assert caught.value.message.splitlines()[0] == message
