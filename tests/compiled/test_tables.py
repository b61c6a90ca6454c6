"""Tables that numba computes equal those that numpy computes, entry by entry."""

import numpy as np
import pytest

from astarlib.problems.npuzzle import PARTITION_35, Partition, compiled_tables, pattern_files, pattern_tables

CASES = [
    (PARTITION_35, 0),
    (PARTITION_35, 1),
    (Partition("a . b / a a b / a b b"), 0),
    (Partition("- - . / a a b / - a b"), 0),
]


def made_by(module, partition, number):
    """Return the table, and the progress that was reported."""
    heard = []
    table = module.distances(
        partition.shape, partition.groups[number], partition.blank, lambda *progress: heard.append(progress)
    )
    return table.dtype, table.tolist(), heard


@pytest.mark.parametrize(("partition", "number"), CASES, ids=lambda value: str(getattr(value, "layout", value)))
def test_compiled_tables_and_their_progress_are_those_of_numpy(partition, number):
    assert made_by(pattern_tables, partition, number) == made_by(compiled_tables, partition, number)


def test_tables_that_take_long_are_compiled(monkeypatch):
    monkeypatch.setattr(pattern_files, "_MANY", 100)
    monkeypatch.setattr(compiled_tables, "distances", lambda *_: np.full(9**3, 7, np.uint8))
    assert {7} == set(pattern_files.table_of(Partition(". a a / a - - / - - -"), 0))
