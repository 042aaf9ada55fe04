"""Locks that no fork leaves locked in the child, where the thread that holds them does not exist.

Every lock of Headrace's that outlives one call is made here; what they guard lives elsewhere.
"""

from __future__ import annotations

import os
import threading
from contextlib import AbstractContextManager
from typing import Any
from weakref import WeakSet

Lock = AbstractContextManager[bool]

_all_locks: WeakSet[Any] = WeakSet()  # RLock is a function up to Python 3.12, a class after it
# Guards the set, and lets one fork after the other collect the locks.
_guard = threading.RLock()
_held: list[Any] = []


def make_lock() -> Lock:
    """A re-entrant lock. A fork waits until it is free, so that the child finds its data whole."""
    lock = threading.RLock()
    with _guard:
        _all_locks.add(lock)
    return lock


def _hold_all() -> None:
    _guard.acquire()
    for lock in list(_all_locks):
        lock.acquire()
        _held.append(lock)


def _release_all() -> None:
    while _held:
        _held.pop().release()
    _guard.release()


if hasattr(os, "register_at_fork"):  # where there is fork at all
    os.register_at_fork(before=_hold_all, after_in_parent=_release_all, after_in_child=_release_all)
