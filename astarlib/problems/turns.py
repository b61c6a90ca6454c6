"""Problems in which a step also costs something for the turn from the step before it."""

from astarlib.derived.turns import Arrival, TurnProblem

__all__ = ["Arrival", "TurnProblem"]
