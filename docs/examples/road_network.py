"""The fastest routes in a road network that is read from a file of OpenStreetMap."""

# --8<-- [start:problem]
from __future__ import annotations

from itertools import groupby, pairwise
from math import cos, dist, radians
from xml.etree import ElementTree as ET

import networkx as nx

from astarlib import AStar, KBest
from astarlib.heuristics import Landmarks
from astarlib.problems.graph import Graph, GraphProblem

METERS = 111_200
"""The length of a degree of latitude."""


def read_osm(path: str) -> nx.MultiDiGraph:
    """Return the roads of a file. An edge has the name of its road, and its time in seconds at the speed limit."""
    root, roads = ET.parse(path).getroot(), nx.MultiDiGraph()  # noqa: S314  # a file that you trust
    nodes = {node.attrib["id"]: node for node in root.iter("node")}
    narrower = cos(radians(float(nodes[next(iter(nodes))].attrib["lat"])))
    for number, node in nodes.items():
        lat, lon = float(node.attrib["lat"]), float(node.attrib["lon"])
        roads.add_node(number, at=(METERS * narrower * lon, METERS * lat))
    for way in root.iter("way"):
        tags = {tag.attrib["k"]: tag.attrib["v"] for tag in way.iter("tag")}
        if "highway" not in tags:
            continue  # It's a river, a building or a fence.
        speed = float(tags["maxspeed"]) / 3.6
        for one, other in pairwise(nd.attrib["ref"] for nd in way.iter("nd")):
            seconds = dist(roads.nodes[one]["at"], roads.nodes[other]["at"]) / speed
            roads.add_edge(one, other, seconds=seconds, name=tags["name"])
            if tags.get("oneway") != "yes":
                roads.add_edge(other, one, seconds=seconds, name=tags["name"])
    return roads


def drive(roads: nx.MultiDiGraph, start: str, goal: str) -> GraphProblem[str]:
    """Return the problem of the fastest route. h is the time along a straight line at the highest speed."""
    at = roads.nodes(data="at")
    highest = max(dist(at[u], at[v]) / seconds for u, v, seconds in roads.edges(data="seconds"))
    return GraphProblem(
        roads, start, goal, weight="seconds", heuristic=lambda node: dist(at[node], at[goal]) / highest * (1 - 1e-9)
    )


def streets(roads: nx.MultiDiGraph, nodes: tuple[str, ...]) -> list[str]:
    """Return the names of the roads along a route."""
    names = [min(roads[u][v].values(), key=lambda data: data["seconds"])["name"] for u, v in pairwise(nodes)]
    return [name for name, _ in groupby(names)]


# --8<-- [end:problem]

if __name__ == "__main__":
    # --8<-- [start:use]
    roads = read_osm("docs/examples/village.osm")
    problem = drive(roads, "1", "13")
    result = AStar().search(problem)
    print(f"{result.cost:.0f} seconds:", ", ".join(streets(roads, result.states)))
    # --8<-- [end:use]

    # --8<-- [start:alternatives]
    for route in KBest(k=4).start(problem).solutions():
        print(f"{route.cost:.0f} seconds:", ", ".join(streets(roads, route.states)))
    # --8<-- [end:alternatives]

    # --8<-- [start:many]
    graph = Graph.from_networkx(roads, weight="seconds")
    landmarks = Landmarks.build(graph, count=4)
    for goal in ("5", "9", "13"):
        route = AStar().search(GraphProblem(graph, "1", goal, heuristic=landmarks))
        print(f"to {goal} in {route.cost:.0f} seconds:", ", ".join(streets(roads, route.states)))
    # --8<-- [end:many]
