"""Python computes the same hashes of packed states as kernels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from astarlib.compiled.codegen.state_source import hash_of_words, state_source

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
