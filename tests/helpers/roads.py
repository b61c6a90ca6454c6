"""Graphs that change between the runs of an incremental search."""

import math

import networkx as nx
from hypothesis import strategies as st

from astarlib import SearchProblem

COSTS = [[0, 1, 1, 2, 3, 7], [0, 0, 1], [1], [0.1, 0.2, 0.3, 0.7, 0], [0, 1, 0.5, 64.25]]


class Roads(SearchProblem):
    """A graph whose edges are a dict ``{(tail, head): cost}``. An action is the pair, and a state is a number."""

    broken = None
    """A state whose successors can't be listed."""
    calls = fails_at = 0
    """The number of calls of ``actions`` and ``predecessors``, and the number of the call that fails."""

    def __init__(self, edges, start, goals, h, back=None):
        super().__init__(self.state(start))
        self.edges, self.start, self.goals, self.h = edges, start, goals, h
        self.back = [[0] * len(h)] * len(h) if back is None else back

    @staticmethod
    def state(number):
        return number

    @staticmethod
    def number(state):
        return state

    def called(self, state):
        self.calls += 1
        if self.calls == self.fails_at or self.number(state) == self.broken:
            raise OSError("no connection")

    def actions(self, state):
        self.called(state)
        return [edge for edge in self.edges if edge[0] == self.number(state)]

    def result(self, state, action):
        return self.state(action[1])

    def cost(self, state, action, next_state):
        return self.edges[action]

    def is_goal(self, state):
        return self.number(state) in self.goals

    def heuristic(self, state):
        return self.h[self.number(state)]

    def goal_states(self):
        return [self.state(goal) for goal in sorted(self.goals)]

    def predecessors(self, state):
        self.called(state)
        return [(edge, self.state(edge[0]), cost) for edge, cost in self.edges.items() if edge[1] == self.number(state)]

    def backward_heuristic(self, state):
        return self.back[self.start][self.number(state)]


class Keyed(Roads):
    """The same with states that are lists, which can't be hashed."""

    @staticmethod
    def state(number):
        return [number]

    @staticmethod
    def number(state):
        return state[0]

    def state_key(self, state):
        return state[0]


def distances(edges, n):
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from([(*edge, cost) for edge, cost in edges.items()])
    found = [nx.single_source_dijkstra_path_length(graph, node) for node in range(n)]
    return [[each.get(node, math.inf) for node in range(n)] for each in found]


@st.composite
def journeys(draw, *, moves_start=False, moves_goals=False, consistent=False):
    """Return a list of problems, each with the states that changed before it, and the cost of its solution.

    The estimates are admissible with the smallest cost that each edge has while the goals stay.
    """
    n, costs = draw(st.integers(2, 8)), st.sampled_from(draw(st.sampled_from(COSTS)))
    node = st.integers(0, n - 1)
    edge, some_goals = st.tuples(node, node), st.frozensets(node, max_size=2)
    edges = draw(st.dictionaries(edge, costs, max_size=3 * n))
    stages = [(edges, draw(node), draw(some_goals), [])]
    for _ in range(draw(st.integers(1, 4))):
        changes = draw(st.dictionaries(edge, st.none() | costs, max_size=5))
        edges, start, goals, _ = stages[-1]
        edges = {edge: cost for edge, cost in {**edges, **changes}.items() if cost is not None}
        start = draw(node) if moves_start else start
        goals = draw(some_goals) if moves_goals and draw(st.booleans()) else goals
        changed = sorted({tail for tail, _ in changes} | draw(st.sets(node, max_size=1)))
        stages.append((edges, start, goals, changed))
    form, scale = draw(st.sampled_from([Roads, Keyed])), draw(st.sampled_from([0, 0.5, 1]))
    has_no_back = scale == 0 and draw(st.booleans())
    shares = [1 if consistent else draw(st.sampled_from([0, 1])) for _ in range(n)]
    journey, at = [], 0
    while at < len(stages):
        goals, end = stages[at][2], at
        while end < len(stages) and stages[end][2] == goals:
            end += 1
        back, h = _estimates([stage[0] for stage in stages[at:end]], n, goals, scale, shares)
        for edges, start, _, changed in stages[at:end]:
            truth = min((distances(edges, n)[start][goal] for goal in goals), default=math.inf)
            problem = form(edges, start, goals, h, back)
            if has_no_back:
                problem.backward_heuristic = None
            journey.append((problem, [problem.state(tail) for tail in changed], truth))
        at = end
    return journey


def _estimates(all_edges, n, goals, scale, shares):
    """Return the estimates of the costs between all pairs of nodes, and h: those of the costs to a goal, or 0."""
    cheapest = {}
    for edge, cost in (item for edges in all_edges for item in edges.items()):
        cheapest[edge] = min(cost, cheapest.get(edge, cost))
    between = distances(cheapest, n)
    back = [[0 if scale == 0 else cost if scale == 1 else cost * scale for cost in row] for row in between]
    h = [min((back[node][goal] for goal in goals), default=math.inf if scale > 0 else 0) for node in range(n)]
    return back, [each if share == 1 else 0 for each, share in zip(h, shares, strict=True)]
