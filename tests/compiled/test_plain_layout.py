"""The parts of a state have room in its words, and none shares a bit with another."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from astarlib.compiled.plain.layout import Layout


@given(st.lists(st.tuples(st.integers(0, 150), st.integers(1, 64)), max_size=6))
def test_each_number_of_a_state_has_bits_of_its_own(runs):
    leaves = SimpleNamespace(leaves=[SimpleNamespace(size=size) for size, _ in runs])
    words, places = Layout._place(leaves, [width for _, width in runs])
    taken = [
        (word, bit)
        for (_, width), parts in zip(runs, places, strict=True)
        for word, shift, count in parts
        for bit in range(shift, shift + count * width)
    ]
    assert [sum(count for *_, count in parts) for parts in places] == [size for size, _ in runs]
    assert len(taken) == len(set(taken))
    assert all(word < words and bit < 64 for word, bit in taken)
    assert words == max([1, *(word + 1 for word, _ in taken)])
