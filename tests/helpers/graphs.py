"""Random explicit graphs as problems of every form, and what another library says about them."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from random import Random

import networkx as nx
from hypothesis import strategies as st

from astarlib import (
    RBFS,
    AllOptimal,
    AnytimeWeightedAStar,
    ARAStar,
    AStar,
    BAEStar,
    BatchWeightedAStar,
    BeamSearch,
    BidirectionalDijkstra,
    BreadthFirst,
    CycleCheck,
    DepthFirst,
    Dijkstra,
    FocalSearch,
    FSAStar,
    FunctionProblem,
    GAAStar,
    GreedyBestFirst,
    IDAStar,
    IterativeDeepening,
    KBest,
    LPAStar,
    Priority,
    SearchProblem,
    TieBreak,
    WeightedAStar,
)

WHOLE = [0, 0, 1, 1, 2, 3, 5, 8]
COSTS = {
    "int": WHOLE,
    "fraction": [Fraction(cost, 3) for cost in WHOLE],
    "float": [cost / 4 for cost in WHOLE],  # sums of quarters are exact
    "mixed": [0, 1, 0.5, 2, Fraction(1, 2), 0.0, 3, 1.25],
}


@dataclass(frozen=True)
class Graph:
    """Nodes are 0, 1, …, as many as there are h; the search starts at 0. ``edges`` are (source, target, cost)."""

    edges: tuple
    goals: frozenset
    h: tuple

    def __post_init__(self):
        leaving, entering = tuple([] for _ in self.h), tuple([] for _ in self.h)
        for number, (source, target, cost) in enumerate(self.edges):
            leaving[source].append((number, target, cost))
            entering[target].append((number, source, cost))
        object.__setattr__(self, "leaving", leaving)
        object.__setattr__(self, "entering", entering)

    def distances(self, sources, *, backwards=False):
        """The cost of the cheapest path from the nearest of ``sources`` to each node, as networkx finds it."""
        graph = nx.MultiDiGraph()
        graph.add_nodes_from(range(len(self.h)))
        graph.add_weighted_edges_from(self.edges)
        if backwards:
            graph = graph.reverse()
        found = nx.multi_source_dijkstra_path_length(graph, set(sources)) if len(sources) > 0 else {}
        return [found.get(node, math.inf) for node in range(len(self.h))]

    @cached_property
    def back_h(self):
        """A consistent estimate of the cost from the start to each node: half of it."""
        return [cost / 2 for cost in self.distances([0])]

    @property
    def optimum(self):
        """The cost of the cheapest solution; inf when there is none."""
        from_start = self.distances([0])
        return min((from_start[goal] for goal in self.goals), default=math.inf)


class Explicit(SearchProblem):
    """A graph as ``actions``, ``result`` and ``cost``. Actions are the numbers of edges."""

    def __init__(self, graph):
        super().__init__(0)
        self.graph = graph

    def actions(self, state):
        return [number for number, _, _ in self.graph.leaving[state]]

    def result(self, state, action):
        return self.graph.edges[action][1]

    def cost(self, state, action, next_state):
        return self.graph.edges[action][2]

    def heuristic(self, state):
        return self.graph.h[state]

    def is_goal(self, state):
        return state in self.graph.goals

    def goal_states(self):
        return sorted(self.graph.goals)

    def predecessors(self, state):
        return self.graph.entering[state]

    def backward_heuristic(self, state):
        return self.graph.back_h[state]


class Whole(Explicit):
    """The same, with ``successors`` too."""

    predecessors, backward_heuristic = Explicit.predecessors, Explicit.backward_heuristic

    def successors(self, state):
        return self.graph.leaving[state]


class Stepped(Explicit):
    """The same with a bad estimate of the steps to go."""

    def steps_to_go(self, state):
        return state * 5 % 4


class Batched(Explicit):
    """The same with a heuristic for many states at once."""

    def heuristic_batch(self, states):
        return [self.heuristic(state) for state in states]


class Keyed(SearchProblem):
    """The same with states that are lists, which cannot be hashed."""

    def __init__(self, graph):
        super().__init__([0])
        self.graph = graph

    def state_key(self, state):
        return state[0]

    def actions(self, state):
        return [number for number, _, _ in self.graph.leaving[state[0]]]

    def result(self, state, action):
        return [self.graph.edges[action][1]]

    def cost(self, state, action, next_state):
        return self.graph.edges[action][2]

    def heuristic(self, state):
        return self.graph.h[state[0]]

    def is_goal(self, state):
        return state[0] in self.graph.goals

    def goal_states(self):
        return [[node] for node in sorted(self.graph.goals)]

    def predecessors(self, state):
        return [(number, [source], cost) for number, source, cost in self.graph.entering[state[0]]]

    def backward_heuristic(self, state):
        return self.graph.back_h[state[0]]


def made_of_functions(graph):
    """The same as functions, where parallel edges bear one action."""
    return FunctionProblem(
        0,
        successors=lambda state: [(f"to {target}", target, cost) for _, target, cost in graph.leaving[state]],
        is_goal=lambda state: state in graph.goals,
        heuristic=lambda state: graph.h[state],
        predecessors=lambda state: [(f"to {state}", source, cost) for _, source, cost in graph.entering[state]],
        goal_states=sorted(graph.goals),
        backward_heuristic=lambda state: graph.back_h[state],
    )


FORMS = [Explicit, Whole, Batched, Keyed, made_of_functions]


def replay(problem, steps):
    """Assert that the walk follows the problem's own edges and that its costs add up, exactly and in order."""
    assert steps.states[0] == problem.initial_state
    assert len(steps.actions) == len(steps.costs) == len(steps.states) - 1
    total = 0
    for (before, after), action, cost in zip(pairwise(steps.states), steps.actions, steps.costs, strict=True):
        assert action in list(problem.actions(before))
        assert after == problem.result(before, action)
        assert cost in possible_costs(problem, before, action, after)
        total += cost
    assert total == steps.cost


