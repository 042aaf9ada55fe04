"""Old name → what to use now, for Python's modules, builtins and functions, SciPy and NumPy's arrays.

Plain data for `idioms.py`; NumPy's own removed names are in `headrace.importing.old_numpy`.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, str]] = {
    "BaseHTTPServer": "http.server",
    "ConfigParser": "configparser",
    "Cookie": "http.cookies",
    "HTMLParser": "html.parser",
    "Queue": "queue",
    "SocketServer": "socketserver",
    "StringIO": "io",
    "Tkinter": "tkinter",
    "UserDict": "collections",
    "__builtin__": "builtins",
    "anydbm": "dbm",
    "cPickle": "pickle",
    "cStringIO": "io",
    "commands": "subprocess",
    "cookielib": "http.cookiejar",
    "copy_reg": "copyreg",
    "dummy_thread": "_thread",
    "httplib": "http.client",
    "md5": "hashlib",
    "sets": "builtins",
    "sha": "hashlib",
    "thread": "_thread",
    "tkMessageBox": "tkinter.messagebox",
    "urllib2": "urllib.request",
    "urlparse": "urllib.parse",
    "xmlrpclib": "xmlrpc.client",
    "distutils": "setuptools",
    "imp": "importlib",
}

BUILTINS: Final[dict[str, str]] = {
    "StandardError": "Exception",
    "apply": "f(*args)",
    "basestring": "str",
    "buffer": "memoryview",
    "cmp": "(a > b) - (a < b)",
    "execfile": "exec(open(path).read())",
    "file": "open",
    "intern": "sys.intern",
    "long": "int",
    "raw_input": "input",
    "reduce": "functools.reduce",
    "reload": "importlib.reload",
    "unichr": "chr",
    "unicode": "str",
    "xrange": "range",
}

ATTRIBUTES: Final[dict[str, str]] = {
    "base64.decodestring": "base64.decodebytes",
    "base64.encodestring": "base64.encodebytes",
    "fractions.gcd": "math.gcd",
    "inspect.getargspec": "inspect.getfullargspec",
    "itertools.ifilter": "filter",
    "itertools.imap": "map",
    "itertools.izip": "zip",
    "itertools.izip_longest": "itertools.zip_longest",
    "os.getcwdu": "os.getcwd",
    "string.join": "the string's own join",
    "string.letters": "string.ascii_letters",
    "string.lowercase": "string.ascii_lowercase",
    "string.maketrans": "str.maketrans",
    "string.replace": "the string's own replace",
    "string.split": "the string's own split",
    "string.strip": "the string's own strip",
    "string.uppercase": "string.ascii_uppercase",
    "sys.maxint": "sys.maxsize",
    "sys.setdefaultencoding": "nothing: text is Unicode already",
    "time.clock": "time.perf_counter",
    "types.ListType": "list",
    "types.StringType": "str",
    "types.StringTypes": "str",
    "urllib.quote": "urllib.parse.quote",
    "urllib.unquote": "urllib.parse.unquote",
    "urllib.urlencode": "urllib.parse.urlencode",
    "urllib.urlopen": "urllib.request.urlopen",
    "urllib.urlretrieve": "urllib.request.urlretrieve",
} | {
    f"collections.{name}": f"collections.abc.{name}"
    for name in (
        *("Callable", "Container", "Hashable", "Iterable", "Iterator", "Mapping", "MutableMapping"),
        *("MutableSequence", "MutableSet", "Sequence", "Set", "Sized"),
    )
}

SCIPY_MISC: Final[dict[str, str]] = {
    "ascent": "scipy.datasets.ascent",
    "bytescale": "NumPy arithmetic and astype('uint8')",
    "comb": "scipy.special.comb",
    "face": "scipy.datasets.face",
    "factorial": "scipy.special.factorial",
    "fromimage": "numpy.asarray(image)",
    "imread": "imageio.v3.imread",
    "imresize": "PIL.Image.fromarray(array).resize((width, height))",
    "imrotate": "scipy.ndimage.rotate",
    "imsave": "imageio.v3.imwrite",
    "imshow": "matplotlib.pyplot.imshow",
    "logsumexp": "scipy.special.logsumexp",
    "toimage": "PIL.Image.fromarray",
}

NUMPY_METHODS: Final[dict[str, str]] = {
    "itemset": "a[index] = value",
    "newbyteorder": "a.view(a.dtype.newbyteorder(order))",
    "ptp": "np.ptp(a)",
    "tostring": "a.tobytes()",
}
