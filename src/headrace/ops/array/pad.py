"""Wider borders: Pad, PadV2, and MirrorPad with its gradient op."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import EXACT, ROUNDED, Tolerance, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import integers, rank_of, shape_of


@attributes
class PadAttributes(Attributes):
    """Attributes of Pad and PadV2."""

    T: DType
    Tpaddings: DType = dtypes.int32


@attributes
class MirrorPadAttributes(Attributes):
    """Attributes of MirrorPad and MirrorPadGrad."""

    T: DType
    Tpaddings: DType = dtypes.int32
    mode: str


class _Words(NamedTuple):
    """How the kernels word the same two failures."""

    negative: str
    between: str


_PAD = _Words("Paddings must be non-negative: {} {}", " ")
_MIRROR = _Words("paddings must be non-negative: {} {}", ", ")
_MIRROR_GRADIENT = _Words("Paddings must be non-negative: {}, {}", " ")

# --- the shape rules ------------------------------------------------------------------------------


def _paddings(
    ctx: ShapeContext[Any], words: _Words
) -> tuple[Dims, list[tuple[int | None, int | None]] | None]:
    """The sizes of the input and the widths before and after each axis, as far as they are known."""
    dims, operand = ctx.shapes[:2]
    _check_operand(dims, operand, words)
    if operand is not None and operand[0] is not None and dims is None:
        dims = (None,) * operand[0]
    value = ctx.partial(1)
    if value is None:
        return dims, None
    rows: list[tuple[int | None, int | None]] = []
    for values, known in zip(value.values.tolist(), value.known.tolist(), strict=True):
        if (values[0] < 0 and known[0]) or (values[1] < 0 and known[1]):
            raise Mismatch(
                "Paddings must be non-negative",
                in_run=words.negative.format(*values),
            )
        rows.append((values[0] if known[0] else None, values[1] if known[1] else None))
    return dims, rows


def _check_operand(dims: Dims, operand: Dims, words: _Words) -> None:
    if operand is None:
        return
    in_run = f"paddings must be a matrix with 2 columns: {shape_text(operand)}"
    if len(operand) != 2:
        raise Mismatch(f"Shape must be rank 2 but is rank {len(operand)}", in_run=in_run)
    rows, columns = operand
    if columns not in (None, 2):
        raise Mismatch(f"Dimension must be 2 but is {columns}", in_run=in_run)
    if dims is not None and rows not in (None, len(dims)):
        raise Mismatch(
            f"Shape must be rank {rows} but is rank {len(dims)}",
            in_run="The first dimension of paddings must be the rank of inputs"
            f"{shape_text(operand)}{words.between}{shape_text(dims)}",
            advice="give a pair of widths for each axis",
        )


def _pad_shape(ctx: ShapeContext[Any], words: _Words = _PAD) -> Sequence[Dims]:
    dims, rows = _paddings(ctx, words)
    if ctx.in_run and len(ctx.shapes) == 3 and ctx.shapes[2] != ():
        raise Mismatch(f"constant_values must be a scalar. Found: {shape_text(ctx.shapes[2])}")
    if dims is None or rows is None:
        return (None if dims is None else (None,) * len(dims),)
    return (
        tuple(
            [_sum(size, before, after) for size, (before, after) in zip(dims, rows, strict=True)]
        ),
    )


def _sum(size: int | None, before: int | None, after: int | None) -> int | None:
    return None if size is None or before is None or after is None else size + before + after


def _mirror_shape(ctx: ShapeContext[MirrorPadAttributes]) -> Sequence[Dims]:
    if ctx.in_run:
        _check_widths(ctx)
    return _pad_shape(ctx, _MIRROR)


def _check_widths(ctx: ShapeContext[MirrorPadAttributes]) -> None:
    """A mirror shows at most what is there; REFLECT does not show the edge itself."""
    dims, rows = _paddings(ctx, _MIRROR)
    assert dims is not None
    assert rows is not None
    reflect = ctx.attributes.mode == "REFLECT"
    for size, (before, after) in zip(dims, rows, strict=True):
        assert size is not None
        assert before is not None
        assert after is not None
        if max(before, after) > (size - 1 if reflect else size):
            rule, verb = (
                ("less than", "not less than") if reflect else ("no greater than", "greater than")
            )
            raise Mismatch(
                f"paddings must be {rule} the dimension size: {before}, {after} {verb} {size}"
            )


def _mirror_gradient_shape(ctx: ShapeContext[MirrorPadAttributes]) -> Sequence[Dims]:
    dims, rows = _paddings(ctx, _MIRROR_GRADIENT)
    if dims is None or rows is None:
        return (None if dims is None else (None,) * len(dims),)
    sizes: list[int | None] = []
    for size, (before, after) in zip(dims, rows, strict=True):
        if size is None or before is None or after is None:
            sizes.append(None)
            continue
        total = before + after
        if total > size or (ctx.in_run and total == size):
            raise Mismatch(
                f"Negative dimension size caused by subtracting {total} from {size}",
                in_run="Total paddings must be less than the input dimension size: "
                f"{total} was not less than {size}",
            )
        sizes.append(size - total)
    return (tuple(sizes),)


# --- Pad and PadV2 --------------------------------------------------------------------------------


def _padded(x: NDArray[Any], paddings: NDArray[Any], value: Any) -> NDArray[Any]:
    widths = paddings.tolist()
    sizes = [size + sum(pair) for size, pair in zip(x.shape, widths, strict=True)]
    out = np.full(sizes, value, x.dtype)
    inside = [slice(w[0], w[0] + size) for size, w in zip(x.shape, widths, strict=True)]
    out[tuple(inside)] = x
    return out


def _pad(attrs: PadAttributes, x: NDArray[Any], paddings: NDArray[Any]) -> NDArray[Any]:
    return _padded(x, paddings, b"" if x.dtype == object else np.zeros((), x.dtype))


def _pad_v2(
    attrs: PadAttributes, x: NDArray[Any], paddings: NDArray[Any], value: NDArray[Any]
) -> NDArray[Any]:
    return _padded(x, paddings, value.item() if x.dtype == object else value)


def _pad_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    """The inner part of the gradient; none for the value of the border, as in TensorFlow."""
    x, paddings = op.inputs[:2]
    corner = build("Pack", [rank_of(x), convert(1, dtypes.int32, "stack/1")], axis=0, name="stack")
    before = build("Slice", paddings, integers([0, 0], "Slice/begin"), corner)
    begin, size = build("Reshape", before, [-1]), shape_of(x)
    if begin.dtype.base_dtype is not size.dtype:
        size = build("Cast", size, DstT=begin.dtype.base_dtype)
    return (build("Slice", grad, begin, size), *[None] * (len(op.inputs) - 1))


_WIDTHS = (
    (reals(2, 3), given([[1, 1], [2, 0]], dtypes.int32)),
    (reals(3), given([[0, 2]], dtypes.int64)),
    (reals(2, 1, 2), given([[0, 0], [1, 0], [0, 1]], dtypes.int32)),
    (reals(0, 2), given([[1, 0], [0, 1]], dtypes.int32)),
)

define(
    "Pad",
    inputs="input: T, paddings: Tpaddings",
    outputs="output: T",
    attributes=PadAttributes,
    shape=_pad_shape,
    reference=_pad,
    gradient=_pad_gradient,
    samples=[Sample(*inputs) for inputs in _WIDTHS],
    types={"T": dtypes.ALL, "Tpaddings": dtypes.INDEX},
    tolerance=EXACT,
    doc="The input with a border of zeros.",
)

define(
    "PadV2",
    inputs="input: T, paddings: Tpaddings, constant_values: T",
    outputs="output: T",
    attributes=PadAttributes,
    shape=_pad_shape,
    reference=_pad_v2,
    gradient=_pad_gradient,
    samples=[Sample(*inputs, reals(), differentiable=False) for inputs in _WIDTHS],
    types={"T": dtypes.ALL, "Tpaddings": dtypes.INDEX},
    tolerance=EXACT,
    doc="The input with a border of one value.",
)


# --- MirrorPad ------------------------------------------------------------------------------------


def _mirrored(attrs: MirrorPadAttributes, x: NDArray[Any], paddings: NDArray[Any]) -> NDArray[Any]:
    if x.ndim == 0:
        return x
    return np.asarray(np.pad(x, paddings.tolist(), mode=attrs.mode.lower()))  # type: ignore[call-overload]


def _folded(attrs: MirrorPadAttributes, x: NDArray[Any], paddings: NDArray[Any]) -> NDArray[Any]:
    """Adds each border back onto what it mirrors, one axis after the other."""
    offset = 1 if attrs.mode == "REFLECT" else 0
    out = x
    for axis, (before, after) in enumerate(paddings.tolist()):
        moved = np.moveaxis(out, axis, 0)
        size = moved.shape[0] - before - after
        inner = moved[before : before + size].copy()
        inner[offset : offset + before] += moved[:before][::-1]
        end = size - offset
        inner[end - after : end] += moved[before + size :][::-1]
        out = np.moveaxis(inner, 0, axis)
    return out


def _mirror_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    twin = "MirrorPadGrad" if op.type == "MirrorPad" else "MirrorPad"
    return build(twin, grad, op.inputs[1], mode=attributes_of(op, MirrorPadAttributes).mode), None


def _mirror_samples(
    *shapes_and_widths: tuple[tuple[int, ...], list[list[int]]], only: Sequence[DType] = ()
) -> list[Sample]:
    return [
        Sample(reals(*shape), given(widths, dtypes.int32), mode=mode, only=tuple(only))
        for shape, widths in shapes_and_widths
        for mode in ("REFLECT", "SYMMETRIC")
    ]


def _define_mirror(name: str, tolerance: Tolerance, samples: list[Sample]) -> None:
    forward = name == "MirrorPad"
    define(
        name,
        inputs="input: T, paddings: Tpaddings",
        outputs="output: T",
        attributes=MirrorPadAttributes,
        shape=_mirror_shape if forward else _mirror_gradient_shape,
        reference=_mirrored if forward else _folded,
        gradient=_mirror_gradient,
        samples=samples,
        types={"T": dtypes.ALL, "Tpaddings": dtypes.INDEX},
        tolerance=tolerance,
        doc="The input with a border that mirrors it."
        if forward
        else "The gradient of MirrorPad: the border is added onto what it mirrors.",
    )


_define_mirror(
    "MirrorPad",
    EXACT,
    _mirror_samples(((3, 4), [[1, 2], [3, 0]]), ((2,), [[1, 1]]), ((1, 3), [[0, 0], [0, 2]])),
)
_define_mirror(
    "MirrorPadGrad",
    ROUNDED,
    _mirror_samples(
        ((5, 6), [[1, 1], [1, 2]]),
        ((4,), [[1, 1]]),
        ((3, 2), [[0, 0], [0, 0]]),
        only=dtypes.NUMERIC,
    ),
)


def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    name: str | None = None,
    constant_values: Any = 0,
) -> Tensor:
    """The input with a border.

    Args:
        tensor: a tensor.
        paddings: an int32 or int64 matrix: for each axis the widths before and after.
        mode: `CONSTANT`, `REFLECT` (mirrored at the edge elements) or `SYMMETRIC` (they are shown
            twice).
        name: the op's name.
        constant_values: the border's value when `mode` is CONSTANT, a scalar.

    Returns:
        A tensor of the dtype of `tensor`.

    Raises:
        ValueError: the mode is another, or static shapes do not fit.
        InvalidArgumentError: (in a run) shapes or widths do not fit.
    """
    upper = mode.upper()
    if upper == "CONSTANT":
        if _is_plain_zero(constant_values):
            return build("Pad", tensor, paddings, name=name)
        return build("PadV2", tensor, paddings, constant_values, name=name)
    if upper in {"REFLECT", "SYMMETRIC"}:
        return build("MirrorPad", tensor, paddings, mode=upper, name=name)
    raise refusal(
        ValueError,
        'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". '
        f"Received `mode` = {upper}",
        [tensor],
        advice='mode="REFLECT" or "SYMMETRIC" repeats values of the tensor',
    )


def _is_plain_zero(value: Any) -> bool:
    if isinstance(value, Tensor) or value is None:
        return False
    array = np.asarray(value)
    return array.ndim == 0 and bool(array == np.zeros_like(array))
