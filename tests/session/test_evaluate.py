import re

import numpy as np
import pytest

from headrace.graph.build import build_operation
from headrace.graph.graph import Graph
from headrace.ops.sources.constant import constant
from headrace.ops.sources.placeholder import placeholder
from headrace.session.session import Session


def test_eval_and_run_use_the_default_session_or_the_given_one():
    x, op = placeholder("float32", [2]), build_operation("NoOp")
    y = x * 2.0
    session = Session()
    with session.as_default():
        assert y.eval({x: [1, 2]}).tolist() == [2.0, 4.0]
        assert y.eval(feed_dict={x: [1, 2]}).tolist() == [2.0, 4.0]
        assert op.run() is None
        assert constant(1.5).eval() == np.float32(1.5)
    assert y.eval({x: [1, 2]}, session).tolist() == [2.0, 4.0]
    assert op.run(session=session) is None


@pytest.mark.parametrize(
    ("make", "call", "sentence"),
    [
        (
            lambda: constant(1.0),
            "eval",
            (
                "Cannot evaluate tensor using `eval()`: No default session is registered. Use `with "
                "sess.as_default()` or pass an explicit session to `eval(session=sess)`"
            ),
        ),
        (
            lambda: build_operation("NoOp"),
            "run",
            (
                "Cannot execute operation using `run()`: No default session is registered. Use `with "
                "sess.as_default():` or pass an explicit session to `run(session=sess)`"
            ),
        ),
    ],
)
def test_without_a_session_there_is_no_value(make, call, sentence):
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}\n  made at"):
        getattr(make(), call)()


@pytest.mark.parametrize("which", ["given", "default"])
@pytest.mark.parametrize(
    ("make", "call", "what", "kind"),
    [
        (lambda: constant(1.0), "eval", "evaluate tensor", "tensor"),
        (lambda: build_operation("NoOp"), "run", "execute operation", "operation"),
    ],
)
def test_a_session_of_another_graph_is_refused(make, call, what, kind, which):
    session = Session()
    with Graph().as_default():
        element = make()
    sentence = f"Cannot use the {which} session to {what}: the {kind}'s graph is different from the session's graph."
    with session.as_default(), pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        getattr(element, call)(**({"session": session} if which == "given" else {}))
