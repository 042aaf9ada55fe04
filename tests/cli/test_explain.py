import pytest

from headrace.cli.explain import explain
from headrace.cli.idioms import IDIOMS, Idiom, idiom


def failure(source, folder):
    """What a program of that text raises; None if it ends well."""
    file = folder / "program.py"
    file.write_text(source)
    try:
        exec(compile(source, str(file), "exec", dont_inherit=True), {"__name__": "__main__"})
    except Exception as error:  # noqa: BLE001 # whatever it is, it is looked up
        # Without the frame of this file, whose lines would be read as the program's.
        return error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
    return None


@pytest.mark.parametrize("entry", IDIOMS, ids=lambda entry: entry.name)
def test_each_idioms_example_is_explained_by_that_idiom(entry: Idiom, tmp_path):
    error = failure(entry.example, tmp_path)
    assert type(error).__name__ in entry.errors
    before, _, after = entry.cause.partition("{name}")
    sentence = explain(error)
    assert sentence is not None
    assert sentence.startswith(before)
    assert after.split("{name}")[0] in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import cPickle", "Python 3 has no module cPickle: use pickle."),
        ("xrange(3)", "Python 3 has no xrange: write range."),
        ("{}.has_key(1)", "Python 3 dicts have no has_key: write key in d."),
        (
            "from urllib import urlretrieve",
            "Python 3 has no urllib.urlretrieve: use urllib.request.urlretrieve.",
        ),
        (
            "import numpy as np\nnp.float",
            "NumPy removed np.float: write float, or run with --old-numpy.",
        ),
        (
            "import numpy as np\nnp.Inf",
            "NumPy removed np.Inf: write np.inf, or run with --old-numpy.",
        ),
        (
            "n = 9\nhalf = n / 2\n'abc'[half:]",
            "/ gives a float in Python 3: write // where the result is a size or an index.",
        ),
        (
            "raise ImportError(\"cannot import name 'imread' from 'scipy.misc' (x.py)\")",
            "SciPy removed scipy.misc.imread: use imageio.v3.imread.",
        ),
        (
            "n = 9 / 3\nn; raise TypeError(\"Value passed to parameter 'shape' has DataType float32 not in list of allowed values: int32\")",
            "/ gives a float in Python 3: write // where the result is a size or an index.",
        ),
    ],
)
def test_the_sentence_names_the_old_and_the_new(source, sentence, tmp_path):
    assert explain(failure(source, tmp_path)) == sentence


@pytest.mark.parametrize(
    "source",
    [
        "time.time()",
        "import scipy_is_not_here",
        "raise ModuleNotFoundError(\"No module named 'scipy'\")",
        "{}.nothing",
        "range(2.0)",
        "int('x')",
        "import numpy as np\nnp.nothing",
        "import time\ntime.nothing",
        "x = 1 +",
        "raise TypeError",
        "raise KeyError('xrange')",
    ],
)
def test_a_failure_of_the_programs_own_is_not_explained(source, tmp_path):
    error = failure(source, tmp_path)
    assert error is not None
    assert explain(error) is None


def test_the_cause_of_a_raised_error_is_explained(tmp_path):
    source = "try:\n    unicode\nexcept NameError as error:\n    raise ValueError('a') from error"
    assert explain(failure(source, tmp_path)) == "Python 3 has no unicode: write str."


def test_an_idiom_is_found_by_its_name():
    assert all(idiom(entry.name) is entry for entry in IDIOMS)
    with pytest.raises(KeyError):
        idiom("nothing")
