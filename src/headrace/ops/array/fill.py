"""One value everywhere: Fill, ZerosLike, OnesLike, and the constants that small ones become."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.shapes import Dimension, TensorShape
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import add_constant, build
from headrace.graph.constants import to_array
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, same_shape, shape_text
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.partial import structural
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.blank import blank
from headrace.ops.static_shapes import CONSTANT_LIMIT, integers


@attributes
class FillAttributes(Attributes):
    """Attributes of Fill."""

    T: DType
    index_type: DType = dtypes.int32


# --- Fill -----------------------------------------------------------------------------------------


def _fill_shape(ctx: ShapeContext[FillAttributes]) -> Sequence[Dims]:
    operand, value = ctx.shapes
    if operand is not None and len(operand) != 1 and not (ctx.in_run and operand == ()):
        raise Mismatch(
            f"Shape must be rank 1 but is rank {len(operand)}",
            in_run=f"dims must represent a vector, got shape {shape_text(operand)}",
        )
    if value is not None and value != () and not (ctx.in_run and value == (1,)):
        raise Mismatch(
            f"Shape must be rank 0 but is rank {len(value)}",
            in_run=f"value must represent a scalar, got shape {shape_text(value)}",
        )
    sizes = ctx.constant(0)
    if sizes is None:
        return (ctx.as_dims(0),)
    for size in sizes.ravel().tolist():
        if size < -1 and not ctx.in_run:
            raise Mismatch(f"Invalid value in tensor used for shape: {size}")
        if size < 0:
            raise Mismatch("Fill dimensions must be >= 0", in_run=f"Dimension {size} must be >= 0")
    found = tuple(sizes.ravel().tolist())
    if ctx.in_run and math.prod(found) >= 2**63:
        raise Mismatch(f"Shape {shape_text(found)} would have more than 2**63 - 1 elements")
    return (found,)


def _filled(attrs: FillAttributes, dims: NDArray[Any], value: NDArray[Any]) -> NDArray[Any]:
    return np.broadcast_to(value.reshape(()), tuple(dims.ravel().tolist()))


def _fill_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    if grad.dims is None:
        axes = build("Range", 0, build("Rank", grad), 1)
    else:
        axes = integers(range(len(grad.dims)))
    return None, build("Sum", grad, axes, keep_dims=False)


define(
    "Fill",
    inputs="dims: index_type, value: T",
    outputs="output: T",
    attributes=FillAttributes,
    shape=_fill_shape,
    reference=_filled,
    gradient=_fill_gradient,
    samples=(
        Sample(given([2, 3], dtypes.int32), reals()),
        Sample(given([], dtypes.int32), reals()),
        Sample(given([0, 2], dtypes.int64), reals()),
        Sample(given([1, 2, 1], dtypes.int64), reals()),
    ),
    types={"T": dtypes.ALL, "index_type": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(0),
    doc="A tensor of one value.",
)


# --- ZerosLike and OnesLike -----------------------------------------------------------------------


def _zeros(attrs: TypeAttributes, x: NDArray[Any]) -> NDArray[Any]:
    return blank(x.shape, x.dtype)


_SAMPLES = (Sample(reals(2, 3)), Sample(reals()), Sample(reals(0, 2)))

define(
    "ZerosLike",
    inputs="x: T",
    outputs="y: T",
    attributes=TypeAttributes,
    shape=same_shape,
    reference=_zeros,
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=_SAMPLES,
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="Zeros in the shape and dtype of the input (empty strings for strings).",
)

define(
    "OnesLike",
    inputs="x: T",
    outputs="y: T",
    attributes=TypeAttributes,
    shape=same_shape,
    reference=lambda attrs, x: np.ones(x.shape, x.dtype),
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=_SAMPLES,
    types={
        "T": (
            *dtypes.FLOATING,
            *(dtypes.int8, dtypes.uint8, dtypes.int16, dtypes.uint16),
            *(dtypes.int32, dtypes.uint32, dtypes.int64, dtypes.uint64),
            *(dtypes.complex64, dtypes.complex128, dtypes.bool_),
        )
    },
    tolerance=EXACT,
    doc="Ones in the shape and dtype of the input.",
)


# --- public functions -----------------------------------------------------------------------------


def fill(dims: Any, value: Any, name: str | None = None, layout: None = None) -> Tensor:
    """A tensor of one value.

    Args:
        dims: its sizes, an int32 or int64 vector.
        value: the value, a scalar of any dtype.
        name: the op's name.
        layout: accepted for TensorFlow's sake; it has no meaning here.

    Returns:
        A tensor of the dtype of `value`.

    Raises:
        ValueError: a static size is negative, or `value` is no scalar.
        InvalidArgumentError: (in a run) a size is negative.
    """
    return build("Fill", dims, value, name=name)


def zeros(
    shape: Any, dtype: Any = dtypes.float32, name: str | None = None, layout: None = None
) -> Tensor:
    """Zeros, False, or empty strings. A static shape of few elements becomes a constant.

    Args:
        shape: the sizes: integers, a TensorShape, or a vector that may be known only in a run.
        dtype: the dtype.
        name: the op's name.
        layout: accepted for TensorFlow's sake; it has no meaning here.

    Returns:
        A tensor.

    Raises:
        ValueError: a size is negative or, in a TensorShape, unknown.
        TypeError: the shape is none.
    """
    return _uniform(0, "zeros", shape, dtypes.as_dtype(dtype).base_dtype, name)


def ones(
    shape: Any, dtype: Any = dtypes.float32, name: str | None = None, layout: None = None
) -> Tensor:
    """Ones, or True. A static shape of few elements becomes a constant.

    Args:
        shape: the sizes: integers, a TensorShape, or a vector that may be known only in a run.
        dtype: the dtype.
        name: the op's name.
        layout: accepted for TensorFlow's sake; it has no meaning here.

    Returns:
        A tensor.

    Raises:
        ValueError: a size is negative or, in a TensorShape, unknown.
        TypeError: the shape is none, or the dtype has no one.
    """
    return _uniform(1, "ones", shape, dtypes.as_dtype(dtype).base_dtype, name)


def _uniform(value: int, word: str, shape: Any, dtype: DType, name: str | None) -> Tensor:
    with name_scope(name, word, [shape]) as scope:
        sizes = _small_sizes(shape)
        if sizes is not None:
            array = np.full(sizes, _scalar(value, dtype))
            return add_constant(array, dtype, scope)
        dims = _dims_operand(shape)
        element = add_constant(_scalar(value, dtype), dtype, "Const")
        return build("Fill", dims, element, name=scope)


def _scalar(value: int, dtype: DType) -> NDArray[Any]:
    """0 or 1 of `dtype`, as an array without axes."""
    if value == 0 and dtype is not dtypes.string:
        return np.zeros((), dtype.as_numpy_dtype)
    if value == 0:
        return np.array(b"", object)
    return to_array(bool(value) if dtype.is_bool else value, dtype)[0]


def _small_sizes(shape: Any) -> tuple[int, ...] | None:
    """The sizes, when they are known and few elements have them."""
    items: Sequence[Any] | None = None
    if isinstance(shape, TensorShape):
        items = shape.dims_tuple
    elif isinstance(shape, list | tuple | range) or (
        isinstance(shape, np.ndarray) and shape.ndim == 1
    ):
        items = _plain(shape)
    if items is None or not all(isinstance(s, int | float | np.number) and s >= 0 for s in items):
        return None
    sizes = tuple([int(size) for size in items])
    return sizes if math.prod(sizes) < CONSTANT_LIMIT else None


def _plain(shape: Any) -> list[Any]:
    """The elements, Dimensions as numbers; a Tensor among them stands as None."""
    items: list[Any] = shape.tolist() if isinstance(shape, np.ndarray) else list(shape)
    return [
        item.value if isinstance(item, Dimension) else None if isinstance(item, Tensor) else item
        for item in items
    ]


def _dims_operand(shape: Any) -> Tensor:
    if isinstance(shape, Tensor):
        dims = shape
    else:
        try:
            return convert_to_tensor(TensorShape(shape))
        except (TypeError, ValueError):
            if isinstance(shape, TensorShape):
                raise
        dims = convert_to_tensor(shape, dtype=dtypes.int32)
    if not dims.dims:  # a scalar is a vector of one; of unknown rank, it may be
        return build("Reshape", dims, [-1])
    return dims


def zeros_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Zeros in the shape of another tensor.

    Args:
        tensor: the tensor.
        dtype: the dtype; that of `tensor` if None.
        name: the op's name.
        optimize: whether a static shape makes a constant.

    Returns:
        A tensor.
    """
    with name_scope(name, "zeros_like", [tensor]) as scope:
        like = convert_to_tensor(tensor, name="tensor")
        kind = like.dtype.base_dtype if dtype is None else dtypes.as_dtype(dtype).base_dtype
        if optimize and like.shape.is_fully_defined():
            return zeros(like.shape, kind, name=scope)
        if kind is not like.dtype.base_dtype:
            return zeros(build("Shape", like), kind, name=scope)
        return build("ZerosLike", like, name=scope)


def ones_like(
    tensor: Any, dtype: Any = None, name: str | None = None, optimize: bool = True
) -> Tensor:
    """Ones in the shape of another tensor.

    Args:
        tensor: the tensor.
        dtype: the dtype; that of `tensor` if None.
        name: the op's name.
        optimize: whether a static shape is used as a constant.

    Returns:
        A tensor.
    """
    with name_scope(name, "ones_like", [tensor]) as scope:
        like = convert_to_tensor(tensor, name="tensor")
        kind = like.dtype.base_dtype if dtype is None else dtypes.as_dtype(dtype).base_dtype
        if optimize and like.shape.is_fully_defined():
            with name_scope("Shape"):
                dims = convert_to_tensor(like.shape)
        else:
            dims = build("Shape", like)
        result = ones(dims, kind, name=scope)
        result.set_shape(like.shape)
        return result
