import pytest

import headrace as tf
from headrace.graph.refusal import refusal, sentence_of


def test_the_sentence_comes_first_and_the_lines_of_ours_below_it():
    x = tf.placeholder(tf.float32, [2, None], name="refused_x")
    lines = str(refusal(ValueError, "It cannot be.", [1, x], advice="another way")).splitlines()
    assert lines[0] == "It cannot be."
    assert lines[1].startswith("  made at   test_refusal.py:")
    assert lines[2:] == [
        f"  inputs    {x.op.name!r} float32 (2, ?)",
        "  try       another way",
    ]


def test_what_is_no_tensor_and_advice_that_is_not_there_have_no_lines():
    assert len(str(refusal(TypeError, "It cannot be.", [1, None, "x"])).splitlines()) == 2


def test_another_place_may_be_to_blame():
    error = refusal(ValueError, "It cannot be.", made_at="one.py:1\ntwo.py:2")
    assert str(error) == "It cannot be.\n  made at   one.py:1\n            two.py:2"


def test_shows_the_first_of_many_inputs():
    with tf.Graph().as_default():
        tensors = [tf.constant(i, name=f"c{i}") for i in range(20)]
        text = str(refusal(ValueError, "It cannot be.", tensors))
    assert "'c7'" in text
    assert "'c8'" not in text


@pytest.mark.parametrize("kind", [ValueError, TypeError, KeyError])
def test_another_error_can_quote_the_sentence_alone(kind):
    assert sentence_of(refusal(kind, "It cannot be.", advice="x")) == "It cannot be."
    assert sentence_of(kind("It cannot be.")) == "It cannot be."


ADVICE = [
    (lambda x: tf.nn.max_pool(x, 2, 2, "same"), 'write it in capitals: "SAME"'),
    (lambda x: tf.nn.conv2d(x, x, 1, "SAMME"), '"SAME"'),
    (lambda x: tf.nn.conv2d(x, x, 1), '"SAME" or "VALID"'),
    (
        lambda _: tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=tf.zeros([4, 3], tf.int32), logits=tf.zeros([4, 3])
        ),
        "tf.argmax(labels, -1)",
    ),
    (
        lambda _: tf.nn.sparse_softmax_cross_entropy_with_logits(
            labels=tf.zeros([4, 1], tf.int32), logits=tf.zeros([4, 3])
        ),
        "tf.squeeze(labels, -1)",
    ),
    (lambda x: tf.reduce_sum(x, keepdims=True, keep_dims=True), "drop 'keep_dims'"),
    (lambda x: tf.stack([x, tf.cast(x, tf.int32)]), "tf.cast"),
    (lambda x: x + None, "a function that made it may lack its return"),
    (lambda x: tf.convert_to_tensor(x.shape[0]), "tf.shape(x)[i]"),
    (tf.unstack, "set_shape"),
    (lambda _: tf.no_op(name="a b"), "letters, digits"),
    (lambda _: tf.constant([[1, 2], [3]]), "give all rows one length"),
    (lambda _: tf.constant(1.5, tf.int32), "int(1.5)"),
    (lambda _: tf.placeholder("flaot32"), "tf.float32"),
    (lambda _: tf.convert_to_tensor(tf.no_op()), "it has no output"),
    (lambda x: tf.get_default_graph().get_tensor_by_name(x.op.name), "x:0"),
    (lambda x: x.op.get_attr("dtyp"), "'dtype'"),
    (lambda x: tf.sqrt(tf.cast(x, tf.int32)), "tf.cast('x', float32)"),
    (lambda x: tf.reshape(x, [None, 2]), "-1 or tf.shape(x)[i]"),
]


@pytest.mark.parametrize(("call", "advice"), ADVICE)
def test_says_what_to_do(call, advice):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None, 4, 4, 4], name="x")
        with pytest.raises((ValueError, TypeError)) as caught:
            call(x)
    lines = str(caught.value).splitlines()
    assert lines[1].startswith("  made at   test_refusal.py:")
    assert any(line.startswith("  try ") and advice in line for line in lines)


def test_tensors_of_two_graphs_show_both_places():
    with tf.Graph().as_default():
        a = tf.constant(1.0, name="a")
    with tf.Graph().as_default():
        b = tf.constant(1.0, name="b")
        with pytest.raises(ValueError, match="must be from the same graph as") as caught:
            tf.add(b, a)
    text = str(caught.value)
    assert 'b = tf.constant(1.0, name="b")' in text
    assert 'a = tf.constant(1.0, name="a")' in text


@pytest.mark.parametrize("feed", [True, False])
def test_a_session_quotes_the_sentence_alone(feed):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.constant(1.0)
        with pytest.raises(TypeError) as caught:
            session.run(x, {1.5: 1.0}) if feed else session.run(1.5)
    first = str(caught.value).splitlines()[0]
    assert "Can not convert a float into a Tensor" in first
    assert "made at" not in str(caught.value)
