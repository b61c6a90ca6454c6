"""Frontier and node table have the contents of a naive model, after any operations in any order."""

import math
import pickle
from itertools import islice
from random import Random

from helpers.graphs import COSTS, Graph
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from astarlib import TieBreak
from astarlib.searching.node import CLOSED, KEY, STATE, G, H, is_closed
from astarlib.searching.node_table import NodeTable
from astarlib.searching.open_list import PARKED, RETRY, FLevel, OpenList
from astarlib.searching.parameters import tie_value

FORMULAS = {
    "g + h": lambda g, h: g + h,
    "g + 2 h": lambda g, h: g + 2 * h,
    "h": lambda g, h: h,
    "g": lambda g, h: g,
    "0": lambda g, h: 0,
}

max_costs = st.sampled_from([2, 5, 8, 13, 21, math.inf, math.inf])


@st.composite
def tangles(draw):
    """Return graphs with all nodes reachable, by cheaper and cheaper paths, with an uninformed h."""
    random = Random(draw(st.integers(0, 2**32)))
    size, costs = random.randint(6, 24), COSTS[random.choice(sorted(COSTS))]
    edges = [(random.randrange(node), node, 4 * random.choice(costs)) for node in range(1, size)]
    edges += [(random.randrange(size), random.randrange(size), random.choice(costs)) for _ in range(2 * size)]
    h = [random.choice([0, 0, 1, 2, 2, 3, 5, 9, 9, math.inf]) for _ in range(size)]
    return Graph(tuple(random.sample(edges, len(edges))), frozenset(), (random.choice([1] * 20 + [math.inf]), *h[1:]))


class Model:
    """The same on lists that are sorted whenever somebody asks."""

    def __init__(self, graph, formula, tie_break, *, reopen, keep_first_path):
        self.graph, self.formula, self.tie_break = graph, formula, tie_break
        self.reopen, self.keep_first_path = reopen, keep_first_path
        self.g, self.closed = {0: 0}, set()  # by node, in the order in which they were stored
        self.entered = [] if graph.h[0] == math.inf else [0]  # the open ones, but those in the next two, oldest first
        self.waiting = []
        self.interrupted = None
        self.expanded = self.reopened = 0
        self.top_f = self.proved = -math.inf
        self.refused = math.inf

    def rank(self, node):
        g, h = self.g[node], self.graph.h[node]
        return self.formula(g, h), tie_value(self.tie_break, h)

    def total(self, node):
        return self.g[node] + self.graph.h[node]

    def front_to_back(self):
        entered = self.entered if self.tie_break is TieBreak.FIFO else self.entered[::-1]
        first = [] if self.interrupted is None else [self.interrupted]
        return first + sorted(entered, key=self.rank) + self.waiting[::-1]

    def dead_ends(self):
        return sum(self.graph.h[node] == math.inf for node in self.g)

    def nearest(self):
        return min(self.g, key=lambda node: self.graph.h[node])

    def note(self):
        self.proved = max(self.proved, min(self.top_f, self.refused))

    def come_to_the_front(self, node):
        if node != self.interrupted:
            self.top_f = max(self.top_f, self.rank(node)[0])
            self.note()

    def expand(self, node, *, edges=None):
        """All edges; or the first so many, and the node comes first from now on."""
        for line in (self.entered, self.waiting):
            if node in line:
                line.remove(node)
        self.interrupted = node
        for _, target, cost in self.graph.leaving[node][:edges]:
            self.offer(target, self.g[node] + cost)
        if edges is None:
            self.interrupted = None
            self.closed.add(node)
            self.expanded += 1

    def offer(self, node, g):
        if node in self.g:
            was_closed = node in self.closed
            if not g < self.g[node]:
                return
            if not self.reopen and (was_closed or self.keep_first_path):
                self.refused = min(self.refused, g + self.graph.h[node])
                self.note()
                return
            self.reopened += was_closed
            self.closed.discard(node)
            for line in (self.entered, self.waiting):
                if node in line:
                    line.remove(node)
        self.g[node] = g
        if self.graph.h[node] < math.inf:
            self.entered.append(node)

    def set_aside(self, node):
        self.entered.remove(node)
        self.waiting.append(node)

    def release(self, max_cost):
        for node in [node for node in self.waiting if self.total(node) <= max_cost]:
            self.waiting.remove(node)
            self.entered.append(node)


