"""nographs: searches over functions that return the edges of a vertex."""

from __future__ import annotations

import nographs

from docs.comparison import Graph, Table, error_of

DISTRIBUTION = "nographs"
FILES = "**/*.py"


def _traversal(graph: Graph) -> nographs.TraversalAStar:
    return nographs.TraversalAStar(lambda at, _: graph[at].items())


def shortest(graph: Graph, start: str, goal: str, h: Table) -> list[str] | None:
    """Return a shortest path."""
    traversal = _traversal(graph).start_from(h.__getitem__, start, build_paths=True)
    return None if traversal.go_to(goal, fail_silently=True) is None else list(traversal.paths[goal])


def _line() -> nographs.TraversalAStar:
    return nographs.TraversalAStar(lambda at, _: [(at + 1, 1)])


def graph() -> bool:
    """Pass a graph object."""
    return error_of(lambda: nographs.TraversalAStar({"a": ["b"]}).start_from(lambda _: 0, "a").go_to("b")) == ""


def implicit() -> bool:
    """Search an infinite graph."""
    return _line().start_from(lambda _: 0, 0).go_to(6) == 6


def goal_test() -> bool:
    """Stop at any vertex that passes a test, which the caller applies to the reported vertices."""
    return next(at for at in _line().start_from(lambda _: 0, 0) if at % 7 == 6) == 6


def bidirectional() -> bool:
    """Search from both ends."""
    search = nographs.BSearchShortestPath((lambda at, _: [(at + 1, 1)], lambda at, _: [(at - 1, 1)]))
    return search.start_from((0, 6))[0] == 6


def unreachable() -> str:
    """Search for a goal that can't be reached."""
    return error_of(lambda: _traversal({"a": {}, "d": {}}).start_from(lambda _: 0, "a").go_to("d"))


def limit() -> str:
    """Stop after some expansions."""
    return error_of(lambda: _line().start_from(lambda _: 0, 0, calculation_limit=5).go_to(9))


def resume() -> bool:
    """Continue a stopped search: it's an iterator."""
    search = _line().start_from(lambda _: 0, 0)
    return next(iter(search)) == 1 and search.go_to(6) == 6
