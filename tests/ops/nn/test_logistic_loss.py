import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.nn.logistic_loss import (
    log_poisson_loss,
    sigmoid_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from headrace.ops.sources.placeholder import placeholder
from tests.ops.reverse import reverse_sweep
from tests.ops.running import run

X, Z = np.array([-3.0, 0.0, 0.5, 4.0]), np.array([0.0, 1.0, 0.25, 1.0])
SIGMOID = 1 / (1 + np.exp(-X))


def test_sigmoid_cross_entropy_is_that_of_the_probabilities() -> None:
    want = -Z * np.log(SIGMOID) - (1 - Z) * np.log(1 - SIGMOID)
    with Graph().as_default():
        got = run(sigmoid_cross_entropy_with_logits(labels=Z, logits=X))
    np.testing.assert_allclose(got, want)


def test_sigmoid_cross_entropy_does_not_overflow() -> None:
    with Graph().as_default():
        got = run(sigmoid_cross_entropy_with_logits(labels=[0.0, 1.0], logits=[1e4, -1e4]))
    assert got.tolist() == [1e4, 1e4]


@pytest.mark.parametrize("static", [True, False])
def test_the_gradient_at_zero_is_the_probability_minus_the_label(static) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [4] if static else [None])
        loss = sigmoid_cross_entropy_with_logits(labels=Z, logits=x)
        (grad,) = reverse_sweep(loss, build("OnesLike", loss), [x])
        np.testing.assert_allclose(run(grad, {x: X}), SIGMOID - Z, atol=1e-15)


@pytest.mark.parametrize("weight", [3.0, 3])
def test_the_weight_counts_positive_labels(weight) -> None:
    want = -Z * np.log(SIGMOID) * 3 - (1 - Z) * np.log(1 - SIGMOID)
    with Graph().as_default():
        got = run(weighted_cross_entropy_with_logits(Z, X, weight))
        old = run(weighted_cross_entropy_with_logits(targets=Z, logits=X, pos_weight=weight))
    np.testing.assert_allclose(got, want)
    np.testing.assert_array_equal(got, old)


def test_stirlings_term_is_added_above_one_only() -> None:
    counts, rates = np.array([0.0, 1.0, 5.0]), np.array([0.1, 0.2, 1.5])
    short = np.exp(rates) - rates * counts
    stirling = 5 * np.log(5) - 5 + 0.5 * np.log(2 * np.pi * 5)
    with Graph().as_default():
        np.testing.assert_allclose(run(log_poisson_loss(counts, rates)), short)
        np.testing.assert_allclose(
            run(log_poisson_loss(counts, rates, compute_full_loss=True)),
            short + np.array([0.0, 0.0, stirling]),
        )


def test_different_shapes_are_refused_in_tensorflows_words() -> None:
    with Graph().as_default():
        x, z = placeholder(dtypes.float32, [2]), placeholder(dtypes.float32, [3])
        sentence = r"^`logits` and `labels` must have the same shape, received \(\(2,\) vs \(3,\)\).\n  made at "
        with pytest.raises(ValueError, match=sentence):
            sigmoid_cross_entropy_with_logits(labels=z, logits=x)
        with pytest.raises(ValueError, match=sentence):
            weighted_cross_entropy_with_logits(z, x, 2.0)
        with pytest.raises(
            ValueError, match=r"^`log_input` and `targets` must have the same shape"
        ):
            log_poisson_loss(z, x)
