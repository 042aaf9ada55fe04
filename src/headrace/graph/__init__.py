"""The named, append-only graph: what a TF-1 program builds before it runs anything.

Op *types* (name, shape rule, reference, gradient) are described by `opdef` and kept by `registry`;
the op files that fill the registry live in `headrace.ops`, above this room.
"""
