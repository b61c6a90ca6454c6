"""Ready-made observers."""

from astarlib.observers.combined import CombinedObserver
from astarlib.observers.live import LiveView
from astarlib.observers.progress import ProgressBar

__all__ = ["CombinedObserver", "LiveView", "ProgressBar"]
