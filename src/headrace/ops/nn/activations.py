"""The relu family, softplus and softsign: ops, the ops of their gradients, and public functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.dtypes import DType
from headrace.graph.attributes import Attributes, TypeAttributes, attributes
from headrace.graph.build import build, build_outputs
from headrace.graph.convert import convert
from headrace.graph.inference import merged_shape, same_shape
from headrace.graph.opdef import GradientRule, NoGradient, Why, attributes_of, define
from headrace.graph.operation import Operation
from headrace.graph.refusal import refusal
from headrace.graph.sampling import Sample, given, reals, special_values
from headrace.graph.scopes import name_scope
from headrace.graph.tensor import Tensor
from headrace.ops.families import elementwise_reference
from headrace.ops.static_shapes import zeros_like

Array = NDArray[Any]

# The scale and negative limit that keep mean 0 and variance 1 (Klambauer et al., 2017).
_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_LIMIT = 1.7580993408473768599402175208123


# --- the two forms --------------------------------------------------------------------------------


def _activation(
    name: str,
    function: Callable[[Array], Any],
    gradient: GradientRule,
    types: Sequence[DType],
    public: str,
    doc: str,
    samples: Sequence[Sample],
) -> Callable[..., Tensor]:
    """Defines an activation; returns its public function, `f(features, name=None)`."""
    define(
        name,
        inputs="features: T",
        outputs="activations: T",
        attributes=TypeAttributes,
        shape=same_shape,
        reference=elementwise_reference(function),
        gradient=gradient,
        samples=(*samples, Sample(reals(0, 3)), special_values()),
        types={"T": types},
        doc=doc,
    )

    def call(features: Any, name: str | None = None) -> Tensor:
        return build(op_type, features, name=name)

    op_type = name
    call.__name__ = call.__qualname__ = public
    call.__doc__ = f"""{doc}

    Args:
      features: a tensor, or whatever `convert_to_tensor` takes.
      name: the op's name.

    Returns:
      A tensor of the shape of `features`.
    """
    return call


def _activation_gradient(
    name: str,
    function: Callable[[Array, Array], Any],
    gradient: GradientRule | NoGradient,
    types: Sequence[DType],
    activation: str,
    samples: Sequence[Sample],
    second: str = "features",
) -> None:
    """Defines the op that takes an activation's gradient back to its features.

    Args:
        name: the op type.
        function: what it computes from the gradients and the second input.
        gradient: its gradient rule.
        types: the dtypes allowed.
        activation: the activation's op type.
        samples: calls to test.
        second: whether the second input is the activation's `features` or its `outputs`.
    """
    define(
        name,
        inputs=f"gradients: T, {second}: T",
        outputs="backprops: T",
        attributes=TypeAttributes,
        shape=merged_shape,
        reference=elementwise_reference(function),
        gradient=gradient,
        samples=(*samples, Sample(reals(0, 3), reals(0, 3))),
        types={"T": types},
        doc=f"The gradient of {activation}.",
    )


_AROUND = (Sample(reals(3, 4, low=-9.0, high=9.0, distinct=True)), Sample(reals(low=0.5)))
_PAIR = (Sample(reals(3, 4), reals(3, 4, low=-9.0, high=9.0, distinct=True)),)
_NAN, _INF = float("nan"), float("inf")
_UNUSUAL = Sample(
    given([1.0, _NAN, 1.0, 1.0, 1.0, _NAN, 2.0]),
    given([_NAN, 1.0, _INF, -_INF, 0.0, -1.0, -0.0]),
    differentiable=False,
    only=dtypes.NUMPY_FLOATING,
)


def _from_output(op_type: str) -> GradientRule:
    """The gradient op takes the activation's output: a positive input is one with a positive output."""
    return lambda op, grad: (build(op_type, grad, op.outputs[0]),)


def _linear_pieces(op_type: str) -> GradientRule:
    """The second derivative of a function made of lines is 0."""
    return lambda op, grad: (build(op_type, grad, op.inputs[1]), zeros_like(op.inputs[1]))


# --- relu, relu6 ----------------------------------------------------------------------------------


def _relu(x: Array) -> Any:
    return np.maximum(x.dtype.type(0), x)  # in this order NaN and -0.0 stay, as in TensorFlow


def _relu6(x: Array) -> Any:
    return np.minimum(x.dtype.type(6), _relu(x))


def _relu_gradient(g: Array, x: Array) -> Any:
    return g * (x > 0)  # so that a NaN gradient stays NaN where the slope is 0


def _relu6_gradient(g: Array, x: Array) -> Any:
    return g * ((x > 0) & (x < 6))


