"""Sessions: what is fed, what is fetched, and who computes it.

A session asks an `Executor` for results. `ReferenceExecutor` runs the ops' NumPy references; it is
the oracle that compiled programs are compared with, and what runs where nothing is compiled.
"""
