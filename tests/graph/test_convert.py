"""Node names, dtypes and messages were recorded from TensorFlow 2.21."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.shapes import Dimension, TensorShape
from headrace.graph import convert as module
from headrace.graph.build import build
from headrace.graph.constants import to_array
from headrace.graph.convert import (
    convert_n_to_tensor,
    convert_to_tensor,
    register_tensor_conversion_function,
)


def scalar(dtype=dtypes.float32, name="x"):
    return build("Placeholder", dtype=dtype, shape=TensorShape([]), name=name)


def nodes(graph):
    return [f"{op.name} {op.type} {op.outputs[0].dtype.name}" for op in graph.get_operations()]


def test_tensor_is_returned_as_it_is() -> None:
    x = scalar()
    assert convert_to_tensor(x, name="other") is x
    assert convert_to_tensor(x, preferred_dtype=dtypes.float64) is x


def test_tensor_of_another_dtype_is_refused() -> None:
    with pytest.raises(ValueError, match="Tensor conversion requested dtype int32 for Tensor with"):
        convert_to_tensor(scalar(), dtype=dtypes.int32)


def test_list_with_a_tensor_is_packed_in_its_dtype(graph) -> None:
    convert_to_tensor([scalar(), 1, True])
    assert nodes(graph)[1:] == [
        "packed/1 Const float32",
        "packed/2 Const float32",
        "packed Pack float32",
    ]


def test_nested_list_is_packed_level_by_level(graph) -> None:
    made = convert_to_tensor([[1, 2], [scalar(), 3]], name="q")
    assert nodes(graph)[1:] == [
        "q/1/1 Const float32",
        "q/1 Pack float32",
        "q/0_1 Const float32",
        "q Pack float32",
    ]
    assert made.shape.as_list() == [2, 2]


def test_asked_dtype_casts_the_tensors_of_a_list(graph) -> None:
    made = convert_to_tensor([scalar(dtypes.int32), 1], dtype=dtypes.int64)
    assert nodes(graph)[1:] == ["Cast Cast int64", "packed/1 Const int64", "packed Pack int64"]
    assert made.dtype is dtypes.int64


def test_tensors_of_two_dtypes_do_not_pack() -> None:
    with pytest.raises(TypeError, match="Cannot convert a list containing a tensor of dtype"):
        convert_to_tensor([scalar(dtypes.int32), scalar(dtypes.int64, "y")])


@pytest.mark.parametrize(
    ("item", "error", "message"),
    [
        (None, ValueError, "None values not supported."),
        ("a", TypeError, "Expected float32, but got a of type 'str'."),
        (1j, TypeError, "Expected float32, but got 1j of type 'complex'."),
    ],
)
def test_list_item_must_fit_the_tensor(item, error, message) -> None:
    with pytest.raises(error, match=message):
        convert_to_tensor([scalar(), item])


@pytest.mark.parametrize(
    ("shape", "dtype", "found"),
    [
        (TensorShape([2, 3]), None, dtypes.int32),
        (TensorShape([2**40]), None, dtypes.int64),
        (TensorShape([2]), dtypes.int64, dtypes.int64),
        (TensorShape([]), None, dtypes.int32),
        (Dimension(3), None, dtypes.int32),
        (Dimension(2**40), None, dtypes.int64),
    ],
)
def test_static_shape_becomes_a_constant(shape, dtype, found) -> None:
    made = convert_to_tensor(shape, dtype=dtype)
    assert (made.op.type, made.name, made.dtype) == ("Const", "shape_as_tensor:0", found)


@pytest.mark.parametrize(
    ("shape", "dtype", "error", "message"),
    [
        (TensorShape([2, None]), None, ValueError, r"partially known TensorShape \(2, \?\)"),
        (TensorShape(None), None, ValueError, "partially known TensorShape <unknown>"),
        (Dimension(None), None, ValueError, r"Cannot convert unknown Dimension \? to a Tensor."),
        (TensorShape([2**40]), dtypes.int32, ValueError, "a dimension is too large"),
        (TensorShape([2]), dtypes.float32, TypeError, "Allowed dtypes are tf.int32 and tf.int64."),
    ],
)
def test_shape_that_is_no_constant_is_refused(shape, dtype, error, message) -> None:
    with pytest.raises(error, match=message):
        convert_to_tensor(shape, dtype=dtype)


def test_python_range_becomes_a_range(graph) -> None:
    made = convert_to_tensor(range(2, 9, 3))
    assert (made.op.type, made.shape.as_list()) == ("Range", [3])


def test_preferred_dtype_is_taken_only_if_it_fits() -> None:
    assert convert_to_tensor(1, preferred_dtype=dtypes.float32).dtype is dtypes.float32
    assert convert_to_tensor([1.5], preferred_dtype=dtypes.int32).dtype is dtypes.float32
    assert convert_to_tensor([], dtype_hint=dtypes.int32).dtype is dtypes.int32


def test_list_with_a_tensor_is_no_array() -> None:
    with pytest.raises(TypeError, match="Failed to convert elements of"):
        to_array([scalar(), 1])


def test_operation_does_not_convert() -> None:
    with pytest.raises(TypeError, match="can't convert Operation 'x' to Tensor"):
        convert_to_tensor(scalar().op)


def test_constant_does_not_follow_the_array_it_was_made_of() -> None:
    value = np.ones(3)
    made = convert_to_tensor(value)
    value[0] = 7
    assert made.op.attributes.value.array.tolist() == [1, 1, 1]


def test_registered_type_converts_also_within_lists(monkeypatch) -> None:
    class Wrapped:
        def __init__(self, tensor):
            self.tensor = tensor

        def _as_graph_element(self):
            return self.tensor

    monkeypatch.setattr(module, "_conversions", [])
    register_tensor_conversion_function(
        Wrapped, lambda value, dtype=None, name=None, as_ref=False: value.tensor
    )
    x = scalar()
    assert convert_to_tensor(Wrapped(x)) is x
    assert convert_to_tensor([Wrapped(x), 1.0]).shape.as_list() == [2]


@pytest.mark.parametrize(
    ("base_type", "function", "message"),
    [(1, print, "base_type must be"), (int, 1, "conversion_func must be callable")],
)
def test_only_types_and_functions_are_registered(base_type, function, message) -> None:
    with pytest.raises(TypeError, match=message):
        register_tensor_conversion_function(base_type, function)


def test_several_values_are_converted_each_by_itself(graph):
    x = scalar()
    made = convert_n_to_tensor([1, 2.5, x], name="n")
    assert made[2] is x
    assert nodes(graph)[1:] == ["n_0 Const int32", "n_1 Const float32"]
    with pytest.raises(TypeError, match=r"^values must be a sequence\.\n  made at "):
        convert_n_to_tensor(3)


def test_a_list_that_contains_itself_is_refused() -> None:
    endless: list[object] = [1.0]
    endless.append(endless)
    with pytest.raises(ValueError, match=r"or one contains itself\.\n  made at "):
        convert_to_tensor(endless)


def test_what_an_object_gives_as_its_array_stays_the_objects() -> None:
    class Frame:
        def __init__(self):
            self.inner = np.zeros(2)

        def __array__(self, dtype=None, copy=None):
            return self.inner

    frame = Frame()
    value = convert_to_tensor(frame).op.attributes.value.array
    frame.inner[0] = 9
    assert value.tolist() == [0, 0]


def test_a_tensor_of_another_dtype_is_refused_with_the_name_of_the_argument():
    with pytest.raises(ValueError, match=r"^limit: Tensor conversion requested dtype int32 for"):
        convert_to_tensor(scalar(), dtypes.int32, "limit")
    with pytest.raises(ValueError, match=r"^Tensor conversion requested dtype int32 for"):
        convert_to_tensor(scalar(), dtypes.int32)
