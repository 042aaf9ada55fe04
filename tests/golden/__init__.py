"""What TensorFlow 2.21 does, recorded: snippets, observers and the small JSON files they make.

The recorder (`python -m tests.golden.record`, needs tensorflow-cpu 2.21) and the tests
(`tests/test_golden_*.py`, need no TensorFlow) call the same observers, so they cannot drift.
"""
