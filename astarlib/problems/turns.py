"""Problems in which turns and other maneuvers cost something, too."""

from astarlib.derived.turns import Arrival, Maneuver, ManeuverProblem, Step, TurnProblem

__all__ = ["Arrival", "Maneuver", "ManeuverProblem", "Step", "TurnProblem"]
