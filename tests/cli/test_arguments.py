import pytest

from headrace.cli.arguments import RunArguments, parse


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["a.py"], RunArguments("a.py")),
        (["a.py", "-h", "-m", "b"], RunArguments("a.py", arguments=("-h", "-m", "b"))),
        (["-m", "b", "--help"], RunArguments("b", is_module=True, arguments=("--help",))),
        (["-mb", "c"], RunArguments("b", is_module=True, arguments=("c",))),
        (["--", "-a.py", "x"], RunArguments("-a.py", arguments=("x",))),
        (["--old-numpy", "a.py"], RunArguments("a.py", old_numpy=True)),
        (["--traceback", "full", "a.py"], RunArguments("a.py", full_traceback=True)),
        (["--traceback=full", "-m", "b"], RunArguments("b", is_module=True, full_traceback=True)),
    ],
)
def test_reads_options_up_to_the_program(words, expected):
    assert parse(words) == expected


def test_the_environment_asks_for_full_tracebacks(monkeypatch):
    monkeypatch.setenv("HEADRACE_TRACEBACK", "full")
    assert parse(["a.py"]).full_traceback
    assert not parse(["--traceback", "user", "a.py"]).full_traceback


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "give a SCRIPT"),
        (["--"], "there is no option --"),
        (["-m"], "-m needs a module's name"),
        (["--traceback"], "--traceback needs user or full"),
        (["--traceback", "all", "a.py"], "--traceback takes user or full, not all"),
        (["-x", "a.py"], "there is no option -x"),
    ],
)
def test_a_line_that_cannot_be_followed_ends_with_2_and_the_reason(words, reason, capsys):
    with pytest.raises(SystemExit) as ended:
        parse(words)
    assert ended.value.code == 2
    assert f"headrace run: {reason}" in capsys.readouterr().err


def test_help_shows_every_option(capsys):
    with pytest.raises(SystemExit) as ended:
        parse(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(
        option in shown for option in ("-m MODULE", "--old-numpy", "--traceback", "Examples")
    )
