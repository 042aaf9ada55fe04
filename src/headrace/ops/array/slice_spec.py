"""What begin, end, strides and the five masks of a strided slice mean, axis by axis.

Defines no op.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.inference import Mismatch


@attributes
class StridedSliceAttributes(Attributes):
    """Attributes of StridedSlice and StridedSliceGrad; bit i of a mask is for entry i of the spec."""

    T: DType
    Index: DType
    begin_mask: int = 0
    end_mask: int = 0
    ellipsis_mask: int = 0
    new_axis_mask: int = 0
    shrink_axis_mask: int = 0


@dataclass(frozen=True, slots=True)
class SliceSpec:
    """The bounds as far as they are known: all of `begin` (and `end`), or None."""

    begin: Sequence[int] | None
    end: Sequence[int] | None
    strides: Sequence[int]
    masks: StridedSliceAttributes


class AxisSlice(NamedTuple):
    """What happens to one axis of the input, or where a new one stands.

    Attributes:
        axis: the input's axis; None for a new one.
        entry: which entry of the spec says so; None for an axis that the spec leaves whole.
    """

    axis: int | None
    entry: int | None


def expand(spec: SliceSpec, rank: int) -> list[AxisSlice]:
    """The spec with its ellipsis written out, one item for each axis of the input and each new one.

    An entry is an ellipsis before it is a new axis, and that before it is an index.

    Raises:
        Mismatch: the spec has two ellipses, or more entries than the input has axes.
    """
    masks, count = spec.masks, len(spec.strides)
    if masks.ellipsis_mask.bit_count() > 1:
        raise Mismatch("Multiple ellipses in slice spec not allowed")
    items: list[AxisSlice] = []
    axis = 0
    for entry in range(count):
        bit = 1 << entry
        if masks.ellipsis_mask & bit:
            later = sum(not masks.new_axis_mask & 1 << other for other in range(entry + 1, count))
            while axis < rank - later:
                items.append(AxisSlice(axis, None))
                axis += 1
        elif masks.new_axis_mask & bit:
            items.append(AxisSlice(None, entry))
        elif axis >= rank:
            raise Mismatch(
                f"Index out of range using input dim {axis}; input has only {rank} dims"
                if rank
                else "Attempting to slice scalar input."
            )
        else:
            items.append(AxisSlice(axis, entry))
            axis += 1
    items.extend([AxisSlice(rest, None) for rest in range(axis, rank)])
    return items


def position(spec: SliceSpec, axis: int, entry: int | None, size: int) -> int | slice | None:
    """Where one axis of known size is cut: a position, a range, or None while the bounds are not known.

    Raises:
        Mismatch: an index is out of bounds, or has a negative step.
    """
    if entry is None:
        return slice(0, size, 1)
    stride, masks, bit = spec.strides[entry], spec.masks, 1 << entry
    shrinks = bool(masks.shrink_axis_mask & bit)
    if shrinks and stride <= 0:
        raise Mismatch("only stride 1 allowed on non-range indexing.")
    first, last = bool(masks.begin_mask & bit), bool(masks.end_mask & bit)
    if spec.begin is None or spec.end is None:
        whole = first and last and not shrinks
        return _range(0, 0, stride, size, first=True, last=True) if whole else None
    begin, end = spec.begin[entry], spec.end[entry]
    if not shrinks:
        return _range(begin, end, stride, size, first=first, last=last)
    place = begin + size if begin < 0 else begin
    if not 0 <= place < size:
        raise Mismatch(
            f"slice index {place} of dimension {axis} out of bounds.",
            advice=f"give an index from {-size} to {size - 1}" if size else None,
        )
    return place


def _range(begin: int, end: int, stride: int, size: int, *, first: bool, last: bool) -> slice:
    """A range of positions inside the axis; `first` and `last` take its ends instead of the bounds."""
    low, high = (0, size) if stride > 0 else (-1, size - 1)
    ends = (low, high) if stride > 0 else (high, low)
    start = ends[0] if first else min(max(begin + size if begin < 0 else begin, low), high)
    stop = ends[1] if last else min(max(end + size if end < 0 else end, low), high)
    return slice(start, stop, stride)


def sizes(spec: SliceSpec, dims: Sequence[int | None]) -> tuple[int | None, ...]:
    """The sizes of the result.

    Raises:
        Mismatch: as `expand` and `position`; also where a step is zero.
    """
    found: list[int | None] = []
    for axis, entry in expand(spec, len(dims)):
        if axis is None:
            found.append(1)
            continue
        if entry is not None and spec.strides[entry] == 0:
            raise Mismatch(f"strides[{axis}] must be non-zero")
        size = dims[axis]
        cut = None if size is None else position(spec, axis, entry, size)
        if isinstance(cut, slice):
            found.append(len(range(cut.start, cut.stop, cut.step)))
        elif entry is None or not spec.masks.shrink_axis_mask >> entry & 1:
            found.append(None)
    return tuple(found)


def indices(spec: SliceSpec, shape: tuple[int, ...]) -> tuple[int | slice | None, ...]:
    """NumPy's index for an array of that shape, which was checked by `sizes` before."""
    made: list[int | slice | None] = []
    for axis, entry in expand(spec, len(shape)):
        cut = None if axis is None else position(spec, axis, entry, shape[axis])
        # To NumPy a bound of -1 would be the last element, not the place before the first.
        if isinstance(cut, slice) and cut.start < 0:
            cut = slice(0, 0, 1)
        elif isinstance(cut, slice) and cut.stop < 0:
            cut = slice(cut.start, None, cut.step)
        made.append(cut)
    return tuple(made)
