"""Request → the operations to run, in order, with the life of every value: the reference executor's program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from headrace.base.dtypes import DType
from headrace.graph.opdef import Reference
from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor
from headrace.session.executor import Request


@dataclass(frozen=True, slots=True)
class Step:
    """One operation to run.

    Attributes:
        op: the operation.
        reference: what computes it.
        inputs: the slots of its inputs.
        dtypes: the dtypes of its inputs.
        outputs: the slots of its outputs; -1 where nobody needs one or it is fed.
        release: slots that nobody reads after this step.
    """

    op: Operation
    reference: Reference
    inputs: tuple[int, ...]
    dtypes: tuple[DType, ...]
    outputs: tuple[int, ...]
    release: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The steps of a request.

    Attributes:
        steps: in the order in which they run.
        slots: how many values there are; feeds take the first.
        fetches: the slots of what is fetched.
    """

    steps: tuple[Step, ...]
    slots: int
    fetches: tuple[int, ...]


def _own_reference(op: Operation) -> Reference:
    return op.definition.reference


def make_program(
    request: Request, reference_of: Callable[[Operation], Reference] = _own_reference
) -> Program:
    """Finds what must run for `request`.

    A fed tensor's operation runs only if something else needs it.

    The graph is append-only and inputs exist before their consumers, so the order in which
    operations were made is an order in which they can run.

    Args:
        request: what to compute.
        reference_of: what computes an operation.
    """
    fed = set(request.feeds)
    operations = _needed(request, fed)
    slots: dict[Tensor, int] = {tensor: i for i, tensor in enumerate(request.feeds)}
    used: set[Tensor] = set(request.fetches)
    for op in operations:
        used.update(op.inputs)
    for op in operations:
        for tensor in op.outputs:
            if tensor in used and tensor not in slots:
                slots[tensor] = len(slots)
    released = _last_uses(operations, slots, keep=set(request.fetches))
    steps = tuple(
        Step(
            op,
            reference_of(op),
            tuple([slots[tensor] for tensor in op.inputs]),
            tuple([tensor.dtype.base_dtype for tensor in op.inputs]),
            tuple([-1 if tensor in fed else slots.get(tensor, -1) for tensor in op.outputs]),
            tuple(released.get(i, ())),
        )
        for i, op in enumerate(operations)
    )
    return Program(steps, len(slots), tuple(slots[tensor] for tensor in request.fetches))


def _needed(request: Request, fed: set[Tensor]) -> list[Operation]:
    stack = [tensor.op for tensor in request.fetches]
    stack.extend(request.targets)
    found: set[Operation] = set()
    while stack:
        op = stack.pop()
        if op in found:
            continue
        found.add(op)
        stack.extend(tensor.op for tensor in op.inputs if tensor not in fed)
        stack.extend(op.control_inputs)
    return sorted(found, key=lambda op: op.index)


def _last_uses(
    operations: list[Operation], slots: dict[Tensor, int], keep: set[Tensor]
) -> dict[int, list[int]]:
    """For each step, the slots that no later step reads, `keep` excepted."""
    last: dict[Tensor, int] = {}
    for i, op in enumerate(operations):
        for tensor in (*op.outputs, *op.inputs):
            last[tensor] = i
    by_step: dict[int, list[int]] = {}
    for tensor, i in last.items():
        if tensor in slots and tensor not in keep:
            by_step.setdefault(i, []).append(slots[tensor])
    return by_step
