"""CheckNumerics and the functions made of it."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.graph import Graph
from headrace.ops.math.finite import check_numerics, verify_tensor_all_finite
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session
from tests.ops.reverse import reverse_sweep


@pytest.mark.parametrize(
    ("values", "found"),
    [([1.0, np.nan], "NaN"), ([np.inf, 1.0], "Inf"), ([-np.inf, np.nan], "Inf and NaN")],
)
@pytest.mark.parametrize("function", [check_numerics, verify_tensor_all_finite])
def test_the_run_fails_and_says_what_was_found(function, values, found) -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = placeholder(dtypes.float32, [2])
        checked = function(x, "layer 3")
        assert session.run(checked, {x: [1.0, 2.0]}).tolist() == [1.0, 2.0]
        with pytest.raises(InvalidArgumentError, match=f"layer 3 : Tensor had {found} values"):
            session.run(checked, {x: values})


def test_the_gradient_is_checked_too() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x, grad = placeholder(dtypes.float32, [2]), placeholder(dtypes.float32, [2])
        (found,) = reverse_sweep(check_numerics(x, "layer 3"), grad, [x])
        with pytest.raises(InvalidArgumentError, match=r"detected in gradient\. layer 3"):
            session.run(found, {x: [1.0, 1.0], grad: [np.nan, 1.0]})


def test_both_spellings_of_an_argument_are_refused() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        with pytest.raises(ValueError, match="Cannot specify both"):
            verify_tensor_all_finite(x, "m", x=x)