relu = _activation(
    "Relu",
    _relu,
    _from_output("ReluGrad"),
    (*dtypes.REAL_NUMERIC, dtypes.qint8),
    "relu",
    "max(x, 0), element by element; NaN stays NaN.",
    _AROUND,
)
relu6 = _activation(
    "Relu6",
    _relu6,
    _from_output("Relu6Grad"),
    dtypes.REAL_NUMERIC,
    "relu6",
    "min(max(x, 0), 6), element by element; NaN stays NaN.",
    _AROUND,
)
_activation_gradient(
    "ReluGrad",
    _relu_gradient,
    _linear_pieces("ReluGrad"),
    dtypes.REAL_NUMERIC,
    "Relu",
    (*_PAIR, _UNUSUAL),
)
_activation_gradient(
    "Relu6Grad",
    _relu6_gradient,
    _linear_pieces("Relu6Grad"),
    dtypes.REAL_NUMERIC,
    "Relu6",
    (*_PAIR, _UNUSUAL),
)

# --- elu, selu ------------------------------------------------------------------------------------


def _elu(x: Array) -> Any:
    return np.where(x < 0, np.expm1(np.minimum(x, 0)), x)


def _selu(x: Array) -> Any:
    kind = x.dtype.type
    return np.where(x < 0, kind(_SELU_LIMIT) * np.expm1(np.minimum(x, 0)), kind(_SELU_SCALE) * x)


def _elu_gradient(g: Array, y: Array) -> Any:
    return np.where(y < 0, (y + y.dtype.type(1)) * g, g)


def _selu_gradient(g: Array, y: Array) -> Any:
    kind = y.dtype.type
    return np.where(y < 0, (y + kind(_SELU_LIMIT)) * g, kind(_SELU_SCALE) * g)


