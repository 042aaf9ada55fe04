"""`add_n` and `accumulate_n`."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.graph import Graph
from headrace.ops.math.addition_of_many import accumulate_n, add_n
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_one_tensor_without_a_name_is_returned_itself() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        assert add_n([x]) is x
        assert accumulate_n([x]) is x
        assert add_n([x], name="a").op.type == "Identity"


@pytest.mark.parametrize("function", [add_n, accumulate_n])
def test_an_empty_list_is_refused(function) -> None:
    with Graph().as_default(), pytest.raises(ValueError, match="at least one Tensor"):
        function([])


def test_shapes_that_differ_are_refused_when_built_and_when_run() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        with pytest.raises(ValueError, match=r"From merging shape 0 with other shapes"):
            add_n([placeholder(dtypes.float32, [2]), placeholder(dtypes.float32, [3])])
        x, y = placeholder(dtypes.float32), placeholder(dtypes.float32)
        total = add_n([x, y], name="total")
        with pytest.raises(InvalidArgumentError, match=r"Input 0: \[2\] != input 1: \[3\]"):
            session.run(total, {x: np.ones(2), y: np.ones(3)})


def test_accumulate_n_checks_shape_and_dtype() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2])
        with pytest.raises(ValueError, match="not compatible"):
            accumulate_n([x, x], shape=[3])
        with pytest.raises(TypeError, match="tensor_dtype"):
            accumulate_n([x, x], tensor_dtype=dtypes.int32)


def test_inputs_are_not_written_to() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = placeholder(dtypes.float32, [2])
        value = np.ones(2, np.float32)
        assert session.run(add_n([x, x, x]), {x: value}).tolist() == [3.0, 3.0]
        assert value.tolist() == [1.0, 1.0]
