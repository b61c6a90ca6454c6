"""The names of ``simpleai.search.models`` that astarlib replaces."""

from astarlib.simpleai.node import SearchNode
from astarlib.simpleai.only_in_simpleai import refuse_name
from astarlib.simpleai.problem import SearchProblem

__all__ = ["SearchNode", "SearchProblem"]


def __getattr__(name: str) -> object:
    return refuse_name(__name__, name)
