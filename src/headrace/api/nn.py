"""`tf.nn`: neural networks."""

from headrace.api.missing import reporter
from headrace.ops.array.space_batch import space_to_batch
from headrace.ops.math.exponential import log_sigmoid, sigmoid
from headrace.ops.math.hyperbolic import tanh
from headrace.ops.nn.activations import (
    crelu,
    elu,
    leaky_relu,
    relu,
    relu6,
    selu,
    silu,
    softplus,
    softsign,
    swish,
)
from headrace.ops.nn.average_pooling import avg_pool
from headrace.ops.nn.average_pooling import avg_pool as avg_pool2d
from headrace.ops.nn.batch_normalization import batch_normalization
from headrace.ops.nn.bias import bias_add, relu_layer, xw_plus_b
from headrace.ops.nn.convolution import conv2d
from headrace.ops.nn.convolution_backprop import conv2d_backprop_filter, conv2d_backprop_input
from headrace.ops.nn.convolution_nd import atrous_conv2d, conv1d, convolution
from headrace.ops.nn.convolution_transpose import conv2d_transpose
from headrace.ops.nn.cross_entropy import (
    softmax_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2,
)
from headrace.ops.nn.depthwise import depthwise_conv2d_native
from headrace.ops.nn.depthwise_backprop import (
    depthwise_conv2d_native_backprop_filter,
    depthwise_conv2d_native_backprop_input,
)
from headrace.ops.nn.depthwise_backprop import (
    depthwise_conv2d_native_backprop_filter as depthwise_conv2d_backprop_filter,
)
from headrace.ops.nn.depthwise_backprop import (
    depthwise_conv2d_native_backprop_input as depthwise_conv2d_backprop_input,
)
from headrace.ops.nn.l2_loss import l2_loss, l2_normalize
from headrace.ops.nn.logistic_loss import (
    log_poisson_loss,
    sigmoid_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from headrace.ops.nn.moments import moments
from headrace.ops.nn.pooling import max_pool, max_pool2d
from headrace.ops.nn.separable import depthwise_conv2d, separable_conv2d
from headrace.ops.nn.softmax import log_softmax, softmax
from headrace.ops.nn.sparse_cross_entropy import sparse_softmax_cross_entropy_with_logits
from headrace.ops.nn.zero_fraction import zero_fraction

__all__ = [
    "atrous_conv2d",
    "avg_pool",
    "avg_pool2d",
    "batch_normalization",
    "bias_add",
    "conv1d",
    "conv2d",
    "conv2d_backprop_filter",
    "conv2d_backprop_input",
    "conv2d_transpose",
    "convolution",
    "crelu",
    "depthwise_conv2d",
    "depthwise_conv2d_backprop_filter",
    "depthwise_conv2d_backprop_input",
    "depthwise_conv2d_native",
    "depthwise_conv2d_native_backprop_filter",
    "depthwise_conv2d_native_backprop_input",
    "elu",
    "l2_loss",
    "l2_normalize",
    "leaky_relu",
    "log_poisson_loss",
    "log_sigmoid",
    "log_softmax",
    "max_pool",
    "max_pool2d",
    "moments",
    "relu",
    "relu6",
    "relu_layer",
    "selu",
    "separable_conv2d",
    "sigmoid",
    "sigmoid_cross_entropy_with_logits",
    "silu",
    "softmax",
    "softmax_cross_entropy_with_logits",
    "softmax_cross_entropy_with_logits_v2",
    "softplus",
    "softsign",
    "space_to_batch",
    "sparse_softmax_cross_entropy_with_logits",
    "swish",
    "tanh",
    "weighted_cross_entropy_with_logits",
    "xw_plus_b",
    "zero_fraction",
]

__getattr__ = reporter(__name__, "tf.nn", __all__)
