"""SparseTensor: what it is made of, what it knows statically, and how sessions feed and fetch it."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.convert import convert_to_tensor
from headrace.graph.graph import Graph
from headrace.graph.sparse_tensor import (
    SparseTensor,
    SparseTensorValue,
    convert_to_tensor_or_sparse_tensor,
    is_sparse,
)
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.ops.sources.sparse_placeholder import sparse_placeholder
from headrace.session.session import Session

VALUE = SparseTensorValue([[0, 1]], [2.0], [2, 3])


def test_parts_become_constants_in_a_scope(graph) -> None:
    sparse = SparseTensor([[0, 1]], [2.0], [2, 3])
    assert [op.name for op in graph.get_operations()] == [
        "SparseTensor/indices",
        "SparseTensor/values",
        "SparseTensor/dense_shape",
    ]
    assert sparse.get_shape().as_list() == [2, 3]
    assert sparse.dtype is dtypes.float32
    assert sparse.op is sparse.values.op
    assert sparse.graph is graph
    assert sparse.consumers() == []


@pytest.mark.parametrize(
    ("parts", "error", "message"),
    [
        (([0, 1], [2.0], [2, 3]), ValueError, r"Shape \(2,\) must have rank 2"),
        (([[0, 1]], 2.0, [2, 3]), ValueError, r"Shape \(\) must have rank 1"),
        (([[0, 1]], [2.0], 3), ValueError, "Received a scalar value '3' as shape"),
        (([[0, 1]], [2.0, 3.0], [2, 3]), ValueError, "Dimensions 1 and 2 are not compatible"),
        (([[0, 1]], [2.0], [2, 3, 4]), ValueError, "Dimensions 2 and 3 are not compatible"),
        (([[0, 1.5]], [2.0], [2, 3]), TypeError, "Expected int64, but got 1.5"),
        ((None, [2.0], [2, 3]), ValueError, "None values not supported"),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts, error, message) -> None:
    with pytest.raises(error, match=message):
        SparseTensor(*parts)


def test_positions_in_an_int32_tensor_are_refused_by_their_name() -> None:
    with pytest.raises(ValueError, match=r"^indices: Tensor conversion requested dtype int64"):
        SparseTensor(constant([[0, 1]]), [2.0], [2, 3])


def test_sizes_are_known_as_far_as_the_graph_tells() -> None:
    n = placeholder(dtypes.int64, [])
    sparse = SparseTensor([[0, 1]], [2.0], convert_to_tensor([n, 3], dtypes.int64))
    assert sparse.shape.as_list() == [None, 3]
    sparse.set_shape([7, None])
    assert sparse.shape.as_list() == [7, 3]
    with pytest.raises(ValueError, match="are not compatible"):
        sparse.set_shape([8, 3])


def test_new_values_keep_the_positions() -> None:
    sparse = SparseTensor([[0, 1]], [2.0], [2, 3])
    assert sparse.with_values([5]).indices is sparse.indices
    with pytest.raises(ValueError, match="Dimensions 1 and 2"):
        sparse.with_values([5, 6])


def test_it_is_no_tensor_and_converts_to_none() -> None:
    sparse = SparseTensor([[0, 1]], [2.0], [2, 3])
    with pytest.raises(TypeError, match="Failed to convert elements of SparseTensor"):
        convert_to_tensor(sparse)
    assert is_sparse(sparse)
    assert is_sparse(VALUE)
    assert not is_sparse(sparse.values)


def test_conversion_leaves_sparse_values_sparse() -> None:
    made = convert_to_tensor_or_sparse_tensor(VALUE)
    assert isinstance(made, SparseTensor)
    assert convert_to_tensor_or_sparse_tensor(made, "float32") is made
    assert convert_to_tensor_or_sparse_tensor([1], "float32").dtype is dtypes.float32
    with pytest.raises(RuntimeError, match="Requested: int32,  Actual: float32"):
        convert_to_tensor_or_sparse_tensor(made, "int32")
    with pytest.raises(TypeError, match="is neither a SparseTensor nor SparseTensorValue"):
        SparseTensor.from_value(tuple(VALUE))


@pytest.mark.parametrize("value", [VALUE, tuple(VALUE), list(VALUE)])
def test_a_fed_value_comes_back(value) -> None:
    sparse = sparse_placeholder("float32")
    with Session() as session:
        got = session.run({"all": [sparse], "one": sparse.values}, {sparse: value})
        assert session.make_callable(sparse.values, [sparse])(value).tolist() == [2.0]
        assert sparse.eval({sparse: value}).values.tolist() == [2.0]
    whole = got["all"][0]
    assert type(whole) is SparseTensorValue
    assert whole.indices.dtype == np.int64
    assert (whole.values.tolist(), whole.dense_shape.tolist()) == ([2.0], [2, 3])
    assert got["one"] is whole.values


def test_a_constant_whose_sizes_are_static_takes_no_others() -> None:
    sparse = SparseTensor([[0, 1]], [2.0], [2, 3])
    with Session() as session, pytest.raises(ValueError, match="dense_shape:0 may not be fed"):
        session.run(sparse, {sparse: VALUE})


def test_a_key_of_another_graph_is_refused() -> None:
    with Graph().as_default():
        other = sparse_placeholder("float32")
    one = constant(1)
    with Session() as session:
        with pytest.raises(TypeError, match="is not an element of this graph"):
            session.run(one, {other: VALUE})
        with pytest.raises(TypeError, match="'int' object is not iterable"):
            session.run(one, {sparse_placeholder("float32"): 3})
