"""What is known of a tensor's size: Shape, ShapeN, Rank, Size, and the functions that ask for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import add_constant, build, build_outputs
from headrace.graph.constants import to_array
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, ShapeContext, element_count, scalar_shape
from headrace.graph.opdef import EXACT, NoGradient, OpDef, Why, define
from headrace.graph.partial import PartialValue
from headrace.graph.sampling import Sample, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor


@attributes
class ShapeAttributes(Attributes):
    """Attributes of Shape and Size."""

    T: DType
    out_type: DType = dtypes.int32


@attributes
class ShapeNAttributes(Attributes):
    """Attributes of ShapeN."""

    N: int
    T: DType
    out_type: DType = dtypes.int32


def _rank_of(dims: Dims) -> int | None:
    return None if dims is None else len(dims)


def _sizes(out_type: DType, array: NDArray[Any]) -> NDArray[Any]:
    return np.array(array.shape, out_type.as_numpy_dtype)


def _shape_partial(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    dims = ctx.shapes[0]
    return None if dims is None else PartialValue.from_sizes(dims)


define(
    "Shape",
    inputs="input: T",
    outputs="output: out_type",
    attributes=ShapeAttributes,
    shape=lambda ctx: ((_rank_of(ctx.shapes[0]),),),
    reference=lambda attrs, x: _sizes(attrs.out_type, x),
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=(
        Sample(reals(2, 3)),
        Sample(reals(), out_type=dtypes.int64),
        Sample(reals(0, 4, 1), out_type=dtypes.int32),
    ),
    types={"T": dtypes.ALL, "out_type": dtypes.INDEX},
    tolerance=EXACT,
    partial=_shape_partial,
    doc="The sizes of the input along its axes.",
)


def _shape_n_shape(ctx: ShapeContext[ShapeNAttributes]) -> Sequence[Dims]:
    return [(_rank_of(dims),) for dims in ctx.shapes]


def _shape_n_partial(
    definition: OpDef[Any], ctx: ShapeContext[Any]
) -> tuple[PartialValue, ...] | None:
    known = [PartialValue.from_sizes(dims) for dims in ctx.shapes if dims is not None]
    return tuple(known) if len(known) == len(ctx.shapes) else None


define(
    "ShapeN",
    inputs="input: N * T",
    outputs="output: N * out_type",
    attributes=ShapeNAttributes,
    shape=_shape_n_shape,
    reference=lambda attrs, *xs: tuple([_sizes(attrs.out_type, x) for x in xs]),
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=(
        Sample((reals(2, 3), reals(), reals(0, 1))),
        Sample((reals(4),), out_type=dtypes.int64),
    ),
    types={"T": dtypes.ALL, "out_type": dtypes.INDEX},
    tolerance=EXACT,
    partial=_shape_n_partial,
    doc="The sizes of each input along its axes.",
)


def _rank_partial(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    dims = ctx.shapes[0]
    return None if dims is None else PartialValue.from_array(np.array(len(dims)))


define(
    "Rank",
    inputs="input: T",
    outputs="output: int32",
    attributes=TypeAttributes,
    shape=scalar_shape,
    reference=lambda attrs, x: np.array(x.ndim, np.int32),
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=(Sample(reals(2, 3)), Sample(reals()), Sample(reals(0, 1, 2))),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    partial=_rank_partial,
    doc="The number of axes of the input.",
)


def _size_partial(definition: OpDef[Any], ctx: ShapeContext[Any]) -> PartialValue | None:
    count = element_count(ctx.shapes[0])
    return None if count is None else PartialValue.from_array(np.array(count))


def _size(attrs: ShapeAttributes, x: NDArray[Any]) -> NDArray[Any]:
    return np.array(x.size, np.int64).astype(attrs.out_type.as_numpy_dtype)


define(
    "Size",
    inputs="input: T",
    outputs="output: out_type",
    attributes=ShapeAttributes,
    shape=scalar_shape,
    reference=_size,
    gradient=NoGradient(Why.SHAPE_ONLY),
    samples=(
        Sample(reals(2, 3)),
        Sample(reals(), out_type=dtypes.int64),
        Sample(reals(0, 4)),
    ),
    types={"T": dtypes.ALL, "out_type": dtypes.INDEX},
    tolerance=EXACT,
    partial=_size_partial,
    doc="The number of elements of the input.",
)


# --- public functions -----------------------------------------------------------------------------


def _ask(
    op_type: str, input: Any, name: str | None, known: Callable[[Dims], Any], **attrs: Any
) -> Tensor:
    """A constant when the static shape answers already, else an op of `op_type`.

    Args:
        op_type: the op type.
        input: the tensor, or what is converted to one.
        name: the op's name.
        known: the answer from the static sizes, or None.
        **attrs: attributes of the op; `out_type` is the dtype of the answer.
    """
    dtype = attrs.get("out_type", dtypes.int32)
    with name_scope(name, op_type, [input]) as scope:
        tensor = convert_to_tensor(input)
        answer = known(tensor.dims)
        if answer is None:
            return build(op_type, tensor, name=scope, **attrs)
        array, made = to_array(np.array(answer, np.int64), dtype)
        return add_constant(array, made, scope)


def shape(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The sizes of `input` along its axes; a constant when its static shape is fully known.

    Args:
        input: a tensor of any dtype.
        name: the op's name.
        out_type: int32 (the default) or int64.

    Returns:
        A vector with one element for each axis.
    """
    dtype = dtypes.int32 if out_type is None else dtypes.as_dtype(out_type)
    return _ask("Shape", input, name, _known_sizes, out_type=dtype)


def _known_sizes(dims: Dims) -> list[int | None] | None:
    return None if dims is None or None in dims else list(dims)


def shape_n(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> list[Tensor]:
    """The sizes of several tensors of one dtype.

    Args:
        input: a list of tensors.
        out_type: int32 or int64.
        name: the op's name.

    Returns:
        A vector for each tensor.
    """
    return list(build_outputs("ShapeN", input, name=name, out_type=dtypes.as_dtype(out_type)))


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of axes of `input`; a constant when its rank is known.

    Args:
        input: a tensor of any dtype.
        name: the op's name.

    Returns:
        An int32 scalar.
    """
    return _ask("Rank", input, name, _rank_of)


def size(input: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """The number of elements of `input`; a constant when its static shape is fully known.

    Args:
        input: a tensor of any dtype.
        name: the op's name.
        out_type: int32 (the default) or int64.

    Returns:
        A scalar.
    """
    dtype = dtypes.int32 if out_type is None else dtypes.as_dtype(out_type)
    return _ask("Size", input, name, element_count, out_type=dtype)
