"""What the loops with bookkeeping keep where a later run, or a look from outside, finds it."""

from __future__ import annotations

import math
from typing import Any, Final, TypeAlias

Answer: TypeAlias = tuple[float, int, int, int]
"""Cost, expanded, generated, stored."""

MARK: Final = object()
CLOSED: Final = (MARK,)
"""What the record of a closed state has at its end."""


class Counters:
    """The counters of a search that can be resumed."""

    __slots__ = (
        "before_top_f", "dead_ends", "expanded", "expanding", "generated", "nearest", "peak", "refused", "reopened",
        "top_f",
    )  # fmt: skip

    def __init__(self, root: Any) -> None:  # Any: a state
        self.expanded = self.generated = self.reopened = self.dead_ends = self.before_top_f = 0
        self.peak, self.top_f, self.refused = 1, -math.inf, math.inf
        self.nearest = root
        self.expanding: Any = None  # a record
