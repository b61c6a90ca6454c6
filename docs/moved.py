"""The old addresses of pages that were merged or moved. `docs/redirects.py` lets them lead to the new ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from docs.families import PAGES, address

MOVED: Final[Mapping[str, str]] = {
    **{f"reference/engines/{engine}.html": address(engine) for engine in PAGES},
    "explanation/bounds.html": "guide/results.html#the-lower-bound",
    "explanation/promises.html": "contributors.html#what-we-promise-and-how-it-is-tested",
    "explanation/the-loop.html": "contributors.html#why-the-loop-is-as-it-is",
    "guide/aima.html": "guide/coming-from.html#aima",
    "guide/disk.html": "guide/scale.html#disk",
    "guide/disk.html#what-it-costs": "guide/scale.html#what-a-search-on-disk-costs",
    "guide/fast-problems.html": "guide/speed.html#make-your-problem-fast",
    "guide/fast-problems.html#an-incremental-heuristic-heuristic_change": "guide/speed.html#heuristic-change",
    "guide/fast-problems.html#measure": "guide/speed.html#measure-it-yourself",
    "guide/fast-problems.html#one-call-for-each-state-successors": "guide/speed.html#successors",
    "guide/moving.html": "guide/coming-from.html#networkx",
    "guide/moving.html#from-the-rust-crate-pathfinding": "guide/coming-from.html#the-rust-crate-pathfinding",
    "guide/moving.html#from-your-own-loop": "guide/coming-from.html#your-own-loop",
    "guide/names.html": "guide/coming-from.html",
    "guide/python-pathfinding.html": "guide/coming-from.html#python-pathfinding",
    "guide/several-machines.html": "guide/scale.html#many-machines",
    "guide/several-machines.html#what-each-of-them-costs": "guide/scale.html#measured",
    "guide/simpleai.html": "guide/coming-from.html#simpleai",
    "recipes/index.html": "gallery.html#recipes",
    "reference/batch.html": "reference/comparing.html#many-problems-at-once",
    "reference/distributed.html": "reference/compiled.html#distributed-search",
    "reference/outcomes.html": "guide/results.html#statuses",
    "reference/recorder.html": "reference/events.html#recordings",
    "reference/small-problems.html": "reference/problems.html#pancakes",
    "reference/sudoku.html": "reference/problems.html#sudoku",
    "reference/verifying.html": "reference/checking.html#results-and-engines",
}
"""The old addresses with the new ones, from the top of the site. Anchors that a new page still has aren't listed."""
