from typing import Any

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.graph.convert import convert
from headrace.graph.graph import Graph
from headrace.ops.array.boolean_mask import boolean_mask
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

DATA = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)


@pytest.mark.parametrize(
    ("mask_shape", "axis", "static"),
    [
        ([2], None, "(?, 3, 4)"),
        ([2, 3], 0, "(?, 4)"),
        ([3], 1, "(2, ?, 4)"),
        ([3, 4], 1, "(2, ?)"),
        ([2, 3, 4], None, "(?,)"),
    ],
)
def test_masks_leading_and_inner_axes(mask_shape: list[int], axis: Any, static: str) -> None:
    chosen = np.arange(np.prod(mask_shape)).reshape(mask_shape) % 2 == 1
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, 3, 4])
        mask = placeholder(dtypes.bool_, mask_shape)
        out = boolean_mask(x, mask, axis=axis)
        assert str(out.shape) == static
        got = run(out, {x: DATA, mask: chosen})
    np.testing.assert_array_equal(got, DATA[(slice(None),) * (axis or 0) + (chosen,)])


def test_a_boolean_subscript_is_a_boolean_mask() -> None:
    with Graph().as_default() as graph:
        x = convert(DATA, None, None)
        got = run([x[x > 11], x[np.array([False, True])]])
        assert graph.get_operation_by_name("boolean_mask_1/mask").type == "Const"
    np.testing.assert_array_equal(got[0], DATA[DATA > 11])
    np.testing.assert_array_equal(got[1], DATA[[False, True]])


def test_makes_the_nodes_that_tensorflow_makes() -> None:
    with Graph().as_default() as graph:
        x = placeholder(dtypes.float32, [None, 4], name="x")
        boolean_mask(x, placeholder(dtypes.bool_, [None], name="m"), name="keep")
    assert [line for line in nodes(graph) if "strided_slice" not in line.split(" = ")[0]] == [
        "keep/Shape = Shape(x)",
        "keep/Prod/reduction_indices = Const()",
        "keep/Prod = Prod(keep/strided_slice, keep/Prod/reduction_indices)",
        "keep/Shape_1 = Shape(x)",
        "keep/Shape_2 = Shape(x)",
        "keep/concat/values_1 = Pack(keep/Prod)",
        "keep/concat/axis = Const()",
        (
            "keep/concat = ConcatV2(keep/strided_slice_1, keep/concat/values_1, keep/strided_slice_2, "
            "keep/concat/axis)"
        ),
        "keep/Reshape = Reshape(x, keep/concat)",
        "keep/Reshape_1/shape = Const()",
        "keep/Reshape_1 = Reshape(m, keep/Reshape_1/shape)",
        "keep/Where = Where(keep/Reshape_1)",
        "keep/Squeeze = Squeeze(keep/Where)",
        "keep/GatherV2/axis = Const()",
        "keep/GatherV2 = GatherV2(keep/Reshape, keep/Squeeze, keep/GatherV2/axis)",
    ]


def test_an_axis_may_be_a_tensor() -> None:
    with Graph().as_default():
        x = convert(DATA, None, None)
        axis = placeholder(dtypes.int32, [])
        known = boolean_mask(x, [True, False, True], axis=convert(1, None, None))
        assert str(known.shape) == "(2, ?, 4)"
        got = run([known, boolean_mask(x, [True, False, True], axis=axis)], {axis: 1})
    for value in got:
        np.testing.assert_array_equal(value, DATA[:, [0, 2]])


def test_the_mask_must_have_a_known_rank_and_fit() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [2, 3])
        with pytest.raises(ValueError, match=r"^mask cannot be scalar\.\n  made at "):
            boolean_mask(x, True)
        with pytest.raises(ValueError, match=r"^mask cannot be scalar\.\n  made at "):
            x[True]
        with pytest.raises(ValueError, match=r"^Number of mask dimensions must be specified"):
            boolean_mask(x, placeholder(dtypes.bool_))
        with pytest.raises(ValueError, match=r"^Shapes \(2,\) and \(3,\) are incompatible"):
            boolean_mask(x, [True, False, True])
