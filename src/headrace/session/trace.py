"""What ran when, in one run: noted by the executor, handed to the user as `RunMetadata.step_stats`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray

from headrace.graph.operation import Operation
from headrace.session.devices import cpu_device


class Timing(NamedTuple):
    """One operation of a run.

    Times are nanoseconds since 1970; shapes and sizes stand for the arrays.
    """

    op: Operation
    start: int
    end: int
    shapes: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]


class Trace:
    """Collects the timings of one run.

    Attributes:
        timings: in the order in which the operations ran.
    """

    def __init__(self) -> None:
        self.timings: list[Timing] = []
        # One reading of the calendar: the clock that measures cannot be set back while the run
        # lasts.
        self._epoch = time.time_ns() - time.perf_counter_ns()

    def now(self) -> int:
        """The time, in nanoseconds since 1970."""
        return self._epoch + time.perf_counter_ns()

    def note(self, op: Operation, start: int, outputs: Sequence[NDArray[Any]]) -> None:
        """Notes that `op`, begun at `start`, has just made `outputs`."""
        shapes = tuple([array.shape for array in outputs])
        sizes = tuple([array.nbytes for array in outputs])
        self.timings.append(Timing(op, start, self.now(), shapes, sizes))

    def write(self, run_metadata: Any) -> None:
        """Fills `run_metadata.step_stats`, from which `timeline.Timeline` draws.

        Args:
            run_metadata: a RunMetadata message.
        """
        device = run_metadata.step_stats.dev_stats.add(device=cpu_device().name)
        for timing in self.timings:
            _write_node(device.node_stats.add(), timing)


def _write_node(node: Any, timing: Timing) -> None:
    op, took = timing.op, timing.end - timing.start
    node.node_name = op.name
    inputs = ", ".join(tensor.op.name for tensor in op.inputs)
    node.timeline_label = f"{op.name} = {op.type}({inputs})"
    node.scheduled_nanos = node.all_start_nanos = timing.start
    node.scheduled_micros = node.all_start_micros = timing.start // 1000
    node.op_end_rel_nanos = node.all_end_rel_nanos = took
    # A timeline draws nothing for no time at all, so half a microsecond counts as one.
    node.op_end_rel_micros = node.all_end_rel_micros = max(1, took // 1000)
    for slot, (shape, size) in enumerate(zip(timing.shapes, timing.sizes, strict=True)):
        description = node.output.add(slot=slot).tensor_description
        description.dtype = op.outputs[slot].dtype.base_dtype.as_datatype_enum
        for length in shape:
            description.shape.dim.add(size=length)
        description.allocation_description.requested_bytes = size
        description.allocation_description.allocator_name = "cpu"
