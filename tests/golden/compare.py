"""Says whether an observation of Headrace agrees with what TensorFlow was recorded to do.

Nodes must be equal. Values may differ in the last bits of floats. Of an error, the class and the op
must be equal, and TensorFlow's first sentence must stand in ours.
"""

import math
import re
from typing import Any

_FLOAT = re.compile(r"(?<![\w.])-?\d+\.\d*(?:e[-+]?\d+)?|(?<![\w.])-?\d+e[-+]?\d+")
_EPSILONS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "complex64": 2.0**-23}
# Elementary functions of Eigen, NumPy and libm differ by a few units in the last place.
_UNITS = 8.0


def difference(observed: Any, golden: Any, *, own_words: bool = False) -> str | None:
    """Returns what differs, for a person to read, or None.

    Args:
        observed: what `observe_nodes` or `observe_session` returned for Headrace.
        golden: what it returned for TensorFlow.
        own_words: whether an error may say it otherwise; its class and op are compared.
    """
    if isinstance(golden, dict):
        return _error_difference(observed, golden, own_words)
    if isinstance(golden, list) and isinstance(observed, list):
        return _lines_difference(observed, golden)
    if isinstance(golden, str) and isinstance(observed, str):
        return None if same_text(observed, golden) else f"{observed}\nbut TensorFlow: {golden}"
    return f"{observed}\nbut TensorFlow: {golden}"


def same_text(observed: str, golden: str) -> bool:
    """Returns whether two texts are equal but for the last bits of their floats."""
    if observed == golden:
        return True
    if _FLOAT.sub("#", observed) != _FLOAT.sub("#", golden):
        return False
    epsilon = max((eps for name, eps in _EPSILONS.items() if name in golden), default=2.0**-52)
    pairs = zip(_FLOAT.findall(observed), _FLOAT.findall(golden), strict=True)
    return all(
        math.copysign(1.0, float(ours)) == math.copysign(1.0, float(theirs))
        and math.isclose(float(ours), float(theirs), rel_tol=_UNITS * epsilon)
        for ours, theirs in pairs
    )


def sentence(message: str) -> str:
    """Returns the first sentence of a message of TensorFlow, without place, addresses and modules."""
    message = re.split(r" for '\{\{node ", message)[0]
    return normal(re.split(r"\.(?:\s|$)", message)[0])


def normal(message: str) -> str:
    """Returns a message without what legitimately differs: class names of ours, addresses, spaces."""
    message = re.sub(r"<[\w.]+\.(\w+) object at 0x0>", r"<\1 object>", message)
    return " ".join(message.replace("SymbolicTensor", "Tensor").split())


def _lines_difference(observed: list[str], golden: list[str]) -> str | None:
    for index in range(max(len(observed), len(golden))):
        ours = observed[index] if index < len(observed) else "(nothing)"
        theirs = golden[index] if index < len(golden) else "(nothing)"
        if not same_text(ours, theirs):
            return f"line {index + 1}: {ours}\nbut TensorFlow: {theirs}"
    return None


def _error_difference(observed: Any, golden: dict[str, Any], own_words: bool) -> str | None:
    if not isinstance(observed, dict):
        return f"{observed}\nbut TensorFlow raises {golden['raises']}: {golden['message']}"
    if observed["raises"] != golden["raises"] or observed.get("op") != golden.get("op"):
        return f"{observed}\nbut TensorFlow: {golden}"
    if not own_words and sentence(golden["message"]) not in normal(observed["message"]):
        return f"the message {observed['message']!r}\nlacks {sentence(golden['message'])!r}"
    return None
