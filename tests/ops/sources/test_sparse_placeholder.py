"""sparse_placeholder: the nodes it makes, as TensorFlow does."""

import numpy as np
import pytest

from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.ops.sources.sparse_placeholder import sparse_placeholder
from headrace.session.session import Session


def nodes(graph) -> list[str]:
    return [f"{op.name} {op.outputs[0].shape}" for op in graph.get_operations()]


def test_without_shape_all_sizes_are_open(graph) -> None:
    assert sparse_placeholder("float32", name="s").shape.ndims is None
    assert nodes(graph) == ["s/shape (?,)", "s/values (?,)", "s/indices (?, ?)"]


def test_a_shape_is_the_default_and_static(graph) -> None:
    sparse = sparse_placeholder("float32", [None, 3], name="s")
    assert sparse.shape.as_list() == [None, 3]
    assert nodes(graph) == [
        "s/shape_default (2,)",
        "s/shape (2,)",
        "s/values (?,)",
        "s/indices (?, 2)",
    ]
    with Session() as session:
        feeds = {sparse.values: [1.0], sparse.indices: [[0, 0]]}
        assert session.run(sparse, feeds).dense_shape.tolist() == [-1, 3]


def test_unnamed_parts_have_the_names_of_their_ops(graph) -> None:
    sparse_placeholder("float32", (2, 3))
    assert [op.name for op in graph.get_operations()] == [
        "Const",
        "PlaceholderWithDefault",
        "Placeholder",
        "Placeholder_1",
    ]


@pytest.mark.parametrize(
    ("shape", "want"), [([2, -1], [2, None]), (np.array([2, 3]), [2, 3]), ((), [])]
)
def test_shapes_of_any_kind_are_read(shape, want) -> None:
    assert sparse_placeholder("int32", shape).shape.as_list() == want


def test_a_tensor_may_hold_the_sizes() -> None:
    assert sparse_placeholder("int32", constant([2, 3], "int64")).shape.as_list() == [2, 3]
    assert sparse_placeholder("int32", placeholder("int64", [2])).shape.as_list() == [None, None]
    assert sparse_placeholder("int32", placeholder("int64")).shape.ndims is None
    with pytest.raises(ValueError, match="dense_shape: Tensor conversion requested dtype int64"):
        sparse_placeholder("int32", constant([2, 3]))


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="Expected DataType for argument 'dtype' not 'nope'"):
        sparse_placeholder("nope")
    with pytest.raises(TypeError, match="has no len"):
        sparse_placeholder("int32", 3)
