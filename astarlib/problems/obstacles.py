"""Moving obstacles: problems in which others use states and steps at times."""

from astarlib.derived.obstacles import Departure, Reservations, TimedProblem, TimedState

__all__ = ["Departure", "Reservations", "TimedProblem", "TimedState"]
