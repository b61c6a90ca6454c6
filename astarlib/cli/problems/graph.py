"""Shortest paths in graphs: the textbook's road map of Romania, and graphs that are given as edges."""

from __future__ import annotations

import re
from argparse import Namespace, _ArgumentGroup
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from astarlib._support.integers import parse_natural
from astarlib._support.wording import format_number
from astarlib.cli import argument_types
from astarlib.cli.errors import UsageError, quote, usage_errors
from astarlib.cli.parser import ProblemArguments, Task
from astarlib.problems.graph import GraphProblem, romania
from astarlib.problems.graph.dimacs import graph_of_lines
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from astarlib.problems.graph import Edge

_DIMACS: Final = re.compile(r"^p\s+sp\b", re.MULTILINE)


def add_romania_arguments(roads: _ArgumentGroup) -> None:
    """Add the arguments of ``romania``."""
    roads.add_argument("start", metavar="START", help="a city of the textbook's road map, for example Arad")
    roads.add_argument("goal", metavar="GOAL", help="another city, for example Bucharest")


def add_arguments(graph: _ArgumentGroup) -> None:
    """Add the arguments of ``graph``."""
    graph.add_argument("start", metavar="START", help="first node of the path")
    graph.add_argument(
        "goals", nargs="+", metavar="GOAL", help="last node of the path, or several nodes for a path to the nearest"
    )
    graph.add_argument(
        "--edges",
        required=True,
        metavar="FILE|TEXT",
        help="edges FROM TO or FROM TO COST, on lines or separated by /; or a CSV file with these columns; or a "
        ".gr file in DIMACS format; - for standard input",
    )
    graph.add_argument("--undirected", action="store_true", help="make each edge lead both ways")


def _romania_task(given: Namespace) -> Task:
    with usage_errors():
        problem = romania(given.start, given.goal)
    path_text = partial(_itinerary, " km")
    return Task(problem=problem, name="romania", step="road", heuristic="straight-line", path_text=path_text)


def _task(given: Namespace) -> Task:
    text, directed = given.inputs.text_of(given.edges, "edges"), not given.undirected
    problem: GraphProblem[int] | GraphProblem[str]
    with usage_errors():
        if _DIMACS.search(text) is None:
            problem = GraphProblem(_edges(text), given.start, goals=given.goals, directed=directed)
        else:
            start, *goals = map(_node_number, (given.start, *given.goals))
            problem = GraphProblem(graph_of_lines(text.splitlines()), start, goals=goals, directed=directed)
    return Task(problem=problem, name="graph", step="edge", path_text=partial(_itinerary, ""))


def _edges(text: str) -> list[Edge[str]]:
    """Return the edges of a text, on lines or separated by ``/``; ``#`` begins a comment.
    The words of an edge are separated by spaces, or by commas, semicolons or tabs, as in a CSV file with a header.
    """
    edges: list[Edge[str]] = []
    is_csv = _SEPARATOR.search(text) is not None
    for place, line in enumerate(re.split(r"\n" if is_csv else r"[\n/]", text), 1):
        given = line.partition("#")[0]
        match [word.strip() for word in _SEPARATOR.split(given)] if is_csv and given.strip() else given.split():
            case []:
                continue
            case [_, _, title] if is_csv and place == 1 and not _is_number(title):
                continue
            case [tail, head]:
                edges.append((tail, head))
            case [tail, head, cost]:
                edges.append((tail, head, _cost(cost, place)))
            case words:
                raise UsageError(f"edge {place} is {quote(' '.join(words))}; expected FROM TO or FROM TO COST")
    return edges


_SEPARATOR: Final = re.compile(r"[,;\t]")


def _is_number(word: str) -> bool:
    try:
        argument_types.int_or_float(word)
    except ValueError:
        return False
    return True


def _cost(word: str, place: int) -> float:
    try:
        return argument_types.int_or_float(word)
    except ValueError:
        raise UsageError(f"the cost of edge {place} must be a number, not {quote(word)}") from None


def _node_number(word: str) -> int:
    node = parse_natural(word)
    if node is None:
        raise UsageError(f"the nodes of a graph in DIMACS format are numbers from 1 on, not {quote(word)}")
    return node


def _itinerary(unit: str, result: SearchResult) -> str:
    """Return a line for each node, with the cost so far."""
    costs = () if result.solution is None else result.solution.costs
    totals = list(map(format_number, accumulate((0, *costs))))
    width = max(5 if unit != "" else 0, *map(len, totals))
    return "\n".join(f"{so_far.rjust(width)}{unit}  {node}" for so_far, node in zip(totals, result.states, strict=True))


ROMANIA: Final = ProblemArguments(
    "a shortest route on the textbook's map of Romania", "romania Arad Bucharest", add_romania_arguments, _romania_task
)
PROBLEM: Final = ProblemArguments(
    "a shortest path in a graph that is given as edges",
    'graph A D --edges "A B 4 / A C 1 / C B 2 / B D 5"',
    add_arguments,
    _task,
)
