"""Device strings: parsed, merged and printed as TensorFlow does; nothing is computed anywhere but the CPU."""

from __future__ import annotations

from typing import Any, NamedTuple

from headrace.graph.refusal import refusal


class DeviceSpec(NamedTuple):
    """The parts of a device string; None where a part is not named."""

    job: str | None = None
    replica: int | None = None
    task: int | None = None
    device_type: str | None = None
    device_index: int | None = None

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """Reads a device string, `/job:w/task:1/gpu:0` or `/device:GPU:0`.

        Raises:
            ValueError: a part is unknown, a number is none, or two device types are named.
        """
        parts: dict[str, Any] = {}
        for text in spec.split("/"):
            if not text:
                continue
            part = _parse_part(text.split(":"), spec)
            if "device_type" in part and "device_type" in parts:
                raise refusal(
                    ValueError,
                    f"Multiple device types are not allowed while parsing the device spec: {spec}.",
                )
            parts.update(part)
        return cls(**parts)

    def to_string(self) -> str:
        """`/job:w/replica:0/task:1/device:GPU:0`, leaving out what is not named."""
        text = ""
        if self.job is not None:
            text += f"/job:{self.job}"
        if self.replica is not None:
            text += f"/replica:{self.replica}"
        if self.task is not None:
            text += f"/task:{self.task}"
        if self.device_type is not None:
            index = "*" if self.device_index is None else self.device_index
            text += f"/device:{self.device_type}:{index}"
        return text

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """These parts, each overruled by `dev` where it names one."""
        named = {key: value for key, value in dev._asdict().items() if value is not None}
        return self._replace(**named)


def _parse_part(part: list[str], spec: str) -> dict[str, Any]:
    kind, values = part[0], part[1:]
    if len(values) == 1 and kind == "job":
        return {"job": values[0]}
    if len(values) == 1 and kind in ("replica", "task"):
        return {kind: int(values[0])}
    if kind.upper() in ("CPU", "GPU", "TPU") and len(values) <= 1:
        return {"device_type": kind.upper(), "device_index": _parse_index(values)}
    if kind == "device" and values and len(values) <= 2:
        return {"device_type": values[0].upper(), "device_index": _parse_index(values[1:])}
    raise refusal(
        ValueError,
        f"Unknown attribute '{kind}' is encountered while parsing the device spec: '{spec}'.",
        advice="'/device:GPU:0', '/cpu:0'",
    )


def _parse_index(values: list[str]) -> int | None:
    return None if not values or values[0] == "*" else int(values[0])
