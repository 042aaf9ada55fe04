from headrace.session.devices import cpu_device


def test_the_device_is_the_cpu_under_tensorflows_name():
    device = cpu_device()
    assert device.name == "/job:localhost/replica:0/task:0/device:CPU:0"
    assert device.device_type == "CPU"
    assert device.memory_limit_bytes > 0
