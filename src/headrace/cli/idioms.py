"""What Python 2 and older NumPy allowed and this Python does not: pattern, cause and fix, as data.

Only the table lives here; old and new names are in `renames.py`. `explain.py` looks failures up in
it; the `symbols` command uses its texts for what it finds in a source file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from headrace.cli.renames import ATTRIBUTES, BUILTINS, MODULES, NUMPY_METHODS, SCIPY_MISC
from headrace.importing.old_numpy import ALIASES

__all__ = [
    "ALIASES",
    "ATTRIBUTES",
    "BUILTINS",
    "IDIOMS",
    "MODULES",
    "NUMPY_METHODS",
    "SCIPY_MISC",
    "Idiom",
    "idiom",
]


@dataclass(frozen=True)
class Idiom:
    """One thing that used to run and now fails, with the sentence that says why.

    Args:
        name: Its name, in lower case with hyphens; `symbols --json` prints it.
        errors: The names of the exception classes that it ends in.
        pattern: A regular expression searched in the exception's message.
        cause: Why it fails. In `cause` and `fix`, {name} is the pattern's group of that name and
            {replacement} its entry in `replacements`.
        fix: What to write instead.
        example: A program that fails so; the tests run it.
        line: If given, a regular expression that the failing source line must match as well.
        replacements: If given, old name → new name; a name that is not in it is another failure.
    """

    name: str
    errors: tuple[str, ...]
    pattern: str
    cause: str
    fix: str
    example: str
    line: str | None = None
    replacements: Mapping[str, str] = field(default_factory=dict)

    def sentence(self, name: str = "") -> str:
        """Say cause and fix on one line, for the old name that was met (if the texts use one)."""
        words = {"name": name, "replacement": self.replacements.get(name, "")}
        return f"{self.cause.format(**words)}: {self.fix.format(**words)}."


SYNTAX: Final = (
    Idiom(
        "print-statement",
        ("SyntaxError",),
        r"^Missing parentheses in call to 'print'",
        "print is a function since Python 3",
        "write print(...) with parentheses",
        "print 'loss', 1",
    ),
    Idiom(
        "exec-statement",
        ("SyntaxError",),
        r"^Missing parentheses in call to 'exec'",
        "exec is a function since Python 3",
        "write exec(...) with parentheses",
        "exec 'a = 1'",
    ),
    Idiom(
        "except-comma",
        ("SyntaxError",),
        r"^multiple exception types must be parenthesized",
        "Python 3 names a caught exception with 'as'",
        "write except Error as error",
        "try:\n    pass\nexcept ValueError, error:\n    print(error)",
    ),
    Idiom(
        "raise-comma",
        ("SyntaxError",),
        r"^invalid syntax",
        "Python 3 raises an exception object",
        "write raise Error(message)",
        "raise ValueError, 'no data'",
        line=r"^\s*raise\s+[\w.]+\s*,",
    ),
    Idiom(
        "backticks",
        ("SyntaxError",),
        r"^invalid syntax",
        "backticks are gone since Python 3",
        "write repr(x)",
        "a = `1`",
        line=r"`[^`]+`",
    ),
    Idiom(
        "not-equal",
        ("SyntaxError",),
        r"^invalid syntax",
        "the operator <> is gone since Python 3",
        "write !=",
        "a = 1 <> 2",
        line=r"<>",
    ),
    Idiom(
        "octal-literal",
        ("SyntaxError",),
        r"^leading zeros in decimal integer literals",
        "octal numbers are spelled 0o since Python 3",
        "write 0o755 for 0755",
        "mode = 0755",
    ),
    Idiom(
        "long-literal",
        ("SyntaxError",),
        r"^invalid (decimal|hexadecimal) literal",
        "every int is long since Python 3",
        "leave the L away",
        "a = 10L",
        line=r"\b(0[xX][0-9a-fA-F]+|\d+)[lL]\b",
    ),
    Idiom(
        "unicode-raw-literal",
        ("SyntaxError",),
        r"^invalid syntax",
        "ur'...' is gone since Python 3",
        "write r'...'",
        "a = ur'x'",
        line=r"\b[uU][rR]['\"]",
    ),
    Idiom(
        "tuple-parameter",
        ("SyntaxError",),
        r"^(Lambda expression|Function) parameters cannot be parenthesized",
        "Python 3 does not unpack tuples in parameters",
        "take one parameter and unpack it inside",
        "f = lambda (a, b): a",
    ),
    Idiom(
        "async-name",
        ("SyntaxError",),
        r"^invalid syntax",
        "async and await are keywords since Python 3.7",
        "give the name another spelling, such as async_",
        "def f(a, async=True):\n    pass",
        line=r"\b(async|await)\s*[=.,)]",
    ),
    Idiom(
        "mixed-tabs",
        ("TabError",),
        r"^inconsistent use of tabs and spaces",
        "Python 3 does not mix tabs and spaces in one block",
        "indent with spaces only",
        "if 1:\n\ta = 1\n        b = 2\n",
    ),
)

PYTHON: Final = (
    Idiom(
        "print-redirect",
        ("TypeError",),
        r"^unsupported operand type\(s\) for >>: 'builtin_function_or_method'",
        "print is a function since Python 3",
        "write print(..., file=stream)",
        "import sys\nprint >>sys.stderr, 'loss'",
        line=r"print\s*>>",
    ),
    Idiom(
        "renamed-module",
        ("ModuleNotFoundError",),
        r"^No module named '(?P<name>\w+)'",
        "Python 3 has no module {name}",
        "use {replacement}",
        "import cPickle",
        replacements=MODULES,
    ),
    Idiom(
        "removed-builtin",
        ("NameError",),
        r"^name '(?P<name>\w+)' is not defined",
        "Python 3 has no {name}",
        "write {replacement}",
        "for i in xrange(3):\n    pass",
        replacements=BUILTINS,
    ),
    Idiom(
        "moved-attribute",
        ("AttributeError",),
        r"^module '(?P<module>\w+)' has no attribute '(?P<attribute>\w+)'",
        "Python 3 has no {name}",
        "use {replacement}",
        "import time\ntime.clock()",
        replacements=ATTRIBUTES,
    ),
    Idiom(
        "moved-import",
        ("ImportError",),
        r"^cannot import name '(?P<attribute>\w+)' from '(?P<module>\w+)'",
        "Python 3 has no {name}",
        "use {replacement}",
        "from itertools import izip",
        replacements=ATTRIBUTES,
    ),
    Idiom(
        "dict-method",
        ("AttributeError",),
        r"^'\w*(?i:dict)\w*' object has no attribute '(?P<name>\w+)'",
        "Python 3 dicts have no {name}",
        "write {replacement}",
        "{}.iteritems()",
        replacements={
            "has_key": "key in d",
            "iteritems": "d.items()",
            "iterkeys": "d.keys()",
            "itervalues": "d.values()",
            "viewitems": "d.items()",
            "viewkeys": "d.keys()",
            "viewvalues": "d.values()",
        },
    ),
    Idiom(
        "next-method",
        ("AttributeError",),
        r"^'(generator|map|zip|filter|\w*iterator|enumerate|_csv\.reader|_io\.\w+)' object has no "
        r"attribute 'next'",
        "iterators have no next() method since Python 3",
        "write next(iterator)",
        "(i for i in []).next()",
    ),
    Idiom(
        "lazy-sequence",
        ("TypeError", "AttributeError"),
        r"'(?P<name>dict_keys|dict_values|dict_items|map|zip|filter)'"
        r"( object is not subscriptable| has no len\(\)| object has no attribute '(sort|index|append)'"
        r"| and )",
        "keys(), values(), items(), map, zip and filter give no list in Python 3 (this is a {name})",
        "wrap it in list(...)",
        "{}.keys()[0]",
    ),
    Idiom(
        "range-as-list",
        ("TypeError", "AttributeError"),
        r"'range' (object does not support item assignment|and 'list'|and 'range'"
        r"|object has no attribute '(append|sort|remove|pop|extend)')",
        "range gives no list in Python 3",
        "write list(range(...))",
        "import random\nrandom.shuffle(range(3))",
    ),
    Idiom(
        "integer-division",
        ("TypeError", "IndexError"),
        r"^('float' object cannot be interpreted as an integer"
        r"|slice indices must be integers or None|list indices must be integers or slices, not float"
        r"|tuple indices must be integers or slices, not float|only integers, slices"
        r"|expected a sequence of integers or a single integer, got '[\d.]+'"
        r"|can't multiply sequence by non-int of type 'float'"
        # TensorFlow's own sentences for a size or an index that is a float.
        r"|Value passed to parameter '\w+' has DataType float32 not in list of allowed values: int32"
        r"|.*Dimension value must be integer or None .* got value '[\d.]+'"
        r"|(Expected int32 passed to parameter .*)?Expected int32, but got [\d.]+ of type 'float'"
        r"|Only integers, slices .* are valid indices, got [\d.]+$)",
        "/ gives a float in Python 3",
        "write // where the result is a size or an index",
        "n = 4 / 2\nfor i in range(n):\n    pass",
        line=r"[^/]/[^/]",
    ),
    Idiom(
        "compare-function",
        ("TypeError",),
        r"^('cmp' is an invalid keyword argument for sort\(\)|sort\(\) takes no positional arguments)",
        "sort takes no comparison function in Python 3",
        "write key=functools.cmp_to_key(function)",
        "[2, 1].sort(lambda a, b: a - b)",
    ),
    Idiom(
        "str-decode",
        ("AttributeError",),
        r"^'str' object has no attribute 'decode'",
        "a str is Unicode already in Python 3",
        "leave .decode(...) away, or open the file in mode 'rb'",
        "'a'.decode('utf8')",
    ),
    Idiom(
        "bytes-encode",
        ("AttributeError",),
        r"^'bytes' object has no attribute '(encode|format)'",
        "bytes and text are two types in Python 3",
        "write .decode() first, or leave .encode(...) away",
        "b'a'.encode('utf8')",
    ),
    Idiom(
        "pickle-text-file",
        ("TypeError",),
        r"^(write\(\) argument must be str, not bytes|a bytes-like object is required, not 'str')",
        "pickles are bytes in Python 3",
        "open the file in mode 'rb' or 'wb'",
        "import pickle, tempfile\nwith tempfile.TemporaryFile('w') as file:\n    pickle.dump(1, file)",
        line=r"\b\w*[pP]ickle\w*\.(load|dump)\(|\bpkl\.(load|dump)\(",
    ),
    Idiom(
        "pickle-from-python2",
        ("UnicodeDecodeError",),
        r"^'ascii' codec can't decode byte",
        "this pickle was written by Python 2",
        "write pickle.load(file, encoding='latin1')",
        "import pickle\npickle.loads(b'\\x80\\x02U\\x02\\xff\\xfeq\\x00.')",
        line=r"\bloads?\(",
    ),
    Idiom(
        "universal-newlines",
        ("ValueError",),
        r"^invalid mode: '[rU]*U[rbU]*'",
        "open has no mode 'U' since Python 3.11",
        "write 'r'",
        "open('data.txt', 'rU')",
    ),
)

NUMPY: Final = (
    Idiom(
        "numpy-alias",
        ("AttributeError",),
        r"^(module 'numpy' has no attribute '|`np\.)(?P<name>\w+)",
        "NumPy removed np.{name}",
        "write {replacement}, or run with --old-numpy",
        "import numpy as np\nnp.zeros(3, np.float)",
        replacements=ALIASES,
    ),
    Idiom(
        "numpy-alias-import",
        ("ImportError",),
        r"^cannot import name '(?P<name>\w+)' from 'numpy'",
        "NumPy removed np.{name}",
        "import {replacement} instead, or run with --old-numpy",
        "from numpy import product",
        replacements=ALIASES,
    ),
    Idiom(
        "numpy-function",
        ("AttributeError",),
        r"^(module 'numpy' has no attribute '|`np\.)(?P<name>\w+)",
        "NumPy removed np.{name}",
        "write {replacement}",
        "import numpy as np\nnp.asscalar(np.zeros(1))",
        replacements={
            "NINF": "-np.inf",
            "NZERO": "-0.0",
            "PZERO": "0.0",
            "alen": "len(a)",
            "asfarray": "np.asarray(a, dtype=float)",
            "asscalar": "a.item()",
            "cast": "np.asarray(a, dtype)",
            "fastCopyAndTranspose": "a.T.copy()",
            "find_common_type": "np.result_type",
            "loads": "pickle.loads",
            "msort": "np.sort(a, axis=0)",
            "safe_eval": "ast.literal_eval",
            "set_string_function": "np.set_printoptions",
            "typeDict": "np.dtype(name)",
        },
    ),
    Idiom(
        "numpy-method",
        ("AttributeError",),
        r"^'?(numpy\.)?ndarray'? object has no attribute '(?P<name>\w+)'"
        r"|^`(?P<removed>\w+)` was removed from the ndarray class",
        "NumPy removed the array method {name}",
        "write {replacement}",
        "import numpy as np\nnp.zeros(3).tostring()",
        replacements=NUMPY_METHODS,
    ),
    Idiom(
        "numpy-ragged",
        ("ValueError",),
        # (one line: a feed's message goes on with rows that tell the cause)
        r"^setting an array element with a sequence\. The requested array has an inhomogeneous shape[^\n]*\Z",
        "NumPy makes no array of objects from lists of unequal length by itself since 1.24",
        "write np.array(..., dtype=object)",
        "import numpy as np\nnp.array([[1], [1, 2]])",
    ),
    Idiom(
        "numpy-allow-pickle",
        ("ValueError",),
        r"^Object arrays cannot be loaded when allow_pickle=False",
        "np.load reads no pickled objects by itself since NumPy 1.16.3",
        "write np.load(file, allow_pickle=True) if you trust the file",
        "import io\nimport numpy as np\nfile = io.BytesIO()\nnp.save(file, np.array([None]))\n"
        "file.seek(0)\nnp.load(file)",
    ),
    Idiom(
        "numpy-fromstring",
        ("ValueError",),
        r"^The binary mode of fromstring is removed",
        "np.fromstring reads no bytes since NumPy 2.3",
        "write np.frombuffer",
        "import numpy as np\nnp.fromstring(b'abcd', dtype=np.uint8)",
    ),
    Idiom(
        "numpy-overflow",
        ("OverflowError",),
        r"^Python integer -?\d+ out of bounds for u?int\d+",
        "NumPy 2 does not wrap a Python int around",
        "cast it with np.array(value).astype(dtype)",
        "import numpy as np\nnp.uint8(300)",
    ),
    Idiom(
        "numpy-normed",
        ("TypeError",),
        r"^histogram\w*\(\) got an unexpected keyword argument 'normed'",
        "NumPy 1.24 removed histogram's normed",
        "write density=True",
        "import numpy as np\nnp.histogram([1], normed=True)",
    ),
    Idiom(
        "scipy-misc",
        ("ImportError",),
        r"^cannot import name '(?P<name>\w+)' from 'scipy\.misc'",
        "SciPy removed scipy.misc.{name}",
        "use {replacement}",
        "raise ImportError(\"cannot import name 'imread' from 'scipy.misc' (scipy/misc/__init__.py)\")",
        replacements=SCIPY_MISC,
    ),
    Idiom(
        "scipy-misc-attribute",
        ("AttributeError",),
        r"^([Mm]odule '?|`?)scipy\.misc'?`? has no attribute '?`?(?P<name>\w+)",
        "SciPy removed scipy.misc.{name}",
        "use {replacement}",
        "raise AttributeError(\"module 'scipy.misc' has no attribute 'imresize'\")",
        replacements=SCIPY_MISC,
    ),
    Idiom(
        "scipy-misc-module",
        ("ModuleNotFoundError", "AttributeError", "ImportError"),
        r"^(No module named 'scipy\.misc'|[Mm]odule '?scipy'? has no attribute '?misc"
        r"|cannot import name 'misc' from 'scipy')",
        "SciPy no longer has scipy.misc",
        "use imageio.v3 (imread, imsave), PIL.Image (imresize) or scipy.special (comb, logsumexp)",
        "raise ModuleNotFoundError(\"No module named 'scipy.misc'\")",
    ),
)

IDIOMS: Final[tuple[Idiom, ...]] = SYNTAX + PYTHON + NUMPY


def idiom(name: str) -> Idiom:
    """The idiom of that name.

    Raises:
        KeyError: if the table has none.
    """
    for entry in IDIOMS:
        if entry.name == name:
            return entry
    raise KeyError(name)
