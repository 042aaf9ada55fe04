"""Other sizes, same elements: Reshape, ExpandDims, Squeeze. Their references return views."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext, element_count, shape_text
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.partial import PartialValue, structural
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.static_shapes import integers, shape_of

_ADVICE = "give sizes whose product is the number of elements, at most one of them -1"


@attributes
class ReshapeAttributes(Attributes):
    """Attributes of Reshape."""

    T: DType
    Tshape: DType = dtypes.int32


@attributes
class ExpandDimsAttributes(Attributes):
    """Attributes of ExpandDims."""

    T: DType
    Tdim: DType = dtypes.int32


@attributes
class SqueezeAttributes(Attributes):
    """Attributes of Squeeze."""

    T: DType
    squeeze_dims: tuple[int, ...] = ()


# --- Reshape --------------------------------------------------------------------------------------


def _reshape_shape(ctx: ShapeContext[ReshapeAttributes]) -> Sequence[Dims]:
    dims, operand = ctx.shapes
    allowed = (0, 1) if ctx.in_run else (1,)
    if operand is not None and len(operand) not in allowed:
        raise Mismatch(
            f"Shape must be rank 1 but is rank {len(operand)}",
            in_run=f"sizes input must be 1-D, not {shape_text(operand)}",
        )
    wanted = ctx.partial(1)
    if wanted is None:
        unknown = ctx.as_dims(1)
        return (None if unknown is None else _inferred(dims, unknown),)
    if ctx.in_run:
        assert dims is not None
        return (_target(dims, wanted.values.ravel().tolist()),)
    return (_inferred(dims, _wanted_sizes(wanted)),)


def _wanted_sizes(wanted: PartialValue) -> tuple[int | None, ...]:
    for size, known in zip(wanted.values.ravel(), wanted.known.ravel(), strict=True):
        if known and size < -1:
            raise Mismatch(f"Invalid value in tensor used for shape: {size}", advice=_ADVICE)
    return wanted.sizes()


def _known_product(dims: tuple[int | None, ...]) -> int:
    return math.prod(size for size in dims if size is not None)


def _inferred(dims: Dims, wanted: tuple[int | None, ...]) -> Dims:
    """What is known of the result; one unknown size follows from the others."""
    if dims is None:
        return wanted
    have, want = element_count(dims), element_count(wanted)
    if have is not None and want is not None:
        if have != want:
            raise Mismatch(
                f"Cannot reshape a tensor with {have} elements to shape {shape_text(wanted)} "
                f"({want} elements)",
                advice=_ADVICE,
            )
    elif have is not None and wanted.count(None) == 1:
        missing = _quotient(have, _known_product(wanted))
        return tuple([missing if size is None else size for size in wanted])
    elif want is not None and dims.count(None) == 1:
        _quotient(want, _known_product(dims))
    return wanted


def _quotient(count: int, known: int) -> int:
    if count % known:
        raise Mismatch(
            f"Dimension size must be evenly divisible by {known} but is {count}", advice=_ADVICE
        )
    return count // known


def _target(dims: tuple[int | None, ...], sizes: list[int]) -> tuple[int, ...]:
    """The sizes of the result, -1 replaced; raises TensorFlow's run-time sentences."""
    free = [i for i, size in enumerate(sizes) if size == -1]
    if len(free) > 1:
        _fail(f"Only one input size may be -1, not both {free[0]} and {free[1]}")
    for i, size in enumerate(sizes):
        if size < -1:
            _fail(f"Size {i} must be non-negative, not {size}")
    known = math.prod(size for size in sizes if size >= 0)
    if known >= 2**63:
        _fail(f"Shape [{', '.join(str(size) for size in sizes)}] has too many elements")
    have = _known_product(dims)
    if free and known == 0 and have == 0:  # the sizes that are not 0 decide
        known = math.prod(size for size in sizes if size > 0)
        have = math.prod(size for size in dims if size)
    if free and known:
        if have % known:
            _fail(
                f"Input to reshape is a tensor with {have} values, but the requested shape requires "
                f"a multiple of {known}"
            )
        sizes[free[0]] = have // known
    elif have != known:
        _fail(
            f"Input to reshape is a tensor with {have} values, but the requested shape has {known}"
        )
    return tuple(sizes)


