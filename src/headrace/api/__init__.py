"""TF-1's module tree: one file a module, each a thin list of the public functions that it offers.

Nothing is computed here; what a function does stands beside its op.
"""
