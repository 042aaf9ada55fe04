"""`tf.sequence_mask`: composed of a range and a comparison, as in TensorFlow."""

from __future__ import annotations

from typing import Any

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.static_shapes import integers


def sequence_mask(
    lengths: Any, maxlen: Any = None, dtype: Any = dtypes.bool_, name: str | None = None
) -> Tensor:
    """Marks the first elements of each row: as many as its length says.

    Args:
        lengths: a tensor of numbers.
        maxlen: the size of the rows, a scalar; the largest length if None.
        dtype: the dtype of the result.
        name: the scope's name.

    Returns:
        A tensor of shape `lengths.shape + [maxlen]`.

    Raises:
        ValueError: `maxlen` is no scalar.
    """
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        numbers = convert(lengths, None, None)
        limit = _longest(numbers) if maxlen is None else convert(maxlen, None, None)
        if limit.dims:
            raise refusal(
                ValueError,
                "Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = "
                f"{limit} with shape '{limit.shape}' instead",
                [limit],
                advice="give one length for all: tf.reduce_max(lengths)",
            )
        kind = limit.dtype.base_dtype
        zero, one = convert(0, kind, None), convert(1, kind, None)
        places = build("Range", zero, limit, one)
        ends = build("Cast", build("ExpandDims", numbers, -1), DstT=kind)
        mask = build("Less", places, ends)
        wanted = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
        if wanted is None or wanted is dtypes.bool_:
            return mask
        return build("Cast", mask, DstT=wanted)


def _longest(lengths: Tensor) -> Tensor:
    """The largest length, or 0 if there is none."""
    if lengths.dims is None:
        axes = build("Range", 0, build("Rank", lengths), 1)
    else:
        axes = integers(range(len(lengths.dims)))
    longest = build("Max", lengths, axes, keep_dims=False)
    return build("Maximum", convert(0, longest.dtype.base_dtype, None), longest)
