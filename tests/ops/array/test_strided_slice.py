from collections.abc import Callable

import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.graph import Graph
from headrace.graph.tensor import Tensor
from headrace.ops.array.strided_slice import strided_slice
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

DATA = np.arange(60.0, dtype=np.float32).reshape(3, 4, 5)

FAILURES: list[tuple[Callable[[Tensor], Tensor], str]] = [
    (lambda x: x[3], "slice index 3 of dimension 0 out of bounds."),
    (lambda x: x[0, ..., -6], "slice index -1 of dimension 2 out of bounds."),
    (lambda x: x[::0], "strides[0] must be non-zero"),
    (lambda x: x[..., ::0], "strides[2] must be non-zero"),
    (lambda x: x[0, 0, 0, 0], "Index out of range using input dim 3; input has only 3 dims"),
    (lambda x: x[..., ...], "Multiple ellipses in slice spec not allowed"),
    (
        lambda x: strided_slice(x, [1], [0], [-1], shrink_axis_mask=1),
        "only stride 1 allowed on non-range indexing.",
    ),
]


@pytest.mark.parametrize(("take", "sentence"), FAILURES, ids=[s for _, s in FAILURES])
def test_the_graph_and_the_run_refuse_in_the_same_words(
    take: Callable[[Tensor], Tensor], sentence: str
) -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError) as at_build:
            take(placeholder(dtypes.float32, [3, 4, 5]))
        assert str(at_build.value).startswith(sentence)
        x = placeholder(dtypes.float32)
        with pytest.raises(errors.InvalidArgumentError) as in_run:
            run(take(x), {x: DATA})
        assert in_run.value.message.startswith(sentence)


def test_bounds_must_be_vectors_of_one_length() -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError, match=r"^Dimension 0 in both shapes must be equal"):
            strided_slice([1, 2], [0], [1, 2], [1])
        begin = placeholder(dtypes.int32)
        with pytest.raises(
            errors.InvalidArgumentError,
            match=r"Expected begin, end, and strides to be 1D equal size tensors, but got shapes "
            r"\[2\], \[1\], and \[1\] instead\.",
        ):
            run(strided_slice([1, 2], begin, [1], [1]), {begin: [0, 0]})


def test_strides_are_ones_by_default() -> None:
    with Graph().as_default() as graph:
        item = strided_slice(DATA, [0, 1], [2, 3])
        assert nodes(graph)[:4] == [
            "ones_like/tensor = Const()",
            "ones_like/Shape/shape_as_tensor = Const()",
            "ones_like/Const = Const()",
            "ones_like = Fill(ones_like/Shape/shape_as_tensor, ones_like/Const)",
        ]
        np.testing.assert_array_equal(run(item), DATA[0:2, 1:3])
