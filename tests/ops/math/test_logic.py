"""Logic and bits: what the table of ops cannot see."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math import logic
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_xor_is_true_where_the_operands_differ() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        both = logic.logical_xor([True, True, False], [True, False, False])
        assert session.run(both).tolist() == [False, True, False]


def test_shifts_beyond_the_bits_are_clamped() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x, y = np.array([1, -1], np.int8), np.array([100, -100], np.int8)
        assert session.run(logic.left_shift(x, y)).tolist() == [-128, -1]
        assert session.run(logic.right_shift(x, y)).tolist() == [0, -1]


def test_floats_are_no_booleans() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        with pytest.raises(TypeError, match="does not match expected type of bool"):
            logic.logical_and(x, x)
