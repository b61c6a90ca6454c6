"""Names that kernels import and that `specialize` replaces by functions of a domain, a type of costs or a queue."""

from __future__ import annotations

from astarlib.compiled.kernels.data import Data, Nodes, Value


def successor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of successors of a state."""
    raise NotImplementedError


def apply(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (next_state, next_aux, cost) of edge i."""
    raise NotImplementedError


def is_goal(tables: Value, state: Value, aux: Value) -> Value:
    """Return True if the state is a goal."""
    raise NotImplementedError


def next_heuristic(
    tables: Value, state: Value, aux: Value, h: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """Return h of the state at the end of edge i."""
    raise NotImplementedError


def heuristic(tables: Value, state: Value, aux: Value) -> Value:
    """Return h of a state."""
    raise NotImplementedError


def extra(tables: Value, state: Value, aux: Value) -> Value:
    """Return the extra bytes of a state."""
    raise NotImplementedError


def next_estimate(
    tables: Value, state: Value, aux: Value, h: Value, own_extra: Value, i: Value, next_state: Value, next_aux: Value
) -> Value:
    """Return h and the extra bytes of the state at the end of edge i."""
    raise NotImplementedError


def predecessor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of predecessors of a state."""
    raise NotImplementedError


def apply_back(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (previous_state, previous_aux, cost) of edge i into a state."""
    raise NotImplementedError


def backward_heuristic(tables: Value, state: Value, aux: Value) -> Value:
    """Return the estimate of the cost from the initial state to a state."""
    raise NotImplementedError


def owner(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number from which the shard of a state is computed."""
    raise NotImplementedError


def fetch_edges(tables: Value, state: Value) -> None:
    """Start fetching the edges of a state from memory."""
    raise NotImplementedError


def domain_fetch_edges(tables: Value, state: Value) -> None:
    """Start fetching the edges of a state from memory, if the domain has tables of edges."""
    raise NotImplementedError


def list_edges(tables: Value, state: Value, aux: Value, states: Value, costs: Value) -> Value:
    """Write the other ends and the costs of all edges of a state to arrays, and return their number."""
    raise NotImplementedError


def count_edges(edges: Value, tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of edges of a state. If the domain lists edges, write them to ``edges``."""
    raise NotImplementedError


def read_edge(edges: Value, tables: Value, state: Value, aux: Value, i: Value, side: Value) -> Value:
    """Return (state, aux, cost) of edge i of a side, after a call of `count_edges`."""
    raise NotImplementedError


def edge_count(tables: Value, state: Value, aux: Value, side: Value) -> Value:
    """Return the number of edges out of a state, or into it for the side that searches backward (1)."""
    raise NotImplementedError


def edge(tables: Value, state: Value, aux: Value, i: Value, side: Value) -> Value:
    """Return (state, aux, cost) of edge i of a side."""
    raise NotImplementedError


def steps_to_go(tables: Value, state: Value, aux: Value) -> Value:
    """Return the estimate of the number of actions to a goal, a float."""
    raise NotImplementedError


def resources(tables: Value, state: Value, aux: Value) -> Value:
    """Return (key, numbers): a key of as many words as a state, and a tuple of the resources that a state has used."""
    raise NotImplementedError


def read_resources(tables: Value, state: Value, aux: Value, row: Value) -> Value:
    """Write the resources of a state to ``row[1:]``. Return (key, their number, or -1 if one is NaN)."""
    raise NotImplementedError


def tables_at(tables: Value) -> Value:
    """Return the tables of the domain, given the address of their layout."""
    raise NotImplementedError


def domain_resources(tables: Value, state: Value, aux: Value) -> Value:
    """Return (key, numbers) of a state, without a check of types."""
    raise NotImplementedError


def domain_steps_to_go(tables: Value, state: Value, aux: Value) -> Value:
    """Return the estimate of the number of actions to a goal, without a check of types."""
    raise NotImplementedError


def domain_predecessor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of predecessors, without a check of types."""
    raise NotImplementedError


def domain_apply_back(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (previous_state, previous_aux, cost) of edge i into a state, without a check of types."""
    raise NotImplementedError


def domain_successor_count(tables: Value, state: Value, aux: Value) -> Value:
    """Return the number of successors, without a check of types."""
    raise NotImplementedError


def domain_apply(tables: Value, state: Value, aux: Value, i: Value) -> Value:
    """Return (next_state, next_aux, cost) of edge i, without a check of types."""
    raise NotImplementedError


def domain_is_goal(tables: Value, state: Value, aux: Value) -> Value:
    """Return True if the state is a goal, without a check of types."""
    raise NotImplementedError


def domain_aux_of(tables: Value, state: Value) -> Value:
    """Return the aux of a state, without a check of types."""
    raise NotImplementedError


def checked_state(state: Value) -> Value:
    """Return the state as unsigned 64-bit words. Raise a typing error if it doesn't consist of integers."""
    raise NotImplementedError


def checked_edge(edge: Value) -> Value:
    """Return the value that ``apply`` returned. Raise a typing error unless it is a tuple of three."""
    raise NotImplementedError


def checked_aux(aux: Value) -> Value:
    """Return ``aux`` as int64. Raise a typing error if it isn't an integer."""
    raise NotImplementedError


def checked_cost(cost: Value) -> Value:
    """Return a cost as int64, or as float64 with costs=float. Raise a typing error for other types."""
    raise NotImplementedError


def checked_count(count: Value) -> Value:
    """Return a number of successors as int64. Raise a typing error if it isn't an integer."""
    raise NotImplementedError


def checked_estimate(estimate: Value) -> Value:
    """Return the value that ``next_estimate`` returned. Raise a typing error unless it is a tuple of two."""
    raise NotImplementedError


def checked_extra(own_extra: Value) -> Value:
    """Return extra bytes as uint64. Raise a typing error if they aren't a whole number."""
    raise NotImplementedError


def checked_resources(answer: Value) -> Value:
    """Return the value that ``resources`` returned. Raise a typing error unless it is a tuple of two."""
    raise NotImplementedError


def checked_key(key: Value) -> Value:
    """Return a key as unsigned 64-bit words, as many as a state has. Raise a typing error if it has others."""
    raise NotImplementedError


def checked_numbers(numbers: Value) -> Value:
    """Return resources unchanged. Raise a typing error unless they are a tuple of numbers."""
    raise NotImplementedError


def ordinal(number: Value) -> Value:
    """Return a number as an int64 that is in the same order. A float has its own range of them."""
    raise NotImplementedError


def put_ordinals(row: Value, numbers: Value) -> Value:
    """Write the ordinals of numbers to ``row[1:]`` if they fit exactly. Return their count, or -1 if one is NaN."""
    raise NotImplementedError


def checked_h(h: Value) -> Value:
    """Return h as int64, or as float64 with costs=float. Raise a typing error for other types."""
    raise NotImplementedError


def checked_steps(steps: Value) -> Value:
    """Return steps to go as float64. Raise a typing error if they aren't a number."""
    raise NotImplementedError


def checked_truth(value: Value) -> Value:
    """Return True or False. Raise a typing error for None and floats."""
    raise NotImplementedError


def load(states: Value, at: Value) -> Value:
    """Return the state of a node."""
    raise NotImplementedError


def store(states: Value, at: Value, state: Value) -> None:
    """Write the state of a node."""
    raise NotImplementedError


def load_at(states: Value, at: Value) -> Value:
    """Return the state that `store_at` wrote from word ``at`` on."""
    raise NotImplementedError


def store_at(states: Value, at: Value, state: Value) -> None:
    """Write the words of a state from word ``at`` on, in a form that is sorted quickly."""
    raise NotImplementedError


def aux_of(tables: Value, state: Value) -> Value:
    """Return the aux of a state."""
    raise NotImplementedError


def relabel(states: Value, at: Value, state: Value) -> None:
    """Replace the state at an index with an equal one. It changes only if states have labels or other words that don't
    identify them.
    """
    raise NotImplementedError


def is_equal(one: Value, other: Value) -> Value:
    """Return True if two states are equal."""
    raise NotImplementedError


def is_identical(one: Value, other: Value) -> Value:
    """Return True if all words of two states are equal, and not only those that identify them."""
    raise NotImplementedError


def hash_of(state: Value) -> Value:
    """Return a 64-bit hash of a state."""
    raise NotImplementedError


def prefetch(array: Value, at: Value) -> None:
    """Start fetching an item of an array from memory."""
    raise NotImplementedError


def to_number(value: Value) -> Value:
    """Return a stored g or h as a number to calculate with."""
    raise NotImplementedError


def dead_end_h(array: Value) -> Value:
    """Return the value that is stored as the h of a dead end."""
    raise NotImplementedError


def pop(queue: Value, counters: Value, f: Value, h: Value) -> Value:
    """Remove the first entry from the queue. Return the node of the next entry, or 0."""
    raise NotImplementedError


def fits(array: Value, value: Value) -> Value:
    """Return True if the value can be stored in the array as a g or h."""
    raise NotImplementedError


def first_entry(queue: Value, hs: Value, counters: Value) -> Value:
    """Return (node, f, h) of the first entry of the queue; node 0 if the queue is empty."""
    raise NotImplementedError


def to_domain_h(h: Value) -> Value:
    """Return h in the type that the domain's functions expect."""
    raise NotImplementedError


def has_room(queue: Value, counters: Value, count: Value) -> Value:
    """Return True if ``count`` entries can be added to the queue."""
    raise NotImplementedError


def is_cost(cost: Value) -> Value:
    """Return True if the value is a valid cost."""
    raise NotImplementedError


def is_dead_node(array: Value, at: Value) -> Value:
    """Return True if the stored h of a node marks a dead end."""
    raise NotImplementedError


def mask(total: Value, is_hidden: Value) -> Value:
    """Return a sum of g and h. If ``is_hidden`` is true, return a number that is larger than all sums."""
    raise NotImplementedError


def is_dead_end(h: Value) -> Value:
    """Return True if an h that the domain returned marks a dead end."""
    raise NotImplementedError


def is_h(h: Value) -> Value:
    """Return True if the value is a valid h."""
    raise NotImplementedError


def is_close(one: Value, other: Value) -> Value:
    """Return True if two costs are equal, up to rounding with costs=float."""
    raise NotImplementedError


def is_multiple(cost: Value, unit: Value) -> Value:
    """Return True if a cost is a whole multiple of the unit, up to rounding with costs=float."""
    raise NotImplementedError


def tie_of(b: Value, g: Value) -> Value:
    """Return the number by which states of equal b are ordered. It's smaller for a larger g."""
    raise NotImplementedError


def first_keys(queue: Value, counters: Value) -> Value:
    """Return (node, f, tie), the first entry of the queue with its keys; node 0 if the queue is empty."""
    raise NotImplementedError


def is_summable(value: Value) -> Value:
    """Return True if a cost or h can be added without overflow."""
    raise NotImplementedError


def is_finite(total: Value) -> Value:
    """Return True if a sum of costs and h is finite."""
    raise NotImplementedError


def push(queue: Value, counters: Value, weights: Value, f: Value, h: Value, node: Value) -> None:
    """Add a node to the queue as the newest entry."""
    raise NotImplementedError


def rank(weights: Value, g: Value, h: Value) -> Value:
    """Return f in the unit of the queue."""
    raise NotImplementedError


def is_in_range(queue: Value, f: Value, h: Value) -> Value:
    """Return True if the queue can hold an entry with that f and h, and f is finite."""
    raise NotImplementedError


def has_place(queue: Value, f: Value, h: Value) -> Value:
    """Return True if the queue can hold an entry with that f and h. A bidirectional search may have infinite keys."""
    raise NotImplementedError


def atomic_add(address: Value, at: Value, value: Value) -> Value:
    """Add to an item of an array of int64 that threads share, and return its old value."""
    raise NotImplementedError


def atomic_min(address: Value, at: Value, value: Value) -> Value:
    """Lower an item of an array of int64 that threads share to a value, and return its old value."""
    raise NotImplementedError


def aux_of_parent(nodes: Nodes, node: Value) -> Value:
    """Return the aux by which an edge back to the parent is recognized, or -1 without one. See `state_source`."""
    raise NotImplementedError


def prefetch_parent(parents: Value, node: Value) -> None:
    """Start fetching what `aux_of_parent` reads."""
    raise NotImplementedError


def try_subtree(
    addresses: Value, state: Value, aux: Value, parent: Value, parent_aux: Value, g: Value, h: Value, own_extra: Value
) -> None:
    """Search a subtree by recursion. FUEL is negative afterwards unless it is complete. See `recursion_source`."""
    raise NotImplementedError


# --- policies of the loop in `expansion` ------------------------------------------------------------------------------


def before_selection(counters: Value, options: Value, node: Value, stop_at: Value) -> Value:
    """Return DONE, or the code of a reason to stop before a node is selected. ``node`` is one to go on with, or 0."""
    raise NotImplementedError


def admit(data: Data, node: Value, f: Value, g: Value, h: Value, max_cost: Value) -> Value:
    """Return DONE if the first node of the queue may be expanded, SKIP to remove it, or the code of a reason to stop.
    ``node`` is 0 if the queue is empty.
    """
    raise NotImplementedError


def test_goal(data: Data, node: Value, g: Value) -> Value:
    """Return DONE if a node isn't a goal, SKIP to remove the goal from the queue, or the code of a reason to stop."""
    raise NotImplementedError


def process_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Store successor i of a node. Return DONE, or the code of a larger array or of a fault."""
    raise NotImplementedError


def choice_room(most: Value, count: Value) -> Value:
    """Return the number of items of ``chosen`` for a layer of ``most`` nodes, of ``count`` candidates."""
    raise NotImplementedError


def choose_layer(data: Data, most: Value, max_cost: Value) -> Value:
    """Write the next layer of beam search to the heap ``chosen``. Return (code, count, smallest f, DROPPED, ABOVE)."""
    raise NotImplementedError


# --- policies of an expansion -----------------------------------------------------------------------------------------


def choose(data: Data, node: Value, h: Value, max_cost: Value) -> Value:
    """Return (code, the node to expand next, its h). ``node`` is the first one of the queue, with its h."""
    raise NotImplementedError


def take(data: Data, node: Value, f: Value, h: Value) -> Value:
    """Remove the node to expand from the queue. Return one that is probably next, or 0."""
    raise NotImplementedError


def note_new(data: Data, i: Value, h: Value) -> Value:
    """Note what the queue needs of successor i, which becomes the next node. Return DONE or the code of a fault."""
    raise NotImplementedError


def note_again(data: Data, node: Value, new: Value) -> None:
    """Note the same for ``new``, another node of the state of a node."""
    raise NotImplementedError


def note_expansion(data: Data, node: Value) -> None:
    """Note that a node was expanded, if the search needs it."""
    raise NotImplementedError


def begin_expansion(data: Data) -> Value:
    """Return (code, i): DONE or the code of a larger array or of a fault, and the number of the first edge to store."""
    raise NotImplementedError


def offer_successor(data: Data, node: Value, h: Value, i: Value) -> Value:
    """Store successor i of a node, or leave it out. Return DONE, or the code of a larger array or of a fault."""
    raise NotImplementedError


def end_expansion(counters: Value, count: Value) -> Value:
    """Return the number of generated successors of a node with this many edges, whose expansion is complete."""
    raise NotImplementedError
