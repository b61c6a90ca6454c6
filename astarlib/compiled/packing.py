"""Source code for reading, writing, comparing and hashing states, for each number of words."""

from __future__ import annotations

from typing import Final

_ONE: Final = """
def load(states, at):
    return states[at]

def store(states, at, state):
    states[at] = state

def is_equal(one, other):
    return one == other

def hash_of(state):
    return (state ^ (state >> U(32))) * U(0x9E3779B97F4A7C15)
"""

_SEVERAL: Final = """
def load(states, at):
    return ({load},)

def store(states, at, state):
    {store}

def is_equal(one, other):
    return {equal}

def hash_of(state):
    {hashed}
    return (mixed ^ (mixed >> U(32))) * U(0x9E3779B97F4A7C15)
"""


def packing(words: int) -> str:
    """The source of the four functions for states of so many words."""
    if words == 1:
        return _ONE
    each = range(words)
    mixed = ["mixed = state[0]"]
    mixed += [f"mixed = (mixed ^ (mixed >> U(29))) * U(0xBF58476D1CE4E5B9) + state[{word}]" for word in each[1:]]
    return _SEVERAL.format(
        load=", ".join(f"states[at * U({words}) + U({word})]" for word in each),
        store="; ".join(f"states[at * U({words}) + U({word})] = state[{word}]" for word in each),
        equal=" and ".join(f"one[{word}] == other[{word}]" for word in each),
        hashed="; ".join(mixed),
    )
