"""The table of members: what each way to make a problem from a problem does with each member of the given problem."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final


class Fate(Enum):
    """The fate of a member of the given problem in a derived problem."""

    KEPT = "kept"
    """It's the same in both problems."""
    NEW = "new"
    """The way gives the member. One that the class computes from other attributes is valid, too."""
    OWN = "own"
    """An attribute of the instance is left out, because it belongs to the given problem. That of the class is valid."""
    NONE = "none"
    """The derived problem doesn't have it, because it would be wrong. Engines that need it name it in an error."""
    WRAPPED = "wrapped"
    """It's translated to the states of the derived problem."""
    BUILT_IN = "built-in"
    """It must be that of the built-in class. A problem that has changed it is refused, and the error names it."""
    REFUSED = "refused"
    """A problem that has it is refused, and the error names it."""


# A column is a way: `heuristic` is `with_heuristic`, `between` that of graphs and grids, `jumps` is `jump_points`.
_TEXT: Final = """
member              heuristic starts  goals   predecessors  between costs   second  turns   times   jumps
initial_state       kept      new     kept    kept          new     kept    wrapped wrapped wrapped wrapped
initial_states      kept      new     kept    kept          own     kept    wrapped wrapped wrapped wrapped
actions             kept      kept    kept    kept          kept    own     wrapped wrapped wrapped built-in
result              kept      kept    kept    kept          kept    own     wrapped wrapped wrapped built-in
cost                kept      kept    kept    kept          kept    own     wrapped wrapped wrapped built-in
successors          kept      kept    kept    kept          kept    own     wrapped wrapped wrapped built-in
state_key           kept      kept    kept    kept          kept    kept    wrapped wrapped wrapped built-in
is_goal             kept      kept    new     kept          own     kept    wrapped wrapped wrapped built-in
goal_states         kept      kept    new     new           own     kept    none    wrapped none    wrapped
predecessors        kept      kept    kept    new           kept    own     none    wrapped none    none
heuristic           new       kept    new     kept          own     kept    wrapped wrapped wrapped wrapped
heuristic_function  none      kept    none    kept          own     kept    wrapped wrapped wrapped wrapped
heuristic_change    none      kept    none    kept          own     kept    none    none    none    none
heuristic_batch     none      kept    none    kept          own     kept    wrapped wrapped wrapped wrapped
heuristic_to        kept      kept    kept    kept          kept    own     none    none    none    none
backward_heuristic  kept      none    kept    new           new     kept    none    wrapped none    none
steps_to_go         kept      kept    none    kept          own     kept    wrapped wrapped none    none
resources           kept      kept    refused kept          refused refused refused refused refused refused
least_resources     kept      kept    refused kept          refused refused refused refused refused refused
cost_unit           kept      kept    kept    kept          kept    own     wrapped none    none    none
why_unsolvable      kept      own     none    kept          own     own     wrapped wrapped wrapped wrapped
compiled_domain     own       kept    own     kept          own     kept    none    none    none    own
format_state        kept      kept    kept    kept          kept    kept    wrapped wrapped wrapped own
format_action       kept      kept    kept    kept          kept    kept    wrapped wrapped wrapped own
draw_state          kept      kept    kept    kept          kept    kept    wrapped wrapped wrapped none
draw_map            kept      kept    kept    kept          kept    kept    wrapped wrapped wrapped wrapped
state_position      kept      kept    kept    kept          kept    kept    wrapped wrapped wrapped wrapped
"""
_ROWS: Final = [line.split() for line in _TEXT.strip().splitlines()]
_FATES: Final = {
    way: MappingProxyType({row[0]: Fate(row[at]) for row in _ROWS[1:]}) for at, way in enumerate(_ROWS[0]) if at > 0
}
MEMBERS: Final = tuple(row[0] for row in _ROWS[1:])
"""All members of problems that engines, checkers and pages know."""


def fates(way: str) -> Mapping[str, Fate]:
    """Return what a way does with each member."""
    return _FATES[way]
