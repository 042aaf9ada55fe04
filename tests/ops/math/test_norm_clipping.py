"""Clipping to a norm, of one tensor and of several together."""

from __future__ import annotations

import numpy as np

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.graph.graph import Graph
from headrace.graph.indexed_slices import IndexedSlices
from headrace.ops.math.norm_clipping import (
    clip_by_average_norm,
    clip_by_global_norm,
    clip_by_norm,
    global_norm,
)
from headrace.ops.sources.constant import constant
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


def test_several_tensors_share_one_norm_and_one_scale() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        parts = [constant([[3.0], [0.0]]), None, constant([4.0])]
        clipped, norm = clip_by_global_norm(parts, 1.0)
        assert clipped[1] is None
        assert session.run(norm) == session.run(global_norm(parts)) == 5
        np.testing.assert_allclose(session.run(clipped[0]), [[0.6], [0]], rtol=1e-6)
        np.testing.assert_allclose(session.run(clipped[2]), [0.8], rtol=1e-6)
        below, _ = clip_by_global_norm(parts, 6)
        np.testing.assert_allclose(session.run(below[2]), [4], rtol=1e-6)


def test_of_indexed_slices_the_values_are_clipped() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        slices = IndexedSlices(constant([3.0, 4.0]), constant([7, 9]), constant([10]))
        (clipped,), _ = clip_by_global_norm([slices], 1.0)
        assert isinstance(clipped, IndexedSlices)
        assert (clipped.indices, clipped.dense_shape) == (slices.indices, slices.dense_shape)
        np.testing.assert_allclose(session.run(clipped.values), [0.6, 0.8], rtol=1e-6)


def test_a_norm_that_is_not_finite_shows_in_every_value() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        (first, second), norm = clip_by_global_norm([constant([np.inf]), constant([1.0])], 1.0)
        assert session.run(norm) == np.inf
        assert np.isnan(session.run(first)).all()
        assert np.isnan(session.run(second)).all()


def test_a_known_norm_is_not_computed_again() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        known = constant(10.0)
        (clipped,), norm = clip_by_global_norm([constant([3.0, 4.0])], 1.0, use_norm=known)
        assert norm is known
        np.testing.assert_allclose(session.run(clipped), [0.3, 0.4], rtol=1e-6)
