"""Comparisons: what the table of ops cannot see."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math.comparison import approximate_equal, equal
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_quantised_numbers_are_compared_by_value() -> None:
    kind = np.dtype([("qint8", np.int8)])
    values = np.array([(1,), (2,)], kind)
    with Graph().as_default() as graph, Session(graph=graph) as session:
        assert session.run(equal(values, values[::-1].copy())).tolist() == [False, False]


@pytest.mark.parametrize(("op_type", "result"), [("Equal", False), ("NotEqual", True)])
def test_shapes_that_do_not_fit_are_unequal_if_that_is_no_error(op_type, result) -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x, y = placeholder(dtypes.float32, [None]), placeholder(dtypes.float32, [3])
        same = build(op_type, x, y, incompatible_shape_error=False)
        assert same.dims is None
        value = session.run(same, {x: np.zeros(2), y: np.zeros(3)})
        assert value.shape == ()
        assert bool(value) is result


def test_approximate_equal_needs_equal_shapes() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        with pytest.raises(ValueError, match="Shapes must be equal rank, but are 2 and 1"):
            approximate_equal(np.zeros((1, 2)), np.zeros(2))
        x, y = placeholder(dtypes.float32), placeholder(dtypes.float32)
        close = approximate_equal(x, y)
        with pytest.raises(InvalidArgumentError, match=r"x shape: \[2\]. y shape: \[3\]"):
            session.run(close, {x: np.zeros(2), y: np.zeros(3)})
