"""Reads and writes the recordings: JSON objects, one sorted entry a line.

Knows nothing about what an entry means.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load(name: str) -> dict[str, Any]:
    """Returns the recording `name` (for example "signatures.json") as a dict."""
    recording: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return recording


def save(name: str, entries: dict[str, Any]) -> None:
    """Writes `entries` to the recording `name`, sorted by key, one entry a line."""
    lines = [
        f"{json.dumps(key)}: {json.dumps(entries[key], separators=(', ', ': '))}"
        for key in sorted(entries)
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (FOLDER / name).write_text(text, encoding="utf-8")
