"""Headrace runs TensorFlow-1 graph programs without TensorFlow: `import headrace as tf`.

The names of the `tf` namespace; each function stands beside its op in `headrace.ops`. Importing
this loads numpy and nothing heavier.
"""

from __future__ import annotations

from typing import Any

import headrace.ops.all  # noqa: F401 - fills the registry of op types
from headrace.api import (
    bitwise,
    compat,
    debugging,
    dtypes,
    errors,
    linalg,
    manip,
    math,
    nn,
    random,
    sparse,
    sysconfig,
    test,
    version,
)
from headrace.api.missing import reporter
from headrace.base.dimensions import Dimension, dimension_value
from headrace.base.dtypes import (
    DType,
    as_dtype,
    bfloat16,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    qint8,
    qint16,
    qint32,
    quint8,
    quint16,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from headrace.base.dtypes import bool_ as bool
from headrace.base.errors import OpError
from headrace.base.shapes import TensorShape, dimension_at_index
from headrace.graph.collections import (
    GraphKeys,
    add_to_collection,
    add_to_collections,
    get_collection,
    get_collection_ref,
)
from headrace.graph.convert import convert_to_tensor, register_tensor_conversion_function
from headrace.graph.device import DeviceSpec
from headrace.graph.graph import Graph
from headrace.graph.indexed_slices import IndexedSlices, convert_to_tensor_or_indexed_slices
from headrace.graph.operation import Operation
from headrace.graph.scopes import (
    colocate_with,
    container,
    control_dependencies,
    device,
    init_scope,
    name_scope,
    op_scope,
)
from headrace.graph.seed import set_random_seed
from headrace.graph.sparse_tensor import (
    SparseTensor,
    SparseTensorValue,
    convert_to_tensor_or_sparse_tensor,
)
from headrace.graph.stacks import get_default_graph, get_default_session, reset_default_graph
from headrace.graph.static_value import get_static_value, is_tensor
from headrace.graph.tensor import Tensor
from headrace.ops.array.batch_gather import batch_gather
from headrace.ops.array.boolean_mask import boolean_mask
from headrace.ops.array.broadcast import (
    broadcast_dynamic_shape,
    broadcast_static_shape,
    broadcast_to,
)
from headrace.ops.array.concat import concat
from headrace.ops.array.diagonal import diag, diag_part, matrix_band_part
from headrace.ops.array.eye import eye
from headrace.ops.array.fill import fill, ones, ones_like, zeros, zeros_like
from headrace.ops.array.gather import gather
from headrace.ops.array.gather_nd import gather_nd
from headrace.ops.array.identity import ensure_shape, identity, identity_n, stop_gradient
from headrace.ops.array.list_diff import setdiff1d
from headrace.ops.array.matrix_diagonal import matrix_diag, matrix_diag_part, matrix_set_diag
from headrace.ops.array.meshgrid import meshgrid
from headrace.ops.array.one_hot import one_hot
from headrace.ops.array.pad import pad
from headrace.ops.array.range import linspace, range
from headrace.ops.array.range import linspace as lin_space
from headrace.ops.array.reshape import expand_dims, reshape, squeeze
from headrace.ops.array.reverse import reverse, reverse_sequence
from headrace.ops.array.reverse import reverse as reverse_v2
from headrace.ops.array.scatter_nd import scatter_nd
from headrace.ops.array.segment import segment_sum, unsorted_segment_sum
from headrace.ops.array.sequence_mask import sequence_mask
from headrace.ops.array.shape import rank, shape, shape_n, size
from headrace.ops.array.slice import slice_ as slice
from headrace.ops.array.space_batch import (
    batch_to_space,
    batch_to_space_nd,
    space_to_batch,
    space_to_batch_nd,
)
from headrace.ops.array.split import split
from headrace.ops.array.stack import stack, unstack
from headrace.ops.array.strided_slice import strided_slice
from headrace.ops.array.tile import tile
from headrace.ops.array.transpose import invert_permutation, matrix_transpose, transpose
from headrace.ops.array.where import where, where_v2
from headrace.ops.control.assertion import Assert
from headrace.ops.control.no_op import group, no_op, tuple
from headrace.ops.control.printing import Print
from headrace.ops.math.addition_of_many import accumulate_n, add_n
from headrace.ops.math.arg_reduction import arg_max, arg_min, argmax, argmin
from headrace.ops.math.arithmetic import add, multiply, scalar_mul, squared_difference, subtract
from headrace.ops.math.cast import (
    bitcast,
    cast,
    saturate_cast,
    to_bfloat16,
    to_complex64,
    to_complex128,
    to_double,
    to_float,
    to_int32,
    to_int64,
)
from headrace.ops.math.clipping import clip_by_value
from headrace.ops.math.comparison import equal, greater, greater_equal, less, less_equal, not_equal
from headrace.ops.math.complex_numbers import angle, complex, conj, imag, real
from headrace.ops.math.division import (
    div,
    divide,
    floor_div,
    floordiv,
    floormod,
    mod,
    realdiv,
    truediv,
    truncatediv,
    truncatemod,
)
from headrace.ops.math.exponential import exp, expm1, log, log1p, log_sigmoid, sigmoid
from headrace.ops.math.extrema import maximum, minimum
from headrace.ops.math.finite import (
    check_numerics,
    is_finite,
    is_inf,
    is_nan,
    verify_tensor_all_finite,
)
from headrace.ops.math.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from headrace.ops.math.logic import logical_and, logical_not, logical_or, logical_xor
from headrace.ops.math.matmul import matmul, sparse_matmul
from headrace.ops.math.no_nan import div_no_nan
from headrace.ops.math.norm import norm
from headrace.ops.math.norm_clipping import (
    clip_by_average_norm,
    clip_by_global_norm,
    clip_by_norm,
    global_norm,
)
from headrace.ops.math.power import pow, reciprocal, rsqrt, sqrt, square
from headrace.ops.math.reduction import (
    reduce_all,
    reduce_any,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
)
from headrace.ops.math.reduction_composed import count_nonzero, reduce_logsumexp, trace
from headrace.ops.math.rounding import ceil, floor, rint, round
from headrace.ops.math.scan import cumprod, cumsum
from headrace.ops.math.sign import abs, negative, sign
from headrace.ops.math.special import digamma, erf, erfc, lgamma, polygamma, zeta
from headrace.ops.math.tensordot import tensordot
from headrace.ops.math.trigonometry import acos, asin, atan, atan2, cos, sin, tan
from headrace.ops.nn.dilation import required_space_to_batch_paddings
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder, placeholder_with_default
from headrace.ops.sources.sparse_placeholder import sparse_placeholder
from headrace.platform import app, flags, logging
from headrace.platform.logging import get_logger
from headrace.platform.v2_switches import (
    control_flow_v2_enabled,
    disable_control_flow_v2,
    disable_eager_execution,
    disable_resource_variables,
    disable_tensor_equality,
    disable_v2_behavior,
    disable_v2_tensorshape,
    enable_control_flow_v2,
    enable_eager_execution,
    enable_resource_variables,
    enable_tensor_equality,
    enable_v2_behavior,
    enable_v2_tensorshape,
    executing_eagerly,
    executing_eagerly_outside_functions,
    resource_variables_enabled,
)
from headrace.platform.versions import (
    COMPILER_VERSION,
    CXX11_ABI_FLAG,
    CXX_VERSION,
    GIT_VERSION,
    GRAPH_DEF_VERSION,
    GRAPH_DEF_VERSION_MIN_CONSUMER,
    GRAPH_DEF_VERSION_MIN_PRODUCER,
    MONOLITHIC_BUILD,
    VERSION,
)
from headrace.session.session import InteractiveSession, Session

newaxis = None
__version__ = VERSION
__git_version__ = GIT_VERSION
__compiler_version__ = COMPILER_VERSION

__all__ = [
    "COMPILER_VERSION",
    "CXX11_ABI_FLAG",
    "CXX_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "MONOLITHIC_BUILD",
    "VERSION",
    "Assert",
    "DType",
    "DeviceSpec",
    "Dimension",
    "Graph",
    "GraphKeys",
    "IndexedSlices",
    "InteractiveSession",
    "OpError",
    "Operation",
    "Print",
    "Session",
    "SparseTensor",
    "SparseTensorValue",
    "Tensor",
    "TensorShape",
    "abs",
    "accumulate_n",
    "acos",
    "acosh",
    "add",
    "add_n",
    "add_to_collection",
    "add_to_collections",
    "angle",
    "app",
    "arg_max",
    "arg_min",
    "argmax",
    "argmin",
    "as_dtype",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "batch_gather",
    "batch_to_space",
    "batch_to_space_nd",
    "bfloat16",
    "bitcast",
    "bitwise",
    "bool",
    "boolean_mask",
    "broadcast_dynamic_shape",
    "broadcast_static_shape",
    "broadcast_to",
    "cast",
    "ceil",
    "check_numerics",
    "clip_by_average_norm",
    "clip_by_global_norm",
    "clip_by_norm",
    "clip_by_value",
    "colocate_with",
    "compat",
    "complex",
    "complex64",
    "complex128",
    "concat",
    "conj",
    "constant",
    "container",
    "control_dependencies",
    "control_flow_v2_enabled",
    "convert_to_tensor",
    "convert_to_tensor_or_indexed_slices",
    "convert_to_tensor_or_sparse_tensor",
    "cos",
    "cosh",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "debugging",
    "device",
    "diag",
    "diag_part",
    "digamma",
    "dimension_at_index",
    "dimension_value",
    "disable_control_flow_v2",
    "disable_eager_execution",
    "disable_resource_variables",
    "disable_tensor_equality",
    "disable_v2_behavior",
    "disable_v2_tensorshape",
    "div",
    "div_no_nan",
    "divide",
    "double",
    "dtypes",
    "enable_control_flow_v2",
    "enable_eager_execution",
    "enable_resource_variables",
    "enable_tensor_equality",
    "enable_v2_behavior",
    "enable_v2_tensorshape",
    "ensure_shape",
    "equal",
    "erf",
    "erfc",
    "errors",
    "executing_eagerly",
    "executing_eagerly_outside_functions",
    "exp",
    "expand_dims",
    "expm1",
    "eye",
    "fill",
    "flags",
    "float16",
    "float32",
    "float64",
    "floor",
    "floor_div",
    "floordiv",
    "floormod",
    "gather",
    "gather_nd",
    "get_collection",
    "get_collection_ref",
    "get_default_graph",
    "get_default_session",
    "get_logger",
    "get_static_value",
    "global_norm",
    "greater",
    "greater_equal",
    "group",
    "half",
    "identity",
    "identity_n",
    "imag",
    "init_scope",
    "install_as_tensorflow",
    "int8",
    "int16",
    "int32",
    "int64",
    "invert_permutation",
    "is_finite",
    "is_inf",
    "is_nan",
    "is_tensor",
    "less",
    "less_equal",
    "lgamma",
    "lin_space",
    "linalg",
    "linspace",
    "log",
    "log1p",
    "log_sigmoid",
    "logging",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "manip",
    "math",
    "matmul",
    "matrix_band_part",
    "matrix_diag",
    "matrix_diag_part",
    "matrix_set_diag",
    "matrix_transpose",
    "maximum",
    "meshgrid",
    "minimum",
    "mod",
    "multiply",
    "name_scope",
    "negative",
    "newaxis",
    "nn",
    "no_op",
    "norm",
    "not_equal",
    "one_hot",
    "ones",
    "ones_like",
    "op_scope",
    "pad",
    "placeholder",
    "placeholder_with_default",
    "polygamma",
    "pow",
    "qint8",
    "qint16",
    "qint32",
    "quint8",
    "quint16",
    "random",
    "range",
    "rank",
    "real",
    "realdiv",
    "reciprocal",
    "reduce_all",
    "reduce_any",
    "reduce_logsumexp",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "register_tensor_conversion_function",
    "required_space_to_batch_paddings",
    "reset_default_graph",
    "reshape",
    "resource",
    "resource_variables_enabled",
    "reverse",
    "reverse_sequence",
    "reverse_v2",
    "rint",
    "round",
    "rsqrt",
    "saturate_cast",
    "scalar_mul",
    "scatter_nd",
    "segment_sum",
    "sequence_mask",
    "set_random_seed",
    "setdiff1d",
    "shape",
    "shape_n",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "size",
    "slice",
    "space_to_batch",
    "space_to_batch_nd",
    "sparse",
    "sparse_matmul",
    "sparse_placeholder",
    "split",
    "sqrt",
    "square",
    "squared_difference",
    "squeeze",
    "stack",
    "stop_gradient",
    "strided_slice",
    "string",
    "subtract",
    "sysconfig",
    "tan",
    "tanh",
    "tensordot",
    "test",
    "tile",
    "to_bfloat16",
    "to_complex64",
    "to_complex128",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
    "trace",
    "transpose",
    "truediv",
    "truncatediv",
    "truncatemod",
    "tuple",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unsorted_segment_sum",
    "unstack",
    "variant",
    "verify_tensor_all_finite",
    "version",
    "where",
    "where_v2",
    "zeros",
    "zeros_like",
    "zeta",
]

# Message classes: naming one loads protobuf, which takes longer than all the rest of this package.
_MESSAGES = frozenset(
    (
        "ConfigProto",
        "GPUOptions",
        "GraphDef",
        "GraphOptions",
        "NameAttrList",
        "AttrValue",
        "NodeDef",
        "OptimizerOptions",
        "RunMetadata",
        "RunOptions",
    )
)

_report_missing = reporter(__name__, "tf", __all__)


def __getattr__(name: str) -> Any:
    if name == "raw_ops":
        from headrace.api import raw_ops  # it loads inspect, which few programs need

        return raw_ops
    if name in _MESSAGES:
        from headrace.codecs import messages

        return getattr(messages, name)
    return _report_missing(name)


def install_as_tensorflow() -> None:
    """Serves `import tensorflow` from Headrace in this process and in those that it spawns.

    Raises:
        RuntimeError: TensorFlow itself is imported already.
    """
    from headrace.importing import install  # only programs that ask for it need the import hook

    install()
