"""The planning problem that is made from a task of unified-planning or from PDDL."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Self

from astarlib._support.memory import objects_that_stay
from astarlib.errors import short_repr
from astarlib.problem import Heuristic
from astarlib.problems.planning.formulas import clauses as clauses_of
from astarlib.problems.planning.formulas import fact_of
from astarlib.problems.planning.grounding import ground
from astarlib.problems.planning.library import read_task, unified_planning, unsupported
from astarlib.problems.planning.lifting import Lifting
from astarlib.problems.planning.pddl import PddlTask, read_pddl
from astarlib.problems.planning.task import Lifted, Objects
from astarlib.problems.strips import Facts, Operator, StripsProblem
from astarlib.result import SearchResult

__all__ = ["PlanningProblem"]

_GOAL: Final = "(goal)"
_ABSTRACT: Final = ("unified_planning.model.abstract_problem", "AbstractProblem")


class PlanningProblem(StripsProblem):
    """A planning problem from a task of unified-planning, or from PDDL.

    astarlib grounds the task: it makes an operator for all objects that the parameters of an action can be. Facts and
    actions are texts in PDDL's form, for example "(on a b)" and "(stack a b)". Costs are those of the metric: the costs
    of the actions, or 1 for each action without a metric.

    Conditions may use negation, disjunction, equality and quantifiers, and effects may be conditional and for all
    objects. An action whose condition has alternatives has several operators, for example "(open d)" and "(open d) #2".
    If the goal has alternatives, a last operator "(goal) #n" of cost 0 stands for each.

    Parameters
    ----------
    task:
        A ``unified_planning.model.Problem``. For PDDL, call ``from_text`` or ``from_files``.
    heuristic:
        A heuristic value such as ``FF()``, or a function ``state -> h`` (default: ``LMCut()``).

    Raises
    ------
    TypeError
        If the task isn't a problem of unified-planning.
    ValueError
        If the task uses a feature that isn't supported, such as durative actions or numeric fluents.

    Examples
    --------
    >>> problem = PlanningProblem(task)  # doctest: +SKIP
    """

    @objects_that_stay()
    def __init__(self, task: Any, *, heuristic: Heuristic | Callable[[Facts], float] | None = None) -> None:
        # Any above: unified-planning has no types.
        self._source: Final[Any] = (task.domain, task.task) if isinstance(task, PddlTask) else task
        """A task of unified-planning, or two PDDL texts."""
        self._without_objects: Any = None
        """The compilation without fluents whose values are objects, if the task has some."""
        lifted = task.lifted if isinstance(task, PddlTask) else self._lifted(task)
        operators, actions = list[Operator](), dict[Hashable, tuple[str, Objects]]()
        for operator, action in ground(lifted):
            operators.append(operator)
            actions[operator.name] = action
        self._actions: Final = actions
        """The action and the objects of each operator."""
        goals = clauses_of(lifted.goal, {}, lifted.constant)
        if len(goals) != 1:
            operators += [
                Operator(f"{_GOAL} #{number}", goal.true, [_GOAL], cost=0, negative_preconditions=goal.false)
                for number, goal in enumerate(goals, 1)
            ]
        super().__init__(
            (fact for fact, (predicate, _) in lifted.initial.items() if predicate in lifted.dynamic),
            goals[0].true if len(goals) == 1 else [_GOAL],
            operators,
            heuristic=heuristic,
            negative_goal=goals[0].false if len(goals) == 1 else (),
        )

    def _lifted(self, task: Any) -> Lifted:
        """Return the form of this package of a task of unified-planning."""
        if not any((cls.__module__, cls.__name__) == _ABSTRACT for cls in type(task).__mro__):
            raise TypeError(f"task must be a problem of unified-planning, not {short_repr(task)}")
        wrong = unsupported(task.kind.features)
        if len(wrong) > 0:
            raise ValueError(f"the task {task.name!r} uses {' and '.join(wrong)}, which isn't supported")
        if not task.kind.has_object_fluents():
            return Lifting(task).lifted()
        self._without_objects = _without_object_fluents(task)
        return Lifting(self._without_objects.problem).lifted()

    @cached_property
    def task(self) -> Any:
        """The task of unified-planning. It's read from the PDDL texts when you ask for it.

        Raise ImportError if unified-planning isn't installed, and ValueError if it can't read these texts.
        """
        return read_task(*self._source) if isinstance(self._source, tuple) else self._source

    @classmethod
    def from_text(
        cls, domain: str, task: str, *, heuristic: Heuristic | Callable[[Facts], float] | None = None
    ) -> Self:
        """Return the problem of two PDDL texts.

        Parameters
        ----------
        domain:
            The text of the domain.
        task:
            The text of the task, which PDDL calls problem.
        heuristic:
            As for the class.

        Raises
        ------
        TypeError, ValueError
            If a text isn't right, with its line, or the task uses a feature that isn't supported.

        Examples
        --------
        >>> domain = "(define (domain d) (:predicates (p)) (:action a :parameters () :effect (p)))"
        >>> task = "(define (problem t) (:domain d) (:init) (:goal (p)))"
        >>> PlanningProblem.from_text(domain, task)
        <PlanningProblem of 1 operators, 0 facts at the start, 1 in the goal>
        """
        return cls(read_pddl(domain, task), heuristic=heuristic)

    @classmethod
    def from_files(
        cls,
        domain: str | os.PathLike[str],
        task: str | os.PathLike[str],
        *,
        heuristic: Heuristic | Callable[[Facts], float] | None = None,
    ) -> Self:
        """Return the problem of two PDDL files.

        Parameters
        ----------
        domain:
            The file of the domain.
        task:
            The file of the task, which PDDL calls problem.
        heuristic:
            As for the class.

        Raises
        ------
        OSError, ValueError
            If a file can't be read, a file isn't right, with its line, or the task uses a feature that isn't supported.

        Examples
        --------
        >>> from astarlib import AStar
        >>> problem = PlanningProblem.from_files("domain.pddl", "task.pddl")  # doctest: +SKIP
        >>> AStar().search(problem).cost  # doctest: +SKIP
        1
        """
        texts = [Path(file).read_text(encoding="utf-8-sig") for file in (domain, task)]
        return cls(read_pddl(*texts, names=(str(domain), str(task))), heuristic=heuristic)

    def plan(self, result: SearchResult[Facts, Hashable]) -> Any:
        """Return the solution as a ``SequentialPlan`` of unified-planning, which its validator can check.

        Parameters
        ----------
        result:
            A result of this problem that has a solution.

        Raises
        ------
        ImportError
            If unified-planning isn't installed.
        NoSolutionError, TypeError, ValueError
            If the result has no solution, or isn't a result of this problem, or unified-planning can't read the task.

        Examples
        --------
        >>> problem.plan(result).actions  # doctest: +SKIP
        [pick(a)]
        """
        plans = unified_planning("plans")
        task = self.task if self._without_objects is None else self._without_objects.problem
        manager = task.environment.expression_manager
        steps = [
            plans.ActionInstance(task.action(name), tuple(manager.ObjectExp(task.object(each)) for each in objects))
            for name, objects in self._steps(result)
        ]
        plan = plans.SequentialPlan(steps, task.environment)
        if self._without_objects is None:
            return plan
        return plan.replace_action_instances(self._without_objects.map_back_action_instance)

    def plan_text(self, result: SearchResult[Facts, Hashable]) -> str:
        """Return the solution in PDDL's form, one action per line.

        Parameters
        ----------
        result:
            A result of this problem that has a solution.

        Raises
        ------
        NoSolutionError, TypeError, ValueError
            If the result has no solution, or isn't a result of this problem.

        Examples
        --------
        >>> print(problem.plan_text(result))  # doctest: +SKIP
        (pick a)
        """
        return "\n".join(fact_of(name, objects) for name, objects in self._steps(result))

    def _steps(self, result: SearchResult[Facts, Hashable]) -> list[tuple[str, Objects]]:
        if not isinstance(result, SearchResult):
            raise TypeError(f"result must be a result of a search, not {short_repr(result)}")
        for action in result.actions:
            if action not in self.operators:
                raise ValueError(f"the result is of another problem: this one has no operator {action!r}")
        return [self._actions[action] for action in result.actions if action in self._actions]


def _without_object_fluents(task: Any) -> Any:
    """Return the compilation of a task whose fluents are objects into one whose fluents are true or false."""
    compiler = unified_planning("engines.compilers.usertype_fluents_remover").UsertypeFluentsRemover()
    return compiler.compile(task, unified_planning("engines").CompilationKind.USERTYPE_FLUENTS_REMOVING)
