"""Ready-made observers."""

from astarlib.observers.progress import ProgressBar

__all__ = ["ProgressBar"]
