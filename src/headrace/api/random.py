"""`tf.random`: random numbers."""

from headrace.api.missing import reporter
from headrace.graph.seed import set_random_seed

__all__ = ["set_random_seed"]

__getattr__ = reporter(__name__, "tf.random", __all__)
