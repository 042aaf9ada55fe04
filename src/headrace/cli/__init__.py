"""The `headrace` command: one small file a subcommand.

What the command line itself needs lives here: reading arguments, running a program as Python would,
explaining its failures. No capability that is only reachable from the command line may live here.
"""
