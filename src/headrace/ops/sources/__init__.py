"""Ops without inputs: constants and what is fed."""