def _exponential_second(op_type: str) -> GradientRule:
    def rule(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
        gradients, outputs = op.inputs
        slope = build("Mul", grad, gradients)
        second = build("Select", build("Less", outputs, 0), slope, zeros_like(outputs))
        return build(op_type, grad, outputs), second

    return rule


_OUTPUTS = (Sample(reals(3, 4), reals(3, 4, low=-1.0, high=2.0, distinct=True)), _UNUSUAL)

elu = _activation(
    "Elu",
    _elu,
    _from_output("EluGrad"),
    dtypes.FLOATING_HALF_FIRST,
    "elu",
    "exp(x) - 1 where x < 0, else x, element by element.",
    _AROUND,
)
selu = _activation(
    "Selu",
    _selu,
    _from_output("SeluGrad"),
    dtypes.FLOATING_HALF_FIRST,
    "selu",
    "scale · alpha · (exp(x) - 1) where x < 0, else scale · x: self-normalizing.",
    _AROUND,
)
_activation_gradient(
    "EluGrad",
    _elu_gradient,
    _exponential_second("EluGrad"),
    dtypes.FLOATING_HALF_FIRST,
    "Elu",
    _OUTPUTS,
    "outputs",
)
_activation_gradient(
    "SeluGrad",
    _selu_gradient,
    _exponential_second("SeluGrad"),
    dtypes.FLOATING_HALF_FIRST,
    "Selu",
    _OUTPUTS,
    "outputs",
)

# --- softplus, softsign ---------------------------------------------------------------------------


def _softplus(x: Array) -> Any:
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def _softplus_gradient(g: Array, x: Array) -> Any:
    return g / (np.exp(-x) + 1)


def _softsign(x: Array) -> Any:
    return x / (1 + np.abs(x))


def _softsign_gradient(g: Array, x: Array) -> Any:
    root = 1 + np.abs(x)
    return g / (root * root)


def _softplus_rule(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("Mul", grad, build("Sigmoid", op.inputs[0])),)


def _softplus_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    gradients, x = op.inputs
    product = build("Mul", grad, gradients)
    sides = build("AddV2", build("AddV2", build("Exp", build("Neg", x)), 2.0), build("Exp", x))
    return build("SoftplusGrad", grad, x), build("RealDiv", product, sides)


def _softsign_rule(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    return (build("SoftsignGrad", grad, op.inputs[0]),)


softplus = _activation(
    "Softplus",
    _softplus,
    _softplus_rule,
    dtypes.FLOATING_HALF_FIRST,
    "softplus",
    "log(exp(x) + 1), element by element, without overflow.",
    (*_AROUND, Sample(given([-200.0, -104.0, -17.0, 17.0, 88.0, 200.0]))),
)
softsign = _activation(
    "Softsign",
    _softsign,
    _softsign_rule,
    dtypes.FLOATING_HALF_FIRST,
    "softsign",
    "x / (|x| + 1), element by element.",
    _AROUND,
)
_activation_gradient(
    "SoftplusGrad",
    _softplus_gradient,
    _softplus_second,
    dtypes.FLOATING_HALF_FIRST,
    "Softplus",
    (*_PAIR, _UNUSUAL),
)
_activation_gradient(
    "SoftsignGrad",
    _softsign_gradient,
    NoGradient(Why.NOT_DEFINED),
    dtypes.FLOATING_HALF_FIRST,
    "Softsign",
    (*_PAIR, _UNUSUAL),
)

# --- leaky relu -----------------------------------------------------------------------------------


@attributes
class LeakyReluAttributes(Attributes):
    """Attributes of LeakyRelu and LeakyReluGrad."""

    alpha: float = 0.2
    T: DType = dtypes.float32


def _alpha(attrs: LeakyReluAttributes, x: Array) -> Any:
    return np.float32(attrs.alpha).astype(x.dtype)  # an attribute is a float32 whatever T is


def _leaky(attrs: LeakyReluAttributes, x: Array) -> Array:
    with np.errstate(all="ignore"):
        return np.where(x > 0, x, x * _alpha(attrs, x))


def _leaky_gradient(attrs: LeakyReluAttributes, g: Array, x: Array) -> Array:
    with np.errstate(all="ignore"):
        return np.where(x > 0, g, g * _alpha(attrs, g))


def _leaky_rule(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, LeakyReluAttributes)
    return (build("LeakyReluGrad", grad, op.inputs[0], alpha=attrs.alpha),)


def _leaky_second(op: Operation, grad: Tensor) -> Sequence[Tensor | None]:
    attrs = attributes_of(op, LeakyReluAttributes)
    x = op.inputs[1]
    return build("LeakyReluGrad", grad, x, alpha=attrs.alpha), zeros_like(x)


define(
    "LeakyRelu",
    inputs="features: T",
    outputs="activations: T",
    attributes=LeakyReluAttributes,
    shape=same_shape,
    reference=_leaky,
    gradient=_leaky_rule,
    samples=(
        *_AROUND,
        Sample(reals(2, 3, distinct=True), alpha=1.5),
        Sample(given([-_INF, _INF, _NAN, -1.0, 2.0]), alpha=-1.0, differentiable=False),
        Sample(reals(0, 3)),
        special_values(),
    ),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    doc="x where x > 0, else alpha · x, element by element.",
)
define(
    "LeakyReluGrad",
    inputs="gradients: T, features: T",
    outputs="backprops: T",
    attributes=LeakyReluAttributes,
    shape=merged_shape,
    reference=_leaky_gradient,
    gradient=_leaky_second,
    samples=(*_PAIR, Sample(reals(4), reals(4, distinct=True), alpha=-1.0), _UNUSUAL),
    types={"T": dtypes.FLOATING_HALF_FIRST},
    doc="The gradient of LeakyRelu.",
)


def leaky_relu(features: Any, alpha: Any = 0.2, name: str | None = None) -> Tensor:
    """Gives x where x > 0, else alpha · x, element by element.

    Args:
        features: a tensor; integers are cast to float32.
        alpha: the slope for negative numbers, a Python or NumPy number.
        name: the op's name.

    Raises:
        TypeError: `alpha` is a tensor.
    """
    with name_scope(name, "LeakyRelu", [features, alpha]) as scope:
        x = convert(features, None, "features")
        if x.dtype.is_integer:
            x = build("Cast", x, DstT=dtypes.float32)
        if not isinstance(alpha, int | float | np.number | np.ndarray):
            raise refusal(
                TypeError,
                f"Expected float for argument 'alpha' not {alpha!r}.",
                [features, alpha],
                advice="a learned slope: tf.maximum(x, 0.0) + alpha * tf.minimum(x, 0.0)",
            )
        return build("LeakyRelu", x, alpha=float(alpha), name=scope)


# --- composed -------------------------------------------------------------------------------------


def crelu(features: Any, name: str | None = None, axis: Any = -1) -> Tensor:
    """The relu of x and of -x, side by side along an axis.

    Args:
        features: a tensor of real numbers.
        name: the name scope.
        axis: the axis along which the two are joined.
    """
    with name_scope(name, "CRelu", [features]) as scope:
        x = convert(features, None, "features")
        joined = build("ConcatV2", [x, build("Neg", x)], axis, name=scope)
        return build("Relu", joined)


def swish(features: Any, beta: Any = 1.0) -> Tensor:
    """The product x · sigmoid(beta · x), element by element.

    Args:
        features: a floating-point tensor.
        beta: the slope inside, a number or a scalar tensor.
    """
    x = convert(features, None, "features")
    factor = convert(beta, None, "beta")
    if factor.dtype.base_dtype is not x.dtype.base_dtype:
        factor = build("Cast", factor, DstT=x.dtype.base_dtype)
    product = x * build("Sigmoid", factor * x)
    # TensorFlow's custom gradient leaves these two nodes; what they pass on is the product.
    build("Identity", product)
    return build_outputs("IdentityN", [product, x, factor])[0]


silu = swish
