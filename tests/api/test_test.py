import unittest.mock

import headrace as tf
from headrace.platform import testing


def test_offers_what_the_platform_has():
    assert tf.test.is_gpu_available is testing.is_gpu_available
    assert tf.test.mock is unittest.mock


def test_lists_what_it_offers():
    assert all(hasattr(tf.test, name) for name in tf.test.__all__)
