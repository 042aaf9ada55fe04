"""TensorFlow's messages by name, loaded on first use.

``messages.ConfigProto``, ``messages.NodeDef``, ``messages.DT_FLOAT``: every message, enum and enum
value of ``headrace.codecs.proto``. Importing this module loads no protobuf, which takes longer than
the rest of a session's start; the first attribute does.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # For type checkers the names are there from the start.
    # fmt: off
    from headrace.codecs.proto.cluster_pb2 import *  # noqa: F403
    from headrace.codecs.proto.config_pb2 import *  # noqa: F403
    from headrace.codecs.proto.cost_graph_pb2 import *  # noqa: F403
    from headrace.codecs.proto.debug_pb2 import *  # noqa: F403
    from headrace.codecs.proto.full_type_pb2 import *  # noqa: F403
    from headrace.codecs.proto.function_pb2 import *  # noqa: F403
    from headrace.codecs.proto.graph_debug_info_pb2 import *  # noqa: F403
    from headrace.codecs.proto.graph_pb2 import *  # noqa: F403
    from headrace.codecs.proto.node_pb2 import *  # noqa: F403
    from headrace.codecs.proto.op_pb2 import *  # noqa: F403
    from headrace.codecs.proto.rewriter_config_pb2 import *  # noqa: F403
    from headrace.codecs.proto.service_pb2 import *  # noqa: F403
    from headrace.codecs.proto.step_stats_pb2 import *  # noqa: F403
    from headrace.codecs.proto.tensor_pb2 import *  # noqa: F403
    from headrace.codecs.proto.types_pb2 import *  # noqa: F403
    # fmt: on

_FILES = (
    "cluster",
    "config",
    "cost_graph",
    "debug",
    "full_type",
    "function",
    "graph",
    "graph_debug_info",
    "node",
    "op",
    "rewriter_config",
    "service",
    "step_stats",
    "tensor",
    "types",
)


def _load() -> dict[str, Any]:
    """Imports all files; ConfigProto and RunMetadata need nearly every one anyway."""
    found: dict[str, Any] = {}
    for file in _FILES:
        module = import_module(f"headrace.codecs.proto.{file}_pb2")
        enums = module.DESCRIPTOR.enum_types_by_name
        names = [*module.DESCRIPTOR.message_types_by_name, *enums]
        names += [value.name for enum in enums.values() for value in enum.values]
        found.update({name: getattr(module, name) for name in names})
    return found


def __getattr__(name: str) -> Any:
    # Tools ask modules for dunder names (__wrapped__, __path__); that is no use of a message.
    if not name.startswith("__"):
        loaded = _load()
        globals().update(loaded)  # the next look-up does not come here
        if name in loaded:
            return loaded[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_load()])
