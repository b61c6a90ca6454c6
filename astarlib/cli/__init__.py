"""The command line: ``astarlib solve``, ``astarlib compare``, ``astarlib completion``. The only room that prints."""

from astarlib.cli.entry import main

__all__ = ["main"]
