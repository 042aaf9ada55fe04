"""A plain reverse sweep over one graph, by the ops' gradient rules: what the gradient tests need.

It sums the gradients of several uses with AddN and knows nothing of sparse gradients or control
flow.
"""

from __future__ import annotations

from headrace.graph.build import build
from headrace.graph.opdef import NoGradient
from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor


def reverse_sweep(y: Tensor, grad_y: Tensor, xs: list[Tensor]) -> list[Tensor | None]:
    """The gradients of sum(y · grad_y) with respect to `xs`; None where y does not depend on one."""
    pending: dict[Tensor, list[Tensor]] = {y: [grad_y]}
    for op in sorted(_ancestors(y.op), key=lambda item: item.index, reverse=True):
        if not any(output in pending for output in op.outputs):
            continue
        if isinstance(op.definition.gradient, NoGradient):
            continue
        grads = [_total(pending.get(output), output) for output in op.outputs]
        for tensor, grad in zip(op.inputs, op.definition.gradient(op, *grads), strict=True):
            if grad is not None:
                pending.setdefault(tensor, []).append(grad)
    return [_total(pending[x], x) if x in pending else None for x in xs]


def _total(grads: list[Tensor] | None, output: Tensor) -> Tensor:
    if not grads:
        return build("ZerosLike", output)
    return grads[0] if len(grads) == 1 else build("AddN", grads)


def _ancestors(op: Operation) -> set[Operation]:
    found: set[Operation] = set()
    stack = [op]
    while stack:
        current = stack.pop()
        if current not in found:
            found.add(current)
            stack.extend(tensor.op for tensor in current.inputs)
    return found
