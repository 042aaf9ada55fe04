"""`tf.bitwise`: bits of integers."""

from headrace.api.missing import reporter
from headrace.ops.math.logic import (
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    invert,
    left_shift,
    right_shift,
)

__all__ = ["bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"]

__getattr__ = reporter(__name__, "tf.bitwise", __all__)
