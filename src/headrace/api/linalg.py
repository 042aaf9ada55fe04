"""`tf.linalg`: linear algebra."""

from headrace.api.missing import reporter
from headrace.ops.array.diagonal import diag as tensor_diag
from headrace.ops.array.diagonal import diag_part as tensor_diag_part
from headrace.ops.array.diagonal import matrix_band_part as band_part
from headrace.ops.array.eye import eye
from headrace.ops.array.matrix_diagonal import matrix_diag as diag
from headrace.ops.array.matrix_diagonal import matrix_diag_part as diag_part
from headrace.ops.array.matrix_diagonal import matrix_set_diag as set_diag
from headrace.ops.array.transpose import adjoint, matrix_transpose
from headrace.ops.array.transpose import matrix_transpose as transpose
from headrace.ops.math.matmul import matmul, matvec
from headrace.ops.math.norm import norm
from headrace.ops.math.norm_clipping import global_norm
from headrace.ops.math.reduction_composed import trace
from headrace.ops.math.tensordot import tensordot
from headrace.ops.nn.l2_loss import l2_normalize

__all__ = [
    "adjoint",
    "band_part",
    "diag",
    "diag_part",
    "eye",
    "global_norm",
    "l2_normalize",
    "matmul",
    "matrix_transpose",
    "matvec",
    "norm",
    "set_diag",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "transpose",
]

__getattr__ = reporter(__name__, "tf.linalg", __all__)
