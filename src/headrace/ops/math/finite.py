"""What is finite, infinite or not a number, and the op that refuses the latter two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.base.errors import InvalidArgumentError
from headrace.graph.attributes import Attributes, attributes
from headrace.graph.build import build
from headrace.graph.convert import convert
from headrace.graph.inference import same_shape
from headrace.graph.opdef import EXACT, NoGradient, Why, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.sampling import Sample, reals
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.deprecated import renamed
from headrace.ops.families import unary

_DISCRETE = NoGradient(Why.DISCRETE)

is_nan = unary(
    "IsNan",
    np.isnan,
    gradient=_DISCRETE,
    types=dtypes.FLOATING,
    public="is_nan",
    outputs="y: bool",
    tolerance=EXACT,
    doc="Whether x is not a number, element by element.",
)
is_inf = unary(
    "IsInf",
    np.isinf,
    gradient=_DISCRETE,
    types=dtypes.FLOATING,
    public="is_inf",
    outputs="y: bool",
    tolerance=EXACT,
    doc="Whether x is infinite, element by element.",
)
is_finite = unary(
    "IsFinite",
    np.isfinite,
    gradient=_DISCRETE,
    types=dtypes.FLOATING,
    public="is_finite",
    outputs="y: bool",
    tolerance=EXACT,
    doc="Whether x is neither infinite nor NaN, element by element.",
)


@attributes
class CheckNumericsAttributes(Attributes):
    """Attributes of CheckNumerics."""

    T: DType
    message: str


def _checked(attrs: CheckNumericsAttributes, tensor: NDArray[Any]) -> NDArray[Any]:
    if not np.all(np.isfinite(tensor)):
        found = [
            word for word, test in (("Inf", np.isinf), ("NaN", np.isnan)) if np.any(test(tensor))
        ]
        message = f"{attrs.message} : Tensor had {' and '.join(found)} values"
        raise InvalidArgumentError(None, None, message)
    return tensor


def _gradient(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    message = (
        "Not a number (NaN) or infinity (Inf) values detected in gradient. "
        f"{attributes_of(op, CheckNumericsAttributes).message}"
    )
    return (build("CheckNumerics", grad, message=message),)


define(
    "CheckNumerics",
    inputs="tensor: T",
    outputs="output: T",
    attributes=CheckNumericsAttributes,
    shape=same_shape,
    reference=_checked,
    gradient=_gradient,
    samples=(Sample(reals(2, 3), message="x"), Sample(reals(0, 2), message="")),
    types={"T": dtypes.FLOATING},
    tolerance=EXACT,
    doc="The input; fails in the run if it has an infinite or NaN value.",
)


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Tensor:
    """The tensor itself; fails in the run if it has an infinite or NaN value.

    Args:
        tensor: a floating-point tensor.
        message: begins the error's message.
        name: the op's name.

    Returns:
        A tensor equal to `tensor`.
    """
    return build("CheckNumerics", tensor, message=message, name=name)


def verify_tensor_all_finite(
    t: Any = None,
    msg: str | None = None,
    name: str | None = None,
    x: Any = None,
    message: str | None = None,
) -> Tensor:
    """The tensor itself; fails in the run if it has an infinite or NaN value.

    Args:
        t: a floating-point tensor.
        msg: begins the error's message.
        name: the op's name.
        x: another spelling of `t`.
        message: another spelling of `msg`.

    Returns:
        A tensor equal to `t`, which depends on the check.

    Raises:
        ValueError: both spellings of an argument are given.
    """
    value = renamed("x", x, "t", t)
    text = renamed("message", message, "msg", msg)
    with name_scope(name, "VerifyFinite", [value]):
        tensor = convert(value, None, "t")
        with tensor.graph.colocate_with(tensor.op):
            check = build("CheckNumerics", tensor, message=text)
        with tensor.graph.control_dependencies([check]), tensor.graph.colocate_with(tensor.op):
            return build("Identity", tensor, name="control_dependency")
