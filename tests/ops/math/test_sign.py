"""Sign: what the table of ops cannot see."""

from __future__ import annotations

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.math.sign import sign
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_complex_numbers_are_divided_by_their_magnitude() -> None:
    with Graph().as_default() as graph:
        x = placeholder(dtypes.complex64, [2])
        made = sign(x, name="s")
        assert nodes(graph) == [
            "ComplexAbs = ComplexAbs(Placeholder)",
            "Cast = Cast(ComplexAbs)",
            "s = DivNoNan(Placeholder, Cast)",
        ]
        assert run(made, {x: [0, -5j]}).tolist() == [0, -1j]


def test_the_sign_of_real_numbers_is_one_op() -> None:
    with Graph().as_default() as graph:
        sign(placeholder(dtypes.float32, [2]), name="s")
        assert nodes(graph) == ["s = Sign(Placeholder)"]
