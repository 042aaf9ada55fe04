"""Collections: named lists of values that programs hang on a graph; `tf.GraphKeys` has the usual names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from headrace.graph.stacks import get_default_graph


class GraphKeys:
    """Standard names of graph collections, as in TensorFlow."""

    GLOBAL_VARIABLES = "variables"
    LOCAL_VARIABLES = "local_variables"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    SUMMARIES = "summaries"
    QUEUE_RUNNERS = "queue_runners"
    TABLE_INITIALIZERS = "table_initializer"
    ASSET_FILEPATHS = "asset_filepaths"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    REGULARIZATION_LOSSES = "regularization_losses"
    CONCATENATED_VARIABLES = "concatenated_variables"
    SAVERS = "savers"
    WEIGHTS = "weights"
    BIASES = "biases"
    ACTIVATIONS = "activations"
    UPDATE_OPS = "update_ops"
    LOSSES = "losses"
    SAVEABLE_OBJECTS = "saveable_objects"
    RESOURCES = "resources"
    LOCAL_RESOURCES = "local_resources"
    TRAIN_OP = "train_op"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    READY_OP = "ready_op"
    READY_FOR_LOCAL_INIT_OP = "ready_for_local_init_op"
    SUMMARY_OP = "summary_op"
    GLOBAL_STEP = "global_step"
    EVAL_STEP = "eval_step"
    COND_CONTEXT = "cond_context"
    WHILE_CONTEXT = "while_context"
    VARIABLES = "variables"  # the old spelling of GLOBAL_VARIABLES


class Collections:
    """The collections of one graph.

    A base of `Graph`, which adds the lock and the finalized check.
    """

    def __init__(self) -> None:
        self._collections: dict[Any, list[Any]] = {}

    def check_not_finalized(self) -> None:
        """Raises RuntimeError if the graph is finalized."""
        raise NotImplementedError

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to collection `name` (duplicates are kept)."""
        self.check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each of `names`, once where a name stands twice; a string is one name."""
        unique = (names,) if isinstance(names, str) else dict.fromkeys(names)
        for name in unique:
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The list itself, which the caller may change; made empty if absent."""
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of collection `name`.

        Args:
            name: the collection.
            scope: a regular expression; only items with a `name` that matches it at the start are
                kept.
        """
        items = self._collections.get(name, [])
        if scope is None:
            return list(items)
        matches = re.compile(scope).match
        return [item for item in items if hasattr(item, "name") and matches(item.name)]

    def get_all_collection_keys(self) -> list[Any]:
        """The names of the collections that exist."""
        return [name for name in self._collections if isinstance(name, str)]

    def clear_collection(self, name: Any) -> None:
        """Empties collection `name`."""
        self.check_not_finalized()
        self._collections.pop(name, None)

    @property
    def collections(self) -> list[Any]:
        """The names of the collections that exist."""
        return list(self._collections)


def add_to_collection(name: Any, value: Any) -> None:
    """Appends `value` to collection `name` of the default graph."""
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Iterable[Any], value: Any) -> None:
    """Appends `value` to several collections of the default graph."""
    get_default_graph().add_to_collections(names, value)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """A copy of collection `key` of the default graph; see `Graph.get_collection`."""
    return get_default_graph().get_collection(key, scope)


def get_collection_ref(key: Any) -> list[Any]:
    """Collection `key` of the default graph itself; see `Graph.get_collection_ref`."""
    return get_default_graph().get_collection_ref(key)


def get_all_collection_keys() -> list[Any]:
    """The names of the default graph's collections."""
    return get_default_graph().get_all_collection_keys()
