"""The reference executor: runs each op's NumPy reference, in order, freeing every value after its last use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base.errors import OpError, ResourceExhaustedError
from headrace.graph.inference import Mismatch, ShapeContext
from headrace.graph.opdef import Reference
from headrace.graph.operation import Operation
from headrace.session.denormals import flushed_denormals
from headrace.session.executor import Request, Runnable
from headrace.session.failure import failure_of
from headrace.session.program import Program, Step, make_program
from headrace.session.trace import Trace


class ReferenceExecutor:
    """Computes requests with the ops' references.

    It keeps the memory of the operations that have one (`OpDef.per_session`), so one executor
    serves one session.
    """

    def __init__(self) -> None:
        self._own: dict[Operation, Reference] = {}

    def prepare(self, request: Request) -> Runnable:
        """Plans `request`; see `Executor.prepare`."""
        return partial(run_program, make_program(request, self._reference_of))

    def _reference_of(self, op: Operation) -> Reference:
        make = op.definition.per_session
        if make is None:
            return op.definition.reference
        # setdefault is one step, so two threads get the same
        return self._own.get(op) or self._own.setdefault(op, make(op.attributes))


def run_program(
    program: Program, feeds: Sequence[NDArray[Any]], trace: Trace | None = None
) -> list[NDArray[Any]]:
    """Runs `program`; see `Runnable`.

    Raises:
        OpError: an operation failed; a subclass by TensorFlow's status code.
    """
    values: list[Any] = [*feeds, *[None] * (program.slots - len(feeds))]
    try:
        with flushed_denormals():
            for step in program.steps:
                start = 0 if trace is None else trace.now()
                _run_step(step, values)
                if trace is not None:
                    made = [values[slot] for slot in step.outputs if slot >= 0]
                    trace.note(step.op, start, made)
                for slot in step.release:
                    values[slot] = None
        return _handed_out([values[slot] for slot in program.fetches], feeds)
    finally:
        values.clear()  # the traceback of an error, which a notebook keeps, must not keep them


def _run_step(step: Step, values: list[Any]) -> None:
    """Computes one operation from `values` into `values`; nothing else holds its arrays afterwards."""
    inputs = [values[slot] for slot in step.inputs]
    results = _compute(step, inputs)
    for slot, result in zip(step.outputs, results, strict=True):
        if slot >= 0:
            values[slot] = result


def _compute(step: Step, inputs: list[NDArray[Any]]) -> Sequence[NDArray[Any]]:
    op = step.op
    try:
        if inputs:
            _check(step, inputs)
        result = step.reference(op.attributes, *inputs)
    except (OpError, Mismatch, MemoryError) as error:
        raise failure_of(op, inputs, error) from None
    except Exception as error:  # a reference that fails in its own way is our defect: say where
        raise failure_of(op, inputs, error) from error
    if isinstance(result, tuple):
        return result
    return (result,) if op.outputs else ()


def _check(step: Step, inputs: list[NDArray[Any]]) -> None:
    """The one strict check: the op's shape rule again, with the true sizes.

    It runs for every op, because static shapes are no proof: `set_shape` may have claimed too much,
    and a fed intermediate tensor may differ from what was inferred from it.
    """
    shapes = tuple([array.shape for array in inputs])
    context: ShapeContext[Any] = ShapeContext(
        step.op.attributes, shapes, inputs, step.dtypes, in_run=True
    )
    step.op.definition.shape(context)


def _handed_out(
    fetched: Sequence[NDArray[Any]], feeds: Sequence[NDArray[Any]]
) -> list[NDArray[Any]]:
    """Copies what the caller must not share: views, constants, feeds, one array fetched twice."""
    taken = {id(feed) for feed in feeds}
    out: list[NDArray[Any]] = []
    for array in fetched:
        is_own = array.flags.owndata and array.flags.writeable
        given = array if is_own and id(array) not in taken else _copied(array)
        taken.add(id(array))
        out.append(given)
    return out


def _copied(array: NDArray[Any]) -> NDArray[Any]:
    try:
        return np.array(array)
    except MemoryError as error:  # a broadcast view may stand for more than there is
        raise ResourceExhaustedError(
            None,
            None,
            f"OOM when allocating tensor with shape{list(array.shape)} for a fetch: {error}",
        ) from None
