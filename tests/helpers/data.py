"""The tables in ``tests/data``."""

import csv
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"


def table_rows(name):
    """Return the rows of a table as dicts. Lines that begin with # are comments."""
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def depth_counts(name, **wanted):
    """Return how many states lie at each depth, from the rows of a table that have the wanted values."""
    return {
        int(row["depth"]): int(row["count"]) for row in table_rows(name)
        if all(row[key] == str(value) for key, value in wanted.items())
    }  # fmt: skip