def possible_costs(problem, before, action, after):
    """Return the possible costs of a step, since parallel edges can have the same action."""
    if isinstance(problem, FunctionProblem):
        return [cost for taken, reached, cost in problem.successors(before) if (taken, reached) == (action, after)]
    return [problem.cost(before, action, after)]


def counters(statistics):
    """All of them but the time, which no two runs share."""
    return replace(statistics, seconds=0)


def check(search):
    """Assert all that must hold of a search between its runs."""
    search._algorithm._check()


def outcome(result):
    """All of a result but the time."""
    return replace(result, statistics=counters(result.statistics))


# Reopening, parallel edges, a self-loop, dead ends, zero costs and two goals within seven nodes.
KNOT = Graph(
    edges=(
        (0, 1, 4), (0, 2, 1), (2, 1, 1), (1, 3, 2), (1, 3, 1), (3, 3, 0), (0, 4, 0), (4, 4, 1), (4, 5, 0),
        (2, 5, 3), (3, 6, 5), (3, 0, 1), (3, 7, 9), (1, 2, 0), (6, 7, 0), (4, 1, 5), (4, 1, 3),
    ),
    goals=frozenset({6, 7}),
    h=(0, 0, 6, 1, math.inf, math.inf, 0, 0),
)  # fmt: skip

# A self-loop, a cycle, parallel edges, a dead end and an inconsistent h within six nodes, for what is done very often.
SNARE = Graph(
    edges=((0, 0, 1), (0, 1, 2), (0, 2, 0), (2, 4, 1), (2, 1, 1), (1, 0, 0), (1, 3, 1), (1, 3, 2), (3, 5, 2)),
    goals=frozenset({5}),
    h=(1, 3, 0, 1, math.inf, 0),
)


# IDA* finds solutions of 47 and 41 above its lower bound, before it proves that the second one is optimal.
SKIPPED = Graph(
    edges=(
        (0, 1, 17), (0, 2, 17), (2, 3, 17), (3, 4, 7), (4, 5, 11), (3, 5, 17), (1, 4, 19), (1, 4, 13), (5, 0, 7),
    ),
    goals=frozenset({5}),
    h=(0,) * 6,
)  # fmt: skip


