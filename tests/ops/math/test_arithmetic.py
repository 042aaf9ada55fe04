"""Addition, subtraction, multiplication: what the table of ops cannot see."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math.arithmetic import add, scalar_mul, subtract
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_add_joins_strings_with_the_op_that_can() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        joined = add(np.array([b"a\x00", b"b"], object), "c")
        assert joined.op.type == "Add"
        assert session.run(joined).tolist() == [b"a\x00c", b"bc"]


def test_a_python_float_beside_an_int_tensor_is_refused() -> None:
    with Graph().as_default():
        n = placeholder(dtypes.int32, [2])
        with pytest.raises(TypeError, match=r"Input 'y' of 'AddV2' Op has type float32"):
            add(n, 1.5)
        with pytest.raises(TypeError, match=r"Expected int32 passed to parameter 'y' of op 'Sub'"):
            subtract(n, 1.5)


def test_scalar_mul_refuses_a_vector() -> None:
    with Graph().as_default(), pytest.raises(ValueError, match=r"must be a 0-D value"):
        scalar_mul([1.0, 2.0], placeholder(dtypes.float32, [2]))


def test_scalar_mul_gives_the_scalar_the_dtype_of_the_tensor() -> None:
    with Graph().as_default():
        assert scalar_mul(2, placeholder(dtypes.float64, [2])).dtype is dtypes.float64


def test_shape_arithmetic_is_evaluated_while_the_graph_is_built() -> None:
    with Graph().as_default():
        shape = build("Shape", placeholder(dtypes.float32, [None, 6]))
        partial = ((shape * 2 + 4) // 4 - 1).partial
        assert partial is not None
        assert partial.sizes() == (None, 3)


def test_a_scalar_factor_must_be_known_to_be_one_and_takes_the_dtype_of_the_other() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.uint32, [2])
        with pytest.raises(ValueError, match=r"must be a 0-D value\. Received shape <unknown>"):
            scalar_mul(placeholder(dtypes.uint32), x)
        with pytest.raises(TypeError, match=r"Expected uint32, but got 1\.5 of type 'float'"):
            scalar_mul(1.5, x)
        with pytest.raises(ValueError, match=r"^scalar: Tensor conversion requested dtype uint32"):
            scalar_mul(placeholder(dtypes.int32, []), x)
