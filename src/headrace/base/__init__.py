"""What every other room stands on: errors, dtypes, shapes, and how a message is composed.

Nothing here imports another room, and nothing but numpy and the standard library is loaded.
"""
