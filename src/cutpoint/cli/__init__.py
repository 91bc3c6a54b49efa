"""What a person runs: one file per command.

Nothing heavy is imported before a command needs it, so that ``cutpoint --help`` answers at once.
"""

from cutpoint.cli.app import main

__all__ = ["main"]
