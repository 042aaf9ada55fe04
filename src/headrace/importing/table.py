"""Where the names of TensorFlow's internal modules come from, as data.

Keys are module paths below `tensorflow`. Values are the namespaces whose names the module has,
first match first: "" is `headrace` itself, "nn" is `headrace.nn`, and what starts with "headrace."
is a module of ours. No code that imports lives here.
"""

from __future__ import annotations

from typing import Final

Sources = tuple[str, ...]

_PROTO: Final = "headrace.codecs.proto."
_GENERATED: Final = "headrace.graph.generated"

FRAMEWORK: Final[dict[str, Sources]] = {
    "python.framework.constant_op": ("",),
    "python.framework.device": ("",),
    "python.framework.dtypes": ("dtypes", ""),
    "python.framework.errors": ("errors",),
    "python.framework.errors_impl": ("errors",),
    "python.framework.graph_io": ("io", "train"),
    "python.framework.graph_util": ("graph_util",),
    "python.framework.graph_util_impl": ("graph_util",),
    "python.framework.importer": ("graph_util", ""),
    "python.framework.ops": ("",),
    "python.framework.random_seed": ("random", ""),
    "python.framework.sparse_tensor": ("sparse", ""),
    "python.framework.tensor_shape": ("",),
    "python.framework.tensor_spec": ("",),
    "python.framework.tensor_util": ("",),
    "python.framework.test_util": ("test",),
    "python.framework.versions": ("version", ""),
}

OPS: Final[dict[str, Sources]] = {
    "python.ops.array_ops": ("",),
    "python.ops.bitwise_ops": ("bitwise",),
    "python.ops.check_ops": ("debugging", ""),
    "python.ops.clip_ops": ("",),
    "python.ops.cond": ("",),
    "python.ops.control_flow_ops": ("",),
    "python.ops.data_flow_ops": ("queue", ""),
    "python.ops.embedding_ops": ("nn",),
    "python.ops.functional_ops": ("",),
    "python.ops.gen_array_ops": (_GENERATED,),
    "python.ops.gen_control_flow_ops": (_GENERATED,),
    "python.ops.gen_math_ops": (_GENERATED,),
    "python.ops.gen_nn_ops": (_GENERATED,),
    "python.ops.gradients": ("",),
    "python.ops.gradients_impl": ("",),
    "python.ops.image_ops": ("image",),
    "python.ops.init_ops": ("initializers", ""),
    "python.ops.io_ops": ("io", ""),
    "python.ops.linalg_ops": ("linalg", ""),
    "python.ops.logging_ops": ("summary", ""),
    "python.ops.losses.losses": ("losses",),
    "python.ops.lookup_ops": ("lookup", ""),
    "python.ops.math_ops": ("math", ""),
    "python.ops.metrics": ("metrics",),
    "python.ops.nn": ("nn",),
    "python.ops.nn_impl": ("nn",),
    "python.ops.nn_ops": ("nn",),
    "python.ops.numerics": ("debugging", ""),
    "python.ops.parsing_ops": ("io", ""),
    "python.ops.partitioned_variables": ("",),
    "python.ops.random_ops": ("random", ""),
    "python.ops.rnn": ("nn",),
    "python.ops.rnn_cell": ("nn.rnn_cell",),
    "python.ops.rnn_cell_impl": ("nn.rnn_cell",),
    "python.ops.script_ops": ("",),
    "python.ops.session_ops": ("",),
    "python.ops.sparse_ops": ("sparse", ""),
    "python.ops.special_math_ops": ("math", ""),
    "python.ops.standard_ops": ("",),
    "python.ops.state_ops": ("",),
    "python.ops.string_ops": ("strings", ""),
    "python.ops.template": ("",),
    "python.ops.tensor_array_ops": ("",),
    "python.ops.variable_scope": ("",),
    "python.ops.variables": ("",),
    "python.ops.while_loop": ("",),
}

