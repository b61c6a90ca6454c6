"""A domain whose functions read from tables, so that one compilation serves every test with its own domain."""

import numpy as np

from astarlib import SearchProblem
from astarlib.compiled import CompiledDomain
from astarlib.problems.graph.compiled import Tables, apply, heuristic, is_goal, successor_count


class RowProblem(SearchProblem):
    """Nodes 0 to n - 1 with edges {tail: [(head, cost), ...]}; what is compiled may be another problem."""

    def __init__(self, edges, goal, *, hs=None, start=0, compiled=None):
        super().__init__(start)
        self.count = 1 + max([start, goal, *edges, *(head for row in edges.values() for head, _ in row)])
        self.edges, self.goal, self.hs = edges, goal, [0] * self.count if hs is None else hs
        self.told = {"edges": edges, "hs": self.hs, "goal": goal, "most": 8, **(compiled or {})}

    def actions(self, state):
        return range(len(self.edges.get(state, ())))

    def result(self, state, action):
        return self.edges[state][action][0]

    def cost(self, state, action, next_state):
        return self.edges[state][action][1]

    def heuristic(self, state):
        return self.hs[state]

    def is_goal(self, state):
        return state == self.goal

    def compiled_domain(self):
        told = self.told
        rows = [told["edges"].get(node, ()) for node in range(self.count)]
        costs = [cost for row in rows for _, cost in row]
        kind = float if any(isinstance(number, float) and number != np.inf for number in [*costs, *told["hs"]]) else int
        array = np.int64 if kind is int else np.float64
        hs = [-1 if kind is int and h == np.inf else h for h in told["hs"]]
        tables = Tables(
            np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64),
            np.array([head for row in rows for head, _ in row], np.int64),
            np.array(costs, array),
            np.array(hs, array),
            told["goal"],
        )
        return CompiledDomain(
            encode=lambda node: (node, 0),
            decode=lambda number, _: number,
            successor_count=successor_count,
            apply=apply,
            is_goal=is_goal,
            heuristic=heuristic,
            tables=tables,
            max_successors=told["most"],
            costs=kind,
            bits=told.get("bits", 32),
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
