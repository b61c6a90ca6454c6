"""The road map of Romania that Russell and Norvig's textbook uses to explain A*."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial

from astarlib.problems.graph.problem import GraphProblem


def romania(start: str = "Arad", goal: str = "Bucharest") -> GraphProblem[str]:
    """Return the problem of driving from one of 20 cities of Romania to another. Costs are kilometers by road.

    The book gives straight-line distances d to Bucharest only. So h(city) = abs(d(city) - d(goal)), which is the
    distance itself if the goal is Bucharest. The heuristic is **admissible** and **consistent** for every goal: no road
    between two cities is shorter than the difference of their d. The problem has a map.

    Parameters
    ----------
    start, goal:
        City names as in the book's later editions, without diacritics: Arad, Bucharest, Craiova, Drobeta, Eforie,
        Fagaras, Giurgiu, Hirsova, Iasi, Lugoj, Mehadia, Neamt, Oradea, Pitesti, Rimnicu, Sibiu, Timisoara, Urziceni,
        Vaslui, Zerind. The defaults are Arad and Bucharest.

    Raises
    ------
    ValueError
        If there is no such city. The message suggests the closest name.

    References
    ----------
    S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach (3rd ed., 2010), figures 3.2 and 3.22.

    Examples
    --------
    >>> from astarlib import AStar
    >>> result = AStar().search(romania("Arad", "Bucharest"))
    >>> result.cost, result.actions
    (418, ('Sibiu', 'Rimnicu', 'Pitesti', 'Bucharest'))
    """
    problem, distances = _road_map()
    if goal not in distances:
        return problem.between(start, goal)  # This call raises the ValueError with the closest name.
    return problem.between(start, goal, heuristic=partial(_difference, distances, distances[goal]))


def _difference(distances: Mapping[str, int], of_goal: int, city: str) -> int:
    return abs(distances[city] - of_goal)


@cache
def _road_map() -> tuple[GraphProblem[str], Mapping[str, int]]:
    """Return a problem on the map, and the straight-line distances to Bucharest."""
    from importlib.resources import files  # only needed to read the file

    facts = json.loads(files("astarlib.problems.graph").joinpath("romania.json").read_text(encoding="utf-8"))
    roads = [tuple(road) for road in facts["roads"]]
    places = {city: (x, -y) for city, (x, y) in facts["drawn_at"].items()}  # In the file, y points up.
    problem = GraphProblem[str](roads, "Arad", "Bucharest", directed=False, places=places)
    return problem, facts["straight_line_to_bucharest"]