class Breaking(OpenList):
    """A frontier that is interrupted when ``left`` records have been put."""

    __slots__ = ("left",)

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.left = math.inf

    def put(self, record):
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        super().put(record)


class FrontierAndTable(RuleBasedStateMachine):
    """Searches a graph to its end, by the steps of the loop, which may be interrupted anywhere."""

    @initialize(
        graph=tangles(),
        formula=st.sampled_from([*FORMULAS, "g + h", "g + h"]),
        tie_break=st.sampled_from(list(TieBreak)),
        reopen=st.booleans(),
        keep_first_path=st.booleans(),
        has_keys=st.booleans(),
    )
    def plant(self, graph, formula, tie_break, reopen, keep_first_path, has_keys):
        self.f_is_lower_bound, self.has_keys, self.max_cost = formula == "g + h", has_keys, math.inf
        self.model = Model(graph, FORMULAS[formula], tie_break, reopen=reopen, keep_first_path=keep_first_path)
        self.nodes = self.empty()
        self.nodes.insert_root(self.record(0, 0, None, None))

    def empty(self):
        formula, tie_break = self.model.formula, self.model.tie_break
        frontier = Breaking(
            lambda g, h: (formula(g, h), tie_value(tie_break, h)), oldest_first=tie_break is TieBreak.FIFO
        )
        return NodeTable(frontier, STATE if self.has_keys else KEY)

    def record(self, g, node, parent, action):
        record = (g, self.model.graph.h[node], node, parent, action)
        return (*record, [node]) if self.has_keys else record

    def front(self, *, interrupted=False):
        """The record to be expanded; None when there is none, or only such as are above the cost limit."""
        nodes, frontier = self.nodes, self.nodes.open_list
        while len(frontier.heap) > 0:
            f = frontier.heap[0]
            bucket = frontier.levels[f]
            if type(bucket) is FLevel:
                bucket = bucket.buckets[bucket.order[0]]
            record = bucket if type(bucket) is tuple else bucket[-1] if len(bucket) > 0 else None
            if record is None or not nodes.is_open(record):
                frontier.drop()
            elif f == RETRY or record[G] + record[H] <= self.max_cost:
                nodes.max_f = max(nodes.max_f, f)
                self.model.come_to_the_front(record[KEY])
                return record
            elif f == PARKED or self.f_is_lower_bound:
                return None
            else:
                frontier.park(record)
                self.model.set_aside(record[KEY])
                if interrupted:
                    nodes.repair()
                    return None
                frontier.drop()
        return None

    def expansion(self, record):
        """Expand the first record. Yield the number of finished edges after each step."""
        nodes, model, node, parent = self.nodes, self.model, record[KEY], (*record, CLOSED)
        edges = model.graph.leaving[node]
        nodes.expanding = record
        yield 0
        nodes.open_list.drop()
        yield 0
        for count, (action, target, cost) in enumerate(edges):
            child, known = self.record(record[G] + cost, target, parent, action), nodes.table.get(target)
            was_closed = known is not None and is_closed(known)
            if known is None or child[G] < known[G]:
                if known is not None and not model.reopen and (was_closed or model.keep_first_path):
                    nodes.note_rejected(child[G] + child[H])
                elif child[H] == math.inf:
                    nodes.add_dead_end(target, child)
                else:
                    nodes.open_list.put(child)
                    yield count
                    nodes.table[target] = child
                    nodes.counters.reopened += was_closed
                    if child[H] < nodes.table[nodes.nearest][H]:
                        nodes.nearest = target
            yield count + 1
        nodes.counters.peak_frontier = max(nodes.counters.peak_frontier, nodes.frontier_size() - 1)
        nodes.table[node] = parent
        yield len(edges)
        nodes.counters.expanded += 1
        nodes.expanding = None

    @rule(count=st.integers(1, 4))
    def expand(self, count):
        for _ in range(count):
            record = self.front()
            if record is not None:
                list(self.expansion(record))
                self.model.expand(record[KEY])

    @rule(steps=st.integers(1, 12), times=st.integers(1, 2))
    def interrupt_an_expansion(self, steps, times):
        record = self.front()
        if record is not None:
            done = list(islice(self.expansion(record), steps))[-1]
            if self.nodes.expanding is None:
                self.model.expand(record[KEY])
            else:
                self.model.expand(record[KEY], edges=done)
                for _ in range(times):
                    self.nodes.repair()

    @rule()
    def interrupt_between_two_expansions(self):
        self.nodes.repair()

    @rule()
    def interrupt_when_a_record_is_set_aside(self):
        self.front(interrupted=True)

    @rule(max_cost=max_costs)
    def limit_the_cost(self, max_cost):
        if max_cost > self.max_cost:
            self.nodes.unpark(max_cost)
            self.model.release(max_cost)
        self.max_cost = max_cost

    @rule(max_cost=max_costs, after=st.integers(0, 3))
    def interrupt_a_release(self, max_cost, after):
        self.nodes.open_list.left = after
        try:
            self.nodes.unpark(max_cost)
            self.model.release(max_cost)
        except KeyboardInterrupt:
            self.nodes.repair()
        self.nodes.open_list.left = math.inf

    @rule()
    def dump_and_restore(self):
        dumped = pickle.loads(pickle.dumps(self.nodes.dump()))
        self.nodes = self.empty()
        self.nodes.restore(dumped, (lambda state: state[0]) if self.has_keys else None)

    def teardown(self):
        """Whatever has been done, the search goes on to the end."""
        self.limit_the_cost(math.inf)
        while (record := self.front()) is not None:
            self.both_frontiers_have_the_same_order()
            list(self.expansion(record))
            self.model.expand(record[KEY])
        assert [] == self.model.front_to_back()
        self.all_invariants_hold()
        self.both_hold_the_same_states()
        self.both_prove_the_same()
        self.both_count_the_same()

    @invariant()
    def all_invariants_hold(self):
        self.nodes._check()

    @invariant()
    def both_hold_the_same_states(self):
        assert list(self.model.g.items()) == [(key, record[G]) for key, record in self.nodes.table.items()]
        assert self.model.closed == {key for key, record in self.nodes.table.items() if is_closed(record)}
        assert self.model.nearest() == self.nodes.nearest

    @invariant()
    def both_frontiers_have_the_same_order(self):
        assert self.model.front_to_back() == [record[KEY] for record in self.nodes.entries()]
        assert len(self.model.front_to_back()) == self.nodes.frontier_size()

    @invariant()
    def both_prove_the_same(self):
        least = min(map(self.model.total, self.model.front_to_back()), default=math.inf)
        assert least == self.nodes.min_total(front_only=self.f_is_lower_bound)
        assert self.model.proved == self.nodes.proved()

    @invariant()
    def both_count_the_same(self):
        counters = self.model.expanded, self.model.reopened, self.model.dead_ends()
        assert counters == (self.nodes.counters.expanded, self.nodes.counters.reopened, self.nodes.counters.dead_ends)


TestFrontierAndTableHoldWhatTheModelHolds = FrontierAndTable.TestCase


def test_the_least_cost_is_that_of_a_live_record_where_the_whole_front_is_stale():
    nodes = NodeTable(OpenList(lambda g, h: (g + h, h), oldest_first=False), KEY)
    nodes.insert_root((4, 0, "reached", None, None))
    nodes.table["reached"] = (2, 0, "reached", None, None, CLOSED)
    nodes.table["beyond"] = (9, 0, "beyond", None, None)
    nodes.open_list.put(nodes.table["beyond"])
    assert 9 == nodes.min_total(front_only=True)
