"""Bytes to plain records and back: protobuf messages.

What the records mean (a graph, a session's options) is the business of the rooms above.
"""
