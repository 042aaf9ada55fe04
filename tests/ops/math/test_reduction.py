import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph import registry
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.math.reduction import (
    reduce_all,
    reduce_euclidean_norm,
    reduce_max,
    reduce_mean,
    reduce_prod,
    reduce_sum,
)
from headrace.ops.reductions import ReductionAttributes
from headrace.ops.sources.placeholder import placeholder
from tests.ops.reverse import reverse_sweep
from tests.ops.running import nodes, run

X = np.arange(12.0).reshape(2, 3, 2)


def test_axis_none_reduces_all_over_a_constant_of_the_axes() -> None:
    with Graph().as_default() as graph:
        total = reduce_sum(placeholder(dtypes.float32, [2, None]), name="s")
        assert total.shape.as_list() == []
        assert nodes(graph) == ["Const = Const()", "s = Sum(Placeholder, Const)"]


def test_axis_none_of_an_unknown_rank_is_still_a_scalar() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64)
        total = reduce_sum(x)
        assert total.shape.as_list() == []
        assert run(total, {x: X}) == 66.0


@pytest.mark.parametrize("axis", [1, -2, [1], (0, 2), [], [0, 1, 2]])
@pytest.mark.parametrize("keep", [False, True])
def test_sums_over_any_axes(axis, keep) -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [None, 3, None])
        total = reduce_sum(x, axis, keepdims=keep)
        want = np.sum(X, tuple(axis) if isinstance(axis, list) else axis, keepdims=keep)
        assert total.shape.is_compatible_with(want.shape)
        np.testing.assert_array_equal(run(total, {x: X}), want)


def test_the_axes_may_come_with_the_run() -> None:
    with Graph().as_default():
        x, axes = placeholder(dtypes.float64, [2, 3, 2]), placeholder(dtypes.int64, [None])
        total = reduce_sum(x, axes, keepdims=True)
        assert total.shape.as_list() == [None, None, None]
        np.testing.assert_array_equal(
            run(total, {x: X, axes: [-1, 0]}), X.sum((0, 2), keepdims=True)
        )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            {"axis": 0, "reduction_indices": 0},
            "Cannot specify both 'reduction_indices' and 'axis'.",
        ),
        ({"keepdims": True, "keep_dims": True}, "Cannot specify both 'keep_dims' and 'keepdims'."),
    ],
)
def test_refuses_two_spellings_of_one_argument(arguments, sentence) -> None:
    with Graph().as_default(), pytest.raises(ValueError, match=sentence):
        reduce_sum(placeholder(dtypes.float32, [2]), **arguments)


def test_an_axis_out_of_range_is_named_when_the_graph_is_built() -> None:
    with (
        Graph().as_default(),
        pytest.raises(
            ShapeError, match=r"^Invalid reduction dimension 2 for input with 2 dimensions."
        ),
    ):
        reduce_max(placeholder(dtypes.float32, [2, 3]), [0, 2])


@pytest.mark.parametrize(
    ("axes", "sentence"),
    [
        ([5], r"Invalid reduction dimension \(5 for input with 2 dimension\(s\)"),
        ([1, -1], "Invalid reduction arguments: Axes contains duplicate dimension: 1"),
    ],
)
def test_bad_axes_are_named_in_the_run(axes, sentence) -> None:
    with Graph().as_default():
        x, fed = placeholder(dtypes.float32, [2, 3]), placeholder(dtypes.int32, [None])
        total = reduce_sum(x, fed)
        with pytest.raises(errors.InvalidArgumentError, match=sentence):
            run(total, {x: np.ones((2, 3)), fed: axes})


def test_a_repeated_static_axis_counts_once_in_the_shape() -> None:
    with Graph().as_default():
        assert reduce_sum(placeholder(dtypes.float32, [2, 3]), [0, -2]).shape.as_list() == [3]


def test_sizes_are_seen_through_products() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32, [4, 5, None])
        count = reduce_prod(build("Shape", x)[:2])
        flat = build("Reshape", x, build("Pack", [count, -1], axis=0))
        assert flat.shape.as_list() == [20, None]


def test_a_strided_input_gives_the_same_bits() -> None:
    data = np.random.RandomState(0).random_sample((300, 200)).astype(np.float32)
    attrs, axis = ReductionAttributes(T=dtypes.float32), np.array(0, np.int32)
    for name in ("Sum", "Mean", "EuclideanNorm"):
        reference = registry.get(name).reference
        plain = reference(attrs, data, axis)
        np.testing.assert_array_equal(reference(attrs, np.asfortranarray(data), axis), plain)


def test_short_floats_are_summed_in_float32() -> None:
    ones = np.ones(5000, np.float16)  # float16 cannot count beyond 2048
    attrs = ReductionAttributes(T=dtypes.float16)
    total = registry.get("Sum").reference(attrs, ones, np.array([0]))
    assert total == 5000
    assert total.dtype == np.float16


def test_integer_means_round_towards_zero_and_do_not_overflow() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.int32, [None])
        mean = reduce_mean(x)
        assert [run(mean, {x: fed}) for fed in ([-1, -2], [2**31 - 1] * 3, [])] == [
            -1,
            2**31 - 1,
            0,
        ]


def test_wrapped_squares_of_integers_give_what_x86_makes_of_nan() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.int64, [None])
        norm = reduce_euclidean_norm(x)
        assert run(norm, {x: [3, 4]}) == 5
        assert run(norm, {x: [3037000500, 10]}) == -(2**63)


def test_only_booleans_have_all() -> None:
    with (
        Graph().as_default(),
        pytest.raises(TypeError, match="does not match expected type of bool"),
    ):
        reduce_all(placeholder(dtypes.float32, [2]))


@pytest.mark.parametrize("op_type", ["Sum", "Mean", "Max", "EuclideanNorm"])
def test_gradients_with_axes_from_the_run_are_those_with_static_axes(op_type) -> None:
    with Graph().as_default():
        x, axes = placeholder(dtypes.float64), placeholder(dtypes.int64, [None])
        dynamic = build(op_type, x, axes)
        static = build(op_type, x, [0, 2])
        grads = [reverse_sweep(y, build("Mul", y, 2.0), [x])[0] for y in (dynamic, static)]
        got, want = run(grads, {x: X + 1.0, axes: [-1, 0]})
    assert got.shape == X.shape
    np.testing.assert_array_equal(got, want)


def test_the_gradient_of_max_is_shared_among_equal_elements() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [2, 3])
        (grad,) = reverse_sweep(y := reduce_max(x, 1), build("OnesLike", y), [x])
        got = run(grad, {x: [[1.0, 3.0, 3.0], [5.0, 4.0, 0.0]]})
    np.testing.assert_array_equal(got, [[0.0, 0.5, 0.5], [1.0, 0.0, 0.0]])


def test_the_gradient_of_a_product_is_right_where_factors_are_zero() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float64, [3, 3])
        (grad,) = reverse_sweep(y := reduce_prod(x, 1), build("OnesLike", y), [x])
        got = run(grad, {x: [[2.0, 3.0, 4.0], [0.0, 3.0, 4.0], [0.0, 0.0, 4.0]]})
    np.testing.assert_array_equal(got, [[12.0, 8.0, 6.0], [12.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
