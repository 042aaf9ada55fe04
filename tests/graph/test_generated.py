import pytest

from headrace.graph import generated
from headrace.graph.raw_ops import raw_op


@pytest.mark.parametrize(
    ("name", "op_type"),
    [
        ("add_v2", "AddV2"),
        ("conv2d_backprop_input", "Conv2DBackpropInput"),
        ("depthwise_conv2d_native", "DepthwiseConv2dNative"),
        ("l2_loss", "L2Loss"),
        ("log1p", "Log1p"),
        ("mat_mul", "MatMul"),
        ("relu6_grad", "Relu6Grad"),
        ("space_to_batch_nd", "SpaceToBatchND"),
        ("_max_pool_grad", "MaxPoolGrad"),
    ],
)
def test_an_op_type_has_tensorflows_lower_case_name(name, op_type):
    assert getattr(generated, name) is raw_op(op_type)


def test_other_names_are_missing():
    assert "mat_mul" in dir(generated)
    for name in ("MatMul", "matmull", "__path__"):
        assert not hasattr(generated, name)
