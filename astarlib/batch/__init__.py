"""Many problems at once: `solve_many` over any executor of `concurrent.futures`."""

from astarlib.batch.result import BatchResult
from astarlib.batch.solving import solve_many

__all__ = ["BatchResult", "solve_many"]
