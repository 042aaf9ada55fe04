import pytest

from headrace.base import dtypes
from headrace.graph.graph import Graph
from headrace.ops.array.sequence_mask import sequence_mask
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run


def test_the_longest_sequence_sets_the_size() -> None:
    with Graph().as_default() as graph:
        lengths = placeholder(dtypes.int32, [None], "i")
        made = sequence_mask(lengths)
        assert run(made, {lengths: [1, 0, 2]}).tolist() == [
            [True, False],
            [False, False],
            [True, True],
        ]
    assert nodes(graph) == [
        "SequenceMask/Const = Const()",
        "SequenceMask/Max = Max(i, SequenceMask/Const)",
        "SequenceMask/Const_1 = Const()",
        "SequenceMask/Maximum = Maximum(SequenceMask/Const_1, SequenceMask/Max)",
        "SequenceMask/Const_2 = Const()",
        "SequenceMask/Const_3 = Const()",
        "SequenceMask/Range = Range(SequenceMask/Const_2, SequenceMask/Maximum, SequenceMask/Const_3)",
        "SequenceMask/ExpandDims/dim = Const()",
        "SequenceMask/ExpandDims = ExpandDims(i, SequenceMask/ExpandDims/dim)",
        "SequenceMask/Cast = Cast(SequenceMask/ExpandDims)",
        "SequenceMask/Less = Less(SequenceMask/Range, SequenceMask/Cast)",
    ]


def test_the_mask_is_cast_to_the_dtype_asked_for() -> None:
    with Graph().as_default():
        made = sequence_mask([[1, 3], [2, 0]], 3, dtypes.float32)
        assert made.shape.as_list() == [2, 2, 3]
        assert run(made).tolist() == [[[1, 0, 0], [1, 1, 1]], [[1, 1, 0], [0, 0, 0]]]


def test_lengths_of_unknown_rank_are_taken() -> None:
    with Graph().as_default():
        lengths = placeholder(dtypes.int64)
        assert run(sequence_mask(lengths), {lengths: [[2]]}).tolist() == [[[True, True]]]


def test_the_size_must_be_a_scalar() -> None:
    with Graph().as_default(), pytest.raises(ValueError, match="`maxlen` must be scalar"):
        sequence_mask([1, 3], maxlen=[3])
