"""`tf.sparse`: sparse tensors."""

from headrace.api.missing import reporter
from headrace.graph.sparse_tensor import SparseTensor
from headrace.ops.sources.sparse_placeholder import sparse_placeholder as placeholder

__all__ = ["SparseTensor", "placeholder"]

__getattr__ = reporter(__name__, "tf.sparse", __all__)
