import platform
import sys
import threading

import numpy as np
import pytest

from headrace.session import denormals
from headrace.session.denormals import flushed_denormals

CAN_FLUSH = (
    sys.platform == "linux" and platform.machine() == "x86_64" and platform.libc_ver()[0] == "glibc"
)


def product():
    """A product that is denormal: 1e-40, or 0 when denormals are flushed."""
    return float((np.full(1, 1e-30, np.float32) * np.float32(1e-10))[0])


def test_denormals_are_flushed_inside_where_the_platform_lets_us():
    with flushed_denormals():
        inside = product()
    assert (inside == 0) == CAN_FLUSH


def test_denormal_operands_count_as_zero():
    operand = np.full(1, 1e-40, np.float32)
    with flushed_denormals():
        inside = float((operand * np.float32(1e10))[0])
    assert (inside == 0) == CAN_FLUSH


def test_they_are_kept_after_the_block_and_after_an_error_in_it():
    with flushed_denormals():
        pass
    assert product() > 0
    with pytest.raises(KeyError), flushed_denormals():
        raise KeyError
    assert product() > 0


def test_blocks_nest():
    with flushed_denormals():
        with flushed_denormals():
            pass
        assert (product() == 0) == CAN_FLUSH
    assert product() > 0


def test_other_threads_keep_theirs():
    inside, done, seen = threading.Event(), threading.Event(), []

    def look():
        inside.wait()
        seen.append(product())
        done.set()

    thread = threading.Thread(target=look)
    thread.start()
    with flushed_denormals():
        inside.set()
        done.wait()
    thread.join()
    assert seen[0] > 0


def test_where_the_layout_is_not_known_nothing_changes(monkeypatch):
    monkeypatch.setattr(denormals, "_environment", lambda: None)
    with flushed_denormals():
        assert product() > 0
    assert product() > 0
