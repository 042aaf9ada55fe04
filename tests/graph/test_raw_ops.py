import inspect

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph import registry
from headrace.graph.raw_ops import raw_op


@pytest.mark.parametrize(
    ("op_type", "names"),
    [
        ("ConcatV2", "values axis name"),
        (
            "Conv2D",
            "input filter strides padding use_cudnn_on_gpu explicit_paddings data_format dilations name",
        ),
        ("Placeholder", "dtype shape name"),
        ("Select", "condition x y name"),
        ("Split", "axis value num_split name"),
        ("Squeeze", "input axis name"),
        ("Sum", "input axis keep_dims name"),
        ("Where", "condition name"),
    ],
)
def test_takes_tensorflows_arguments_in_its_order(op_type, names):
    assert list(inspect.signature(raw_op(op_type)).parameters) == names.split()


def test_every_op_has_a_function():
    assert all(callable(raw_op(definition.name)) for definition in registry.all_definitions())


def test_attributes_may_be_written_as_programs_do(graph):
    made = raw_op("Placeholder")("float32", [None, 3])
    assert (made.dtype, made.shape.as_list()) == (dtypes.float32, [None, 3])
    image = np.zeros((1, 4, 4, 1), np.float32)
    pooled = raw_op("MaxPool")(image, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    assert pooled.shape.as_list() == [1, 2, 2, 1]


def test_outputs_come_as_tensorflow_returns_them(graph):
    assert raw_op("NoOp")() is graph.get_operations()[0]
    assert [part.shape.as_list() for part in raw_op("Unpack")([[1], [2]], num=2)] == [[1], [1]]
    several = raw_op("SoftmaxCrossEntropyWithLogits")([[1.0]], [[1.0]])
    assert several._fields == ("loss", "backprop")
    assert several.loss.op is several.backprop.op


def test_a_missing_argument_is_a_type_error(graph):
    with pytest.raises(TypeError, match="missing a required argument: 'b'"):
        raw_op("MatMul")([[1.0]])
