"""Blocks of space in the batch, and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import headrace.ops.all  # noqa: F401 - fills the registry
from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph import registry
from headrace.graph.graph import Graph
from headrace.ops.array.space_batch import (
    BatchToSpaceAttributes,
    SpaceToBatchAttributes,
    batch_to_space,
    batch_to_space_nd,
    space_to_batch,
    space_to_batch_nd,
)
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session

TO_BATCH = registry.get("SpaceToBatchND").reference
TO_SPACE = registry.get("BatchToSpaceND").reference


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=3),
    st.integers(0, 2),
    st.integers(0, 99),
)
def test_each_block_position_becomes_a_part_of_the_batch(blocks, batch, seed):
    rng = np.random.default_rng(seed)
    pads = rng.integers(0, 3, (len(blocks), 2))
    sizes = [
        int(block * rng.integers(2, 4) - low - high)
        for block, (low, high) in zip(blocks, pads, strict=True)
    ]
    if min(sizes) < 0:
        return
    x = rng.standard_normal((batch, *sizes, 2))
    moved = TO_BATCH(SpaceToBatchAttributes(T=dtypes.float64), x, np.array(blocks), pads)
    padded = np.pad(x, [(0, 0), *[tuple(pair) for pair in pads], (0, 0)])
    parts = [
        padded[(slice(None), *[slice(i, None, b) for i, b in zip(start, blocks, strict=True)])]
        for start in np.ndindex(*blocks)
    ]
    np.testing.assert_array_equal(moved, np.concatenate(parts))
    back = TO_SPACE(BatchToSpaceAttributes(T=dtypes.float64), moved, np.array(blocks), pads)
    np.testing.assert_array_equal(back, x)


def test_text_is_padded_with_empty_strings():
    x = np.array([[b"a"]], object)
    attrs = SpaceToBatchAttributes(T=dtypes.string)
    moved = TO_BATCH(attrs, x, np.array([2]), np.array([[0, 1]]))
    assert moved.tolist() == [[b"a"], [b""]]


def failure(function, x, block, pairs):
    with Graph().as_default() as graph, Session(graph=graph) as session:
        arrays = np.ones(x), np.array(block, np.int32), np.array(pairs, np.int32)
        inputs = [placeholder(dtypes.from_numpy(a.dtype)) for a in arrays]
        made = function(*inputs)
        with pytest.raises(InvalidArgumentError) as caught:
            session.run(made, dict(zip(inputs, arrays, strict=True)))
        return caught.value.message


@pytest.mark.parametrize(
    ("x", "block", "pairs", "sentence"),
    [
        ((1, 3, 4, 1), [2, 2], [[0, 0], [0, 2]], "padded_shape[0]=3 is not divisible by block_sh"),
        ((4,), [2, 2], [[0, 0], [0, 0]], "input rank should be >= 3 instead of 1"),
        ((1, 4, 4, 1), [0, 2], [[0, 0], [0, 0]], "must be positive, got value, 0 at index 0."),
        ((1, 4, 4, 1), [2, 2], [[-1, 1], [0, 0]], "Paddings must be non-negative"),
        ((1, 4, 4, 1), [2, 2], [[0, 0]], "paddings should have shape [2, 2] instead of [1,2]"),
    ],
)
def test_space_to_batch_tells_what_does_not_fit(x, block, pairs, sentence):
    assert sentence in failure(space_to_batch_nd, x, block, pairs)


@pytest.mark.parametrize(
    ("x", "block", "pairs", "sentence"),
    [
        ((3, 2, 2, 1), [2, 2], [[0, 0], [0, 0]], "Input batch dimension (3) is not divisible by"),
        ((4, 2, 2, 1), [2, 2], [[3, 2], [0, 0]], "cropped_shape[0]=-1 must be non-negative"),
        ((4, 2, 2, 1), [2, 2], [[-1, 0], [0, 0]], "Crops must be non-negative"),
        ((4, 2, 2, 1), [0, 2], [[0, 0], [0, 0]], "Product of block sizes must be positive, got 0"),
    ],
)
def test_batch_to_space_tells_what_does_not_fit(x, block, pairs, sentence):
    assert sentence in failure(batch_to_space_nd, x, block, pairs)


def test_images_have_four_axes() -> None:
    with Graph().as_default():
        x = placeholder(dtypes.float32)
        assert space_to_batch(x, [[0, 0], [0, 0]], 2).shape.as_list() == [None] * 4
        assert batch_to_space(x, [[0, 0], [0, 0]], 2).shape.as_list() == [None] * 4
        volume = placeholder(dtypes.float32, [4, 4, 4])
        for function in (space_to_batch, batch_to_space):
            with pytest.raises(ValueError, match="must have rank 4"):
                function(volume, [[0, 0], [0, 0]], 2)
