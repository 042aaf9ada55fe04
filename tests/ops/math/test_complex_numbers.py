"""Complex numbers: what the table of ops cannot see."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math import complex_numbers
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_real_tensors_are_their_own_real_part_and_conjugate() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        assert complex_numbers.real(x) is x
        assert complex_numbers.conj(x) is x


def test_imaginary_parts_and_angles_of_real_tensors() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = np.array([-2.0, 0.0, 3.0])
        assert session.run(complex_numbers.imag(x)).tolist() == [0.0, 0.0, 0.0]
        assert session.run(complex_numbers.angle(x)).tolist() == [np.pi, 0.0, 0.0]


def test_infinite_parts_stay_apart() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        made = session.run(complex_numbers.complex([np.inf], [1.0]))
        assert made[0].real == np.inf
        assert made[0].imag == 1.0


def test_parts_of_different_dtypes_are_refused() -> None:
    with Graph().as_default(), pytest.raises(TypeError, match="incorrect types: float32 float64"):
        complex_numbers.complex([1.0], np.array([1.0]))


def test_booleans_have_no_conjugate() -> None:
    with Graph().as_default(), pytest.raises(TypeError, match="Expected numeric or variant tensor"):
        complex_numbers.conj(placeholder(dtypes.bool_, [2]))
