import pytest

from headrace.graph.device import DeviceSpec


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("/cpu:0", "/device:CPU:0"),
        ("/gpu", "/device:GPU:*"),
        ("/gpu:*", "/device:GPU:*"),
        ("gpu:0", "/device:GPU:0"),
        ("cpu", "/device:CPU:*"),
        ("/TPU:3", "/device:TPU:3"),
        ("/device:gpu:2", "/device:GPU:2"),
        ("/device:FOO:0", "/device:FOO:0"),
        ("/job:a/task:1/cpu:0", "/job:a/task:1/device:CPU:0"),
        ("/job:w/replica:0/task:1/device:GPU:0", "/job:w/replica:0/task:1/device:GPU:0"),
        ("/job:a/job:b", "/job:b"),
        ("/", ""),
        ("", ""),
    ],
)
def test_prints_what_it_read_as_tensorflow_does(text, canonical):
    spec = DeviceSpec.from_string(text)
    assert spec.to_string() == canonical
    assert DeviceSpec.from_string(canonical) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "/foo:1",
            "Unknown attribute 'foo' is encountered while parsing the device spec: '/foo:1'.",
        ),
        ("/job", "Unknown attribute 'job'"),
        ("/gpu:0:1", "Unknown attribute 'gpu'"),
        ("/xla_gpu:0", "Unknown attribute 'xla_gpu'"),
        ("/gpu:a", "invalid literal for int"),
        ("/task:x", "invalid literal for int"),
        ("/cpu:0/gpu:0", "Multiple device types are not allowed"),
    ],
)
def test_refuses_what_is_no_device_string(text, message):
    with pytest.raises(ValueError, match=message):
        DeviceSpec.from_string(text)


def test_a_merged_spec_takes_the_other_where_it_names_a_part():
    outer = DeviceSpec.from_string("/job:ps/task:2/gpu:0")
    merged = outer.make_merged_spec(DeviceSpec(task=0, device_type="CPU"))
    assert merged.to_string() == "/job:ps/task:0/device:CPU:0"
