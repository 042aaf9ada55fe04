import os
import signal
import threading
import time

import pytest

from headrace.base import forking

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this platform"),
    # Python 3.12 warns of what is tested here
    pytest.mark.filterwarnings("ignore:This process:DeprecationWarning"),
]


def child_takes(lock):
    """Whether a child, forked now, can take the lock."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)  # a lock that stays locked must not hang the test
        with lock:
            os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def test_a_child_can_take_a_lock_that_another_thread_held_at_the_fork():
    lock, held = forking.make_lock(), threading.Event()
    done = []

    def hold():
        with lock:
            held.set()
            time.sleep(0.1)
            done.append(True)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    assert child_takes(lock)
    assert done  # the fork waited for what the thread was doing
    thread.join()


def test_a_thread_may_fork_while_it_holds_a_lock():
    lock = forking.make_lock()
    with lock:
        assert child_takes(lock)


def test_the_parent_can_take_its_locks_after_a_fork():
    lock = forking.make_lock()
    assert child_takes(lock)
    taken = []

    def take():
        with lock:
            taken.append(True)

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    thread.join(10)
    assert taken