def _fail(sentence: str) -> None:
    raise Mismatch(sentence, advice=_ADVICE)


def _reshaped(attrs: ReshapeAttributes, x: NDArray[Any], shape: NDArray[Any]) -> NDArray[Any]:
    return x.reshape(_target(x.shape, shape.ravel().tolist()))


def _reshape_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    dims = op.inputs[0].dims
    if dims is not None and dims.count(None) == 1 and 0 not in dims:
        known = integers([-1 if size is None else size for size in dims], "Reshape/shape")
        return build("Reshape", grad, known), None
    return build("Reshape", grad, shape_of(op.inputs[0])), None


define(
    "Reshape",
    inputs="tensor: T, shape: Tshape",
    outputs="output: T",
    attributes=ReshapeAttributes,
    shape=_reshape_shape,
    reference=_reshaped,
    gradient=_reshape_gradient,
    samples=(
        Sample(reals(2, 6), given([3, 4], dtypes.int32)),
        Sample(reals(2, 6), given([-1, 3, 2], dtypes.int64)),
        Sample(reals(2, 2), given([-1], dtypes.int32)),
        Sample(reals(1), given([], dtypes.int32)),
        Sample(reals(), given([1, 1], dtypes.int32)),
        Sample(reals(0, 3), given([3, -1], dtypes.int32)),
        Sample(reals(0, 3), given([0, 5], dtypes.int32)),
    ),
    types={"T": dtypes.ALL, "Tshape": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="The elements of the input in another shape.",
)


# --- ExpandDims -----------------------------------------------------------------------------------


def _expand_shape(ctx: ShapeContext[ExpandDimsAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    operand = ctx.partial(1)
    if operand is not None and operand.values.size != 1:
        raise Mismatch(
            "'dim' input must be a tensor with a single value",
            in_run="'dim' must be a tensor with a single value",
        )
    axis = ctx.scalar(1)
    if dims is None or axis is None:
        return (None,)
    rank = len(dims)
    if not -rank - 1 <= axis <= rank:
        raise Mismatch(
            f"dim {axis} not in the interval [{-rank - 1}, {rank}].",
            in_run=f"Tried to expand dim index {axis} for tensor with {rank} dimensions.",
            advice=f"give an axis from {-rank - 1} to {rank}",
        )
    place = axis if axis >= 0 else axis + rank + 1
    return ((*dims[:place], 1, *dims[place:]),)


def _reshape_back(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """The gradient in the shape of the first input; the other inputs have none."""
    back = build("Reshape", grad, shape_of(op.inputs[0]))
    return (back, *[None] * (len(op.inputs) - 1))


define(
    "ExpandDims",
    inputs="input: T, dim: Tdim",
    outputs="output: T",
    attributes=ExpandDimsAttributes,
    shape=_expand_shape,
    reference=lambda attrs, x, dim: np.expand_dims(x, int(dim.ravel()[0])),
    gradient=_reshape_back,
    samples=(
        Sample(reals(2, 3), given(0, dtypes.int32)),
        Sample(reals(2, 3), given(-1, dtypes.int64)),
        Sample(reals(2, 3), given([1], dtypes.int32)),
        Sample(reals(), given(0, dtypes.int32)),
        Sample(reals(0, 2), given(2, dtypes.int32)),
    ),
    types={"T": dtypes.ALL, "Tdim": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="The input with a new axis of size 1.",
)


# --- Squeeze --------------------------------------------------------------------------------------


def _squeezed_axes(dims: tuple[int | None, ...], axes: tuple[int, ...]) -> list[int]:
    rank = len(dims)
    found: list[int] = []
    for i, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise Mismatch(
                f"squeeze_dims[{i}] not in [{-rank},{rank}).",
                in_run=f"Tried to squeeze dim index {axis} for tensor with {rank} dimensions.",
            )
        place = axis % rank
        if dims[place] not in (None, 1):
            raise Mismatch(
                f"Can not squeeze dim[{place}], expected a dimension of 1, got {dims[place]}",
                advice="name axes of size 1 only",
            )
        found.append(place)
    return found


def _squeeze_shape(ctx: ShapeContext[SqueezeAttributes]) -> Sequence[Dims]:
    dims, axes = ctx.shapes[0], ctx.attributes.squeeze_dims
    if dims is None or (not axes and None in dims):
        return (None,)
    if not axes:
        return (tuple([size for size in dims if size != 1]),)
    gone = set(_squeezed_axes(dims, axes))
    return (tuple([size for i, size in enumerate(dims) if i not in gone]),)


def _squeezed(attrs: SqueezeAttributes, x: NDArray[Any]) -> NDArray[Any]:
    gone = {axis % x.ndim for axis in attrs.squeeze_dims}
    return np.squeeze(x, tuple(gone)) if gone else np.squeeze(x)


define(
    "Squeeze",
    inputs="input: T",
    outputs="output: T",
    attributes=SqueezeAttributes,
    shape=_squeeze_shape,
    reference=_squeezed,
    gradient=_reshape_back,
    samples=(
        Sample(reals(1, 3, 1)),
        Sample(reals(1, 3, 1), squeeze_dims=(0,)),
        Sample(reals(1, 3, 1), squeeze_dims=(-1, 0)),
        Sample(reals(1, 1)),
        Sample(reals(0, 1)),
        Sample(reals()),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=structural(),
    doc="The input without axes of size 1.",
)


# --- public functions -----------------------------------------------------------------------------


def reshape(tensor: Any, shape: Any, name: str | None = None) -> Tensor:
    """The elements of `tensor` in another shape.

    Args:
        tensor: a tensor.
        shape: the new sizes, int32 or int64; one may be -1 and follows from the others.
        name: the op's name.

    Returns:
        A tensor of the dtype of `tensor`.

    Raises:
        ValueError: the static sizes hold another number of elements.
        InvalidArgumentError: (in a run) the sizes do.
    """
    return build("Reshape", tensor, shape, name=name)


def expand_dims(input: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Tensor:
    """The input with a new axis of size 1.

    Args:
        input: a tensor.
        axis: where the axis stands in the result; negative ones count from the end.
        name: the op's name.
        dim: the old spelling of `axis`.

    Returns:
        A tensor of the dtype of `input`.

    Raises:
        ValueError: no axis is given, or it is given twice or is out of range.
    """
    axis = renamed("axis", axis, "dim", dim)
    if axis is None:
        raise refusal(
            ValueError,
            "Must specify an axis argument to tf.expand_dims()",
            [input],
            advice="tf.expand_dims(x, -1) adds a last axis",
        )
    return build("ExpandDims", input, axis, name=name)


def squeeze(
    input: Any, axis: Any = None, name: str | None = None, squeeze_dims: Any = None
) -> Tensor:
    """The input without axes of size 1.

    Args:
        input: a tensor.
        axis: the axes to leave out, an integer or a list; all of size 1 if None or empty.
        name: the op's name.
        squeeze_dims: the old spelling of `axis`.

    Returns:
        A tensor of the dtype of `input`.

    Raises:
        ValueError: an axis has another size, is out of range, or both spellings are given.
        TypeError: `axis` is neither an integer nor a list.
    """
    axis = renamed("axis", axis, "squeeze_dims", squeeze_dims)
    if axis is None:
        axis = []
    elif np.isscalar(axis):
        axis = [axis]
    if not isinstance(axis, list | tuple):
        raise refusal(
            TypeError,
            f"Expected list for 'axis' argument to 'squeeze' Op, not {axis!r}.",
            [input],
            advice="give a list of integers",
        )
    return build("Squeeze", input, squeeze_dims=tuple([_integer(item) for item in axis]), name=name)


def _integer(value: Any) -> int:
    if isinstance(value, str | bytes):
        raise refusal(
            TypeError,
            f"Expected int for argument 'axis' not {value!r}.",
            advice="give an integer",
        )
    return int(value)
