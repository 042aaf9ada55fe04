"""Matrix products: MatMul, the batched ones, and the public functions that choose between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    broadcast,
    merge,
    merge_size,
    shape_text,
)
from headrace.graph.opdef import SUMMED, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.operators import matmul_op_type
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import ordered
from headrace.ops.families import conjugate
from headrace.ops.static_shapes import integers, known_sizes, shape_of

_MATMUL = (*dtypes.FLOATING, dtypes.int32, dtypes.int64, *dtypes.UNSIGNED_INTEGRAL, *dtypes.COMPLEX)
_BATCH = (*dtypes.FLOATING, dtypes.int32, dtypes.int64, *dtypes.COMPLEX)
_BATCH_V2 = (
    *dtypes.FLOATING,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    *dtypes.UNSIGNED_INTEGRAL,
    *dtypes.COMPLEX,
)


@attributes
class MatMulAttributes(Attributes):
    """Attributes of MatMul; grad_a and grad_b only say what the product is for."""

    transpose_a: bool = False
    transpose_b: bool = False
    T: DType
    grad_a: bool = False
    grad_b: bool = False


@attributes
class BatchMatMulAttributes(Attributes):
    """Attributes of BatchMatMul and BatchMatMulV2."""

    T: DType
    adj_x: bool = False
    adj_y: bool = False
    grad_x: bool = False
    grad_y: bool = False


# --- shapes ---------------------------------------------------------------------------------------


def _product_sizes(a: Dims, b: Dims, flip_a: bool, flip_b: bool) -> tuple[int | None, int | None]:
    """Rows and columns of the product, when the inner sizes agree."""
    rows, inner = (None, None) if a is None else a[-2:]
    inner_b, columns = (None, None) if b is None else b[-2:]
    if flip_a:
        rows, inner = inner, rows
    if flip_b:
        inner_b, columns = columns, inner_b
    try:
        merge_size(inner, inner_b)
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run=f"Matrix size-incompatible: In[0]: {shape_text(a)}, In[1]: {shape_text(b)}",
            advice=f"give the second operand {inner} rows, or transpose an operand",
        ) from None
    return rows, columns


def _matmul_shape(ctx: ShapeContext[MatMulAttributes]) -> Sequence[Dims]:
    a, b = ctx.shapes
    if ctx.in_run and a is not None and b is not None:
        _check_equal_ranks(a, b)
        if len(a) != 2:
            raise Mismatch(f"In[0] and In[1] ndims must be == 2: {len(a)}")
    a, b = ctx.with_rank(0, 2), ctx.with_rank(1, 2)
    return (_product_sizes(a, b, ctx.attributes.transpose_a, ctx.attributes.transpose_b),)


def _check_equal_ranks(a: tuple[int | None, ...], b: tuple[int | None, ...]) -> None:
    if len(a) != len(b):
        raise Mismatch(f"In[0] and In[1] has different ndims: {shape_text(a)} vs. {shape_text(b)}")


def _batch_shape(ctx: ShapeContext[BatchMatMulAttributes]) -> Sequence[Dims]:
    x, y = ctx.shapes
    if ctx.in_run and x is not None and y is not None:
        _check_equal_ranks(x, y)
        if len(x) < 2:
            raise Mismatch(f"In[0] and In[1] ndims must be >= 2: {len(x)}")
        for i, (size, other) in enumerate(zip(x[:-2], y[:-2], strict=True)):
            if size != other:
                raise Mismatch(
                    f"In[0].dim({i}) and In[1].dim({i}) must be the same: "
                    f"{shape_text(x)} vs {shape_text(y)}"
                )
    x, y = ctx.with_rank_at_least(0, 2), ctx.with_rank_at_least(1, 2)
    batch = merge(None if x is None else x[:-2], None if y is None else y[:-2])
    sizes = _product_sizes(x, y, ctx.attributes.adj_x, ctx.attributes.adj_y)
    return (None if batch is None else (*batch, *sizes),)


def _batch_v2_shape(ctx: ShapeContext[BatchMatMulAttributes]) -> Sequence[Dims]:
    for i, dims in enumerate(ctx.shapes):
        if ctx.in_run and dims is not None and len(dims) < 2:
            raise Mismatch(f"In[{i}] ndims must be >= 2: {len(dims)}")
    x, y = ctx.with_rank_at_least(0, 2), ctx.with_rank_at_least(1, 2)
    sizes = _product_sizes(x, y, ctx.attributes.adj_x, ctx.attributes.adj_y)
    if x is None or y is None:
        return (None,)
    try:
        batch = broadcast(x[:-2], y[:-2])
    except Mismatch as error:
        raise Mismatch(
            error.sentence,
            in_run="In[0] and In[1] must have compatible batch dimensions: "
            f"{shape_text(x)} vs. {shape_text(y)}",
            advice="make the leading sizes equal, or 1",
        ) from None
    assert batch is not None
    return ((*batch, *sizes),)


# --- references -----------------------------------------------------------------------------------


def _operand(x: NDArray[Any], transposed: bool, conjugated: bool) -> NDArray[Any]:
    """An operand as the product takes it."""
    x = ordered(x)
    if transposed:
        x = x.swapaxes(-1, -2)
    return x.conj() if conjugated and x.dtype.kind == "c" else x


def _product(x: NDArray[Any], y: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    with np.errstate(all="ignore"):
        return np.asarray(np.matmul(x, y)).astype(dtype, copy=False)


def _matmul(attrs: MatMulAttributes, a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    left, right = _operand(a, attrs.transpose_a, False), _operand(b, attrs.transpose_b, False)
    return _product(left, right, a.dtype)


def _batch_matmul(attrs: BatchMatMulAttributes, x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    left, right = _operand(x, attrs.adj_x, attrs.adj_x), _operand(y, attrs.adj_y, attrs.adj_y)
    return _product(left, right, x.dtype)


# --- gradients ------------------------------------------------------------------------------------

# For each pair of flags, the products that are the gradients of a and b: which operands ("g" is the
# gradient of the product) and which of the two is transposed.
_Term = tuple[str, str, bool, bool]
_TERMS: dict[tuple[bool, bool], tuple[_Term, _Term]] = {
    (False, False): (("g", "b", False, True), ("a", "g", True, False)),
    (True, False): (("b", "g", False, True), ("a", "g", False, False)),
    (False, True): (("g", "b", False, False), ("g", "a", True, False)),
    (True, True): (("b", "g", True, True), ("g", "a", True, True)),
}


def _matmul_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, MatMulAttributes)
    operands = {"a": conjugate(op.inputs[0]), "b": conjugate(op.inputs[1]), "g": grad}
    terms = _TERMS[attrs.transpose_a, attrs.transpose_b]
    return [
        build(
            "MatMul",
            operands[left],
            operands[right],
            transpose_a=flip_left,
            transpose_b=flip_right,
            grad_a=mark == "a",
            grad_b=mark == "b",
        )
        for (left, right, flip_left, flip_right), mark in zip(terms, "ab", strict=True)
    ]


def _batch_terms(op: Operation, grad: Tensor, *, marked: bool) -> list[Tensor]:
    attrs = attributes_of(op, BatchMatMulAttributes)
    operands = {"a": op.inputs[0], "b": op.inputs[1], "g": grad}
    terms = _TERMS[attrs.adj_x, attrs.adj_y]
    return [
        build(
            "BatchMatMulV2",
            operands[left],
            operands[right],
            adj_x=adj_left,
            adj_y=adj_right,
            grad_x=marked and mark == "x",
            grad_y=marked and mark == "y",
            name="MatMul",
        )
        for (left, right, adj_left, adj_right), mark in zip(terms, "xy", strict=True)
    ]


def _batch_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return _batch_terms(op, grad, marked=False)


def _batch_v2_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    x, y = op.inputs
    grads = _batch_terms(op, grad, marked=True)
    sizes_x, sizes_y = known_sizes(x), known_sizes(y)
    if sizes_x is not None and sizes_y is not None and sizes_x[:-2] == sizes_y[:-2]:
        return grads
    shapes = [shape_of(x), shape_of(y)]
    batches = [
        build("StridedSlice", shape, integers([0]), integers([-2]), integers([1]), begin_mask=1)
        for shape in shapes
    ]
    axes = build_outputs("BroadcastGradientArgs", *batches)
    return [
        build("Reshape", build("Sum", term, axis, keep_dims=False), shape)
        for term, axis, shape in zip(grads, axes, shapes, strict=True)
    ]


# --- definitions ----------------------------------------------------------------------------------

_NAN, _INF = float("nan"), float("inf")
_SPECIAL = Sample(
    given([[1.0, _NAN], [_INF, 1.0], [-_INF, _INF]]),
    given([[0.0, 1.0], [0.0, 1.0]]),
    differentiable=False,
    only=dtypes.NUMPY_FLOATING,
)

define(
    "MatMul",
    inputs="a: T, b: T",
    outputs="product: T",
    attributes=MatMulAttributes,
    shape=_matmul_shape,
    reference=_matmul,
    gradient=_matmul_gradient,
    samples=(
        Sample(reals(2, 3), reals(3, 4)),
        Sample(reals(3, 2), reals(3, 4), transpose_a=True),
        Sample(reals(2, 3), reals(4, 3), transpose_b=True),
        Sample(reals(3, 2), reals(4, 3), transpose_a=True, transpose_b=True),
        Sample(reals(0, 3), reals(3, 2)),
        Sample(reals(2, 0), reals(0, 3)),
        _SPECIAL,
    ),
    types={"T": _MATMUL},
    tolerance=SUMMED,
    doc="The product of two matrices.",
)

_BATCH_SAMPLES = (
    Sample(reals(2, 3), reals(3, 4)),
    Sample(reals(2, 2, 3), reals(2, 3, 2)),
    Sample(reals(2, 3, 2), reals(2, 3, 2), adj_x=True),
    Sample(reals(2, 2, 3), reals(2, 2, 3), adj_y=True),
    Sample(reals(2, 3, 2), reals(2, 2, 3), adj_x=True, adj_y=True),
    Sample(reals(0, 2, 3), reals(0, 3, 2)),
    Sample(reals(2, 2, 0), reals(2, 0, 2)),
)

define(
    "BatchMatMul",
    inputs="x: T, y: T",
    outputs="output: T",
    attributes=BatchMatMulAttributes,
    shape=_batch_shape,
    reference=_batch_matmul,
    gradient=_batch_gradient,
    samples=_BATCH_SAMPLES,
    types={"T": _BATCH},
    tolerance=SUMMED,
    doc="The products of two batches of matrices.",
)
define(
    "BatchMatMulV2",
    inputs="x: T, y: T",
    outputs="output: T",
    attributes=BatchMatMulAttributes,
    shape=_batch_v2_shape,
    reference=_batch_matmul,
    gradient=_batch_v2_gradient,
    samples=(
        *_BATCH_SAMPLES,
        Sample(reals(2, 2, 3), reals(3, 2)),
        Sample(reals(3, 2), reals(2, 3, 2), adj_x=True),
        Sample(reals(2, 1, 2, 3), reals(3, 2, 3), adj_y=True),
        Sample(reals(0, 2, 3), reals(1, 3, 2)),
        _SPECIAL,
    ),
    types={"T": _BATCH_V2},
    tolerance=SUMMED,
    doc="The products of two batches of matrices, the leading axes broadcast.",
)

# --- public functions -----------------------------------------------------------------------------


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two matrices, or of two batches of them whose leading axes broadcast.

    Args:
        a: a tensor of rank ≥ 2.
        b: likewise; takes the dtype of `a` if it is no tensor.
        transpose_a: transpose `a` first.
        transpose_b: transpose `b` first.
        adjoint_a: transpose and conjugate `a` first.
        adjoint_b: transpose and conjugate `b` first.
        a_is_sparse: a hint that many elements of `a` are 0. It changes nothing here.
        b_is_sparse: a hint that many elements of `b` are 0. It changes nothing here.
        output_type: the dtype of the product; must be that of the operands.
        grad_a: marks the product as a gradient of `a`.
        grad_b: marks the product as a gradient of `b`.
        name: the op's name.

    Returns:
        The product.

    Raises:
        ValueError: an operand is both transposed and adjoint, or the sizes do not fit.
        TypeError: the dtypes differ, or another `output_type` is asked for.
    """
    with name_scope(name, "MatMul", [a, b]) as scope:
        for letter, transposed, adjoint in (
            ("a", transpose_a, adjoint_a),
            ("b", transpose_b, adjoint_b),
        ):
            if transposed and adjoint:
                raise refusal(
                    ValueError,
                    f"Only one of `transpose_{letter}` and `adjoint_{letter}` can be True. Received "
                    f"`transpose_{letter}`={transposed}, `adjoint_{letter}`={adjoint}.",
                    [a, b],
                    advice=f"drop transpose_{letter}: the adjoint transposes already",
                )
        a = convert(a, None, "a")
        b = convert(b, None, "b", a.dtype.base_dtype)
        if output_type is not None and dtypes.as_dtype(output_type) is not a.dtype.base_dtype:
            raise refusal(
                TypeError,
                f"matmul of {a.dtype.name} gives {a.dtype.name}, not {dtypes.as_dtype(output_type).name}; "
                "tf.cast the operands or the product.",
                [a, b],
            )
        if (a_is_sparse or b_is_sparse) or matmul_op_type(a, b) == "MatMul":
            return build(
                "MatMul",
                conjugate(a) if adjoint_a else a,
                conjugate(b) if adjoint_b else b,
                transpose_a=bool(transpose_a or adjoint_a),
                transpose_b=bool(transpose_b or adjoint_b),
                grad_a=grad_a,
                grad_b=grad_b,
                name=scope,
            )
        return build(
            "BatchMatMulV2",
            conjugate(a) if transpose_a else a,  # adj_x conjugates again
            conjugate(b) if transpose_b else b,
            adj_x=bool(transpose_a or adjoint_a),
            adj_y=bool(transpose_b or adjoint_b),
            grad_x=grad_a,
            grad_y=grad_b,
            name=scope,
        )


def matvec(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of a matrix and a vector, or of batches of them.

    Args:
        a: a tensor of rank ≥ 2.
        b: a tensor with one axis less.
        transpose_a: transpose `a` first.
        adjoint_a: transpose and conjugate `a` first.
        a_is_sparse: see `matmul`.
        b_is_sparse: see `matmul`.
        name: the name scope.
    """
    with name_scope(name, "MatVec", [a, b]):
        column = build("ExpandDims", b, -1)
        product = matmul(
            a,
            column,
            transpose_a=transpose_a,
            adjoint_a=adjoint_a,
            a_is_sparse=a_is_sparse,
            b_is_sparse=b_is_sparse,
        )
        return build("Squeeze", product, squeeze_dims=(-1,))


def sparse_matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Tensor:
    """The product of two matrices with many zeros. It is computed as any other.

    Args:
        a: a float32 matrix.
        b: a float32 matrix.
        transpose_a: transpose `a` first.
        transpose_b: transpose `b` first.
        a_is_sparse: a hint that changes nothing here.
        b_is_sparse: a hint that changes nothing here.
        name: the op's name.
    """
    return build("MatMul", a, b, transpose_a=transpose_a, transpose_b=transpose_b, name=name)
