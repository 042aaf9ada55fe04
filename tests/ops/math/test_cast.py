"""Casts: what the table of ops cannot see."""

from __future__ import annotations

import numpy as np
import pytest

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError, UnimplementedError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math.cast import bitcast, cast, saturate_cast, to_float
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session
from tests.ops.reverse import reverse_sweep


def test_a_cast_to_the_same_dtype_adds_nothing() -> None:
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, [2])
        assert cast(x, "float32", name="c") is x
        assert to_float(x) is x
        assert len(graph.get_operations()) == 1


def test_values_that_narrow_integers_cannot_hold_saturate() -> None:
    values = np.array([300.0, -300.0, np.nan, 3e9] * 8)
    with Graph().as_default() as graph, Session(graph=graph) as session:
        assert session.run(cast(values, np.int8))[:4].tolist() == [127, -128, -128, -128]
        assert session.run(cast(values, np.uint8))[:4].tolist() == [255, 0, 0, 0]


def test_wide_unsigned_integers_wrap_what_does_not_fit() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        wrapped = cast(np.array([-1.0, 4e9, np.nan]), np.uint32)
        assert session.run(wrapped).tolist() == [2**32 - 1, 4_000_000_000, 2**31]


def test_strings_are_not_cast() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        text = cast([1.0], dtypes.string)
        with pytest.raises(UnimplementedError, match="Cast float to string is not supported"):
            session.run(text)


def test_quantised_numbers_keep_their_value_there_and_back() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        there = cast(np.array([1.5, -300.0], np.float32), dtypes.qint8)
        assert session.run(cast(there, np.int32)).tolist() == [1, -44]


@pytest.mark.parametrize(
    ("source", "target", "flows"),
    [
        (dtypes.float64, dtypes.float32, True),
        (dtypes.float64, dtypes.complex128, True),
        (dtypes.float64, dtypes.int32, False),
        (dtypes.int32, dtypes.float64, False),
    ],
)
def test_gradients_flow_between_floating_dtypes_only(source, target, flows) -> None:
    with Graph().as_default():
        x = placeholder(source, [2])
        y = cast(x, target)
        grad = placeholder(target, [2])
        (found,) = reverse_sweep(y, grad, [x])
        assert (found is not None) == flows
        assert found is None or found.dtype is source


def test_saturate_cast_clamps_to_what_the_dtype_holds() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = placeholder(dtypes.float32, [4])
        values = {x: [-5.0, 300.0, 3e10, 7.9]}
        assert session.run(saturate_cast(x, np.uint8), values).tolist() == [0, 255, 255, 7]
        biggest = int(np.nextafter(np.float32(2**31), np.float32(0)))
        assert session.run(saturate_cast(x, np.int32), values).tolist() == [-5, 300, biggest, 7]


def test_bitcast_checks_the_last_axis_when_built_and_when_run() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        with pytest.raises(ValueError, match=r"from 1 to 2 due to shape. 3 does not match 2"):
            bitcast(placeholder(dtypes.float32, [2, 3]), np.float64)
        x = placeholder(dtypes.float32, [None])
        with pytest.raises(InvalidArgumentError, match=r"Cannot bitcast from 1 to 2"):
            session.run(bitcast(x, np.float64), {x: [1.0, 2.0, 3.0]})


def test_bitcast_reads_strided_inputs() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        turned = build("Transpose", np.arange(6, dtype=np.float32).reshape(2, 3), [1, 0])
        bits = session.run(bitcast(turned, np.int32))
        assert (
            bits.tolist()
            == np.arange(6, dtype=np.float32).reshape(2, 3).T.copy().view(np.int32).tolist()
        )


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("source", [dtypes.float16, dtypes.bfloat16, dtypes.int64, dtypes.uint64])
@pytest.mark.parametrize("target", [dtypes.float16, dtypes.int8, dtypes.uint64, dtypes.complex64])
def test_saturate_cast_compares_the_ranges_of_dtypes_without_warnings(source, target) -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = placeholder(source, [2])
        assert session.run(saturate_cast(x, target), {x: [0, 100]}).tolist() == [0, 100]


def test_saturate_cast_clips_both_parts_of_complex_numbers() -> None:
    with Graph().as_default() as graph, Session(graph=graph) as session:
        x = placeholder(dtypes.complex128, [2])
        greatest = float(np.finfo(np.float32).max)
        clipped = session.run(saturate_cast(x, np.complex64), {x: [1 + 2j, 1e300 - 1e300j]})
        assert clipped.tolist() == [1 + 2j, complex(greatest, -greatest)]
        narrow = placeholder(dtypes.complex64, [2])
        assert saturate_cast(narrow, np.complex128).op.inputs == (narrow,)
