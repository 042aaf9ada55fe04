"""`tf.raw_ops`: every op by its type, called with keywords only."""

import functools
from collections.abc import Callable
from typing import Any

from headrace.api.missing import reporter
from headrace.graph import registry
from headrace.graph.raw_ops import raw_op

__all__ = [definition.name for definition in registry.all_definitions()]

_report_missing = reporter(__name__, "tf.raw_ops", __all__)


def __getattr__(name: str) -> Any:
    return _keyword_only(name) if registry.find(name) else _report_missing(name)


@functools.cache
def _keyword_only(op_type: str) -> Callable[..., Any]:
    add_op = raw_op(op_type)

    @functools.wraps(add_op)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args:
            keys = list(vars(add_op)["__signature__"].parameters)
            raise TypeError(
                f"{op_type} only takes keyword args (possible keys: {keys}). Please pass these "
                "args as kwargs instead."
            )
        return add_op(**kwargs)

    return call
