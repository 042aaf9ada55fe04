import ast

import pytest

from headrace.cli.scan.reader import Reader


def hits(code, local_modules=frozenset()):
    found = Reader(local_modules).read(ast.parse(code).body)
    return [(hit.key, hit.name) for hit in found.hits]


@pytest.mark.parametrize(
    ("code", "key", "name"),
    [
        ("for i in xrange(3): pass", "removed-builtin", "xrange"),
        ("unicode('a')", "removed-builtin", "unicode"),
        ("raw_input()", "removed-builtin", "raw_input"),
        ("d.iteritems()", "dict-method", "iteritems"),
        ("d.has_key(1)", "dict-method", "has_key"),
        ("import cPickle", "renamed-module", "cPickle"),
        ("import urllib2", "renamed-module", "urllib2"),
        ("from Queue import Queue", "renamed-module", "Queue"),
        ("from itertools import izip", "moved-import", "itertools.izip"),
        ("import time as t\nt.clock()", "moved-attribute", "time.clock"),
        ("import numpy as np\nnp.float", "numpy-alias", "float"),
        ("import numpy\nnumpy.object", "numpy-alias", "object"),
        ("from numpy import product", "numpy-alias-import", "product"),
        ("import numpy as np\nnp.asscalar(x)", "numpy-function", "asscalar"),
        ("import numpy as np\nnp.fromstring(x, np.uint8)", "numpy-fromstring", ""),
        ("import numpy as np\nnp.histogram(x, normed=True)", "numpy-normed", ""),
        ("from scipy.misc import imread", "scipy-misc", "imread"),
        ("import scipy.misc\nscipy.misc.imresize(x, 2)", "scipy-misc-attribute", "imresize"),
        ("from scipy import misc\nmisc.imsave(x)", "scipy-misc-attribute", "imsave"),
        ("import sys\nprint >>sys.stderr, 'x'", "print-redirect", ""),
        ("d.keys()[0]", "lazy-sequence", "dict_keys"),
        ("map(f, x)[0]", "lazy-sequence", "map"),
        ("len(filter(f, x))", "lazy-sequence", "filter"),
        ("d.keys().sort()", "lazy-sequence", "dict_keys"),
        ("range(3) + [4]", "range-as-list", ""),
        ("x.sort(cmp=f)", "compare-function", ""),
        ("'a'.decode('hex')", "str-decode", ""),
        ("import pickle\npickle.load(open('a'))", "pickle-text-file", ""),
        ("open('a', 'rU')", "universal-newlines", ""),
    ],
)
def test_finds_the_idiom(code, key, name):
    assert (key, name) in hits(code)


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)",
        "from six.moves import xrange\nxrange(3)",
        "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle",
        "try:\n    import queue\nexcept ImportError:\n    import Queue as queue",
        "import six\nsix.iteritems(d)",
        "import sys\nif sys.version_info[0] < 3:\n    import urllib2\n    x = unicode('a')",
        "import six\ntext = unicode if six.PY2 else str",
        "import six\nif six.PY2:\n    def f(): return unicode('a')",
        "class D:\n    def iteritems(self): return 1\nD().iteritems()",
        "import numpy as np\nnp.float32, np.zeros(3).astype(float)",
        "import numpy as np\nnp.dtype(np.uint32).newbyteorder('>')",
        "import xml.etree.ElementTree as ET\nET.tostring(x)",
        "import pickle\npickle.load(open('a', 'rb'))",
        "list(d.keys())[0]",
        "def f(file, long): return file.x, long",
        "x.next()",
    ],
)
def test_sound_code_is_left_alone(code):
    assert hits(code) == []


def test_a_module_of_the_programs_own_hides_python_2s():
    assert hits("import commands", frozenset({"commands"})) == []
