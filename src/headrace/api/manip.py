"""`tf.manip`: rearranging tensors."""

from headrace.api.missing import reporter
from headrace.ops.array.gather_nd import gather_nd
from headrace.ops.array.reshape import reshape
from headrace.ops.array.reverse import reverse
from headrace.ops.array.scatter_nd import scatter_nd
from headrace.ops.array.space_batch import batch_to_space_nd, space_to_batch_nd
from headrace.ops.array.tile import tile

__all__ = [
    "batch_to_space_nd",
    "gather_nd",
    "reshape",
    "reverse",
    "scatter_nd",
    "space_to_batch_nd",
    "tile",
]

__getattr__ = reporter(__name__, "tf.manip", __all__)
