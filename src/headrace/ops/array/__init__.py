"""Ops that look at shapes or move, repeat, join, cut and make elements, but compute nothing with them."""
