"""Python computes the same hashes of packed states, and stores the initial state in the same way, as kernels."""

import numpy as np
import pytest
from helpers.naming import name
from helpers.rows import RowProblem
from helpers.sampling import slow
from hypothesis import given
from hypothesis import strategies as st

from astarlib import TieBreak
from astarlib.compiled import AStar, Dijkstra, GreedyBestFirst, WeightedAStar
from astarlib.compiled.codegen.state_source import hash_of_words, state_source
from astarlib.problems.npuzzle import NPuzzle

ROWS = [RowProblem({4: [(1, 1)]}, 1, start=4, hs=[h] * 5) for h in (0, 21)]
BOARDS = NPuzzle("1 2 3 / 4 5 6 / 7 8 0"), NPuzzle("8 6 7 / 2 5 4 / 3 0 1")
WORDS = st.integers(0, 2**64 - 1)


def kernel_hash(state, label_bits):
    names = {"U": np.uint64}
    exec(state_source(len(state), label_bits), names)
    words = tuple(map(np.uint64, state))
    with np.errstate(over="ignore"):  # Only the lower 64 bits of a product matter.
        return int(names["hash_of"](words[0] if len(words) == 1 else words))


@given(st.lists(WORDS, min_size=1, max_size=4).map(tuple))
def test_hash_of_a_state_equals_that_of_kernels(state):
    assert hash_of_words(state) == kernel_hash(state, 0)


@pytest.mark.parametrize("label_bits", [1, 32, 63])
@given(WORDS)
def test_hash_of_a_state_with_a_label_equals_that_of_kernels(label_bits, word):
    assert hash_of_words((word,), label_bits) == kernel_hash((word,), label_bits)


@pytest.mark.parametrize(
    "engine",
    [AStar(), AStar(tie_break=TieBreak.FIFO), WeightedAStar(weight=1.37), GreedyBestFirst(), Dijkstra()],
    ids=repr,
)
@pytest.mark.parametrize("problem", [*ROWS, *map(slow, BOARDS)], ids=name)
def test_the_initial_state_is_stored_as_kernels_store_it(engine, problem):
    algorithm = engine.start(problem)._algorithm
    storage, queue = algorithm.storage, algorithm._queue
    counters, slots, entries = storage.counters.copy(), storage.slots.copy(), algorithm._order().tolist()
    first = [array[:1].copy() for array in queue.arrays]
    storage.make_table(storage.slots.size)
    queue.fill(algorithm._kernels, storage, np.array([1], np.uint32))
    assert storage.counters.tolist() == counters.tolist()
    assert storage.slots.tolist() == slots.tolist()
    assert algorithm._order().tolist() == entries == [1]
    assert [array[:1].tolist() for array in queue.arrays] == [array.tolist() for array in first]
