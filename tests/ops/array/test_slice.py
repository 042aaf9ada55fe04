import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.shape import shape
from headrace.ops.array.slice import slice_
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

DATA = np.arange(12.0, dtype=np.float32).reshape(3, 4)


def test_static_sizes_follow_from_what_is_known() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [3, None])
        n = placeholder(dtypes.int32, [])
        assert str(slice_(x, [1, 1], [-1, -1]).shape) == "(2, ?)"
        assert str(slice_(x, [0, n], [-1, 2]).shape) == "(3, 2)"
        assert str(slice_(x, [n, 0], [-1, n]).shape) == "(?, ?)"
        unknown = placeholder(dtypes.float32)
        assert str(slice_(unknown, [0, 0], [1, -1]).shape) == "(1, ?)"
        sizes = slice_(shape(placeholder(dtypes.float32, [7, None, 5])), [1], [2])
        assert sizes.partial is not None
        assert sizes.partial.sizes() == (None, 5)


@pytest.mark.parametrize(
    ("begin", "size", "sentence"),
    [
        ([-1, 0], [1, 1], "Expected begin[0] in [0, 3], but got -1"),
        ([0, 3], [1, 5], "Expected size[1] in [0, 1], but got 5"),
        ([0, 0], [-2, 1], "Expected size[0] in [0, 3], but got -2"),
        (
            [0],
            [1],
            (
                "Expected begin and size arguments to be 1-D tensors of size 2, but got shapes [1] and "
                "[1] instead."
            ),
        ),
    ],
)
def test_a_block_outside_the_input_is_refused_in_a_run(
    begin: list[int], size: list[int], sentence: str
) -> None:
    with Graph().as_default():
        operands = [placeholder(dtypes.int32), placeholder(dtypes.int32)]
        out = slice_(DATA, *operands)
        with pytest.raises(errors.InvalidArgumentError) as failure:
            run(out, dict(zip(operands, (begin, size), strict=True)))
    assert failure.value.message.startswith(sentence)


def test_an_axis_without_elements_has_its_own_sentence() -> None:
    with Graph().as_default():
        size = placeholder(dtypes.int32, [2])
        out = slice_(np.zeros((0, 2), np.float32), [0, 0], size)
        with pytest.raises(
            errors.InvalidArgumentError,
            match=r"Expected begin\[0\] == 0 \(got 0\) and size\[0\] == 0 \(got 1\) when "
            r"input\.dim_size\(0\) == 0",
        ):
            run(out, {size: [1, 1]})


def test_the_graph_refuses_what_it_can_see() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [3, 4])
        with pytest.raises(ShapeError, match=r"^Shape must be rank 1 but is rank 2"):
            slice_(x, [0], [1])
        with pytest.raises(ShapeError, match=r"^Dimension 0 in both shapes must be equal"):
            slice_(x, [0, 0], [1])
        with pytest.raises(ShapeError, match=r"^Negative dimension size caused by subtracting 5"):
            slice_(x, [5, 0], [-1, 1])
        with pytest.raises(ShapeError, match=r"^Invalid value in tensor used for shape: -2"):
            slice_(x, [0, 0], [-2, 1])
