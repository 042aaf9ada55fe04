import pytest

from tests.launch import headrace_run, python, write

# The children import the program as __mp_main__, hence `tensorflow` before any function of it runs.
PROGRAM = """
import multiprocessing
import sys
import numpy as np
import tensorflow as tf

def work(queue):
    queue.put((__name__, tf.Session.__module__.partition(".")[0], hasattr(np, "float"), sys.argv[1:]))

def start(context, queue):
    process = context.Process(target=work, args=(queue,))
    process.start()
    print(*queue.get(timeout=60), flush=True)
    process.join()

def start_another(method, queue):
    process = multiprocessing.get_context(method).Process(target=work, args=(queue,))
    process.start()
    process.join()

if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    queue = context.Queue()
    start(context, queue)
    grandchild = context.Process(target=start_another, args=(sys.argv[1], queue))
    grandchild.start()
    print(*queue.get(timeout=60))
    grandchild.join()
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
@pytest.mark.parametrize("program", [("program.py",), ("-m", "program")])
def test_children_and_their_children_inherit_the_hook(tmp_path, method, program):
    write(tmp_path, "program.py", PROGRAM)
    result = headrace_run(tmp_path, *program, method)
    assert result.stdout == f"__mp_main__ headrace False ['{method}']\n" * 2
    assert result.stderr == ""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_children_have_old_numpys_names_when_asked(tmp_path, method):
    write(tmp_path, "program.py", PROGRAM)
    result = headrace_run(tmp_path, "--old-numpy", "program.py", method)
    assert result.stdout == f"__mp_main__ headrace True ['{method}']\n" * 2


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_an_installed_tensorflow_is_passed_over_in_children_and_said_once(tmp_path, method):
    write(tmp_path, "program.py", PROGRAM)
    write(tmp_path, "site/tensorflow/__init__.py", "raise SystemExit('the installed one')")
    result = headrace_run(tmp_path, "program.py", method, PYTHONPATH=str(tmp_path / "site"))
    assert result.stdout == f"__mp_main__ headrace False ['{method}']\n" * 2
    assert result.stderr.count("is not used") == 1


def test_modules_that_the_fork_server_preloads_see_headrace(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import multiprocessing
        def work():
            import preloaded
            print(preloaded.parent, multiprocessing.parent_process().pid, flush=True)
        if __name__ == "__main__":
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(["__main__", "preloaded"])
            process = context.Process(target=work)
            process.start()
            process.join()
        """,
    )
    write(
        tmp_path,
        "preloaded.py",
        """
        import os
        import numpy as np
        import tensorflow as tf
        names = tf.Session, np.float
        parent = os.getppid()
        """,
    )
    result = headrace_run(tmp_path, "--old-numpy", "program.py")
    assert result.stderr == ""
    # The module was run in the server, whose parent is the program; not in the child.
    parent, program = result.stdout.split()
    assert parent == program


def test_multiprocessing_that_is_imported_already_is_served_too(tmp_path):
    source = "import multiprocessing.spawn\nfrom headrace.importing import install\ninstall()\n"
    # Without the guard, a child's own `install` would hide that it has not inherited the hook.
    guarded = source.replace("install()\n", "if __name__ == '__main__':\n    install()\n")
    write(tmp_path, "program.py", guarded + PROGRAM)
    result = python(tmp_path, "program.py", "spawn")
    assert result.stdout == "__mp_main__ headrace False ['spawn']\n" * 2
    assert result.stderr == ""


def test_multiprocessing_is_not_imported_for_programs_that_do_not_use_it(tmp_path):
    write(tmp_path, "program.py", "import sys\nprint('multiprocessing' in sys.modules)\n")
    assert headrace_run(tmp_path, "program.py").stdout == "False\n"


def test_multiprocessing_keeps_its_true_spec(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import importlib, inspect
        from multiprocessing import spawn
        print(type(spawn.__loader__).__name__, spawn.__spec__.loader is spawn.__loader__)
        print("def spawn_main" in inspect.getsource(spawn), importlib.reload(spawn) is spawn)
        """,
    )
    assert headrace_run(tmp_path, "program.py").stdout == "SourceFileLoader True\nTrue True\n"
