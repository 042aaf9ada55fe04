"""Static reading of TensorFlow-1 programs: which names they use, and where.

Nothing of the read program is imported or executed. What lives here: finding files, decoding them,
following imports and aliases, Python-2 repair, and counting. What may not: printing, and lists of
what Headrace has (the real namespace is asked, see ``namespace``).
"""
