"""A domain whose functions read from tables, so that one compilation serves every test with its own domain."""

from random import Random

import numpy as np

from astarlib import SearchProblem
from astarlib.checking.conformance.compiled_graphs import Tables, is_goal, steps_to_go
from astarlib.compiled import CompiledDomain
from astarlib.problems.graph.compiled import (
    apply,
    apply_back,
    backward_heuristic,
    heuristic,
    predecessor_count,
    successor_count,
)


class RowProblem(SearchProblem):
    """Nodes 0 to n - 1 with edges {tail: [(head, cost), ...]}; what is compiled may be another problem.

    The compiled functions are those of the random graphs of `check_engine`, so both share compiled code.
    """

    def __init__(self, edges, goal, *, hs=None, back_hs=None, start=0, goals=None, steps=None, compiled=None):
        super().__init__(start)
        self.count = 1 + max([start, goal, *edges, *(head for row in edges.values() for head, _ in row)])
        self.edges, self.goal, self.hs = edges, goal, [0] * self.count if hs is None else hs
        self.back_hs = [0] * self.count if back_hs is None else back_hs
        self.cost_unit, self.goals, self.into = None, [goal] if goals is None else goals, None
        told = {"edges": edges, "hs": self.hs, "back_hs": self.back_hs, "goals": self.goals, "most": 8}
        told["steps"] = steps
        self.steps = steps
        if steps is None:
            self.steps_to_go = None
        self.told = {"edges_back": edges, **told, **(compiled or {})}

    def actions(self, state):
        return range(len(self.edges.get(state, ())))

    def result(self, state, action):
        return self.edges[state][action][0]

    def cost(self, state, action, next_state):
        return self.edges[state][action][1]

    def heuristic(self, state):
        return self.hs[state]

    def steps_to_go(self, state):
        return self.steps[state]

    def is_goal(self, state):
        return state in self.goals

    def goal_states(self):
        return self.goals

    def predecessors(self, state):
        if self.into is None:
            self.into = {}
            for tail in range(self.count):
                for action, (head, cost) in enumerate(self.edges.get(tail, ())):
                    self.into.setdefault(head, []).append((action, tail, cost))
        return self.into.get(state, [])

    def backward_heuristic(self, state):
        return self.back_hs[state]

    def compiled_domain(self):
        told, nodes = self.told, range(self.count)
        out = [(tail, head, cost) for tail in nodes for head, cost in told["edges"].get(tail, ())]
        into = [(tail, head, cost) for tail in nodes for head, cost in told["edges_back"].get(tail, ())]
        into.sort(key=lambda edge: edge[1])
        numbers = [*(cost for *_, cost in [*out, *into]), *told["hs"], *told["back_hs"]]
        kind = float if any(isinstance(number, float) and number != np.inf for number in numbers) else int
        array = np.int64 if kind is int else np.float64

        def columns(edges, end):
            starts = np.searchsorted([edge[1 - end] for edge in edges], np.arange(self.count + 1)).astype(np.int64)
            return starts, np.array([e[end] for e in edges], np.int64), np.array([e[2] for e in edges], array)

        def estimates(hs):
            return np.array([-1 if kind is int and h == np.inf else h for h in hs], array)

        goals = np.zeros(self.count, np.int64)
        goals[list(told["goals"])] = 1
        steps = np.array([0.0] * self.count if told["steps"] is None else told["steps"], np.float64)
        to_goal, to_start = (estimates(told[name]) for name in ("hs", "back_hs"))
        tables = Tables(*columns(out, 1), to_goal, *columns(into, 0), to_start, goals, steps)
        return CompiledDomain(
            encode=lambda node: (node, 0),
            decode=lambda number, _: number,
            successor_count=successor_count,
            apply=apply,
            is_goal=is_goal,
            heuristic=heuristic,
            predecessor_count=predecessor_count,
            apply_back=apply_back,
            backward_heuristic=backward_heuristic,
            steps_to_go=None if told["steps"] is None else steps_to_go,
            tables=tables,
            max_successors=told["most"],
            costs=kind,
            bits=told.get("bits", 32),
            undirected=told.get("undirected", False),
        )


def random_rows(random, *, count, floats=False, dead=0.0, consistent=False):
    """Edges and h of a random graph; h is at most the cheapest edge, or anything up to ten of them."""
    edges = {
        node: [(random.randrange(count), random.uniform(1, 9) if floats else random.randrange(1, 10)) for _ in range(3)]
        for node in range(count)
    }
    edges[0].append((1, edges[0][0][1]))
    most = 1 if consistent else 10
    hs = [random.uniform(0, most) if floats else random.randrange(most + 1) for _ in range(count)]
    hs = [float("inf") if random.random() < dead else h for h in hs]
    hs[0] = 1.0 if floats else 1
    return edges, hs


def both_ways(random, *, count, floats=False, **compiled):
    """A random problem from node 0 to the last one, with heuristics that are consistent in both directions."""
    edges, _ = random_rows(random, count=count, floats=floats)
    part, goal = random.choice([0, 0.5, 1]), count - 1
    to_goal, to_start = [np.inf] * goal + [0], [0] + [np.inf] * goal
    before = None
    while before != (to_goal, to_start):
        before = to_goal.copy(), to_start.copy()
        for tail, row in edges.items():
            for head, cost in row:
                to_goal[tail] = min(to_goal[tail], cost + to_goal[head])
                to_start[head] = min(to_start[head], cost + to_start[tail])
    hs, back_hs = ([h if h == np.inf or floats else int(part * h) for h in row] for row in (to_goal, to_start))
    if floats:
        hs, back_hs = ([part * h if h < np.inf else h for h in row] for row in (hs, back_hs))
    return RowProblem(edges, goal, hs=hs, back_hs=back_hs, compiled={"most": 64, **compiled})


def distances(edges, goals, count):
    """Return the costs of the cheapest paths from each node to a goal."""
    found = [0 if node in goals else np.inf for node in range(count)]
    for _ in range(count):
        for tail, row in edges.items():
            found[tail] = min([found[tail], *(cost + found[head] for head, cost in row)])
    return found


def streets(width, seed):
    """A square of width x width crossings, with streets of random costs between neighbors, from corner to corner.

    Both heuristics are the number of streets.
    """
    random, nodes = Random(seed), range(width * width)
    edges = {node: [] for node in nodes}
    for node in nodes:
        for other, is_inside in ((node + 1, (node + 1) % width > 0), (node + width, node + width in nodes)):
            if is_inside:
                cost = random.randrange(1, 4)
                edges[node].append((other, cost))
                edges[other].append((node, cost))
    hs = [2 * width - 2 - node % width - node // width for node in nodes]
    return RowProblem(edges, nodes[-1], hs=hs, back_hs=hs[::-1])