REST: Final[dict[str, Sources]] = {
    "python.client.session": ("",),
    "python.data.ops.dataset_ops": ("data",),
    "python.layers.layers": ("layers",),
    "python.lib.io.file_io": ("gfile",),
    "python.lib.io.tf_record": ("python_io", "io"),
    "python.platform.app": ("app",),
    "python.platform.flags": ("flags", "app.flags"),
    "python.platform.gfile": ("gfile",),
    "python.platform.googletest": ("test",),
    "python.platform.resource_loader": ("resource_loader",),
    "python.platform.sysconfig": ("sysconfig",),
    "python.platform.test": ("test",),
    "python.platform.tf_logging": ("logging",),
    "python.saved_model.builder": ("saved_model.builder", "saved_model"),
    "python.saved_model.loader": ("saved_model.loader", "saved_model"),
    "python.saved_model.signature_constants": ("saved_model.signature_constants", "saved_model"),
    "python.saved_model.signature_def_utils": ("saved_model.signature_def_utils", "saved_model"),
    "python.saved_model.tag_constants": ("saved_model.tag_constants", "saved_model"),
    "python.saved_model.utils": ("saved_model.utils", "saved_model"),
    "python.summary.summary": ("summary",),
    "python.training.adam": ("train",),
    "python.training.basic_session_run_hooks": ("train",),
    "python.training.checkpoint_management": ("train",),
    "python.training.checkpoint_utils": ("train",),
    "python.training.coordinator": ("train",),
    "python.training.gradient_descent": ("train",),
    "python.training.input": ("train",),
    "python.training.learning_rate_decay": ("train",),
    "python.training.momentum": ("train",),
    "python.training.monitored_session": ("train",),
    "python.training.moving_averages": ("train",),
    "python.training.optimizer": ("train",),
    "python.training.py_checkpoint_reader": ("train",),
    "python.training.queue_runner": ("train",),
    "python.training.rmsprop": ("train",),
    "python.training.saver": ("train",),
    "python.training.session_run_hook": ("train",),
    "python.training.training": ("train",),
    "python.training.training_util": ("train",),
    "python.util.compat": ("compat",),
    "python.util.nest": ("nest",),
}

PROTOS: Final[dict[str, Sources]] = {
    "core.framework.attr_value_pb2": (f"{_PROTO}node_pb2",),
    "core.framework.cost_graph_pb2": (f"{_PROTO}cost_graph_pb2",),
    "core.framework.function_pb2": (f"{_PROTO}function_pb2",),
    "core.framework.graph_pb2": (f"{_PROTO}graph_pb2",),
    "core.framework.node_def_pb2": (f"{_PROTO}node_pb2",),
    "core.framework.op_def_pb2": (f"{_PROTO}op_pb2",),
    "core.framework.resource_handle_pb2": (f"{_PROTO}tensor_pb2",),
    "core.framework.step_stats_pb2": (f"{_PROTO}step_stats_pb2",),
    "core.framework.tensor_pb2": (f"{_PROTO}tensor_pb2",),
    "core.framework.tensor_shape_pb2": (f"{_PROTO}types_pb2",),
    "core.framework.types_pb2": (f"{_PROTO}types_pb2",),
    "core.framework.versions_pb2": (f"{_PROTO}graph_pb2",),
    "core.protobuf.cluster_pb2": (f"{_PROTO}cluster_pb2",),
    "core.protobuf.config_pb2": (f"{_PROTO}config_pb2",),
    "core.protobuf.debug_pb2": (f"{_PROTO}debug_pb2",),
    "core.protobuf.rewriter_config_pb2": (f"{_PROTO}rewriter_config_pb2",),
}

# Names of internal modules that no public namespace has: where each stands.
NAMES: Final[dict[str, str]] = {
    "python.framework.ops.convert_n_to_tensor": "headrace.graph.convert.convert_n_to_tensor",
    "python.framework.ops.get_name_scope": "headrace.graph.scopes.get_name_scope",
    "python.framework.ops.internal_convert_to_tensor": "headrace.graph.convert.convert_to_tensor",
    "python.framework.ops.prepend_name_scope": "headrace.graph.names.prepend_name_scope",
    "python.framework.ops.strip_name_scope": "headrace.graph.names.strip_name_scope",
    "python.framework.tensor_shape.as_dimension": "headrace.base.dimensions.as_dimension",
    "python.framework.tensor_shape.as_shape": "headrace.base.shapes.as_shape",
    "python.framework.tensor_shape.matrix": "headrace.base.shapes.matrix",
    "python.framework.tensor_shape.scalar": "headrace.base.shapes.scalar",
    "python.framework.tensor_shape.unknown_shape": "headrace.base.shapes.unknown_shape",
    "python.framework.tensor_shape.vector": "headrace.base.shapes.vector",
    "python.framework.tensor_util.constant_value": "headrace.graph.static_value.get_static_value",
    "python.framework.tensor_util.is_tf_type": "headrace.graph.static_value.is_tensor",
    "python.ops.control_flow_ops.with_dependencies": (
        "headrace.ops.control.no_op.with_dependencies"
    ),
}

ROOT: Final[dict[str, Sources]] = {
    "": ("",),
    "compat": ("compat",),
    "compat.v1": ("",),
    "contrib": ("contrib",),
    "core": (),
    "examples": (),
    "python": ("",),
}

MODULES: Final[dict[str, Sources]] = ROOT | FRAMEWORK | OPS | REST | PROTOS

# Every module above stands in packages, which have no names of their own.
PACKAGES: Final[frozenset[str]] = frozenset(
    path[:end] for path in MODULES for end, letter in enumerate(path) if letter == "."
)
