"""Quotients that stay zero: what the table of ops cannot see."""

from __future__ import annotations

import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math.no_nan import div_no_nan, multiply_no_nan, reciprocal_no_nan
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_integers_are_divided_in_floating_point() -> None:
    with Graph().as_default() as graph:
        x, y = placeholder(dtypes.int32, [3]), placeholder(dtypes.int32, [3])
        quotient = div_no_nan(x, y)
        assert run(quotient, {x: [1, -7, 5], y: [2, 0, -4]}).tolist() == [0.5, 0.0, -1.25]
        assert quotient.dtype is dtypes.float64
        assert nodes(graph) == [
            "div_no_nan/Cast = Cast(Placeholder)",
            "div_no_nan/Cast_1 = Cast(Placeholder_1)",
            "div_no_nan = DivNoNan(div_no_nan/Cast, div_no_nan/Cast_1)",
        ]


def test_a_number_takes_the_dtype_of_the_tensor_on_either_side() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        assert div_no_nan(2, x).dtype is dtypes.float32
        assert div_no_nan(x, 2).dtype is dtypes.float32


def test_other_dtypes_are_refused() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        with pytest.raises(TypeError, match=r"same dtype, got tf\.float32 != tf\.int32"):
            div_no_nan(x, placeholder(dtypes.int32, [2]))
        flag = placeholder(dtypes.bool_, [2])
        with pytest.raises(TypeError, match=r"Invalid dtype tf.bool in tf.math.divide_no_nan"):
            div_no_nan(flag, flag)
        with pytest.raises(ValueError, match=r"^y: Tensor conversion requested dtype float32"):
            multiply_no_nan(x, placeholder(dtypes.int32, [2]))
        with pytest.raises(TypeError, match="'x' has DataType int32 not in list of allowed"):
            reciprocal_no_nan(placeholder(dtypes.int32, [2]))
