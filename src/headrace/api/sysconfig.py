"""`tf.sysconfig`: how this package was built."""

from headrace.api.missing import reporter
from headrace.platform.versions import CXX11_ABI_FLAG, CXX_VERSION, MONOLITHIC_BUILD

__all__ = ["CXX11_ABI_FLAG", "CXX_VERSION", "MONOLITHIC_BUILD"]

__getattr__ = reporter(__name__, "tf.sysconfig", __all__)
