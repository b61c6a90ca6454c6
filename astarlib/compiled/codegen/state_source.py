"""Source code that reads, writes, compares and hashes states of a given number of words."""

from __future__ import annotations

from typing import Final

SPREAD: Final = 0x9E3779B97F4A7C15
"""A product with this number has evenly distributed highest bits. Hashes and sorted lists use such products."""
GATHER: Final = pow(SPREAD, -1, 2**64)
_MIX: Final = 0xBF58476D1CE4E5B9
_MASK: Final = 2**64 - 1

_ONE_WORD: Final = f"""
def load(states, at):
    return states[at]

def store(states, at, state):
    states[at] = state

def load_at(states, at):
    return states[at] * U({GATHER})

def store_at(states, at, state):
    states[at] = state * U({SPREAD})

def is_equal(one, other):
    return one == other

def hash_of(state):
    return (state ^ (state >> U(32))) * U({SPREAD})

def is_identical(one, other):
    return is_equal(one, other)

def relabel(states, at, state):
    pass
"""

_LABELED: Final = f"""
def is_equal(one, other):
    return (one ^ other) >> U({{bits}}) == U(0)

def hash_of(state):
    state = state >> U({{bits}})
    return (state ^ (state >> U(32))) * U({SPREAD})

def relabel(states, at, state):
    states[at] = state
"""

_KNOWN_PARENT: Final = """
def aux_of_parent(nodes, node):
    parent = nodes.parents[node]
    return np.int64(nodes.auxes[parent]) if parent != 0 else np.int64(-1)

def prefetch_parent(parents, node):
    prefetch(parents, node)
"""

_UNKNOWN_PARENT: Final = """
def aux_of_parent(nodes, node):
    return np.int64(-1)

def prefetch_parent(parents, node):
    pass
"""

_SEVERAL_WORDS: Final = f"""
def load(states, at):
    return ({{load}},)

def store(states, at, state):
    {{store}}

def load_at(states, at):
    return ({{load_at}},)

def store_at(states, at, state):
    {{store_at}}

def is_equal(one, other):
    return {{equal}}

def hash_of(state):
    {{mixed}}
    return (mixed ^ (mixed >> U(32))) * U({SPREAD})

def is_identical(one, other):
    return {{identical}}

def relabel(states, at, state):
    {{relabel}}
"""


def stored_words(state: tuple[int, ...]) -> tuple[int, ...]:
    """Return the words that ``store_at`` writes for a state."""
    return (state[0] * SPREAD % 2**64,) if len(state) == 1 else state


def loaded_words(words: tuple[int, ...]) -> tuple[int, ...]:
    """Return the words of a state that ``load_at`` reads."""
    return (words[0] * GATHER % 2**64,) if len(words) == 1 else words


def hash_of_words(state: tuple[int, ...], label_bits: int = 0) -> int:
    """Return the hash that ``hash_of`` returns in kernels."""
    mixed = state[0] >> label_bits
    for word in state[1:]:
        mixed = (mixed ^ mixed >> 29) * _MIX + word & _MASK
    return (mixed ^ mixed >> 32) * SPREAD & _MASK


_LISTED: Final = """
def count_edges(edges, tables, state, aux):
    return list_edges(tables, state, aux, edges.states, edges.costs)

def read_edge(edges, tables, state, aux, i, side):
    return load(edges.states, i), 0, edges.costs[i]
"""

_UNLISTED: Final = """
def count_edges(edges, tables, state, aux):
    return successor_count(tables, state, aux)

def read_edge(edges, tables, state, aux, i, side):
    return edge(tables, state, aux, I(i), side)
"""


def edge_source(*, is_listed: bool) -> str:
    """Return the source of the functions that count the edges of a node and read one of them.
    With ``is_listed``, the first of them writes all edges at once.
    """
    return _LISTED if is_listed else _UNLISTED


def parent_source(*, by_aux: bool) -> str:
    """Return the source of the functions that recognize an edge back to the parent.
    With ``by_aux``, they recognize it by the ``aux`` that it leads to. Otherwise, they recognize no such edge.
    """
    return _KNOWN_PARENT if by_aux else _UNKNOWN_PARENT


def state_source(words: int, label_bits: int = 0, key_words: int = 0) -> str:
    """Return the source of the functions that read, write, compare and hash states of this many words.
    States of one word may have a label in their lowest bits. It's ignored if states are compared. With ``key_words``,
    only the first words are compared and hashed.
    """
    if words == 1:
        return _ONE_WORD + (_LABELED.format(bits=label_bits) if label_bits > 0 else "")
    each, keys = range(words), range(key_words or words)
    mixed = ["mixed = state[0]"]
    mixed += [f"mixed = (mixed ^ (mixed >> U(29))) * U({_MIX}) + state[{word}]" for word in keys[1:]]
    store = "; ".join(f"states[at * U({words}) + U({word})] = state[{word}]" for word in each)
    return _SEVERAL_WORDS.format(
        load=", ".join(f"states[at * U({words}) + U({word})]" for word in each),
        store=store,
        load_at=", ".join(f"states[at + {word}]" for word in each),
        store_at="; ".join(f"states[at + {word}] = state[{word}]" for word in each),
        equal=" and ".join(f"one[{word}] == other[{word}]" for word in keys),
        identical=" and ".join(f"one[{word}] == other[{word}]" for word in each),
        relabel=store if len(keys) < words else "pass",
        mixed="; ".join(mixed),
    )