# --- strategies -------------------------------------------------------------------------------------------------------


def _admissible(h, remaining, dead):
    """``h`` cut to what remains; where no goal can be reached, inf if ``dead`` says so."""
    return [
        (math.inf if is_dead else value) if rest == math.inf else min(value, rest)
        for value, rest, is_dead in zip(h, remaining, dead, strict=True)
    ]


def _consistent(graph, h):
    """The largest consistent heuristic below ``h``."""
    h = list(h)
    for _ in h:
        for source, target, cost in graph.edges:
            h[source] = min(h[source], cost + h[target])
    return h


def _with_h(graph, kind, values, dead):
    remaining = graph.distances(graph.goals, backwards=True)
    if kind == "inadmissible":
        dead_ends = [is_dead and rest == math.inf for is_dead, rest in zip(dead, remaining, strict=True)]
        return replace(graph, h=tuple(math.inf if end else h for end, h in zip(dead_ends, values, strict=True)))
    h = _admissible(values, remaining, dead)
    return replace(graph, h=tuple(_consistent(graph, h) if kind == "consistent" else h))


@st.composite
def _small(draw, kind):
    size = draw(st.integers(1, 6))
    nodes, costs = st.integers(0, size - 1), COSTS[draw(st.sampled_from(sorted(COSTS)))]
    edges = draw(st.lists(st.tuples(nodes, nodes, st.sampled_from(costs)), max_size=14))
    goals = draw(st.frozensets(nodes, max_size=2))
    values = draw(st.lists(st.sampled_from([0, 0, 1, 2, Fraction(7, 2), 5, 9]), min_size=size, max_size=size))
    dead = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return _with_h(Graph(tuple(edges), goals, (0,) * size), kind, values, dead)


@st.composite
def _sparse(draw, kind):
    """Of few paths, since some engines walk them all."""
    random = Random(draw(st.integers(0, 2**32)))
    size, costs = random.randint(4, 14), COSTS[random.choice(sorted(COSTS))]
    edges = [(random.randrange(node), node, random.choice(costs)) for node in range(1, size)]
    for _ in range(random.randint(0, 5)):
        edges.insert(random.randrange(size), (random.randrange(size), random.randrange(size), random.choice(costs)))
    goals = frozenset(random.choices(range(1, size), k=random.choice([0, 1, 1, 2])))
    values = [random.choice([0, 1, 2, 3, 5, 8, 40]) for _ in range(size)]
    dead = [random.random() < 0.7 for _ in range(size)]
    return _with_h(Graph(tuple(edges), goals, (0,) * size), kind, values, dead)


@st.composite
def _large(draw, kind):
    random = Random(draw(st.integers(0, 2**32)))
    size, costs = random.randint(7, 40), COSTS[random.choice(sorted(COSTS))]
    steep = random.choice([1, 1, 6])  # uneven costs make inconsistent heuristics reopen
    edges = tuple(
        (random.randrange(size), random.randrange(size), random.choice(costs) * random.choice([1, steep]))
        for _ in range(int(size * random.uniform(1, 4)))
    )
    goals = frozenset(random.choices(range(size), k=random.choice([0, 1, 1, 2])))
    values = [random.choice([0, 1, 2, 3, 5, 8, 12, 40, 40]) for _ in range(size)]
    dead = [random.random() < 0.7 for _ in range(size)]
    return _with_h(Graph(edges, goals, (0,) * size), kind, values, dead)


def graphs(*kinds):
    """Graphs with a ``consistent``, ``admissible`` (seldom consistent) or ``inadmissible`` h; by default any."""
    return st.sampled_from(kinds or KINDS).flatmap(lambda kind: st.one_of(_small(kind), _large(kind)))


KINDS = ("consistent", "admissible", "inadmissible")

