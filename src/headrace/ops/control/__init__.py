"""Ops that order others and compute nothing."""
