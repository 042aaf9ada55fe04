"""Element-wise mathematics, reductions and matrix products."""
