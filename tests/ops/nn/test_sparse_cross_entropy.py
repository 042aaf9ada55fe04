import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.graph.graph import Graph
from headrace.ops.nn.sparse_cross_entropy import sparse_softmax_cross_entropy_with_logits
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

RNG = np.random.RandomState(5)
LOGITS = RNG.random_sample((2, 3, 4))


def test_sparse_labels_name_the_class_of_each_position() -> None:
    labels = np.array([[0, 3, 1], [2, 2, 0]])
    with Graph().as_default():
        loss = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=LOGITS)
        assert loss.shape.as_list() == [2, 3]
        surprise = np.log(np.exp(LOGITS).sum(-1, keepdims=True)) - LOGITS
        want = np.take_along_axis(surprise, labels[..., None], -1)[..., 0]
        np.testing.assert_allclose(run(loss), want)


@pytest.mark.parametrize(("labels", "named"), [([7, 1], 7), ([1, -1], -1), ([7, -1], -1)])
def test_a_label_out_of_range_is_named(labels, named) -> None:
    with Graph().as_default():
        fed = placeholder(dtypes.int32, [2])
        loss = sparse_softmax_cross_entropy_with_logits(labels=fed, logits=LOGITS[0, :2])
        sentence = (
            rf"Received a label value of {named} which is outside the valid range of \[0, 4\)."
            rf"  Label values: {labels[0]} {labels[1]}"
        )
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(loss, {fed: labels})


@pytest.mark.parametrize(
    ("labels", "logits", "sentence"),
    [
        (
            [2, 1],
            [2, 3],
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape=",
        ),
        ([3], [2, 3], "`labels.shape` must equal `logits.shape` except for the last dimension."),
        ([2], [], "`logits` cannot be a scalar."),
    ],
)
def test_sparse_shapes_that_do_not_fit_are_refused(labels, logits, sentence) -> None:
    with Graph().as_default():
        y, x = placeholder(dtypes.int32, labels), placeholder(dtypes.float32, logits)
        with pytest.raises(ValueError, match=f"^{sentence}"):
            sparse_softmax_cross_entropy_with_logits(labels=y, logits=x)


def test_sparse_shapes_that_only_the_run_knows_are_asserted_there() -> None:
    with Graph().as_default():
        labels, logits = placeholder(dtypes.int32), placeholder(dtypes.float64)
        loss = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        good, bad = np.zeros((2, 3), int), np.zeros((3, 2), int)
        assert run(loss, {labels: good, logits: LOGITS}).shape == (2, 3)
        with pytest.raises(errors.InvalidArgumentError, match="assertion failed"):
            run(loss, {labels: bad, logits: LOGITS})
