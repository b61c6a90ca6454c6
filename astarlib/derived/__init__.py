"""Problems made from problems: with other starts, goals or heuristics, with a second cost, or with costs of turns."""

from astarlib.derived.goals import with_goals
from astarlib.derived.heuristic import with_heuristic
from astarlib.derived.predecessors import with_predecessors
from astarlib.derived.second_cost import CostedState, with_second_cost
from astarlib.derived.starts import with_starts

__all__ = ["CostedState", "with_goals", "with_heuristic", "with_predecessors", "with_second_cost", "with_starts"]