forms = st.sampled_from(FORMS)
tie_breaks = st.sampled_from(list(TieBreak))
weights = st.sampled_from([1, 1.5, 2, 3, 10])
astars = st.builds(AStar, tie_break=tie_breaks)
dijkstras = st.builds(Dijkstra, tie_break=tie_breaks, reopen=st.booleans())
priorities = st.sampled_from(Priority)
weighted = st.builds(WeightedAStar, tie_break=tie_breaks, weight=weights, priority=priorities)
formulas = st.one_of(
    st.builds(AStar, tie_break=tie_breaks, reopen=st.booleans()),
    st.builds(WeightedAStar, tie_break=tie_breaks, reopen=st.booleans(), weight=weights, priority=priorities),
    st.builds(GreedyBestFirst, tie_break=tie_breaks, reopen=st.booleans()),
    dijkstras,
)
"""Engines that take any order of ties, with reopening and without."""
incremental = st.one_of(st.builds(FSAStar, tie_break=tie_breaks), st.builds(GAAStar, tie_break=tie_breaks))
engines = st.one_of(formulas, incremental, st.just(BreadthFirst()), st.just(DepthFirst()))
"""Engines that hold all states."""
path_engines = st.sampled_from([IDAStar(), IterativeDeepening(), RBFS()])
"""Engines that hold one path, and end on every finite space."""


def few_paths(*kinds):
    """As ``graphs``, small or sparse: for engines that walk every path."""
    return st.sampled_from(kinds or KINDS).flatmap(lambda kind: st.one_of(_small(kind), _sparse(kind)))


def cases(*kinds):
    """A graph and any engine that can be expected to end on it: pairs."""
    return st.one_of(st.tuples(graphs(*kinds), engines), st.tuples(few_paths(*kinds), path_engines))


ida_stars = st.builds(IDAStar, cycle_check=st.sampled_from(CycleCheck))
deepening = st.builds(IterativeDeepening, cycle_check=st.sampled_from(CycleCheck))
depth_limited = st.builds(DepthFirst, max_depth=st.integers(0, 6))
focal = st.builds(FocalSearch, weight=weights)
anytime = st.one_of(
    st.builds(ARAStar, weights=st.sampled_from([(1,), (3, 1), (5, 2.5, 1.5), (2, 1.25)])),
    st.builds(AnytimeWeightedAStar, weight=weights),
    st.builds(BatchWeightedAStar, weight=weights, batch=st.integers(1, 5)),
)
any_h = st.sampled_from([BidirectionalDijkstra(), LPAStar()])
"""More engines that give correct answers with any h."""
if_consistent = st.sampled_from([BAEStar()])
"""Engines that raise an error if they see that h isn't consistent."""
beams = st.builds(BeamSearch, width=st.integers(1, 6), complete=st.booleans())


several = st.one_of(st.builds(KBest, k=st.integers(1, 6), simple=st.booleans()), st.just(AllOptimal()))


def configurations():
    """Return pairs of a graph and any engine with any parameters, even one that may not end on the graph."""
    in_memory = st.tuples(graphs(), st.one_of(engines, anytime, focal, depth_limited, several, beams, any_h))
    return st.one_of(
        in_memory,
        in_memory,
        st.tuples(graphs("consistent"), if_consistent),
        st.tuples(few_paths(), st.one_of(ida_stars, deepening, st.just(RBFS()))),
    )


# --- engines by name, for tests that take each of them in turn --------------------------------------------------------

NODE_ENGINES = [AStar(), AStar(reopen=False), AStar(tie_break=TieBreak.FIFO), WeightedAStar(weight=2)]
NODE_ENGINES += [GreedyBestFirst(), GreedyBestFirst(reopen=True), Dijkstra(tie_break=TieBreak.LIFO)]
NODE_ENGINES += [BreadthFirst(), DepthFirst()]
NODE_ENGINES += [FSAStar(), GAAStar()]
NODE_ENGINES += [FocalSearch(weight=2)]
NODE_ENGINES += [DepthFirst(max_depth=2), DepthFirst(max_depth=9)]
NODE_ENGINES += [KBest(k=3), KBest(k=3, simple=False), AllOptimal()]
PATH_ENGINES = [IDAStar(), IDAStar(cycle_check=CycleCheck.PARENT), IterativeDeepening(), RBFS()]
