"""The family of reductions: one call an op, the `tf.reduce_…` logic, and what their gradients share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import Dims, Mismatch, ShapeContext
from headrace.graph.opdef import GradientRule, NoGradient, Tolerance, define
from headrace.graph.operation import Operation
from headrace.graph.partial import PartialRule
from headrace.graph.sampling import Sample, Spec, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.static_shapes import integers, known_sizes, rank_of

Array: TypeAlias = NDArray[Any]
# (array, axes counted from 0 and each once, whether to keep them as 1) → result
Reduce: TypeAlias = Callable[[Array, tuple[int, ...], bool], Array]

_NAN, _INF = float("nan"), float("inf")


@attributes
class ReductionAttributes(Attributes):
    """Attributes of the reductions of numbers."""

    keep_dims: bool = False
    T: DType
    Tidx: DType = dtypes.int32


@attributes
class BooleanReductionAttributes(Attributes):
    """Attributes of All and Any."""

    keep_dims: bool = False
    Tidx: DType = dtypes.int32


def _shape(ctx: ShapeContext[Any]) -> Sequence[Dims]:
    if not ctx.in_run:  # in a run TensorFlow takes axes of any shape
        ctx.with_rank_at_most(1, 1)
    sizes, axes, keep = ctx.shapes[0], ctx.constant(1), ctx.attributes.keep_dims
    if sizes is None:
        return (None,)
    if axes is None:
        return ((None,) * len(sizes) if keep else None,)
    reduced: set[int] = set()
    for axis in axes.ravel().tolist():
        position = _checked_axis(axis, len(sizes))
        if ctx.in_run and position in reduced:
            raise Mismatch(
                f"Invalid reduction arguments: Axes contains duplicate dimension: {position}",
                advice="name each axis once",
            )
        reduced.add(position)
    if keep:
        return (tuple(1 if i in reduced else size for i, size in enumerate(sizes)),)
    return (tuple(size for i, size in enumerate(sizes) if i not in reduced),)


def _checked_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise Mismatch(
            f"Invalid reduction dimension {axis} for input with {rank} dimensions.",
            in_run=f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)",
            advice=f"take axes from {-rank} to {rank - 1}" if rank else "a scalar has no axes",
        )
    return axis % rank


def unique_axes(axes: Array, rank: int) -> tuple[int, ...]:
    """The axes counted from 0, each once, in ascending order."""
    return tuple(sorted({int(axis) % rank for axis in axes.ravel()}))


def _samples(data: Callable[..., Spec], *, booleans: bool) -> tuple[Sample, ...]:
    # The table test varies the first type attribute: T, or Tidx where there is no T.
    short, long = (None, None) if booleans else dtypes.INDEX
    one, none = given(1, short), given([], short)
    samples = (
        Sample(data(2, 3), one),
        Sample(data(2, 3), given([-2], long), keep_dims=True),
        Sample(data(2, 3, 2), given([2, 0], short)),
        Sample(data(2, 3, 2), given([0, 1, 2], long)),
        Sample(data(2, 3), none),
        Sample(data(), none),
        Sample(data(0, 3), given(0, short), differentiable=False),
        Sample(data(0, 3), one, keep_dims=True, differentiable=False),
    )
    return samples if booleans else (*samples, _SPECIAL)


_SPECIAL = Sample(
    given([[_NAN, 1.0], [_INF, 2.0], [_INF, -_INF], [-3.0, -0.0], [-_INF, _NAN]]),
    given(1, dtypes.int32),
    differentiable=False,
    only=dtypes.NUMPY_FLOATING,
)


def reduction(
    name: str,
    function: Reduce,
    *,
    gradient: GradientRule | NoGradient,
    types: Sequence[DType] | None,
    tolerance: Tolerance,
    public: str,
    doc: str,
    low: float = -2.0,
    high: float = 2.0,
    distinct: bool = False,
    samples: Sequence[Sample] = (),
    partial: PartialRule | None = None,
) -> Callable[..., Tensor]:
    """Defines a reduction over axes.

    Args:
        name: the op type.
        function: what it computes.
        gradient: its gradient rule.
        types: the dtypes allowed; None if it reduces booleans.
        tolerance: of the reference.
        public: the public function's name.
        doc: one sentence; the public function's docstring starts with it.
        low: least value of the sampling domain.
        high: bound of the sampling domain.
        distinct: whether the samples must not have ties.
        samples: further samples.
        partial: how partly known integers go through it.

    Returns:
        The public function, with TF-1's arguments.
    """

    def reference(attrs: Any, x: Array, axes: Array) -> Array:
        with np.errstate(all="ignore"):
            result = function(x, unique_axes(axes, x.ndim), attrs.keep_dims)
        return np.asarray(result).astype(x.dtype, copy=False)

    def data(*shape: int) -> Spec:
        return reals(*shape, low=low, high=high, distinct=distinct)

    kinds: dict[str, Sequence[DType]] = {} if types is None else {"T": types}
    define(
        name,
        inputs="input: bool, reduction_indices: Tidx"
        if types is None
        else "input: T, reduction_indices: Tidx",
        outputs="output: bool" if types is None else "output: T",
        attributes=BooleanReductionAttributes if types is None else ReductionAttributes,
        shape=_shape,
        reference=reference,
        gradient=gradient,
        samples=(*_samples(data, booleans=types is None), *samples),
        types={**kinds, "Tidx": dtypes.INDEX},
        tolerance=tolerance,
        partial=partial,
        doc=doc,
    )
    return _public(name, public, doc)


def _public(op_type: str, public: str, doc: str) -> Callable[..., Tensor]:
    def call(
        input_tensor: Any,
        axis: Any = None,
        keepdims: Any = None,
        name: str | None = None,
        reduction_indices: Any = None,
        keep_dims: Any = None,
    ) -> Tensor:
        axis = renamed("axis", axis, "reduction_indices", reduction_indices)
        keepdims = renamed("keepdims", keepdims, "keep_dims", keep_dims)
        return reduce(op_type, input_tensor, axis, keepdims, name)

    call.__name__ = call.__qualname__ = public
    call.__doc__ = f"""{doc}

    Args:
      input_tensor: a tensor, or whatever `convert_to_tensor` takes.
      axis: the axis, or axes, to reduce; all if None.
      keepdims: keep the reduced axes with size 1.
      name: the op's name.
      reduction_indices: the old spelling of `axis`.
      keep_dims: the old spelling of `keepdims`.

    Returns:
      A tensor without the reduced axes, or with size 1 there.

    Raises:
      ValueError: an argument is given in both spellings, or an axis is out of range.
    """
    return call


def reduce(op_type: str, x: Any, axis: Any, keepdims: Any, name: str | None) -> Tensor:
    """Adds a reduction; `axis` None reduces all axes, as every `tf.reduce_…` does."""
    axes = all_axes(x) if axis is None else axis
    result = build(op_type, x, axes, keep_dims=bool(keepdims), name=name)
    if axis is None and not keepdims:
        result.set_shape(())
    return result


def all_axes(x: Any) -> Tensor:
    """All axes of `x`: a constant if the rank is known and not 0, as TensorFlow has it."""
    if isinstance(x, Tensor) and x.dims:
        return integers(range(len(x.dims)))
    return build("Range", 0, rank_of(x), 1, name="range")


# --- for the gradients ----------------------------------------------------------------------------


def static_axes(op: Operation) -> tuple[int, ...] | None:
    """The axes of a reduction op, counted from 0, if they and the rank are known."""
    x, axes = op.inputs
    if x.dims == ():
        return ()
    if x.dims is None or axes.partial is None or not axes.partial.is_known:
        return None
    return unique_axes(axes.partial.values, len(x.dims))


def kept_shape(op: Operation) -> tuple[Tensor, Tensor]:
    """For a reduction op: its output's shape with the axes kept as 1, and how often each axis repeats.

    A gradient reshaped to the first and tiled by the second has the shape of the input.
    """
    x = op.inputs[0]
    axes, sizes = static_axes(op), known_sizes(x)
    if axes is not None and sizes is not None:
        kept = [1 if i in axes else size for i, size in enumerate(sizes)]
        return integers(kept), integers(size if i in axes else 1 for i, size in enumerate(sizes))
    shape = build("Shape", x)
    ones = build("OnesLike", shape)
    is_reduced = reduced_mask(op)
    return build("Select", is_reduced, ones, shape), build("Select", is_reduced, shape, ones)


def reduced_mask(op: Operation) -> Tensor:
    """A boolean for each axis of the input of a reduction op: whether it is reduced."""
    x, axes = op.inputs
    known = static_axes(op)
    if known is not None and x.dims is not None:
        mask = np.array([i in known for i in range(len(x.dims))], np.bool_)
        return build("Identity", mask)
    rank = rank_of(x)
    positions = positive_axes(axes, rank)
    every = build("Range", 0, rank, 1)
    same = build("Equal", build("ExpandDims", every, 1), build("ExpandDims", positions, 0))
    return build("Any", same, 1)


def positive_axes(axes: Tensor, rank: Tensor) -> Tensor:
    """The axes as an int32 vector, counted from 0."""
    if axes.dtype.base_dtype is not dtypes.int32:
        axes = build("Cast", axes, DstT=dtypes.int32)
    flat = build("Reshape", axes, integers([-1]))
    # A scalar has no axes to take the remainder of, but its rank must not be the divisor.
    return build("FloorMod", build("AddV2", flat, rank), build("Maximum", rank, 1))
