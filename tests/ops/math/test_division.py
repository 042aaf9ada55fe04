"""Division: what the table of ops cannot see."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math import division
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session

INTEGER_DIVISIONS = ["Div", "FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod"]


@pytest.mark.parametrize("op_type", INTEGER_DIVISIONS)
def test_integers_divided_by_zero_are_an_invalid_argument(op_type) -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        y = placeholder(dtypes.int32, [2])
        quotient = build(op_type, np.array([4, 2], np.int32), y)
        with pytest.raises(InvalidArgumentError, match="Integer division by zero"):
            session.run(quotient, {y: [1, 0]})
        assert session.run(quotient, {y: [3, 1]}).dtype == np.int32


def test_reciprocals_of_integers_truncate_and_refuse_zero() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = placeholder(dtypes.int32, [3])
        inverse = build("Reciprocal", x)
        assert session.run(inverse, {x: [1, -1, -2]}).tolist() == [1, -1, 0]
        with pytest.raises(InvalidArgumentError, match="Integer division by zero"):
            session.run(inverse, {x: [1, 0, 2]})


@pytest.mark.parametrize(
    ("function", "result"),
    [
        (division.truediv, dtypes.float64),
        (division.divide, dtypes.float64),
        (division.div, dtypes.int32),
        (division.floordiv, dtypes.int32),
    ],
)
def test_integers_are_divided_as_each_function_says(function, result) -> None:
    with Graph().as_default():
        assert function(placeholder(dtypes.int32, [2]), 2).dtype is result


def test_dtypes_that_differ_are_refused() -> None:
    with Graph().as_default():
        x, n = placeholder(dtypes.float32, [2]), placeholder(dtypes.int32, [2])
        with pytest.raises(TypeError, match="must have the same dtype"):
            division.truediv(x, n)
        with pytest.raises(ValueError, match="y: Tensor conversion requested dtype float32"):
            division.div(x, n)


@pytest.mark.parametrize("op_type", INTEGER_DIVISIONS)
def test_a_zero_divisor_is_no_error_where_nothing_is_divided(op_type) -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        quotient = build(op_type, np.zeros((0, 2), np.int32), np.zeros((2,), np.int32))
        assert session.run(quotient).shape == (0, 2)


def test_numbers_that_would_need_another_dtype_are_refused_as_by_the_operator() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.int32, [2])
        with pytest.raises(TypeError, match="must have the same dtype"):
            division.truediv(x, 1.5)
        with pytest.raises(TypeError, match=r"Expected int32, but got 1\.5"):
            division.divide(1.5, x)
