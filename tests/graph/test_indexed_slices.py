"""IndexedSlices: conversion to a dense tensor, feeding and fetching."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.convert import convert_to_tensor
from headrace.graph.indexed_slices import (
    IndexedSlices,
    IndexedSlicesValue,
    convert_to_tensor_or_indexed_slices,
)
from headrace.graph.scopes import control_dependencies
from headrace.ops.control.no_op import group
from headrace.ops.control.no_op import tuple as tuple_
from headrace.ops.math.exponential import exp
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def slices(*, sizes: bool = True) -> IndexedSlices:
    values = constant([[1.0], [2.0], [3.0]], name="v")
    where = constant([0, 3, 0], name="i")
    return IndexedSlices(values, where, constant([5, 1], name="n") if sizes else None)


def test_it_tells_what_its_values_tell(graph) -> None:
    made = slices()
    assert (made.name, made.device, made.dtype) == ("v:0", "", dtypes.float32)
    assert made.op is made.values.op
    assert made.graph is graph
    assert made.shape.as_list() == [5, 1]
    assert slices(sizes=False).shape.ndims is None
    assert str(made).startswith('IndexedSlices(indices=Tensor("i:0"')


def test_slices_of_one_position_add_up_where_a_tensor_is_wanted() -> None:
    dense = exp(slices())
    assert dense.shape.as_list() == [5, 1]
    assert dense.op.inputs[0].name == "Exp/x:0"
    with Session() as session:
        got = session.run(convert_to_tensor(slices()))
        negative = session.run((-slices()).values)
    assert got.ravel().tolist() == [4, 0, 0, 2, 0]
    assert negative.ravel().tolist() == [-1, -2, -3]


def test_without_sizes_or_of_another_dtype_it_does_not_convert() -> None:
    with pytest.raises(ValueError, match="for argument `value` without dense_shape: IndexedSlices"):
        convert_to_tensor(slices(sizes=False))
    with pytest.raises(ValueError, match="requested to `dtype` int32 for IndexedSlices"):
        convert_to_tensor(slices(), "int32")


def test_it_stays_where_slices_will_do() -> None:
    made = slices()
    assert convert_to_tensor_or_indexed_slices(made, "float32") is made
    assert convert_to_tensor_or_indexed_slices([1]).dtype is dtypes.int32
    with pytest.raises(ValueError, match="to `dtype` int32 for `value`"):
        convert_to_tensor_or_indexed_slices(made, "int32")


def test_fetches_have_its_shape_only_if_it_has_one() -> None:
    with Session() as session:
        bare, whole = session.run([slices(sizes=False), slices()])
    assert type(bare) is IndexedSlicesValue
    assert bare.dense_shape is None
    assert whole.dense_shape.tolist() == [5, 1]


def test_feeds_go_to_its_parts() -> None:
    made = IndexedSlices(placeholder("float32"), placeholder("int32"))
    with Session() as session:
        got = session.run(made, {made: IndexedSlicesValue(np.ones((2, 1)), [1, 2], None)})
    assert got.indices.tolist() == [1, 2]


def test_operations_wait_for_it(graph) -> None:
    made = slices()
    waits = group(made, name="all")
    assert {op.name for op in waits.control_inputs} == {"v", "i", "n"}
    with control_dependencies([made]):
        assert [op.name for op in constant(1).op.control_inputs] == ["v"]
    gated = tuple_([made])[0]
    assert isinstance(gated, IndexedSlices)
    assert gated.indices is made.indices
    assert gated.values.op.type == "Identity"
