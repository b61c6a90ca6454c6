"""The result of one problem among many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from astarlib._support.pickling import new_with_fields, values_of
from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class BatchResult(SearchResult[S, A], Generic[S, A]):
    """A result of ``solve_many``, with its problem.

    Attributes
    ----------
    index:
        The index of the problem in the iterable, starting from 0.
    problem:
        The problem.
    """

    index: int
    problem: Problem[S, A]

    def __repr__(self) -> str:
        return SearchResult.__repr__(self).replace("SearchResult(", f"BatchResult(index={self.index}, ", 1)


def batch_result(result: SearchResult[S, A], index: int, problem: Problem[S, A]) -> BatchResult[S, A]:
    """Return the same result with its problem and index."""
    found: BatchResult[S, A] = new_with_fields(BatchResult, (*values_of(SearchResult)(result), index, problem))
    return found
