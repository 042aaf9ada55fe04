"""A failed operation → the error that the user sees: TensorFlow's class and sentence, then our lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from numpy.typing import NDArray

from headrace.base.errors import (
    InternalError,
    InvalidArgumentError,
    OpError,
    ResourceExhaustedError,
)
from headrace.base.messages import compose
from headrace.graph.inference import Mismatch, shape_text
from headrace.graph.operation import Operation

_MAX_INPUTS = 8  # of a long list, the first few tell enough


def failure_of(op: Operation, inputs: Sequence[NDArray[Any]], error: BaseException) -> OpError:
    """The error to raise when `op` failed with `error` on `inputs`.

    Args:
        op: the operation.
        inputs: the values it was given.
        error: what its shape rule or reference raised.
    """
    kind, sentence, advice = _classify(op, error)
    rows = [("made at", op.source.text())]
    if inputs:
        rows.append(("inputs", "\n".join(_input_lines(op, inputs))))
    if advice:
        rows.append(("try", advice.replace("{node}", op.name)))
    location = f"{sentence.replace('{node}', op.name)}\n\t [[{{{{node {op.name}}}}}]]"
    return kind(None, op, compose(location, rows))


def _classify(
    op: Operation, error: BaseException
) -> tuple[Callable[..., OpError], str, str | None]:
    if isinstance(error, OpError):
        return type(error), error.message, None
    if isinstance(error, Mismatch):
        return InvalidArgumentError, error.in_run, error.advice
    if isinstance(error, MemoryError):
        sentence = f"OOM when computing {op.type} '{op.name}': {error}"
        return ResourceExhaustedError, sentence, "use a smaller batch, or a smaller dtype"
    sentence = (
        f"{op.type} '{op.name}' failed in a way it should not: {type(error).__name__}: {error}"
    )
    return InternalError, sentence, "report this with the graph and the shapes below"


def _input_lines(op: Operation, inputs: Sequence[NDArray[Any]]) -> list[str]:
    lines = [
        f"{tensor.op.name!r} {tensor.dtype.base_dtype.name} {shape_text(array.shape)}"
        for tensor, array in zip(op.inputs, inputs, strict=True)
    ]
    return (
        lines
        if len(lines) <= _MAX_INPUTS
        else [*lines[:_MAX_INPUTS], f"and {len(lines) - _MAX_INPUTS} more"]
    )
