"""Clipping to a range."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math.clipping import clip_by_value
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_a_bound_that_would_enlarge_the_tensor_is_refused() -> None:
    with Graph().as_default(), pytest.raises(ValueError, match="incompatible"):
        clip_by_value(np.zeros(2, np.float32), np.zeros((3, 2), np.float32), 1.0)


def test_the_op_takes_bounds_that_are_scalars_or_of_the_shape_of_the_tensor() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x, low = placeholder(dtypes.float32, [2, 3]), placeholder(dtypes.float32)
        clipped = build("ClipByValue", x, low, np.float32(1.0))
        assert session.run(clipped, {x: np.full((2, 3), 7), low: 0.0}).max() == 1.0
        with pytest.raises(InvalidArgumentError, match=r"or a scalar. input shape: \[2,3\]"):
            session.run(clipped, {x: np.zeros((2, 3)), low: np.zeros(3)})
