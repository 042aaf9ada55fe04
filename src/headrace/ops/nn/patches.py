"""Convolution as matrix products: NumPy references of a convolution and of its two gradients.

Works on arrays with the axes batch, height, width, channel and on filters [height, width, in, out].
The patches under the filter are copied into a matrix, slice by slice, and BLAS multiplies it
(im2col: Chellapilla, Puri and Simard 2006). Which slices, which layout and so which order of
additions follows from shapes only. Ops do not belong here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from headrace.ops.accumulation import compute_dtype
from headrace.ops.nn.windows import SCRATCH_BYTES, Axis, batch_slices

Array: TypeAlias = NDArray[Any]

# With fewer channels than this, copying patches channel by channel moves only a few bytes at a
# time.
_FEW_CHANNELS = 8
# Images with fewer outputs than this share one matrix product; larger ones have one each, so that
# an image's result does not depend on the batch it stands in.
_FEW_OUTPUTS = 64
_MOST_SCRATCH = 8 * SCRATCH_BYTES


class _Block(NamedTuple):
    """Some images, and some of their output rows, that are worked on at once."""

    images: slice
    start: int
    stop: int


class _Plan(NamedTuple):
    """How one convolution is cut up."""

    rows: Axis
    columns: Axis
    channels: int
    cells_last: bool  # patches are stored [element, output] rather than [output, element]

    @property
    def elements(self) -> int:
        return self.rows.window * self.columns.window * self.channels

    def blocks(self, count: int, itemsize: int, filters: int) -> Iterator[_Block]:
        row_bytes = self.columns.outputs * self.elements * itemsize
        image_bytes = max(row_bytes * self.rows.outputs, 1)
        # A large filter is read once a block, so blocks grow with it.
        budget = min(max(SCRATCH_BYTES, 4 * self.elements * filters * itemsize), _MOST_SCRATCH)
        if image_bytes <= budget:
            for images in batch_slices(count, image_bytes, budget):
                yield _Block(images, 0, self.rows.outputs)
            return
        step = max(1, budget // row_bytes)
        for image in range(count):
            for start in range(0, self.rows.outputs, step):
                yield _Block(slice(image, image + 1), start, min(start + step, self.rows.outputs))


def _plan(rows: Axis, columns: Axis, channels: int) -> _Plan:
    many = rows.outputs * columns.outputs >= _FEW_OUTPUTS
    return _Plan(rows, columns, channels, many and channels < _FEW_CHANNELS)


def _cells(plan: _Plan, buffer: Array, count: int, height: int) -> Array:
    """Views a flat buffer as [image, filter row, filter column, output row, output column, channel]."""
    window = plan.rows.window, plan.columns.window
    if plan.cells_last:
        shape = (count, *window, plan.channels, height, plan.columns.outputs)
        return buffer[: prod(shape)].reshape(shape).transpose(0, 1, 2, 4, 5, 3)
    shape = (count, height, plan.columns.outputs, *window, plan.channels)
    return buffer[: prod(shape)].reshape(shape).transpose(0, 3, 4, 1, 2, 5)


def _gather(plan: _Plan, x: Array, block: _Block, cells: Array) -> None:
    """Copies the patches of a block into `cells`; what a patch sees of the padding is zero."""
    if plan.rows.is_padded or plan.columns.is_padded:
        cells[...] = 0
    source = x[block.images]
    columns = plan.columns.taps()
    for row in plan.rows.taps(block.start, block.stop):
        for column in columns:
            cells[:, row.index, column.index, row.outputs, column.outputs] = source[
                :, row.inputs, column.inputs
            ]


def _matrix(plan: _Plan, cells: Array) -> Array:
    """The patches of a block as matrices [output, element]: one an image, or one in all if they are small."""
    count, _, _, height, width, _ = cells.shape
    if plan.cells_last:
        stored = cells.transpose(0, 1, 2, 5, 3, 4).reshape(count, plan.elements, height * width)
        return stored.transpose(0, 2, 1)
    groups = 1 if _is_merged(plan) else count
    stored = cells.transpose(0, 3, 4, 1, 2, 5)
    return stored.reshape(groups, count * height * width // groups, plan.elements)


def _is_merged(plan: _Plan) -> bool:
    return plan.rows.outputs * plan.columns.outputs < _FEW_OUTPUTS


def _scratch(plan: _Plan, blocks: list[_Block], dtype: np.dtype[Any]) -> Array:
    if not blocks:
        return np.empty(0, dtype)
    most = max((b.images.stop - b.images.start) * (b.stop - b.start) for b in blocks)
    return np.empty(most * plan.columns.outputs * plan.elements, dtype)


def convolve(x: Array, weights: Array, rows: Axis, columns: Axis, out: Array) -> None:
    """Convolves.

    Args:
        x: [N, H, W, C], any strides.
        weights: [height, width, C, K].
        rows: the window along the height.
        columns: the window along the width.
        out: [N, output height, output width, K], any strides; written. Half precision is summed in
            float32 and rounded once.
    """
    dtype = compute_dtype(out.dtype)
    plan = _plan(rows, columns, x.shape[3])
    filters = weights.shape[3]
    matrix = np.ascontiguousarray(weights, dtype).reshape(plan.elements, filters)
    blocks = list(plan.blocks(x.shape[0], dtype.itemsize, filters))
    is_pointwise = rows.is_pointwise and columns.is_pointwise and not plan.cells_last
    buffer = np.empty(0, dtype) if is_pointwise else _scratch(plan, blocks, dtype)
    for block in blocks:
        count, height = block.images.stop - block.images.start, block.stop - block.start
        if is_pointwise:  # the patches are the input
            pixels = np.ascontiguousarray(x[block.images, block.start : block.stop], dtype)
            cells = _cells(plan, pixels.reshape(-1), count, height)
        else:
            cells = _cells(plan, buffer, count, height)
            _gather(plan, x, block, cells)
        _multiply(_matrix(plan, cells), matrix, out[block.images, block.start : block.stop])


def _multiply(patches: Array, weights: Array, out: Array) -> None:
    """Writes out = patches @ weights, in place when the layout allows."""
    with np.errstate(all="ignore"):
        if out.flags.c_contiguous and out.dtype == patches.dtype:
            np.matmul(patches, weights, out=out.reshape(*patches.shape[:2], weights.shape[1]))
        else:
            out[...] = np.matmul(patches, weights).reshape(out.shape)


def scatter(grad: Array, weights: Array, rows: Axis, columns: Axis, out: Array) -> None:
    """The gradient of a convolution by its input: spreads `grad` back through the filter.

    Args:
        grad: [N, output height, output width, K], any strides.
        weights: [height, width, C, K].
        rows: the window along the height.
        columns: the window along the width.
        out: [N, H, W, C], any strides, all zero; written.
    """
    dtype = compute_dtype(out.dtype)
    plan = _plan(rows, columns, out.shape[3])
    filters = weights.shape[3]
    matrix = np.ascontiguousarray(weights, dtype).reshape(plan.elements, filters)
    sums = out if out.dtype == dtype else np.zeros(out.shape, dtype)
    for block in plan.blocks(grad.shape[0], dtype.itemsize, filters):
        count, height = block.images.stop - block.images.start, block.stop - block.start
        slopes = np.ascontiguousarray(grad[block.images, block.start : block.stop], dtype)
        with np.errstate(all="ignore"):
            if plan.cells_last:
                pixels = slopes.reshape(count, -1, filters)
                spread = np.matmul(matrix, pixels.transpose(0, 2, 1))
            else:
                groups = 1 if _is_merged(plan) else count
                area = count * height * columns.outputs // groups
                spread = np.matmul(slopes.reshape(groups, area, filters), matrix.T)
            _add_back(plan, _cells(plan, spread.reshape(-1), count, height), block, sums)
    if sums is not out:
        out[...] = sums


def _add_back(plan: _Plan, cells: Array, block: _Block, sums: Array) -> None:
    target = sums[block.images]
    columns = plan.columns.taps()
    for row in plan.rows.taps(block.start, block.stop):
        for column in columns:
            target[:, row.inputs, column.inputs] += cells[
                :, row.index, column.index, row.outputs, column.outputs
            ]


def correlate(x: Array, grad: Array, rows: Axis, columns: Axis) -> Array:
    """The gradient of a convolution by its filter.

    Args:
        x: [N, H, W, C], any strides.
        grad: [N, output height, output width, K], any strides.
        rows: the window along the height.
        columns: the window along the width.

    Returns:
        [height, width, C, K] in the dtype of sums: the block sums are added block by block.
    """
    dtype = compute_dtype(x.dtype)
    plan = _plan(rows, columns, x.shape[3])
    filters = grad.shape[3]
    total = np.zeros((plan.elements, filters), dtype)
    blocks = list(plan.blocks(x.shape[0], dtype.itemsize, filters))
    buffer = _scratch(plan, blocks, dtype)
    for block in blocks:
        count, height = block.images.stop - block.images.start, block.stop - block.start
        area = count * height * columns.outputs
        used = buffer[: area * plan.elements]
        if plan.cells_last:  # elements first, so that one product takes the whole block
            shape = (rows.window, columns.window, plan.channels, count, height, columns.outputs)
            cells = used.reshape(shape).transpose(3, 0, 1, 4, 5, 2)
            patches = used.reshape(plan.elements, area)
        else:
            cells = _cells(plan, buffer, count, height)
            patches = used.reshape(area, plan.elements).T
        _gather(plan, x, block, cells)
        slopes = np.ascontiguousarray(grad[block.images, block.start : block.stop], dtype)
        with np.errstate(all="ignore"):
            total += patches @ slopes.reshape(area, filters)
    return total.reshape(rows.window, columns.window, plan.channels, filters)
