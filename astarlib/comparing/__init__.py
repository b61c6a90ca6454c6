"""Engines on problems under the same limits: a table of what each found, proved and took, and whether they agree."""

from astarlib.comparing.row import ComparisonRow
from astarlib.comparing.running import ComparisonInterrupted, Heuristics, compare, comparisons
from astarlib.comparing.table import ComparisonTable

__all__ = ["ComparisonInterrupted", "ComparisonRow", "ComparisonTable", "Heuristics", "compare", "comparisons"]
