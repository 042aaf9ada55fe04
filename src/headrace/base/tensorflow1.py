"""What TensorFlow 1 called things: its public modules and its renamed names, as data.

This is not a list of what TensorFlow or Headrace has. It only tells where a dotted name that
Headrace lacks ends (`tf.saved_model.tag_constants.SERVING`), what an older name became, and which parts
are left out for good.
"""

from __future__ import annotations

from typing import Final

_MODULES = """
app app.flags audio autograph autograph.experimental bitwise config config.experimental
config.optimizer config.threading data data.experimental debugging debugging.experimental
distribute distribute.cluster_resolver distribute.experimental distributions dtypes errors
experimental feature_column flags gfile graph_util image initializers io io.gfile layers
linalg linalg.experimental lite lite.constants lite.experimental
logging lookup lookup.experimental losses manip math math.special metrics
mixed_precision mlir mlir.experimental nest nn nn.experimental nn.rnn_cell nn.seq2seq profiler python_io
quantization queue ragged random random.experimental raw_ops resource_loader saved_model
saved_model.builder saved_model.constants saved_model.experimental saved_model.loader
saved_model.main_op saved_model.signature_constants saved_model.signature_def_utils
saved_model.tag_constants saved_model.utils sets signal sparse spectral strings summary
sysconfig test test.experimental test.mock tpu tpu.experimental train train.experimental
train.queue_runner types types.experimental user_ops version xla xla.experimental compat
"""
MODULES = frozenset(_MODULES.split())
"""The modules of `tf.compat.v1`; a name behind one of them is the last part of a symbol."""

DEEP = frozenset(
    {"contrib", "core", "estimator", "examples", "keras", "models", "python", "compat"}
)
"""Trees too large to list: there every part in lower case but the last is taken for a module."""

RENAMED = {
    "all_variables": "global_variables",
    "audio_summary": "summary.audio",
    "batch_cholesky": "cholesky",
    "batch_matmul": "matmul",
    "batch_matrix_inverse": "matrix_inverse",
    "complex_abs": "abs",
    "concat_v2": "concat",
    "histogram_summary": "summary.histogram",
    "image_summary": "summary.image",
    "initialize_all_variables": "global_variables_initializer",
    "initialize_local_variables": "local_variables_initializer",
    "initialize_variables": "variables_initializer",
    "inv": "reciprocal",
    "merge_all_summaries": "summary.merge_all",
    "merge_summary": "summary.merge",
    "mul": "multiply",
    "neg": "negative",
    "nn.deconv2d": "nn.conv2d_transpose",
    "pack": "stack",
    "scalar_summary": "summary.scalar",
    "select": "where",
    "sub": "subtract",
    "train.SummaryWriter": "summary.FileWriter",
    "unpack": "unstack",
}
"""Names that TensorFlow itself renamed on the way to 1.0, and what they became."""

OUTSIDE: Final[dict[str, str]] = {
    "compat.v2": "it runs TensorFlow-1 graph programs",
    "distribute": "it runs on one machine",
    "estimator": "it runs TensorFlow-1 graph programs",
    "keras": "it runs TensorFlow-1 graph programs; pip install keras has Keras itself",
    "lite": "it runs graphs, not TFLite files",
    "tpu": "it runs on the CPU",
}
"""Parts of TensorFlow that Headrace does not set out to run, and why."""
