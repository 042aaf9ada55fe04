"""Identity and its relatives: what the table of ops cannot see. Sentences are TensorFlow's."""

import numpy as np
import pytest

from headrace.base import dtypes
from headrace.base.errors import InvalidArgumentError
from headrace.graph.build import build
from headrace.ops.array.identity import ensure_shape, identity, identity_n, stop_gradient
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_identity_n_keeps_each_dtype() -> None:
    made = identity_n([1, 2.0, "a"])
    assert [tensor.dtype.name for tensor in made] == ["int32", "float32", "string"]
    with Session() as session:
        assert session.run(made) == [1, 2.0, b"a"]


def test_identity_n_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="Attr 'T' of 'IdentityN' Op passed list of length 0"):
        identity_n([])


def test_fetched_identity_is_the_callers_own() -> None:
    x = placeholder(dtypes.float32, [2])
    fed = np.ones(2, np.float32)
    with Session() as session:
        got = session.run(stop_gradient(identity(x)), {x: fed})
    got[0] = 7
    assert fed.tolist() == [1, 1]


def test_ensure_shape_adds_what_it_knows() -> None:
    x = placeholder(dtypes.float32, [None, 3])
    assert ensure_shape(x, [2, None]).shape.as_list() == [2, 3]
    assert ensure_shape(placeholder(dtypes.float32), None).shape.ndims is None


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ([None, 4], r"Dimension 1 in both shapes must be equal, but are 4 and 3."),
        ([3], "Shape must be rank 1 but is rank 2"),
    ],
)
def test_ensure_shape_refuses_another_static_shape(shape, message) -> None:
    with pytest.raises(ValueError, match=message):
        ensure_shape(placeholder(dtypes.float32, [2, 3]), shape)


def test_ensure_shape_refuses_another_shape_in_a_run() -> None:
    x = placeholder(dtypes.float32)
    with (
        Session() as session,
        pytest.raises(
            InvalidArgumentError, match=r"\[2,3\] is not compatible with expected shape \[2\]"
        ),
    ):
        session.run(ensure_shape(x, [2]), {x: np.zeros((2, 3))})


def test_prevent_gradient_refuses_its_gradient() -> None:
    op = build("PreventGradient", placeholder(dtypes.float32, [2]), message="integer path").op
    with pytest.raises(LookupError, match="explicitly disabled"):
        op.definition.gradient(op, op.outputs[0])
