"""The all-ops table: shape rule, reference, golden value and gradient of every registered op."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from headrace.base import dtypes
from headrace.base.shapes import TensorShape
from headrace.graph import registry
from headrace.graph.build import add_constant, build, build_operation
from headrace.graph.graph import Graph
from headrace.graph.opdef import NoGradient
from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor
from headrace.session.session import Session
from tests.ops.cases import Case, all_cases, cases_of
from tests.ops.reverse import reverse_sweep
from tests.ops.values import decode, difference

GOLDEN = Path(__file__).parent.parent / "golden" / "ops"
# Sources: no samples, tested where they stand.
UNSAMPLED = {"Assert", "Placeholder", "Const", "NoOp"}
STEP = 1e-6  # of the central differences, in float64
CASES = all_cases()


def _constants(values: list[Any]) -> list[Any]:
    def one(array: NDArray[Any]) -> Tensor:
        return add_constant(array.copy(), dtypes.from_numpy(array.dtype), "Const")

    return [[one(a) for a in value] if isinstance(value, list) else one(value) for value in values]


def _placeholders(values: list[Any], *, rank_known: bool) -> tuple[list[Any], dict[Tensor, Any]]:
    feeds: dict[Tensor, Any] = {}

    def one(array: NDArray[Any]) -> Tensor:
        shape = TensorShape([None] * array.ndim if rank_known else None)
        tensor = build("Placeholder", dtype=dtypes.from_numpy(array.dtype), shape=shape)
        feeds[tensor] = array
        return tensor

    return [[one(a) for a in v] if isinstance(v, list) else one(v) for v in values], feeds


def _run(op: Operation, feeds: dict[Tensor, Any] | None = None) -> list[NDArray[Any]]:
    with Session(graph=op.graph) as session:
        return [_as_array(value) for value in session.run(list(op.outputs), feeds)]


def _as_array(value: Any) -> NDArray[Any]:
    """A fetched value; bytes, which NumPy would make an array of its own kind of string, as an object."""
    return np.array(value, object) if isinstance(value, bytes) else np.asarray(value)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_reference_has_the_declared_dtype_and_the_inferred_shape(case: Case) -> None:
    with Graph().as_default():
        values = case.draw()
        op = build_operation(case.definition.name, *_constants(values), **case.attributes())
    for tensor, value in zip(op.outputs, _run(op), strict=True):
        if tensor.dtype is not dtypes.string:
            assert value.dtype == tensor.dtype.as_numpy_dtype
        assert tensor.shape.is_compatible_with(value.shape), (
            f"{tensor.shape} inferred, {value.shape} computed"
        )


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("rank_known", [True, False])
def test_unknown_sizes_infer_what_the_run_finds(case: Case, rank_known: bool) -> None:
    with Graph().as_default():
        values = case.draw()
        inputs, feeds = _placeholders(values, rank_known=rank_known)
        op = build_operation(case.definition.name, *inputs, **case.attributes())
        known = build_operation(case.definition.name, *_constants(values), **case.attributes())
    results = _run(op, feeds)
    for tensor, value, want in zip(op.outputs, results, _run(known), strict=True):
        assert tensor.shape.is_compatible_with(value.shape), (
            f"{tensor.shape} inferred, {value.shape} computed"
        )
        assert difference(value, want, 0.0) is None


def _types_of(case: Case) -> tuple[Any, ...]:
    return case.definition.types.get(case.first_type or "", ())


@cache
def _golden(name: str) -> dict[str, Any]:
    text = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def _recorded(case: Case) -> Any:
    """The encoded outputs, or the reason why TensorFlow computes none."""
    return _golden(case.definition.name).get(case.key, "not recorded")


VALUED = [case for case in CASES if not isinstance(_recorded(case), str)]
REFUSED = [case for case in CASES if isinstance(_recorded(case), str)]


@pytest.mark.parametrize("case", VALUED, ids=str)
def test_reference_agrees_with_the_value_recorded_from_tensorflow(case: Case) -> None:
    with Graph().as_default():
        op = build_operation(case.definition.name, *_constants(case.draw()), **case.attributes())
    for value, encoded in zip(_run(op), _recorded(case), strict=True):
        wrong = difference(value, decode(encoded), case.definition.tolerance.units)
        assert wrong is None, wrong


# What TensorFlow's CPU kernels do not do. Any other reason is a sample that is badly written. Layouts and
# dilations are compared with loops in tests/ops/nn, the gradients of all with finite differences.
LIMITS = (
    "No OpKernel was registered",
    "No WhereOp available",
    "Unsupported dtype",
    "only supports NHWC",
    "only supports the NHWC",
    "only supported for NHWC",
    "dilation",
    "Number of rows of out_backprop doesn't match computed",
)


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_case_without_a_value_is_one_that_tensorflow_has_no_kernel_for(case: Case) -> None:
    reason = _recorded(case)
    assert any(limit in reason for limit in LIMITS), reason


WIDER = {dtypes.float16: dtypes.float64, dtypes.bfloat16: dtypes.float64}
NARROW = [case for case in REFUSED if case.dtype in WIDER and dtypes.float64 in _types_of(case)]


@pytest.mark.parametrize("case", NARROW, ids=str)
def test_a_half_precision_case_without_a_value_agrees_with_float64(case: Case) -> None:
    assert case.dtype is not None
    wide, values = case.with_dtype(WIDER[case.dtype]), case.draw()
    narrow_type = case.dtype.as_numpy_dtype
    widened = [
        value.astype(np.float64) if getattr(value, "dtype", None) == narrow_type else value
        for value in values
    ]
    with Graph().as_default():
        narrow = build_operation(case.definition.name, *_constants(values), **case.attributes())
        exact = build_operation(case.definition.name, *_constants(widened), **wide.attributes())
    for got, want in zip(_run(narrow), _run(exact), strict=True):
        expected = want.astype(got.dtype)
        wrong = difference(got, expected, case.definition.tolerance.units)
        assert wrong is None, wrong


DIFFERENTIABLE = [
    case
    for case in CASES
    if case.sample.differentiable
    and not isinstance(case.definition.gradient, NoGradient)
    and case.dtype is dtypes.float64
]


@pytest.mark.parametrize("case", DIFFERENTIABLE, ids=str)
def test_gradient_agrees_with_finite_differences(case: Case) -> None:
    values = case.draw()
    rng = np.random.RandomState(7)
    with Graph().as_default() as graph:
        inputs, feeds = _placeholders(values, rank_known=True)
        op = build_operation(case.definition.name, *inputs, **case.attributes())
        floats = [t for t in feeds if t.dtype is dtypes.float64]
        for output in op.outputs:
            if output.dtype is not dtypes.float64:
                continue
            with Session(graph=graph) as session:
                shape = np.shape(session.run(output, feeds))
                weights = np.asarray(rng.random_sample(shape) + 0.5)
                grad = add_constant(weights.copy(), dtypes.float64, "weights")
                found = reverse_sweep(output, grad, floats)
                for tensor, gradient in zip(floats, found, strict=True):
                    numeric = _numeric(session, output, weights, feeds, tensor)
                    analytic = (
                        np.zeros_like(numeric) if gradient is None else session.run(gradient, feeds)
                    )
                    np.testing.assert_allclose(analytic, numeric, rtol=2e-5, atol=2e-6)


def _numeric(
    session: Session, output: Tensor, weights: NDArray[Any], feeds: dict[Tensor, Any], x: Tensor
) -> NDArray[Any]:
    """Central differences of sum(output · weights) by each element of `x`."""
    base = np.array(feeds[x], np.float64)
    numeric = np.zeros_like(base)
    for index in np.ndindex(*base.shape):
        ends = []
        for sign in (1.0, -1.0):
            moved = base.copy()
            moved[index] += sign * STEP
            ends.append(float(np.sum(session.run(output, {**feeds, x: moved}) * weights)))
        numeric[index] = (ends[0] - ends[1]) / (2 * STEP)
    return numeric


def test_every_op_is_sampled_and_documented() -> None:
    missing = [
        d.name for d in registry.all_definitions() if not d.samples and d.name not in UNSAMPLED
    ]
    assert missing == []
    assert all(definition.doc for definition in registry.all_definitions())


def test_every_op_has_a_recording_and_no_recording_is_stale() -> None:
    for definition in registry.all_definitions():
        if definition.name not in UNSAMPLED:
            assert set(_golden(definition.name)) == {case.key for case in cases_of(definition)}
