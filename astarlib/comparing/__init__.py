"""Run engines on problems under the same limits, and compare their solutions, proofs, time and memory in a table."""

from astarlib.comparing.row import ComparisonRow
from astarlib.comparing.running import ComparisonInterrupted, Heuristics, compare, comparisons
from astarlib.comparing.table import ComparisonTable

__all__ = ["ComparisonInterrupted", "ComparisonRow", "ComparisonTable", "Heuristics", "compare", "comparisons"]
