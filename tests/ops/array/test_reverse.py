import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.graph import Graph
from headrace.ops.array.reverse import reverse, reverse_sequence
from headrace.ops.array.shape import shape
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import nodes, run

DATA = np.arange(6, dtype=np.int32).reshape(2, 3)


@pytest.mark.parametrize(
    ("axes", "sentence"),
    [
        ([2], "'axis'[0] = 2 is out of valid range [0, 1"),
        ([1, -1], "axis 1 specified more than once."),
    ],
)
def test_axes_must_be_different_and_in_range(axes: list[int], sentence: str) -> None:
    with Graph().as_default():
        with pytest.raises(ShapeError) as at_build:
            reverse(DATA, axes)
        assert str(at_build.value).startswith(sentence)
        fed = placeholder(dtypes.int32)
        with pytest.raises(errors.InvalidArgumentError) as in_run:
            run(reverse(DATA, fed), {fed: axes})
        assert in_run.value.message.startswith(sentence)


def test_an_axis_is_not_a_list_of_axes() -> None:
    with Graph().as_default(), pytest.raises(ShapeError, match=r"^Shape must be rank 1 but is"):
        reverse(DATA, 0)


def test_a_partly_known_shape_is_turned_round() -> None:
    with Graph().as_default():
        turned = reverse(shape(placeholder(dtypes.float32, [None, 2, 3])), [0])
        assert turned.partial is not None
        assert turned.partial.sizes() == (3, 2, None)


def test_turns_the_beginning_of_each_row() -> None:
    with Graph().as_default() as graph:
        out = reverse_sequence(DATA, [3, 2], seq_axis=1)
        assert nodes(graph) == [
            "ReverseSequence/input = Const()",
            "ReverseSequence/seq_lengths = Const()",
            "ReverseSequence = ReverseSequence(ReverseSequence/input, ReverseSequence/seq_lengths)",
        ]
        assert run(out).tolist() == [[2, 1, 0], [4, 3, 5]]
        old = reverse_sequence(DATA, [2, 1, 0], seq_dim=0, batch_dim=1)
        assert run(old).tolist() == [[3, 1, 2], [0, 4, 5]]


def test_lengths_must_lie_within_the_axis() -> None:
    with Graph().as_default():
        lengths = placeholder(dtypes.int64, [2])
        out = reverse_sequence(DATA, lengths, 1)
        with pytest.raises(errors.InvalidArgumentError, match=r"seq_lens\(1\) < 0"):
            run(out, {lengths: [1, -1]})
        with pytest.raises(errors.InvalidArgumentError, match=r"seq_lens\(0\) > input\.dims\(1\)"):
            run(out, {lengths: [4, 1]})


def test_both_spellings_or_none_are_refused() -> None:
    with Graph().as_default():
        with pytest.raises(
            ValueError, match=r"^Cannot specify both 'seq_dim' and 'seq_axis'\.\n  made at "
        ):
            reverse_sequence(DATA, [1, 1], seq_axis=1, seq_dim=1)
        with pytest.raises(
            ValueError, match=r"^Cannot specify both 'batch_dim' and 'batch_axis'\.\n  made at "
        ):
            reverse_sequence(DATA, [1, 1], 1, batch_axis=0, batch_dim=0)
        with pytest.raises(
            TypeError, match=r"^Expected int for argument 'seq_dim' not None\.\n  made at "
        ):
            reverse_sequence(DATA, [1, 1])
        with pytest.raises(ShapeError, match=r"^Dimensions must be equal, but are 2 and 3"):
            reverse_sequence(DATA, [1, 1, 1], 1)
        with pytest.raises(ShapeError, match=r"^seq_dim must be < input rank: 2 vs\. 2"):
            reverse_sequence(DATA, [1, 1], 2)
