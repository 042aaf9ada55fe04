"""TensorFlow's messages, in files of our own with the same field numbers and types.

Here live the ``.proto`` files and what ``scripts/generate_protos.py`` makes of them; nothing is
written by hand in a ``*_pb2`` file. Messages are in the package ``headrace``, so that TensorFlow
can be imported in the same process.
"""
