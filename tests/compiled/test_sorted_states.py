"""The functions for sorted lists of states give what numpy gives, also for words that are hard to sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib.compiled.codegen.state_source import SPREAD, loaded_words, stored_words
from astarlib.compiled.scale.disk_files import list_kernels

WORDS = st.integers(0, 2**64 - 1)


def in_order(words):
    ours = words.copy()
    list_kernels().sort_words(ours, len(ours), np.empty_like(ours), (np.zeros(256, np.int64), np.zeros(256, np.int64)))
    return ours


@given(
    st.integers(0, 2**32),
    st.sampled_from([0, 1, 2, 31, 33, 500, 40_000]),
    WORDS, WORDS,
    st.sampled_from([1, SPREAD]),
)  # fmt: skip
def test_words_are_sorted_whatever_their_bits_are(seed, count, mask, same, factor):
    """``mask`` has the bits that differ, and the other bits are those of ``same``."""
    random = np.random.default_rng(seed).integers(0, 2**64, count, np.uint64)
    words = (random & np.uint64(mask) | np.uint64(same & ~mask)) * np.uint64(factor)
    assert (in_order(words) == np.sort(words)).all()


@pytest.mark.parametrize("count", [300, 200_000])
def test_words_that_insertion_would_sort_slowly_are_sorted(count):
    """Only the lowest bits of nearly all words differ, and they are in reverse order."""
    words = np.arange(count, 0, -1, np.uint64)
    words[0] = 2**64 - 1
    assert (in_order(words) == np.sort(words)).all()


@given(st.lists(WORDS, min_size=1, max_size=3).map(tuple))
def test_the_words_of_a_state_are_those_that_were_stored(state):
    assert state == loaded_words(stored_words(state))
