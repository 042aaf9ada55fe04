import numpy as np
import pytest

from headrace.base import dtypes, errors
from headrace.base.errors import ShapeError
from headrace.graph.build import build
from headrace.graph.graph import Graph
from headrace.ops.sources.placeholder import placeholder
from tests.ops.running import run

# The shapes of condition, t and e; what the graph says of them, and what a run says.
MISFITS = [
    ((3,), (2, 3), (2, 3), "Dimension 0 in both shapes must be equal, but are 3 and 2.",
     "Number of batches of 'then' must match size of 'cond', but saw: 2 vs. 3"),
    ((2,), (), (), "Shapes must be equal rank, but are 0 and 1",
     "'then' must be at least a vector, but saw shape: []"),
    ((), (2, 3), (3,), "Shapes must be equal rank, but are 2 and 1",
     "'then' and 'else' must have the same size.  but received: [2,3] vs. [3]"),
    ((2, 1), (2, 3), (2, 3), "Dimension 1 in both shapes must be equal, but are 3 and 1.",
     ("Inputs to operation pick of type Select must have the same size and shape.  "
     "Input 0: [2,1] != input 1: [2,3]")),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "then", "other", "at_build", "in_run"), MISFITS)
def test_select_does_not_broadcast(
    condition: tuple[int, ...],
    then: tuple[int, ...],
    other: tuple[int, ...],
    at_build: str,
    in_run: str,
) -> None:
    kinds = (dtypes.bool_, dtypes.float32, dtypes.float32)
    shapes = (condition, then, other)
    with Graph().as_default():
        known = [placeholder(kind, s) for kind, s in zip(kinds, shapes, strict=True)]
        with pytest.raises(ShapeError) as failure:
            build("Select", *known)
        assert str(failure.value).startswith(at_build)
        fed = [placeholder(kind) for kind in kinds]
        out = build("Select", *fed, name="pick")
        with pytest.raises(errors.InvalidArgumentError) as error:
            run(out, {t: np.zeros(s) for t, s in zip(fed, shapes, strict=True)})
        assert error.value.message.startswith(in_run)


def test_select_v2_says_all_three_shapes_that_do_not_broadcast() -> None:
    with Graph().as_default():
        condition = placeholder(dtypes.bool_)
        out = build("SelectV2", condition, np.zeros((2, 3)), np.zeros((2, 3)))
        with pytest.raises(
            errors.InvalidArgumentError,
            match=r"condition \[2\], then \[2,3\], and else \[2,3\] must be broadcastable",
        ):
            run(out, {condition: [True, False]})
        with pytest.raises(ShapeError, match=r"^Dimensions must be equal, but are 2 and 3"):
            build("SelectV2", [True, False], np.zeros((2, 3)), np.zeros((2, 3)))
