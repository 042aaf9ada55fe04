import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.nn.cross_entropy import (
    softmax_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
)
from headrace.ops.nn.sparse_cross_entropy import sparse_softmax_cross_entropy_with_logits
from headrace.ops.sources.placeholder import placeholder
from tests.ops.reverse import reverse_sweep
from tests.ops.running import run

RNG = np.random.RandomState(5)
LOGITS, LABELS = RNG.random_sample((2, 3, 4)), RNG.random_sample((2, 3, 4))


def expected(axis: int) -> np.ndarray:
    surprise = np.log(np.exp(LOGITS).sum(axis, keepdims=True)) - LOGITS
    return (LABELS * surprise).sum(axis)


@pytest.mark.parametrize("axis", [-1, 2, 1, 0])
@pytest.mark.parametrize("static", [True, False])
def test_the_classes_may_lie_along_any_axis(axis, static) -> None:
    with Graph().as_default():
        shape = LOGITS.shape if static else [None] * 3
        logits, labels = placeholder(dtypes.float64, shape), placeholder(dtypes.float64, shape)
        loss = softmax_cross_entropy_with_logits_v2(labels, logits, axis)
        assert loss.shape.is_compatible_with(expected(axis).shape)
        np.testing.assert_allclose(run(loss, {logits: LOGITS, labels: LABELS}), expected(axis))


@pytest.mark.parametrize(
    ("function", "to_labels"),
    [(softmax_cross_entropy_with_logits, False), (softmax_cross_entropy_with_logits_v2, True)],
)
def test_only_the_second_version_lets_gradients_flow_to_the_labels(function, to_labels) -> None:
    with Graph().as_default():
        logits, labels = placeholder(dtypes.float64, [2, 3]), placeholder(dtypes.float64, [2, 3])
        loss = function(labels=labels, logits=logits)
        found = reverse_sweep(loss, build("OnesLike", loss), [logits, labels])
    assert [grad is not None for grad in found] == [True, to_labels]


@pytest.mark.parametrize("dtype", [dtypes.float16, dtypes.bfloat16])
def test_short_floats_are_computed_in_float32(dtype) -> None:
    with Graph().as_default():
        logits = build("Cast", LOGITS[0], DstT=dtype)
        loss = softmax_cross_entropy_with_logits_v2(LABELS[0], logits)
        assert loss.dtype is dtype
        kinds = {op.type: op for op in loss.graph.get_operations()}
        assert kinds["SoftmaxCrossEntropyWithLogits"].inputs[0].dtype is dtypes.float32
        np.testing.assert_allclose(np.asarray(run(loss), float), expected(-1)[0], rtol=1e-2)


def test_one_row_of_labels_serves_all_logits() -> None:
    with Graph().as_default():
        loss, backprop = build("SoftmaxCrossEntropyWithLogits", LOGITS[0], LABELS[0, :1]).op.outputs
        assert backprop.shape.as_list() == [3, 4]
        surprise = np.log(np.exp(LOGITS[0]).sum(1, keepdims=True)) - LOGITS[0]
        np.testing.assert_allclose(run(loss), (surprise * LABELS[0, :1]).sum(1))


def test_the_second_derivative_agrees_with_finite_differences() -> None:
    data = LOGITS[0, :2]
    with Graph().as_default():
        x = placeholder(dtypes.float64, [2, 4])
        loss = sparse_softmax_cross_entropy_with_logits(labels=[1, 3], logits=x)
        (first,) = reverse_sweep(loss, build("OnesLike", loss), [x])
        weights = LABELS[0, :2]
        (second,) = reverse_sweep(first, build("Identity", weights), [x])
        numeric = np.zeros_like(data)
        for index in np.ndindex(*data.shape):
            step = np.zeros_like(data)
            step[index] = 1e-6
            ends = [(run(first, {x: data + sign * step}) * weights).sum() for sign in (1, -1)]
            numeric[index] = (ends[0] - ends[1]) / 2e-6
        np.testing.assert_allclose(run(second, {x: data}), numeric, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize(
    ("labels", "logits", "sentence"),
    [
        (
            (2, 4),
            (2, 3),
            r"logits and labels must be broadcastable: logits_size=\[2,3\] labels_size=\[2,4\]",
        ),
        (
            (3,),
            (3,),
            "logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional",
        ),
    ],
)
def test_dense_shapes_that_do_not_fit_are_named_in_the_run(labels, logits, sentence) -> None:
    with Graph().as_default():
        x, y = placeholder(dtypes.float32), placeholder(dtypes.float32)
        loss = build("SoftmaxCrossEntropyWithLogits", x, y)
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(loss, {x: np.ones(logits), y: np.ones(labels)})


@pytest.mark.parametrize(
    "function", [softmax_cross_entropy_with_logits, sparse_softmax_cross_entropy_with_logits]
)
def test_both_operands_must_be_given(function) -> None:
    with pytest.raises(ValueError, match=r"^Both `labels` and `logits` must be provided for"):
        function(labels=[1.0])


def test_both_spellings_of_the_axis_are_refused() -> None:
    for function in (softmax_cross_entropy_with_logits, softmax_cross_entropy_with_logits_v2):
        with pytest.raises(ValueError, match=r"Cannot specify both 'dim' and 'axis'."):
            function(labels=[[1.0]], logits=[[1.0]], axis=1, dim=1)
