"""`tf.debugging`: checks."""

from headrace.api.missing import reporter
from headrace.ops.control.assertion import Assert
from headrace.ops.math.finite import check_numerics, is_finite, is_inf, is_nan
from headrace.ops.math.finite import verify_tensor_all_finite as assert_all_finite

__all__ = ["Assert", "assert_all_finite", "check_numerics", "is_finite", "is_inf", "is_nan"]

__getattr__ = reporter(__name__, "tf.debugging", __all__)
