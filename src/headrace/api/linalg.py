"""`tf.linalg`: linear algebra."""

from headrace.api.missing import reporter
from headrace.ops.array.eye import eye
from headrace.ops.array.transpose import adjoint, matrix_transpose
from headrace.ops.array.transpose import matrix_transpose as transpose
from headrace.ops.math.matmul import matmul, matvec
from headrace.ops.math.tensordot import tensordot
from headrace.ops.nn.l2_loss import l2_normalize

__all__ = [
    "adjoint",
    "eye",
    "l2_normalize",
    "matmul",
    "matrix_transpose",
    "matvec",
    "tensordot",
    "transpose",
]

__getattr__ = reporter(__name__, "tf.linalg", __all__)
