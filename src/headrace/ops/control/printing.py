"""Print: hands a tensor on and writes others to stderr on the way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.inference import same_shape
from headrace.graph.opdef import EXACT, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, Spec, integers, reals
from headrace.graph.tensor import Tensor
from headrace.ops.control.summary import summarize as summary


@attributes
class PrintAttributes(Attributes):
    """Attributes of Print."""

    T: DType
    U: tuple[DType, ...]
    message: str = ""
    first_n: int = -1
    summarize: int = 3


def _print(attrs: PrintAttributes, value: NDArray[Any], *data: NDArray[Any]) -> NDArray[Any]:
    shown = "".join(summary(array, attrs.summarize) for array in data)
    # one write, so that lines of several threads do not mix
    sys.stderr.write(f"{attrs.message}{shown}\n")
    sys.stderr.flush()
    return value


def _counting_print(attrs: PrintAttributes) -> Callable[..., NDArray[Any]]:
    """`_print` for one operation in one session: it writes the first `first_n` times, then no more."""
    if attrs.first_n < 0:
        return _print
    calls = count()

    def print_first(
        attrs: PrintAttributes, value: NDArray[Any], *data: NDArray[Any]
    ) -> NDArray[Any]:
        return _print(attrs, value, *data) if next(calls) < attrs.first_n else value

    return print_first


def _print_gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (grad, *[None] * (len(op.inputs) - 1))


define(
    "Print",
    inputs="input: T, data: U...",
    outputs="output: T",
    attributes=PrintAttributes,
    shape=same_shape,
    reference=_print,
    per_session=_counting_print,
    gradient=_print_gradient,
    samples=(
        Sample(reals(2, 3), (), message="nothing else"),
        Sample(reals(0), (integers(2, 2, low=0, high=9), Spec(dtype=dtypes.float32)), summarize=3),
    ),
    types={"T": dtypes.ALL},
    tolerance=EXACT,
    doc="The input; writes `message` and the first elements of `data` to stderr.",
)


def Print(  # noqa: N802 - TensorFlow's name
    input_: Any,
    data: Any,
    message: Any = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Hands `input_` on, and writes `data` to stderr whenever it is computed.

    Args:
        input_: a tensor.
        data: a list of tensors to write.
        message: what to write before them.
        first_n: how often to write in one session; always if None or negative.
        summarize: how many elements of each to write; 3 if None, all if negative.
        name: the op's name.

    Returns:
        A tensor equal to `input_`; nothing is written unless something computed needs it.

    Raises:
        TypeError: `data` is no list, or an argument of a wrong type.
    """
    text = message.decode() if isinstance(message, bytes) else message or ""
    if not isinstance(text, str):
        raise refusal(
            TypeError,
            f"Expected string for argument 'message' not {message!r}.",
            advice="give a string",
        )
    limits = {"first_n": first_n, "summarize": summarize}
    given = {key: limit for key, limit in limits.items() if limit is not None}
    for key, limit in given.items():
        if not isinstance(limit, int):
            raise refusal(
                TypeError,
                f"Expected int for argument '{key}' not {limit!r}.",
                advice="give an integer",
            )
    return build("Print", input_, data, message=text, name=name, **given)
