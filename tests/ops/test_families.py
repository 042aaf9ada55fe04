"""What the makers of common ops promise."""

from __future__ import annotations

import numpy as np

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.families import elementwise_reference, sum_to_shape_of
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_a_narrow_float_is_rounded_once() -> None:
    reference = elementwise_reference(lambda x: (x * 1.001 - x) * 1000)
    value = np.array(1.0, np.float16)  # 1.001 is 1.0009766 in float16, so two roundings would show
    result = reference(None, value)
    assert result.dtype == np.float16
    assert result.shape == ()
    assert result == np.float16(1.0)


def test_gradients_of_equal_static_shapes_are_not_summed() -> None:
    with Graph().as_default() as graph:
        x, y, grad = (placeholder(dtypes.float32, [2, 3]) for _ in range(3))
        assert sum_to_shape_of(grad, x, y, grad) == (grad, grad)
        assert len(graph.get_operations()) == 3


def test_gradients_are_summed_over_the_axes_that_were_repeated() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x, y = placeholder(dtypes.float32, [2, 3]), placeholder(dtypes.float32, [3])
        grad = placeholder(dtypes.float32, [2, 3])
        along_x, along_y = sum_to_shape_of(grad, x, y, grad)
        feeds = {x: np.ones((2, 3)), y: np.ones(3), grad: np.ones((2, 3))}
        assert session.run(along_x, feeds).tolist() == [[1.0] * 3] * 2
        assert session.run(along_y, feeds).tolist() == [2.0] * 3
