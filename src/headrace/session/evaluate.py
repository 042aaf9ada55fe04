"""`Tensor.eval` and `Operation.run`: a run in the default session."""

from __future__ import annotations

from typing import Any

from headrace.base.messages import compose
from headrace.graph import stacks
from headrace.graph.operation import Operation
from headrace.graph.tensor import Tensor


def evaluate(fetch: Tensor | Operation, feed_dict: Any = None, session: Any = None) -> Any:
    """Runs `fetch` in `session`, or in the default session.

    Raises:
        ValueError: there is no session, or it runs another graph.
    """
    is_op = isinstance(fetch, Operation)
    what, kind, call = (
        ("execute operation", "operation", "run")
        if is_op
        else ("evaluate tensor", "tensor", "eval")
    )
    which = "given"
    if session is None:
        which = "default"
        session = stacks.get_default_session()
        if session is None:
            block = "with sess.as_default():" if is_op else "with sess.as_default()"
            sentence = (
                f"Cannot {what} using `{call}()`: No default session is registered. Use `{block}` or pass an "
                f"explicit session to `{call}(session=sess)`"
            )
            rows = [_place(fetch), ("try", "with tf.Session() as sess: … around the call")]
            raise ValueError(compose(sentence, rows))
    if session.graph is not fetch.graph:
        sentence = (
            f"Cannot use the {which} session to {what}: the {kind}'s graph is different from the session's "
            f"graph. Pass an explicit session to `{call}(session=sess)`."
        )
        rows = [_place(fetch), ("try", f"sess = tf.Session(graph={kind}.graph)")]
        raise ValueError(compose(sentence, rows))
    return session.run(fetch, feed_dict)


def _place(fetch: Tensor | Operation) -> tuple[str, str]:
    op = fetch if isinstance(fetch, Operation) else fetch.op
    return "made at", op.source.text()
