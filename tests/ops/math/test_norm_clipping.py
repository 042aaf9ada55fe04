"""Clipping to a norm."""

from __future__ import annotations

import numpy as np

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.graph.graph import Graph
from headrace.ops.math.norm_clipping import clip_by_average_norm, clip_by_norm
from headrace.session.session import Session


def test_a_norm_above_the_limit_is_scaled_down_and_one_below_stays() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        values = np.array([3.0, 4.0], np.float32)
        np.testing.assert_allclose(session.run(clip_by_norm(values, 1.0)), [0.6, 0.8], rtol=1e-6)
        np.testing.assert_allclose(session.run(clip_by_norm(values, 9.0)), values, rtol=1e-6)
        zeros = session.run(clip_by_norm(np.zeros(2, np.float32), 1.0))
        assert zeros.tolist() == [0.0, 0.0]


def test_each_row_has_its_own_norm_if_axes_are_given() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        rows = np.array([[3.0, 4.0], [0.3, 0.4]], np.float32)
        clipped = session.run(clip_by_norm(rows, 1.0, axes=[1]))
        np.testing.assert_allclose(clipped, [[0.6, 0.8], [0.3, 0.4]], rtol=1e-6)


def test_the_average_norm_divides_by_the_number_of_elements() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        values = np.array([3.0, 4.0], np.float32)  # its norm is 5, so its average norm is 2.5
        clipped = session.run(clip_by_average_norm(values, 1.25))
        np.testing.assert_allclose(clipped, values / 2, rtol=1e-6)
