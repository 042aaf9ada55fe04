"""Dilation as TensorFlow builds it: every other cell into the batch, a convolution, and back.

No ops and no public convolutions live here: those that dilate call `dilate`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.graph.build import build
from headrace.graph.convert import convert_to_tensor
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor

# Makes the convolution itself, of a tensor and a padding.
Convolve = Callable[[Tensor, Any], Tensor]


def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The paddings that make blocks divide space, and the crops that take them away again.

    Args:
        input_shape: the sizes of space, a vector of int32.
        block_shape: the sizes of a block, a vector of int32.
        base_paddings: [axes, 2], cells to pad before and after in any case; none by default.
        name: the scope's name.

    Returns:
        Paddings and crops, [axes, 2] both, int32.
    """
    with name_scope(name, "required_space_to_batch_paddings", [input_shape, block_shape]):
        sizes = convert_to_tensor(input_shape, dtypes.int32, name="input_shape")
        blocks = convert_to_tensor(block_shape, dtypes.int32, name="block_shape")
        if base_paddings is None:
            count = (blocks.dims or (0,))[0]
            base = convert_to_tensor(np.zeros((count or 0, 2), np.int32), name="zeros")
        else:
            base = convert_to_tensor(base_paddings, dtypes.int32, name="base_paddings")
        known = [_value(tensor) for tensor in (sizes, blocks, base)]
        if all(value is not None for value in known):
            return _known_paddings(*known)
        return _computed_paddings(sizes, blocks, base)


def _value(tensor: Tensor) -> NDArray[np.int64] | None:
    """The value of a small integer tensor if it is known while the graph is built."""
    partial = tensor.partial
    return partial.values if partial is not None and partial.is_known else None


def _known_paddings(sizes: Any, blocks: Any, base: Any) -> tuple[Tensor, Tensor]:
    extra = -(sizes + base.sum(axis=1)) % blocks
    paddings = np.stack([base[:, 0], base[:, 1] + extra], axis=1).astype(np.int32)
    crops = np.stack([np.zeros_like(extra), extra], axis=1).astype(np.int32)
    return convert_to_tensor(paddings, name="paddings"), convert_to_tensor(crops, name="crops")


def _computed_paddings(sizes: Tensor, blocks: Tensor, base: Tensor) -> tuple[Tensor, Tensor]:
    before, after = base[:, 0], base[:, 1]
    padded = sizes + before + after
    extra = (blocks - padded % blocks) % blocks
    after = after + extra
    count = (blocks.dims or (None,))[0]
    if count is None:
        raise refusal(
            ValueError,
            "block_shape must have known size.",
            advice="give the rates a static length (set_shape)",
        )
    paddings = [[before[i], after[i]] for i in range(count)]
    stacked = convert_to_tensor(paddings, name="paddings")
    crops = [[0, extra[i]] for i in range(count)]
    return stacked, convert_to_tensor(crops, name="crops")


def dilate(
    x: Tensor,
    rates: Sequence[int],
    filter_shape: Any,
    padding: Any,
    channels_first: bool,
    op: Convolve,
) -> Tensor:
    """Convolves with dilation.

    Args:
        x: [batch, space…, channels], or channels first.
        rates: the dilation along each axis of space.
        filter_shape: the filter's shape: a TensorShape, or a tensor of known value.
        padding: SAME, VALID or a list of pairs.
        channels_first: whether the channels stand before space.
        op: makes the convolution.
    """
    rate = convert_to_tensor(np.array(rates, np.int32), name="dilation_rate")
    if any(each <= 0 for each in rates):
        listed = np.array2string(np.array(rates))
        raise refusal(
            ValueError,
            f"all values of `dilation_rate` must be positive. Received: dilation_rate={listed}",
        )
    if all(each == 1 for each in rates):
        return op(x, padding)
    first = 2 if channels_first else 1
    base = _base_paddings(rates, filter_shape, padding, first)
    paddings, crops = required_space_to_batch_paddings(_space(x, first, len(rates)), rate, base)
    skipped = first - 1
    blocks = np.array([1] * skipped + list(rates), np.int32)
    pads = _with_skipped(paddings, skipped, len(rates))
    cuts = _with_skipped(crops, skipped, len(rates))
    moved = build("SpaceToBatchND", x, blocks, pads, name="SpaceToBatchND")
    return build("BatchToSpaceND", op(moved, "VALID"), blocks, cuts, name="BatchToSpaceND")


def _base_paddings(rates: Sequence[int], filter_shape: Any, padding: Any, first: int) -> Any:
    count = len(rates)
    if isinstance(padding, list | tuple):
        return np.array(padding, np.int32)[first : first + count]
    if padding == "VALID":
        return np.zeros((count, 2), np.int32)
    if padding != "SAME":
        raise refusal(
            ValueError,
            f"`padding` must be one of 'SAME' or 'VALID'. Received: padding={padding}",
            advice="write it in capitals",
        )
    shape = convert_to_tensor(filter_shape, dtypes.int32, name="filter_shape")
    value = _value(shape)
    if value is None:
        raise refusal(
            ValueError,
            "None values not supported.",
            advice="give the sizes of the filter statically (set_shape)",
        )
    missing = [int(rate * (size - 1)) for rate, size in zip(rates, value[:count], strict=True)]
    pairs = np.array([[total // 2, total - total // 2] for total in missing], np.int32)
    return convert_to_tensor(pairs, name="stack")


def _space(x: Tensor, first: int, count: int) -> Any:
    """The sizes of space: an array if all are known, else a tensor."""
    dims = x.dims
    if dims is not None and None not in dims[first : first + count]:
        return np.array(dims[first : first + count], np.int32)
    shape = build("Shape", x)
    return build("Pack", [shape[axis] for axis in range(first, first + count)], name="stack")


def _with_skipped(pairs: Tensor, skipped: int, count: int) -> Any:
    """Puts no padding for the axes that stand before space."""
    value = _value(pairs)
    if value is not None:
        none = np.zeros((skipped, 2), np.int64)
        return np.concatenate([none, value]).astype(np.int32)
    part = pairs[0:count]
    if skipped:
        return build("ConcatV2", [np.zeros((skipped, 2), np.int32), part], 0, name="concat")
    with name_scope("concat"):  # TensorFlow's concat of one tensor
        convert_to_tensor(0, dtypes.int32, name="concat_dim")
        return build("Identity", part, name="concat")
