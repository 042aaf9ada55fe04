"""Where Headrace means to differ from TensorFlow: snippet → reason.

A test holds that every entry of `NODES` and `SESSION` still differs, so that they cannot grow
stale.
"""

_SEES_MORE = "the size follows from a partly known shape, which TensorFlow's inference gives up on"

NODES: dict[str, str] = {
    "assert_op": "TensorFlow guards the assertion with Switch and Merge, which are only imported here",
    "reshape_reduce_prod": _SEES_MORE,
    "xent_unknown_batch": _SEES_MORE,
    "xent_v2_unknown_batch": _SEES_MORE,
    "zero_fraction": "TensorFlow branches on the size, which needs tf.cond; the values are the same",
}

SESSION: dict[str, str] = {
    "callable_unfed": "TensorFlow forgets the op of an error in a callable without feeds",
    "value_conv_nchw": "TensorFlow's CPU kernel knows no NCHW",
    "value_denormal_relu": "TensorFlow's vector maximum passes denormals on; here all are flushed",
    "value_int_truncatediv_by_zero": "TensorFlow calls it an internal error, which it is not",
}

# Snippet → the public function it waits for. When that appears, a test asks to take the entry out.
WAITING: dict[str, str] = {
    "einsum": "einsum",
    "in_top_k": "nn.in_top_k",
    "lrn": "nn.lrn",
    "pool": "nn.pool",
    "repeat": "repeat",
    "top_k": "nn.top_k",
    "tensor_scatter_update": "tensor_scatter_update",
    "variable_scope_names": "variable_scope",
}

_LANGUAGE = "Python, NumPy or protobuf words it, and otherwise in another version"
_NEAREST = "we name the nearest name that exists"

# Errors of TensorFlow's class in words of ours, in nodes and sessions.
OWN_WORDS: dict[str, str] = {
    "avg_pool_input_kw": _LANGUAGE,
    "avg_pool_no_ksize": _LANGUAGE,
    "constant_ragged_list": _LANGUAGE,
    "device_bad": _LANGUAGE,
    "dimension_unknown_int": _LANGUAGE,
    "feed_bad_string_to_float": _LANGUAGE,
    "feed_int_too_large_for_int64": _LANGUAGE,
    "feed_not_a_dict": "TensorFlow names a function of its inside",
    "feed_object": _LANGUAGE,
    "feed_ragged": _LANGUAGE,
    "missing_contrib": _NEAREST,
    "missing_name": _NEAREST,
    "missing_nn_name": _NEAREST,
    "op_call": _LANGUAGE,
    "op_contains": _LANGUAGE,
    "op_float": _LANGUAGE,
    "op_index_python": _LANGUAGE,
    "op_int": _LANGUAGE,
    "op_missing_attribute": _LANGUAGE,
    "op_pos": _LANGUAGE,
    "op_setitem": _LANGUAGE,
    "scope_number": _LANGUAGE,
    "session_config_unknown_field": _LANGUAGE,
}
