"""Running sums and products along an axis."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import SUMMED, GradientRule, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.accumulation import compute_dtype
from headrace.ops.families import conjugate


@attributes
class ScanAttributes(Attributes):
    """Attributes of Cumsum and Cumprod."""

    exclusive: bool = False
    reverse: bool = False
    T: DType
    Tidx: DType = dtypes.int32


def _shape(ctx: ShapeContext[ScanAttributes]) -> Sequence[Dims]:
    sizes, axis_shape = ctx.shapes
    if ctx.in_run and sizes is not None:  # TensorFlow looks at the axis only in the run
        if axis_shape:
            raise Mismatch(f"ScanOp: axis must be a scalar, not {shape_text(axis_shape)}")
        axis, rank = ctx.scalar(1), len(sizes)
        assert axis is not None
        if not -rank <= axis < rank:
            shown = axis + rank if axis < 0 else axis
            raise Mismatch(
                f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), but got {shown}"
            )
    return (sizes,)


def _reference(scan: Callable[..., Any], neutral: int) -> Callable[..., NDArray[Any]]:
    def reference(attrs: ScanAttributes, x: NDArray[Any], axis: NDArray[Any]) -> NDArray[Any]:
        along = int(axis)
        kind = compute_dtype(x.dtype)
        forward = np.flip(x, along) if attrs.reverse else x
        with np.errstate(all="ignore"):
            running = scan(forward.astype(kind, copy=False), axis=along, dtype=kind)
            if attrs.exclusive and x.shape[along]:
                running = np.roll(running, 1, along)
                np.moveaxis(running, along, 0)[0] = neutral
            if kind.kind in "fc" and scan is np.cumsum:
                running += 0  # TensorFlow starts at 0, so that a sum of -0 is 0
            result = np.flip(running, along) if attrs.reverse else running
            return np.asarray(result).astype(x.dtype, copy=False)

    return reference


def _cumsum_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, ScanAttributes)
    opposite = not attrs.reverse
    return (
        build("Cumsum", grad, op.inputs[1], exclusive=attrs.exclusive, reverse=opposite),
        None,
    )


def _cumprod_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, ScanAttributes)
    x, axis = op.inputs
    products = build("Cumprod", x, axis, exclusive=attrs.exclusive, reverse=attrs.reverse)
    weighted = build("Mul", conjugate(products), grad)
    opposite = not attrs.reverse
    total = build("Cumsum", weighted, axis, exclusive=attrs.exclusive, reverse=opposite)
    return (build("DivNoNan", total, conjugate(x)), None)


def _samples() -> tuple[Sample, ...]:
    data = reals(2, 3, low=0.5, high=2.0)
    special = given([float("nan"), 1, 2, float("inf"), float("-inf"), 3])
    floats = dtypes.NUMPY_FLOATING
    first, second = given(0, dtypes.int32), given(-1, dtypes.int64)
    return (
        Sample(data, first),
        Sample(data, second, exclusive=True),
        Sample(data, second, reverse=True),
        Sample(
            reals(2, 3, 2, low=-2.0, high=-0.5),
            given(1, dtypes.int32),
            exclusive=True,
            reverse=True,
        ),
        Sample(reals(0, 3), first, exclusive=True),
        Sample(special, first, differentiable=False, only=floats),
        Sample(special, first, exclusive=True, reverse=True, differentiable=False, only=floats),
    )


def _define(
    name: str, scan: Callable[..., Any], neutral: int, gradient: GradientRule, doc: str
) -> None:
    define(
        name,
        inputs="x: T, axis: Tidx",
        outputs="out: T",
        attributes=ScanAttributes,
        shape=_shape,
        reference=_reference(scan, neutral),
        gradient=gradient,
        samples=_samples(),
        types={"T": dtypes.NUMERIC_OR_QUANTIZED, "Tidx": dtypes.INDEX},
        tolerance=SUMMED,
        doc=doc,
    )


_define("Cumsum", np.cumsum, 0, _cumsum_gradient, "The running sum along an axis.")
_define("Cumprod", np.cumprod, 1, _cumprod_gradient, "The running product along an axis.")


def _scan(
    op_type: str, x: Any, axis: Any, exclusive: bool, reverse: bool, name: str | None
) -> Tensor:
    with name_scope(name, op_type, [x]) as scope:
        tensor = convert(x, None, "x")
        return build(op_type, tensor, axis, exclusive=exclusive, reverse=reverse, name=scope)


def cumsum(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running sum along an axis.

    Args:
        x: a tensor of numbers.
        axis: the axis, an int or a scalar tensor.
        exclusive: leave each element out of its own sum: the first is 0.
        reverse: sum from the end.
        name: the op's name.
    """
    return _scan("Cumsum", x, axis, exclusive, reverse, name)


def cumprod(
    x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: str | None = None
) -> Tensor:
    """The running product along an axis.

    Args:
        x: a tensor of numbers.
        axis: the axis, an int or a scalar tensor.
        exclusive: leave each element out of its own product: the first is 1.
        reverse: multiply from the end.
        name: the op's name.
    """
    return _scan("Cumprod", x, axis, exclusive, reverse, name)
