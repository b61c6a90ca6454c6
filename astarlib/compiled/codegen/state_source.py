"""Source code that reads, writes, compares and hashes states of a given number of words."""

from __future__ import annotations

from typing import Final

_ONE_WORD: Final = """
def load(states, at):
    return states[at]

def store(states, at, state):
    states[at] = state

def load_at(states, at):
    return states[at]

def store_at(states, at, state):
    states[at] = state

def is_equal(one, other):
    return one == other

def hash_of(state):
    return (state ^ (state >> U(32))) * U(0x9E3779B97F4A7C15)
"""

_SEVERAL_WORDS: Final = """
def load(states, at):
    return ({load},)

def store(states, at, state):
    {store}

def load_at(states, at):
    return ({load_at},)

def store_at(states, at, state):
    {store_at}

def is_equal(one, other):
    return {equal}

def hash_of(state):
    {mixed}
    return (mixed ^ (mixed >> U(32))) * U(0x9E3779B97F4A7C15)
"""


def state_source(words: int) -> str:
    """Return the source of the functions that read, write, compare and hash states of this many words."""
    if words == 1:
        return _ONE_WORD
    each = range(words)
    mixed = ["mixed = state[0]"]
    mixed += [f"mixed = (mixed ^ (mixed >> U(29))) * U(0xBF58476D1CE4E5B9) + state[{word}]" for word in each[1:]]
    return _SEVERAL_WORDS.format(
        load=", ".join(f"states[at * U({words}) + U({word})]" for word in each),
        store="; ".join(f"states[at * U({words}) + U({word})] = state[{word}]" for word in each),
        load_at=", ".join(f"states[at + {word}]" for word in each),
        store_at="; ".join(f"states[at + {word}] = state[{word}]" for word in each),
        equal=" and ".join(f"one[{word}] == other[{word}]" for word in each),
        mixed="; ".join(mixed),
    )
