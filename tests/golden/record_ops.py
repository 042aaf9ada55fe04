"""Records the value of every case of the all-ops table from TensorFlow.

    python -m tests.golden.record_ops [OP …]

Needs tensorflow-cpu 2.21 and this package in one environment; TF_ENABLE_ONEDNN_OPTS=0.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow.compat.v1 as tf

from headrace.base.dtypes import DType
from headrace.base.shapes import TensorShape
from headrace.graph import registry
from tests.ops.cases import Case, cases_of
from tests.ops.values import encode

OUT = Path(__file__).parent / "ops"
# Attributes that the raw op takes under another name.
RENAMED = {("Squeeze", "squeeze_dims"): "axis"}


def translate(value: Any) -> Any:
    """An attribute of ours as TensorFlow's raw ops take it."""
    if isinstance(value, DType):
        return tf.as_dtype(value.name)
    if isinstance(value, TensorShape):
        return None if value.dims_tuple is None else list(value.dims_tuple)
    if isinstance(value, tuple):
        return [translate(item) for item in value]
    return value


def record(case: Case) -> Any:
    """The encoded outputs, or the sentence of the error that TensorFlow raises."""
    definition = case.definition
    attrs = {key: translate(value) for key, value in case.attributes().items()}
    # Raw ops derive the attributes that inputs tell.
    derived = {a.type_attr for a in definition.inputs} | {a.number_attr for a in definition.inputs}
    attrs = {
        RENAMED.get((definition.name, key), key): value
        for key, value in attrs.items()
        if key not in derived
    }
    with tf.Graph().as_default():
        raw_op = getattr(tf.raw_ops, definition.name)
        # Raw ops take inputs first, under names that are not always those of the op definition.
        names = list(inspect.signature(raw_op).parameters)[: len(definition.inputs)]
        named = dict(zip(names, [_constant(value) for value in case.draw()], strict=True))
        try:
            made = raw_op(**named, **attrs)
            outputs = list(made) if isinstance(made, list | tuple) else [made]
            with tf.Session() as session:
                values = session.run(outputs)
        except (tf.errors.OpError, TypeError, ValueError) as error:
            return f"{type(error).__name__}: {_reason(str(error))}"
        flat: list[Any] = []
        for value in values:
            flat.extend(value if isinstance(value, list) else [value])
    return [encode(_as_array(value)) for value in flat]


def _constant(value: Any) -> Any:
    """A constant of exactly the drawn dtype: raw ops would make int32 of a list of int64 arrays."""
    if isinstance(value, list):
        return [_constant(item) for item in value]
    return tf.constant(value)


def _reason(text: str) -> str:
    """The line that says why, without the traceback that TensorFlow puts around it."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and "File " not in line]
    told = [
        line for line in lines if not line.startswith(("Graph execution", "Detected at", "Node:"))
    ]
    return (told or lines)[0].partition(" used by ")[0][:120]  # attributes follow in no fixed order


def _as_array(value: Any) -> Any:
    if isinstance(value, bytes):
        out = np.empty((), object)
        out[()] = value
        return out
    return np.asarray(value)


def main(names: list[str]) -> None:
    """Records the ops named, or all."""
    tf.disable_v2_behavior()
    OUT.mkdir(exist_ok=True)
    for definition in registry.all_definitions():
        cases = list(cases_of(definition))
        if not cases or (names and definition.name not in names):
            continue
        results = {case.key: record(case) for case in cases}
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in results.items()]
        text = "{\n" + ",\n".join(lines) + "\n}\n"
        (OUT / f"{definition.name}.json").write_text(text, encoding="utf-8")
        failed = [f"{k}: {v}" for k, v in results.items() if isinstance(v, str)]
        print(definition.name, len(results), *failed[:3], sep="  ")


if __name__ == "__main__":
    main(sys.argv[1:])
