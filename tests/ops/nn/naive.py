"""Window ops by their definition: a loop over outputs, and nothing clever."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Pads = tuple[tuple[int, int], tuple[int, int]]


def pads_of(
    sizes: Sequence[int],
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    padding: str,
) -> Pads:
    """Cells before and after height and width."""
    if padding == "VALID":
        return (0, 0), (0, 0)
    found = []
    for size, cells, stride, dilation in zip(sizes, window, strides, dilations, strict=True):
        outputs = int(np.ceil(size / stride))
        reach = (cells - 1) * dilation + 1
        missing = max((outputs - 1) * stride + reach - size, 0)
        found.append((missing // 2, missing - missing // 2))
    return found[0], found[1]


def windows(
    x: Array,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Pads,
    fill: float,
) -> Iterator[tuple[int, int, Array]]:
    """Row, column and [batch, height, width, channel] cells of each window; `fill` is outside."""
    padded = np.pad(x, ((0, 0), *pads, (0, 0)), constant_values=fill)
    reach = [(cells - 1) * dilation + 1 for cells, dilation in zip(window, dilations, strict=True)]
    for i, top in enumerate(range(0, padded.shape[1] - reach[0] + 1, strides[0])):
        for j, left in enumerate(range(0, padded.shape[2] - reach[1] + 1, strides[1])):
            rows = slice(top, top + reach[0], dilations[0])
            yield i, j, padded[:, rows, left : left + reach[1] : dilations[1]]


def over_windows(
    x: Array,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Pads,
    function: Callable[[Array], Array],
    fill: float = 0.0,
) -> Array:
    """`function` of each window's cells, as [batch, output height, output width, …]."""
    found = list(windows(x, window, strides, dilations, pads, fill))
    height, width = found[-1][0] + 1, found[-1][1] + 1
    values = [function(cells) for _, _, cells in found]
    stacked = np.stack(values, axis=1)
    return stacked.reshape(x.shape[0], height, width, *stacked.shape[2:])


def convolution(
    x: Array, weights: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pads
) -> Array:
    """Convolution in groups: each filter sees its own share of the channels."""
    depth, filters = weights.shape[2:]
    groups = x.shape[3] // depth
    share = filters // groups

    def weigh(cells: Array) -> Array:
        parts = [
            np.einsum(
                "nhwc,hwck->nk",
                cells[..., g * depth : (g + 1) * depth],
                weights[..., g * share : (g + 1) * share],
            )
            for g in range(groups)
        ]
        return np.concatenate(parts, axis=1)

    return over_windows(x, weights.shape[:2], strides, dilations, pads, weigh)


def depthwise(
    x: Array, weights: Array, strides: Sequence[int], dilations: Sequence[int], pads: Pads
) -> Array:
    """Convolution of each channel with its own filters."""

    def weigh(cells: Array) -> Array:
        return np.einsum("nhwc,hwcm->ncm", cells, weights).reshape(len(cells), -1)

    return over_windows(x, weights.shape[:2], strides, dilations, pads, weigh)
