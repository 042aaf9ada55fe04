"""What TensorFlow-1 programs use around the graph: app, flags, logging, compat, test, versions.

Every file is one of TensorFlow's modules, re-exported by `api`. Nothing here knows of graphs, ops
or sessions, and absl and unittest are loaded on first use only.
"""
