"""Observes the signatures of a TF-1 namespace: argument names, order, kinds and defaults.

A signature is a list of parameter texts: `["value", "dtype=None", "name='Const'"]`, with `*` and
`/` where `inspect` writes them. Names of modules and classes to look at are data at the top.
"""

import inspect
import re
from collections.abc import Iterator
from typing import Any

# "" is the root module itself.
MODULES = ("", "nn", "math", "linalg", "dtypes", "errors", "logging", "app", "flags", "test",
           "compat")  # fmt: skip

CLASSES = ("Graph", "Operation", "Tensor", "Session", "InteractiveSession", "TensorShape",
           "Dimension", "DType")  # fmt: skip

PROPERTY = ["<property>"]


def observe_signatures(tf: Any) -> dict[str, list[str]]:
    """Returns every public signature of the namespace `tf`, keyed by its dotted name.

    Args:
        tf: a TF-1 namespace, as `import tensorflow.compat.v1 as tf` or `import headrace as tf`.
    """
    found: dict[str, list[str]] = {}
    for name, member in _public_callables(tf):
        texts = signature_texts(member)
        if texts is not None:
            found[name] = texts
    for class_name in CLASSES:
        found.update(_class_members(class_name, getattr(tf, class_name)))
    return found


def signature_texts(member: Any) -> list[str] | None:
    """Returns the parameters of `member` as texts, or None if Python cannot tell them."""
    try:
        signature = inspect.signature(member)
    except (TypeError, ValueError):
        return None
    texts: list[str] = []
    kinds = inspect.Parameter
    star_seen = False
    previous = None
    for parameter in signature.parameters.values():
        if previous == kinds.POSITIONAL_ONLY and parameter.kind != kinds.POSITIONAL_ONLY:
            texts.append("/")
        if parameter.kind == kinds.KEYWORD_ONLY and not star_seen:
            texts.append("*")
            star_seen = True
        star_seen = star_seen or parameter.kind == kinds.VAR_POSITIONAL
        texts.append(_parameter_text(parameter))
        previous = parameter.kind
    if previous == kinds.POSITIONAL_ONLY:
        texts.append("/")
    return texts


def _public_callables(tf: Any) -> Iterator[tuple[str, Any]]:
    for module_name in MODULES:
        module = getattr(tf, module_name, None) if module_name else tf
        for name in dir(module) if module is not None else ():
            member = None if name.startswith("_") else getattr(module, name, None)
            # An instance that can be called, as flags.FLAGS, has no signature of its own.
            if inspect.isroutine(member) or inspect.isclass(member):
                yield (f"{module_name}.{name}" if module_name else name), member


def _class_members(class_name: str, cls: type) -> dict[str, list[str]]:
    members: dict[str, list[str]] = {}
    for name in dir(cls):
        if name.startswith("_"):
            continue
        member = inspect.getattr_static(cls, name)
        if isinstance(member, staticmethod | classmethod) or callable(member):
            texts = signature_texts(getattr(cls, name))
            if texts is not None:
                members[f"{class_name}.{name}"] = texts
        else:
            members[f"{class_name}.{name}"] = PROPERTY
    return members


def _parameter_text(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    default = "" if parameter.default is parameter.empty else f"={_default_text(parameter.default)}"
    return stars + parameter.name + default


def _default_text(value: Any) -> str:
    """Returns `repr(value)` made independent of who defines the value and where it lies."""
    if type(value).__name__ == "DType":
        return f"tf.{value.name}"
    if inspect.isroutine(value) or inspect.isclass(value):
        return f"<{value.__name__}>"
    text = repr(value)
    return f"<{type(value).__name__}>" if re.search(r" at 0x|object at", text) else text
