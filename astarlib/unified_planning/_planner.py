"""The class that unified-planning makes for ``OneshotPlanner(name="astarlib")``."""

from __future__ import annotations

import math
import warnings
from typing import Any, Final

from astarlib.engines import AStar, Engine
from astarlib.limits import LimitKind, Limits
from astarlib.problem import Heuristic
from astarlib.problems.planning import PlanningProblem
from astarlib.problems.planning.library import SUPPORTED, unified_planning
from astarlib.problems.strips import HMax, LMCut
from astarlib.result import SearchResult, Status

_ENGINES: Final = unified_planning("engines")
_Engine: Any = _ENGINES.Engine  # Any: the library has no types
_OneshotPlanner: Any = unified_planning("engines.mixins").OneshotPlannerMixin  # Any: the library has no types
_STATUS: Final = _ENGINES.PlanGenerationResultStatus
_WITHOUT_PLAN: Final = {
    Status.UNSOLVABLE: _STATUS.UNSOLVABLE_PROVEN,
    Status.GAVE_UP: _STATUS.UNSOLVABLE_INCOMPLETELY,
}
_LIMITS: Final = {LimitKind.SECONDS: _STATUS.TIMEOUT, LimitKind.MEMORY: _STATUS.MEMOUT}


class Planner(_Engine, _OneshotPlanner):  # type: ignore[misc]  # The bases have no types.
    """A planner of unified-planning that is an engine of astarlib with a heuristic.

    Parameters
    ----------
    engine:
        The engine (default: ``AStar()``).
    heuristic:
        The heuristic of planning problems (default: ``LMCut()``).

    Raises
    ------
    TypeError
        If the engine isn't an engine of astarlib.
    """

    def __init__(self, engine: Engine | None = None, heuristic: Heuristic | None = None) -> None:
        _Engine.__init__(self)
        _OneshotPlanner.__init__(self)
        self._search_engine: Final = AStar() if engine is None else engine
        self._heuristic: Final = LMCut() if heuristic is None else heuristic
        if not isinstance(self._search_engine, Engine):
            raise TypeError(f"engine must be an engine of astarlib, for example AStar(), not {engine!r}")

    @property
    def name(self) -> str:
        """The name in messages of unified-planning."""
        return "astarlib"

    @staticmethod
    def supported_kind() -> Any:
        """Return the features that a task may have."""
        kinds = unified_planning("model.problem_kind")
        latest = unified_planning("model.problem_kind_versioning").LATEST_PROBLEM_KIND_VERSION
        return kinds.ProblemKind(set(SUPPORTED), version=latest)

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        """Return True if all features of a task are supported."""
        return bool(problem_kind <= Planner.supported_kind())

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        """Return True, because A* with LM-cut finds a cheapest plan."""
        del optimality_guarantee
        return True

    def _solve(
        self, problem: Any, heuristic: Any = None, timeout: float | None = None, output_stream: Any = None
    ) -> Any:
        if heuristic is not None or output_stream is not None:
            ignored = "heuristic" if heuristic is not None else "output_stream"
            warnings.warn(
                f"astarlib ignores {ignored}; for a heuristic, pass params={{'heuristic': FF()}}", stacklevel=3
            )
        task = PlanningProblem(problem, heuristic=self._heuristic)
        result = self._search_engine.search(task, limits=Limits(seconds=math.inf if timeout is None else timeout))
        plan = task.plan(result) if result else None
        metrics = {
            name: str(getattr(result.statistics, name)) for name in ("expanded", "generated", "evaluated", "seconds")
        }
        return _ENGINES.PlanGenerationResult(self._status(result), plan, self.name, metrics)

    def _status(self, result: SearchResult) -> Any:
        if result:
            is_known = result.condition == "" or isinstance(self._heuristic, LMCut | HMax)
            return _STATUS.SOLVED_OPTIMALLY if result.is_optimal and is_known else _STATUS.SOLVED_SATISFICING
        if result.limit is not None:
            return _LIMITS.get(result.limit, _STATUS.INTERNAL_ERROR)
        return _WITHOUT_PLAN[result.status]
