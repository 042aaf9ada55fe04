"""The devices that a session tells of: one CPU."""

from __future__ import annotations

from typing import NamedTuple


class DeviceAttributes(NamedTuple):
    """One device, as `Session.list_devices` describes it."""

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int


def cpu_device() -> DeviceAttributes:
    """The CPU."""
    return DeviceAttributes("/job:localhost/replica:0/task:0/device:CPU:0", "CPU", 268435456, 0)
