import inspect

import pytest

import headrace as tf
from headrace.graph import registry


def test_an_op_is_called_with_keywords_only():
    with tf.Graph().as_default(), tf.Session() as session:
        made = tf.raw_ops.MatMul(a=[[1.0, 2.0]], b=[[3.0, 4.0]], transpose_b=True, name="m")
        assert (made.op.type, made.name) == ("MatMul", "m:0")
        assert session.run(made).tolist() == [[11.0]]
        with pytest.raises(
            TypeError, match=r"^MatMul only takes keyword args \(possible keys: \['a'"
        ):
            tf.raw_ops.MatMul([[1.0]], [[1.0]])


def test_its_arguments_can_be_read():
    assert list(inspect.signature(tf.raw_ops.ConcatV2).parameters) == ["values", "axis", "name"]


def test_offers_every_op_type():
    assert tf.raw_ops.__all__ == [definition.name for definition in registry.all_definitions()]
    assert tf.raw_ops.Conv2D is tf.raw_ops.Conv2D
