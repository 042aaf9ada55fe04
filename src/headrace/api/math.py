"""`tf.math`: mathematics."""

from headrace.api.missing import reporter
from headrace.ops.array.segment import segment_sum, unsorted_segment_sum
from headrace.ops.array.transpose import invert_permutation
from headrace.ops.math.addition_of_many import accumulate_n, add_n
from headrace.ops.math.arg_reduction import argmax, argmin
from headrace.ops.math.arithmetic import add, multiply, scalar_mul, squared_difference, subtract
from headrace.ops.math.comparison import equal, greater, greater_equal, less, less_equal, not_equal
from headrace.ops.math.complex_numbers import angle, conj, imag, real
from headrace.ops.math.division import divide, floordiv, floormod, mod, truediv
from headrace.ops.math.exponential import exp, expm1, log, log1p, log_sigmoid, sigmoid
from headrace.ops.math.extrema import maximum, minimum
from headrace.ops.math.finite import is_finite, is_inf, is_nan
from headrace.ops.math.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from headrace.ops.math.logic import logical_and, logical_not, logical_or, logical_xor
from headrace.ops.math.no_nan import div_no_nan, multiply_no_nan, reciprocal_no_nan, xdivy, xlogy
from headrace.ops.math.power import pow, reciprocal, rsqrt, sqrt, square
from headrace.ops.math.reduction import (
    reduce_all,
    reduce_any,
    reduce_euclidean_norm,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from headrace.ops.math.reduction_composed import (
    count_nonzero,
    reduce_logsumexp,
    reduce_std,
    reduce_variance,
)
from headrace.ops.math.rounding import ceil, floor, rint, round
from headrace.ops.math.scan import cumprod, cumsum
from headrace.ops.math.sign import abs, negative, sign
from headrace.ops.math.special import digamma, erf, erfc, lgamma, polygamma, zeta
from headrace.ops.math.trigonometry import acos, asin, atan, atan2, cos, sin, tan
from headrace.ops.nn.activations import softplus, softsign
from headrace.ops.nn.l2_loss import l2_normalize
from headrace.ops.nn.softmax import log_softmax, softmax
from headrace.ops.nn.zero_fraction import zero_fraction

__all__ = [
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_n",
    "angle",
    "argmax",
    "argmin",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "ceil",
    "conj",
    "cos",
    "cosh",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "digamma",
    "div_no_nan",
    "divide",
    "equal",
    "erf",
    "erfc",
    "exp",
    "expm1",
    "floor",
    "floordiv",
    "floormod",
    "greater",
    "greater_equal",
    "imag",
    "invert_permutation",
    "is_finite",
    "is_inf",
    "is_nan",
    "l2_normalize",
    "less",
    "less_equal",
    "lgamma",
    "log",
    "log1p",
    "log_sigmoid",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "multiply_no_nan",
    "negative",
    "not_equal",
    "polygamma",
    "pow",
    "real",
    "reciprocal",
    "reciprocal_no_nan",
    "reduce_all",
    "reduce_any",
    "reduce_euclidean_norm",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_std",
    "reduce_sum",
    "reduce_variance",
    "rint",
    "round",
    "rsqrt",
    "scalar_mul",
    "segment_sum",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "softmax",
    "softplus",
    "softsign",
    "sqrt",
    "square",
    "squared_difference",
    "subtract",
    "tan",
    "tanh",
    "truediv",
    "unsorted_segment_sum",
    "xdivy",
    "xlogy",
    "zero_fraction",
    "zeta",
]

__getattr__ = reporter(__name__, "tf.math", __all__)
