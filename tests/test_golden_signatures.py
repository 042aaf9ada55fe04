"""Public functions take the arguments that TensorFlow's take, in its order, with its defaults."""

import pytest

import headrace as tf
from tests.golden import files
from tests.golden.signatures import observe_signatures

RECORDED = files.load("signatures.json")
OBSERVED = observe_signatures(tf)
SHARED = sorted(RECORDED.keys() & OBSERVED.keys())

# Name → why its arguments are not TensorFlow's.
DIFFERENCES: dict[str, str] = {
    "DType": "handle_data describes resource handles, which carry none here",
    "Graph.as_graph_def": "use_pybind11_proto chooses between two bindings of protobuf",
    "Tensor": "programs get tensors from functions; TensorFlow's class takes nothing at all",
    "dtypes.DType": "handle_data describes resource handles, which carry none here",
}


@pytest.mark.parametrize("name", [name for name in SHARED if name not in DIFFERENCES])
def test_takes_the_arguments_of_tensorflow(name):
    assert OBSERVED[name] == RECORDED[name]


@pytest.mark.parametrize("name", sorted(DIFFERENCES))
def test_a_listed_difference_is_still_one(name):
    assert OBSERVED[name] != RECORDED[name]


@pytest.mark.parametrize(
    "name", ["constant", "placeholder", "nn.conv2d", "reduce_sum", "Session.run", "Tensor.eval"]
)
def test_looks_at_the_functions_of_every_program(name):
    assert name in SHARED
