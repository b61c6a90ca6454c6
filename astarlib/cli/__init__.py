"""The command line, for example ``astarlib solve``. Only this package prints."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (see ``astarlib.cli.entry.main``) and handle an interrupt during its imports, too."""
    try:
        from astarlib.cli.entry import main as run
    except KeyboardInterrupt:
        return 130  # The value of ExitCode.INTERRUPTED, which may not be imported yet.
    return run(arguments)
