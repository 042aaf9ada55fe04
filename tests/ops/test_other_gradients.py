"""Gradients that the all-ops table cannot compare: through complex numbers, and by one input of several."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import headrace as tf
from tests.ops.reverse import reverse_sweep

STEP = 1e-6


def check(function: Callable[[tf.Tensor], tf.Tensor], at: NDArray[np.float64]) -> None:
    """Compares the gradient of sum(function(x) · weights) with central differences."""
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float64, at.shape)
        y = function(x)
        weights = np.random.RandomState(5).random_sample(y.shape.as_list()) + 0.5
        (gradient,) = reverse_sweep(y, tf.constant(weights), [x])
        found = session.run(gradient, {x: at})
        numeric = np.zeros_like(at)
        for index in np.ndindex(*at.shape):
            ends = []
            for sign in (1, -1):
                moved = at.copy()
                moved[index] += sign * STEP
                ends.append(np.sum(session.run(y, {x: moved}) * weights))
            numeric[index] = (ends[0] - ends[1]) / (2 * STEP)
    np.testing.assert_allclose(found, numeric, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize(
    "part",
    [
        tf.real,
        tf.imag,
        tf.abs,
        tf.angle,
        lambda z: tf.imag(tf.conj(z) * z * z),
        lambda z: tf.real(tf.cast(z, tf.complex128)),
    ],
)
def test_through_complex_numbers(part):
    points = np.array([[0.5, -1.5, 2.0], [1.25, 0.75, -0.5]])
    check(lambda x: part(tf.complex(x[0], x[1])), points)


def test_of_what_is_padded_with_a_value():
    check(lambda x: tf.pad(x, [[1, 0], [0, 2]], constant_values=3.0), np.ones([2, 3]))


def test_of_each_of_several_identities():
    check(lambda x: tf.identity_n([x, x * 2.0])[1], np.array([0.5, 2.0]))


def test_of_polygamma_and_zeta_by_their_second_argument():
    points = np.array([0.5, 1.5, 3.25])
    check(lambda x: tf.polygamma(tf.constant(1.0, tf.float64), x), points)
    check(lambda x: tf.zeta(tf.constant(2.5, tf.float64), x), points)


def test_of_the_second_gradient_of_max_pooling():
    values = np.random.RandomState(3).permutation(16).astype(np.float64).reshape(1, 4, 4, 1)
    window = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}

    def second(grad: tf.Tensor) -> tf.Tensor:
        pooled = tf.nn.max_pool(values, **window)
        return tf.raw_ops.MaxPoolGradGrad(
            orig_input=values, orig_output=pooled, grad=grad, **window
        )

    check(second, np.random.RandomState(4).random_sample([1, 4, 4, 1]))
