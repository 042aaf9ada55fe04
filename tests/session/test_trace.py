import time

import numpy as np

from headrace.base import dtypes
from headrace.codecs import messages
from headrace.graph.build import build, build_outputs
from headrace.ops.sources.constant import constant
from headrace.session.trace import Trace


def test_the_clock_is_the_calendars():
    trace = Trace()
    assert abs(trace.now() - time.time_ns()) < 60 * 10**9
    assert trace.now() <= trace.now()


def test_a_message_tells_what_a_timeline_needs():
    x = constant([1.0, 2.0], name="x")
    y = build("Mul", x, x, name="y")
    trace = Trace()
    start = trace.now()
    trace.note(y.op, start, [np.zeros(2, np.float32)])
    message = messages.RunMetadata()
    trace.write(message)
    (device,) = message.step_stats.dev_stats
    (node,) = device.node_stats
    assert device.device == "/job:localhost/replica:0/task:0/device:CPU:0"
    assert (node.node_name, node.timeline_label) == ("y", "y = Mul(x, x)")
    assert node.all_start_nanos == start
    assert node.all_start_micros == start // 1000
    assert node.op_end_rel_micros == node.all_end_rel_micros >= 1
    (output,) = node.output
    assert output.tensor_description.dtype == dtypes.float32.as_datatype_enum
    assert [dim.size for dim in output.tensor_description.shape.dim] == [2]
    assert output.tensor_description.allocation_description.requested_bytes == 8


def test_outputs_are_numbered():
    first, _ = build_outputs("Unpack", constant([1, 2]), num=2, axis=0)
    trace = Trace()
    trace.note(first.op, trace.now(), [np.zeros((), np.int32)] * 2)
    message = messages.RunMetadata()
    trace.write(message)
    assert [output.slot for output in message.step_stats.dev_stats[0].node_stats[0].output] == [
        0,
        1,
    ]
