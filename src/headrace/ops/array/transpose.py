"""Permuted axes: Transpose, ConjugateTranspose, InvertPermutation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor
from headrace.graph.inference import Dims, Mismatch, ShapeContext, check_rank
from headrace.graph.opdef import EXACT, NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.partial import elementwise, structural
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import integers

_ADVICE = "give every axis of the input once, for example [0, 2, 1]"


@attributes
class TransposeAttributes(Attributes):
    """Attributes of Transpose and ConjugateTranspose."""

    T: DType
    Tperm: DType = dtypes.int32


@attributes
class PermutationAttributes(Attributes):
    """Attributes of InvertPermutation."""

    T: DType = dtypes.int32


def _transpose_shape(ctx: ShapeContext[TransposeAttributes]) -> Sequence[Dims]:
    dims, perm_dims = ctx.shapes
    check_rank(perm_dims, 1, "perm must be rank 1, got shape {shape}", advice=_ADVICE)
    length = None if perm_dims is None else perm_dims[0]
    if dims is None:
        return (None if length is None else (None,) * length,)
    rank = len(dims)
    if length is not None and length != rank:
        raise Mismatch(
            f"Dimension must be {rank} but is {length}",
            in_run=f"transpose expects a vector of size {rank}. But input(1) is a vector of size {length}",
            advice=_ADVICE,
        )
    perm = ctx.constant(1)
    if perm is None:
        return ((None,) * rank,)
    return (tuple([dims[_axis(int(axis), rank)] for axis in perm]),)


def _axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        shown = axis + rank if axis < 0 else axis
        raise Mismatch(
            f"perm dim {axis} is out of range of input rank {rank}",
            in_run=f"{shown} is out of range [0 .. {rank})",
            advice=_ADVICE,
        )
    return axis


def _transposed(attrs: TransposeAttributes, x: NDArray[Any], perm: NDArray[Any]) -> NDArray[Any]:
    axes = [int(axis) % max(x.ndim, 1) for axis in perm]
    missing = sorted(set(range(x.ndim)) - set(axes))
    if missing:
        given_axes = ",".join(str(axis) for axis in axes)
        raise InvalidArgumentError(None, None, f"{missing[0]} is missing from {{{given_axes}}}.")
    return x.transpose(axes)


def _conjugated(attrs: TransposeAttributes, x: NDArray[Any], perm: NDArray[Any]) -> NDArray[Any]:
    view = _transposed(attrs, x, perm)
    return np.asarray(np.conj(view)) if view.dtype.kind == "c" else view


def _transpose_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return build(op.type, grad, build("InvertPermutation", op.inputs[1])), None


def _samples(*only: DType) -> list[Sample]:
    cases = (
        (reals(2, 3), given([1, 0])),
        (reals(2, 3, 4), given([2, 0, 1], dtypes.int64)),
        (reals(2, 1, 3, 2), given([0, 2, 1, 3], dtypes.int32)),
        (reals(0, 3), given([1, 0], dtypes.int32)),
        (reals(), given([], dtypes.int32)),
        (reals(4), given([0], dtypes.int32)),
    )
    negative = Sample(reals(2, 3), given([-1, 0]), differentiable=False, only=only)
    return [*[Sample(*inputs, only=only) for inputs in cases], negative]


define(
    "Transpose",
    inputs="x: T, perm: Tperm",
    outputs="y: T",
    attributes=TransposeAttributes,
    shape=_transpose_shape,
    reference=_transposed,
    gradient=_transpose_gradient,
    samples=_samples(),
    types={"T": dtypes.ALL, "Tperm": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="The input with permuted axes.",
)

define(
    "ConjugateTranspose",
    inputs="x: T, perm: Tperm",
    outputs="y: T",
    attributes=TransposeAttributes,
    shape=_transpose_shape,
    reference=_conjugated,
    gradient=_transpose_gradient,
    samples=_samples(*dtypes.COMPLEX, dtypes.float32, dtypes.float64),
    types={"T": dtypes.ALL, "Tperm": dtypes.INDEX},
    tolerance=EXACT,
    partial=structural(1),
    doc="The complex conjugate of the input, with permuted axes.",
)


def _permutation_shape(ctx: ShapeContext[PermutationAttributes]) -> Sequence[Dims]:
    dims = ctx.shapes[0]
    check_rank(dims, 1, "invert_permutation expects a 1D vector.")
    return ((None,) if dims is None else dims,)


def _inverted(attrs: PermutationAttributes, perm: NDArray[Any]) -> NDArray[Any]:
    outside = perm[(perm < 0) | (perm >= perm.size)]
    if outside.size:
        raise InvalidArgumentError(None, None, f"{outside[0]} is not between 0 and {perm.size}")
    inverse = np.full(perm.shape, -1, perm.dtype)
    inverse[perm] = np.arange(perm.size, dtype=perm.dtype)
    if (inverse < 0).any():
        repeated = next(v for i, v in enumerate(perm.tolist()) if v in perm[:i])
        raise InvalidArgumentError(None, None, f"{repeated} is duplicated in the input.")
    return inverse


define(
    "InvertPermutation",
    inputs="x: T",
    outputs="y: T",
    attributes=PermutationAttributes,
    shape=_permutation_shape,
    reference=_inverted,
    gradient=NoGradient(Why.INDICES),
    samples=(Sample(given([2, 0, 1, 3])), Sample(given([0])), Sample(given([]))),
    types={"T": dtypes.INDEX},
    tolerance=EXACT,
    partial=elementwise,
    doc="The permutation that undoes the input: y[x[i]] = i.",
)


def transpose(a: Any, perm: Any = None, name: str = "transpose", conjugate: bool = False) -> Tensor:
    """The input with permuted axes.

    Args:
        a: a tensor.
        perm: for each axis of the result the axis of `a` it comes from; None reverses them.
        name: the op's name.
        conjugate: whether complex values are conjugated.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: `perm` is no permutation of the axes.
    """
    with name_scope(name, "transpose", [a]) as scope:
        tensor = a if isinstance(a, Tensor) else convert_to_tensor(a, name="a")
        conjugated = conjugate and tensor.dtype.is_complex
        op_type = "ConjugateTranspose" if conjugated else "Transpose"
        return build(op_type, tensor, _reversed(tensor) if perm is None else perm, name=scope)


def _reversed(a: Tensor) -> Tensor:
    if a.dims is not None:
        return integers(range(len(a.dims))[::-1], "perm")
    rank = build("Rank", a)
    return build("Range", build("Sub", rank, 1, name="sub"), -1, -1)


def matrix_transpose(a: Any, name: str = "matrix_transpose", conjugate: bool = False) -> Tensor:
    """The input with its last two axes swapped.

    Args:
        a: a tensor of rank 2 or more.
        name: the scope's name.
        conjugate: whether complex values are conjugated.

    Returns:
        A tensor of the dtype of `a`.

    Raises:
        ValueError: the rank is less than 2.
    """
    with name_scope(name, values=[a]):
        tensor = convert_to_tensor(a, name="a")
        if tensor.dims is None:
            return transpose(tensor, _swapped_of_unknown(tensor), conjugate=conjugate)
        rank = len(tensor.dims)
        if rank < 2:
            raise refusal(
                ValueError,
                "Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = "
                f"{tensor} with shape: {tensor.shape}",
                [tensor],
                advice="tf.expand_dims makes a matrix of a vector",
            )
        perm = [*range(rank - 2), rank - 1, rank - 2]
        return transpose(tensor, perm, conjugate=conjugate)


def _swapped_of_unknown(a: Tensor) -> Tensor:
    rank = build("Rank", a)
    lead = build("Range", 0, build("Sub", rank, 2, name="sub"), 1)
    last = [build("Sub", rank, 1, name="sub"), build("Sub", rank, 2, name="sub")]
    return build("ConcatV2", [lead, last], 0, name="concat")


def adjoint(matrix: Any, name: str | None = None) -> Tensor:
    """The conjugate transpose of the last two axes.

    Args:
        matrix: a tensor of rank 2 or more.
        name: the scope's name.

    Returns:
        A tensor of the dtype of `matrix`.
    """
    with name_scope(name, "adjoint", [matrix]):
        return matrix_transpose(convert_to_tensor(matrix, name="matrix"), conjugate=True)


def invert_permutation(x: Any, name: str | None = None) -> Tensor:
    """The permutation that undoes `x`: `y[x[i]] = i`.

    Args:
        x: an int32 or int64 vector holding each of 0 … n-1 once.
        name: the op's name.

    Returns:
        A vector like `x`.

    Raises:
        InvalidArgumentError: (in a run) a value is out of range or repeated.
    """
    return build("InvertPermutation", x, name=name)
