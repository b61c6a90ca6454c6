"""Tables that numba computes equal those that numpy computes, entry by entry."""

import itertools
import threading

import numpy as np
import pytest
from helpers.saving import keep_own_tables

from astarlib.problems.npuzzle import (
    PARTITION_35,
    AdditivePatternDatabase,
    Partition,
    compiled_tables,
    lookups,
    pattern_files,
    pattern_tables,
)
from astarlib.problems.npuzzle.placements import combination_number, combination_parts, placement_number

CASES = [
    (PARTITION_35, 0),
    (PARTITION_35, 1),
    (Partition("a . b / a a b / a b b"), 0),
    (Partition("- - . / a a b / - a b"), 0),
    (Partition(". a - / a a - / - - -"), 0),
    (Partition("- a - - / a . a - / - a - -"), 0),
    (Partition(". a / a a / a a"), 0),
]


def arguments(partition, number):
    return partition.shape, partition.groups[number], partition.blank


def made_by(build, partition, number, **options):
    """Return the table, and the progress that was reported."""
    heard = []
    table = build(*arguments(partition, number), heard.append, **options)
    return table.dtype, table.tolist(), heard


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("partition", "number"), CASES, ids=lambda value: str(getattr(value, "layout", value)))
def test_compiled_tables_and_their_progress_are_those_of_numpy(partition, number, threads, monkeypatch):
    monkeypatch.setattr(compiled_tables, "_STATES", 1_000)  # So that each step has several chunks.
    expected = made_by(pattern_tables.distances, partition, number)
    assert expected == made_by(compiled_tables.distances, partition, number, threads=threads)


@pytest.mark.parametrize(("partition", "number"), CASES, ids=lambda value: str(getattr(value, "layout", value)))
def test_compact_tables_have_the_entries_of_sparse_tables_by_number_of_placement(partition, number):
    shape, group, _ = arguments(partition, number)
    cells = shape[0] * shape[1]
    sparse = pattern_tables.distances(*arguments(partition, number), lambda _: None)
    compact = compiled_tables.compact_distances(*arguments(partition, number), lambda _: None)
    placements = list(itertools.permutations(range(cells), len(group)))
    assert len(placements) == len(compact)
    assert sorted(map(placement_number, placements)) == list(range(len(placements)))
    for placement in placements:
        place = sum(cell * cells**tile for tile, cell in enumerate(placement))
        assert sparse[place] == compact[placement_number(placement)]


@pytest.mark.parametrize(("cells", "tiles"), [(4, 2), (16, 3), (25, 3), (26, 2)])
def test_the_parts_of_a_combination_add_up_to_its_number(cells, tiles):
    parts = combination_parts(cells, tiles)
    for combination in itertools.combinations(range(cells), tiles):
        mask = sum(1 << cell for cell in combination)
        total = sum(part[mask >> 13 * at & 0x1FFF] for at, part in enumerate(parts))
        assert total == combination_number(mask)


def test_more_than_two_parts_are_refused():
    with pytest.raises(ValueError, match="27 cells"):
        combination_parts(27, 2)


def test_tables_that_take_long_are_compiled(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    monkeypatch.setattr(pattern_files, "_MANY", 100)
    monkeypatch.setattr(compiled_tables, "distances", lambda *_, threads: np.full(9**3, threads, np.uint8))
    [table] = lookups.tables_of(Partition(". a a / a - - / - - -"))
    assert {7} == set(pattern_files.entries_of(table, threads=7))


def test_building_more_than_the_free_memory_is_refused_with_the_bytes_before_it_starts(tmp_path, monkeypatch):
    monkeypatch.setenv("ASTARLIB_CACHE", str(tmp_path))
    monkeypatch.setattr(pattern_files, "_MANY", 0)
    monkeypatch.setattr(compiled_tables, "available_memory", lambda: 1_000)
    heard = []
    with pytest.raises(MemoryError, match=r"5 tiles of 3 x 3 cells takes \d\d,\d\d\d bytes of memory, and 1,000 are"):
        AdditivePatternDatabase.build((3, 3), range(9), PARTITION_35, observer=heard.append)
    assert heard == []


def test_an_interrupt_stops_all_threads_and_leaves_no_file(tmp_path, monkeypatch):
    keep_own_tables(tmp_path, monkeypatch)
    monkeypatch.setattr(pattern_files, "_MANY", 0)
    before = set(threading.enumerate())

    def interrupt(event):
        if event.done > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        AdditivePatternDatabase.build((3, 3), range(9), PARTITION_35, observer=interrupt, threads=2)
    assert set(threading.enumerate()) <= before
    assert {path.name for path in tmp_path.iterdir()} == {"compiled"}
