"""Errors of calls that make no op: TensorFlow's sentence, and our lines below it.

Errors of the shape rules and of a run have their own composers (`build`, session/failure.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from headrace.base.messages import compose
from headrace.graph.source import user_source

if TYPE_CHECKING:
    from headrace.graph.tensor import Tensor

_Error = TypeVar("_Error", bound=Exception)

# Of more inputs (a long list to concatenate) the first ones tell enough.
_SHOWN_INPUTS: Final = 8


def refusal(
    kind: Callable[[str], _Error],
    sentence: str,
    inputs: Iterable[Any] = (),
    *,
    advice: str | None = None,
    made_at: str | None = None,
) -> _Error:
    """The error to raise for a call that cannot be.

    Args:
        kind: its class, or what makes it of a text.
        sentence: what is wrong, in TensorFlow's words where it has some.
        inputs: what the call was given; the tensors among it are shown.
        advice: what to do.
        made_at: the place that is to blame, if it is not the user's call: where a tensor was made.
    """
    from headrace.graph.tensor import Tensor  # a tensor's own methods refuse through this module

    tensors = [value for value in inputs if isinstance(value, Tensor)]
    return kind(compose(sentence, describe(tensors, made_at or user_source().text(), advice)))


def sentence_of(error: BaseException) -> str:
    """The sentence of an error without the lines of ours, for another error that quotes it."""
    return str(error.args[0] if error.args else error).partition("\n  made at ")[0]


def describe(inputs: Sequence[Tensor], made_at: str, advice: str | None) -> list[tuple[str, str]]:
    """Our lines under TensorFlow's sentence: where the op was made, its inputs, what to do."""
    rows = [("made at", made_at)]
    if inputs:
        text = "\n".join(f"{t.op.name!r} {t.dtype.name} {t.shape}" for t in inputs[:_SHOWN_INPUTS])
        rows.append(("inputs", text))
    if advice:
        rows.append(("try", advice))
    return rows
