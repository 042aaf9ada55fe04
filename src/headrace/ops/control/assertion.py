"""Assert: stops a run whose condition does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build_operation
from headrace.graph.convert import convert
from headrace.graph.inference import Dims, Mismatch, ShapeContext, shape_text
from headrace.graph.opdef import NoGradient, Why, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.scopes import name_scope
from headrace.ops.control.summary import summarize


@attributes
class AssertAttributes(Attributes):
    """Attributes of Assert."""

    T: tuple[DType, ...]
    summarize: int = 3


def _assert_shape(ctx: ShapeContext[AssertAttributes]) -> Sequence[Dims]:
    # TensorFlow builds an Assert of any condition, and looks at it in the run
    if ctx.in_run and ctx.shapes[0] != ():
        raise Mismatch(
            f"In[0] should be a scalar: {shape_text(ctx.shapes[0])}",
            advice="tf.reduce_all makes one condition of many",
        )
    return ()


def _check(attrs: AssertAttributes, condition: NDArray[Any], *data: NDArray[Any]) -> tuple[()]:
    if not condition:
        shown = " ".join(summarize(array, attrs.summarize) for array in data)
        raise InvalidArgumentError(None, None, f"assertion failed: {shown}")
    return ()


define(
    "Assert",
    inputs="condition: bool, data: T...",
    outputs="",
    attributes=AssertAttributes,
    shape=_assert_shape,
    reference=_check,
    gradient=NoGradient(Why.NO_OUTPUT),
    samples=(),
    doc="Stops the run, showing `data`, if the condition is false.",
)


def Assert(  # noqa: N802 - TensorFlow's name
    condition: Any, data: Any, summarize: int | None = None, name: str | None = None
) -> Operation:
    """Stops a run in which `condition` is false: make what shall wait for it depend on the operation.

    TensorFlow puts an Assert whose data are not all strings and int32 into a `tf.cond`, so that
    they travel only when they are shown; here nothing travels, and the Assert stands alone under
    the name that it has there.

    Args:
        condition: a bool scalar.
        data: a list of tensors to show in the error.
        summarize: how many elements of each to show; 3 if None, all if negative.
        name: the scope's name.

    Returns:
        The operation.

    Raises:
        TypeError: the condition is not bool, or `data` no list.
        ValueError: `data` is empty.
        InvalidArgumentError: (in the run) "assertion failed: …".
    """
    if not isinstance(data, list | tuple | str | bytes):
        raise refusal(TypeError, "values must be a sequence.", advice="give a list: [tensor]")
    limit = 3 if summarize is None else summarize
    if not isinstance(limit, int):
        raise refusal(
            TypeError,
            f"Expected int for argument 'summarize' not {limit!r}.",
            advice="give an integer",
        )
    values = list(data) if isinstance(data, list | tuple) else data
    with name_scope(name, "Assert", [condition, data]):
        # TensorFlow makes constants to see their dtypes, and then other ones for the op
        seen = [convert(item, None, None) for item in data]
        if all(tensor.dtype in (dtypes.string, dtypes.int32) for tensor in seen):
            return _build(condition, values, limit, "Assert")
        checked = convert(condition, dtypes.bool_, "Condition")
        with name_scope("AssertGuard"):
            return _build(checked, values, limit, "Assert")


def _build(condition: Any, data: Any, limit: int, name: str) -> Operation:
    if len(data) == 0:
        raise refusal(
            ValueError,
            "Attr 'T' of 'Assert' Op passed list of length 0 less than minimum 1.",
            advice="give the tensors to print when the condition is false",
        )
    return build_operation("Assert", condition, data, summarize=limit, name=name)
