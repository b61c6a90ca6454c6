"""The command line: ``astarlib solve``, ``astarlib compare``, ``astarlib completion``. The only room that prints."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """``astarlib.cli.entry.main``, where an interrupt is heard while that is imported, too."""
    try:
        from astarlib.cli.entry import main as run
    except KeyboardInterrupt:
        return 130  # ExitCode.INTERRUPTED, which may not be there yet
    return run(arguments)
