"""Ways in graphs on the command line: the textbook's road map, and graphs that are written as edges."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING, Final

from astarlib._support.integers import parse_natural
from astarlib.cli import amounts
from astarlib.cli.mistakes import UsageError, shown, told
from astarlib.cli.task import Task
from astarlib.cli.words import number
from astarlib.result import SearchResult

if TYPE_CHECKING:
    from astarlib.problems.graph import Edge, GraphProblem

_DIMACS: Final = re.compile(r"^p\s+sp\b", re.MULTILINE)


def add_romania(parser: ArgumentParser) -> None:
    """The words of ``romania``."""
    roads = parser.add_argument_group("problem")
    roads.add_argument("start", metavar="START", help="a city of the textbook's road map, for instance Arad")
    roads.add_argument("goal", metavar="GOAL", help="another, for instance Bucharest")
    parser.set_defaults(task=_romania_task, prove=False, heuristic=None, heuristics=None)


def add_graph(parser: ArgumentParser) -> None:
    """The words of ``graph``."""
    graph = parser.add_argument_group("problem")
    graph.add_argument("start", metavar="START", help="a node")
    graph.add_argument("goal", metavar="GOAL", help="another")
    graph.add_argument(
        "--edges",
        required=True,
        metavar="FILE|TEXT",
        help="edges TAIL HEAD or TAIL HEAD COST, on lines or parted by /; or a .gr file in DIMACS format; "
        "- for standard input",
    )
    graph.add_argument("--undirected", action="store_true", help="edges lead both ways")
    parser.set_defaults(task=_graph_task, prove=False, heuristic=None, heuristics=None)


def _romania_task(given: Namespace) -> Task:
    from astarlib.problems.graph import romania

    with told():
        problem = romania(given.start, given.goal)
    return Task(
        problem=problem, name="romania", step="road", heuristic="straight-line", way_text=partial(_itinerary, " km")
    )


def _graph_task(given: Namespace) -> Task:
    from astarlib.problems.graph import GraphProblem
    from astarlib.problems.graph.dimacs import graph_of_lines

    text, directed = given.inputs.text_of(given.edges, "edges"), not given.undirected
    problem: GraphProblem[int] | GraphProblem[str]
    with told():
        if _DIMACS.search(text) is None:
            problem = GraphProblem(_edges(text), given.start, given.goal, directed=directed)
        else:
            ends = (_numbered(given.start), _numbered(given.goal))
            problem = GraphProblem(graph_of_lines(text.splitlines()), *ends, directed=directed)
    return Task(problem=problem, name="graph", step="edge", way_text=partial(_itinerary, ""))


def _edges(text: str) -> list[Edge[str]]:
    """The edges that are written, by lines or parted by ``/``; what follows ``#`` is a comment."""
    edges: list[Edge[str]] = []
    for place, line in enumerate(re.split(r"[\n/]", text), 1):
        match line.partition("#")[0].split():
            case []:
                continue
            case [tail, head]:
                edges.append((tail, head))
            case [tail, head, cost]:
                edges.append((tail, head, _cost(cost, place)))
            case words:
                raise UsageError(f"edge {place} is {shown(' '.join(words))}; expected TAIL HEAD or TAIL HEAD COST")
    return edges


def _cost(word: str, place: int) -> float:
    try:
        return amounts.int_or_float(word)
    except ValueError:
        raise UsageError(f"the cost of edge {place} must be a number, not {shown(word)}") from None


def _numbered(word: str) -> int:
    node = parse_natural(word)
    if node is None:
        raise UsageError(f"the nodes of a graph in DIMACS format are numbers from 1 on, not {shown(word)}")
    return node


def _itinerary(unit: str, result: SearchResult) -> str:
    """A line for each node, with the cost so far."""
    total: float = 0
    totals: list[str] = []
    costs = () if result.solution is None else result.solution.costs
    for cost in (0, *costs):
        total += cost
        totals.append(number(total))
    width = max(5 if unit != "" else 0, *map(len, totals))
    return "\n".join(f"{so_far.rjust(width)}{unit}  {node}" for so_far, node in zip(totals, result.states, strict=True))
