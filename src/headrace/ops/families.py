"""Families: the makers that turn a common kind of op into one call.

A maker registers the op type and returns the public function. An op that needs more (other argument
names, attributes) calls `define` itself and writes its function out. What the gradients of many ops
share stands here too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.base.dtypes import DType
from headrace.graph.attributes import TypeAttributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import (
    Dims,
    Mismatch,
    ShapeContext,
    broadcast_shape,
    same_shape,
)
from headrace.graph.opdef import (
    ROUNDED,
    GradientRule,
    NoGradient,
    Reference,
    ShapeRule,
    Tolerance,
    define,
)
from headrace.graph.partial import PartialRule
from headrace.graph.sampling import Sample, reals, special_values
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import compute_dtype

Array: TypeAlias = NDArray[Any]
PublicUnary: TypeAlias = Callable[..., Tensor]
PublicBinary: TypeAlias = Callable[..., Tensor]


def elementwise_reference(function: Callable[..., Any], outputs: str = "y: T") -> Reference:
    """Makes a reference from a function of arrays of one dtype.

    float16 and bfloat16 are computed in float32 and rounded once, NumPy's floating-point warnings
    are silent, and the result has the dtype of the first input (bool if `outputs` says so).

    Args:
        function: what is computed, on arrays.
        outputs: the op's declared output.
    """
    is_bool = outputs.endswith("bool")

    def reference(attrs: Any, *arrays: Array) -> Array:
        first = arrays[0].dtype
        wide = compute_dtype(first)
        if wide is not first:
            arrays = tuple(array.astype(wide) for array in arrays)
        with np.errstate(all="ignore"):
            result = function(*arrays)
            return np.asarray(result).astype(np.bool_ if is_bool else first, copy=False)

    return reference


def unary(
    name: str,
    function: Callable[[Array], Any],
    *,
    gradient: GradientRule | NoGradient,
    types: Sequence[DType],
    doc: str,
    public: str,
    low: float = -2.0,
    high: float = 2.0,
    samples: Sequence[Sample] = (),
    tolerance: Tolerance = ROUNDED,
    outputs: str = "y: T",
    partial: PartialRule | None = None,
    specials: bool = True,
    differentiable: bool = True,
    only: tuple[DType, ...] = (),
) -> PublicUnary:
    """An element-wise op of one input of type T.

    Args:
        name: the op type.
        function: what it computes, on arrays.
        gradient: its gradient rule.
        types: the dtypes allowed.
        doc: one sentence; the public function's docstring starts with it.
        public: the public function's name.
        low: least value of the sampling domain.
        high: bound of the sampling domain.
        samples: further samples; numbers of the domain, an empty array, a scalar and special values
            are always among them.
        tolerance: of the reference.
        outputs: the declared output, when it is not of type T.
        partial: how a partly known integer goes through it.
        specials: whether NaN, infinities and large numbers are among the samples.
        differentiable: whether the gradient may be compared with finite differences over the
            domain.
        only: the dtypes that the samples of the domain are for; all if empty.

    Returns:
        The public function, `f(x, name=None)`.
    """
    define(
        name,
        inputs="x: T",
        outputs=outputs,
        attributes=TypeAttributes,
        shape=same_shape,
        reference=elementwise_reference(function, outputs),
        gradient=gradient,
        samples=(
            *(
                Sample(reals(*shape, low=low, high=high), differentiable=differentiable, only=only)
                for shape in ((3, 4), (0, 3), ())
            ),
            *([special_values()] if specials else []),
            *samples,
        ),
        types={"T": types},
        tolerance=tolerance,
        partial=partial,
        doc=doc,
    )

    def call(x: Any, name: str | None = None) -> Tensor:
        return build(op_type, x, name=name)

    op_type = name
    call.__name__ = call.__qualname__ = public
    call.__doc__ = f"""{doc}

    Args:
      x: a tensor, or whatever `convert_to_tensor` takes.
      name: the op's name.

    Returns:
      A tensor of the shape of `x`.
    """
    return call


def binary(
    name: str,
    function: Callable[[Array, Array], Any],
    *,
    gradient: GradientRule | NoGradient,
    types: Sequence[DType],
    doc: str,
    public: str,
    low: float = -2.0,
    high: float = 2.0,
    samples: Sequence[Sample] = (),
    tolerance: Tolerance = ROUNDED,
    outputs: str = "z: T",
    shape: ShapeRule[TypeAttributes] = broadcast_shape,
    partial: PartialRule | None = None,
    domain: Sequence[Sample] | None = None,
) -> PublicBinary:
    """An element-wise op of two inputs of type T that broadcast; see `unary` for the arguments.

    Args:
        name: see `unary`.
        function: see `unary`.
        gradient: see `unary`.
        types: see `unary`.
        doc: see `unary`.
        public: see `unary`.
        low: see `unary`.
        high: see `unary`.
        samples: further samples.
        tolerance: see `unary`.
        outputs: see `unary`.
        shape: another shape rule.
        partial: see `unary`.
        domain: the samples that stand in place of those that `broadcasting_samples(low, high)`
            makes.

    Returns:
        The public function, `f(x, y, name=None)`.
    """
    define(
        name,
        inputs="x: T, y: T",
        outputs=outputs,
        attributes=TypeAttributes,
        shape=shape,
        reference=elementwise_reference(function, outputs),
        gradient=gradient,
        samples=(*(broadcasting_samples(low, high) if domain is None else domain), *samples),
        types={"T": types},
        tolerance=tolerance,
        partial=partial,
        doc=doc,
    )
    return named_binary(name, public, doc)


def named_binary(op_type: str, public: str, doc: str) -> PublicBinary:
    """The public function of a binary op that is defined elsewhere.

    Args:
        op_type: the op type.
        public: the function's name.
        doc: its first sentence.
    """

    def call(x: Any, y: Any, name: str | None = None) -> Tensor:
        return build(op_type, x, y, name=name)

    call.__name__ = call.__qualname__ = public
    call.__doc__ = f"""{doc}

    Args:
      x: a tensor, or whatever `convert_to_tensor` takes.
      y: likewise; broadcasts with `x` and takes its dtype.
      name: the op's name.

    Returns:
      A tensor of the broadcast shape.
    """
    return call


def _equal_sizes(ctx: ShapeContext[TypeAttributes]) -> Sequence[Dims]:
    y, dy = ctx.shapes
    if ctx.in_run and y is not None and dy is not None:
        sizes = [int(np.prod([size or 0 for size in shape], dtype=np.int64)) for shape in (y, dy)]
        if sizes[0] != sizes[1]:
            raise Mismatch(
                "The two arguments to a cwise op must have same number of elements, "
                f"got {sizes[0]} and {sizes[1]}"
            )
    return (y,)


def output_gradient(
    name: str,
    function: Callable[[Array, Array], Any],
    *,
    gradient: GradientRule | NoGradient,
    types: Sequence[DType],
    doc: str,
    low: float = 0.5,
    high: float = 2.0,
    tolerance: Tolerance = ROUNDED,
) -> None:
    """The op that computes a unary op's gradient from the op's output `y` and the output's gradient `dy`.

    Args:
        name: the op type.
        function: what it computes from arrays y and dy.
        gradient: its gradient rule.
        types: the dtypes allowed.
        doc: one sentence.
        low: least value of the sampling domain.
        high: bound of the sampling domain.
        tolerance: of the reference.
    """
    define(
        name,
        inputs="y: T, dy: T",
        outputs="z: T",
        attributes=TypeAttributes,
        shape=_equal_sizes,
        reference=elementwise_reference(lambda y, dy: function(y, dy.reshape(y.shape))),
        gradient=gradient,
        samples=(
            Sample(reals(2, 3, low=low, high=high), reals(2, 3)),
            Sample(reals(low=low, high=high), reals()),
            Sample(reals(0, 2, low=low, high=high), reals(0, 2)),
        ),
        types={"T": types},
        tolerance=tolerance,
        doc=doc,
    )


def broadcasting_samples(low: float, high: float) -> tuple[Sample, ...]:
    """Equal shapes, broadcasting of every kind, scalars and empty arrays."""
    return paired_samples((low, high), (low, high))


def paired_samples(
    x: tuple[float, float], y: tuple[float, float], *, differentiable: bool = True
) -> tuple[Sample, ...]:
    """`broadcasting_samples` with a domain for each input.

    Args:
        x: least value and bound of the first input.
        y: least value and bound of the second.
        differentiable: whether the gradient may be compared with finite differences.
    """
    pairs: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (
        ((2, 3), (2, 3)),
        ((2, 3), (3,)),
        ((2, 1, 3), (4, 1)),
        ((), (2, 2)),
        ((3,), ()),
        ((0, 3), (1, 3)),
    )
    return tuple(
        Sample(
            reals(*a, low=x[0], high=x[1]),
            reals(*b, low=y[0], high=y[1]),
            differentiable=differentiable,
        )
        for a, b in pairs
    )


def sum_to_shape_of(grad: Tensor, x: Tensor, y: Tensor, grad_y: Tensor) -> tuple[Tensor, Tensor]:
    """Sums the gradients of a broadcasting op back to the shapes of its inputs.

    Args:
        grad: the gradient of x, in the broadcast shape.
        x: the first input.
        y: the second input.
        grad_y: the gradient of y, in the broadcast shape.

    Returns:
        The gradients in the shapes of x and y. When both static shapes are known and equal no op is
        added.
    """
    if x.dims is not None and x.dims == y.dims and None not in x.dims:
        return grad, grad_y
    shape_x, shape_y = build("Shape", x), build("Shape", y)
    axes_x, axes_y = build_outputs("BroadcastGradientArgs", shape_x, shape_y)
    return (
        build("Reshape", build("Sum", grad, axes_x, keep_dims=False), shape_x),
        build("Reshape", build("Sum", grad_y, axes_y, keep_dims=False), shape_y),
    )


def conjugate(x: Tensor) -> Tensor:
    """The complex conjugate for gradients; a real tensor itself."""
    return build("Conj", x) if x.dtype.is_complex else x


def constant_like(x: Tensor, value: complex, name: str | None = None) -> Tensor:
    """A scalar constant of the dtype of `x`.

    Args:
        x: the tensor.
        value: the number; an int where `x` may be an integer tensor.
        name: the name of the constant.
    """
    return convert(value, x.dtype.base_dtype, name)


def cast_to(x: Tensor, dtype: DType) -> Tensor:
    """`x` in `dtype`; no op is added if it has that already."""
    return x if x.dtype.base_dtype is dtype else build("Cast", x, DstT=dtype)
