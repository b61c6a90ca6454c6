"""The parts of a state have room in its words, and none shares a bit with another."""

from types import SimpleNamespace

from hypothesis import example, given
from hypothesis import strategies as st

from astarlib.compiled.plain.layout import Layout


@given(st.lists(st.tuples(st.integers(0, 150), st.sampled_from([1, 4, 9, 32, 64])), max_size=6))
@example([(65, 1)])
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
    assert all(bit < 64 for _, bit in taken)
    assert {word for word, _ in taken} == set(range(words)) or words == 1 + len(taken)
    assert len(taken) == 0 or (0, 0) in taken
