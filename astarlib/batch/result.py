"""The result of one problem among many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from astarlib.problem import A, Problem, S
from astarlib.result import SearchResult, copy_fields


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
    found: BatchResult[S, A] = object.__new__(BatchResult)
    copy_fields(result, found)
    _set_index(found, index)
    _set_problem(found, problem)
    return found


_set_index, _set_problem = vars(BatchResult)["index"].__set__, vars(BatchResult)["problem"].__set__
