"""The optional capabilities of a problem, each a small protocol. A problem has one by having its methods."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from typing_extensions import TypeVar

if TYPE_CHECKING:
    from astarlib.compiled_domain import CompiledDomain
    from astarlib.drawing import Drawing, Map

__all__ = [
    "HasBackwardHeuristic",
    "HasCompiledDomain",
    "HasCostUnit",
    "HasDrawing",
    "HasHeuristicBatch",
    "HasHeuristicFunction",
    "HasHeuristicTo",
    "HasIncrementalHeuristic",
    "HasMap",
    "HasPredecessors",
    "HasResources",
    "HasStateKey",
    "HasStepsToGo",
    "HasSuccessors",
    "HasText",
]

StateT_contra = TypeVar("StateT_contra", contravariant=True, default=Any)
StateT = TypeVar("StateT", default=Any)
ActionT_co = TypeVar("ActionT_co", covariant=True, default=Any)
ActionT_contra = TypeVar("ActionT_contra", contravariant=True, default=Any)


class HasSuccessors(Protocol[StateT, ActionT_co]):
    """A problem that returns all edges out of a state at once.

    Engines then call ``successors`` instead of ``actions``, ``result`` and ``cost``, which is faster.
    """

    def successors(self, state: StateT, /) -> Iterable[tuple[ActionT_co, StateT, float]]:
        """Return the edges out of ``state`` as ``(action, next_state, cost)``, in the order of ``actions``."""
        ...


class HasStateKey(Protocol[StateT_contra]):
    """A problem whose states are identified by a hashable key, because they aren't hashable or some are equivalent."""

    def state_key(self, state: StateT_contra, /) -> Hashable:
        """Return the key of ``state``; states with equal keys count as the same state."""
        ...


class HasHeuristicFunction(Protocol[StateT_contra]):
    """A problem whose ``heuristic`` only calls another function, for example one that it takes as a parameter.

    Engines then call that function directly, which saves one call for each evaluation.
    """

    @property
    def heuristic_function(self) -> Callable[[StateT_contra], float] | None:
        """The function ``state -> h`` whose value ``heuristic`` returns unchanged, or None if there is none."""
        ...


class HasHeuristicTo(Protocol[StateT_contra]):
    """A problem that can estimate the cost from a state to any given goal, for ``with_goals``.

    ``heuristic_to`` is ignored if a more derived class overrides ``successors``, ``actions``, ``result`` or ``cost``,
    because the estimate might then be too high.
    """

    def heuristic_to(self, state: StateT_contra, goal: StateT_contra, /) -> float:
        """Return an estimate >= 0 of the cost from ``state`` to ``goal``, or inf if no path leads there."""
        ...


class HasIncrementalHeuristic(Protocol[StateT_contra, ActionT_contra]):
    """A problem that can compute the change of h along a step faster than h itself.

    Engines that evaluate h at every edge use it. ``heuristic`` must equal the h of the initial state plus the changes
    along the path, up to the rounding of floats.
    """

    def heuristic_change(self, state: StateT_contra, action: ActionT_contra, next_state: StateT_contra, /) -> float:
        """Return h(next_state) - h(state), or inf if ``next_state`` is a dead end."""
        ...


class HasHeuristicBatch(Protocol[StateT_contra]):
    """A problem that can evaluate many states together faster than one by one, for example with a neural network.

    The best-first and anytime engines that use h call it once for all new successors of a state, and
    ``BatchWeightedAStar`` and ``BeamSearch`` once for the new successors of many states. A search asks for each state
    once, even if an interrupt or an error stops it and it runs again. IDA* and RBFS call ``heuristic`` or
    ``heuristic_change`` instead. ``heuristic_batch`` is ignored if a more derived class overrides ``heuristic``.
    """

    def heuristic_batch(self, states: Sequence[StateT_contra], /) -> Iterable[float]:
        """Return the h of each state, in the order of ``states``, which is a list of at least one state.

        The values must equal those of ``heuristic``, up to the rounding of floats. A one-dimensional numpy array is
        also accepted.
        """
        ...


class HasPredecessors(Protocol[StateT, ActionT_co]):
    """A problem that can list its goals and the edges into a state, for backward search and pattern databases.

    ``goal_states`` is ignored if a more derived class overrides ``is_goal``. ``predecessors`` is ignored if a more
    derived class overrides ``successors``, ``actions``, ``result`` or ``cost``.
    """

    def goal_states(self) -> Iterable[StateT]:
        """Return all goals."""
        ...

    def predecessors(self, state: StateT, /) -> Iterable[tuple[ActionT_co, StateT, float]]:
        """Return the edges into ``state`` as ``(action, previous_state, cost)``."""
        ...


class HasResources(Protocol[StateT_contra]):
    """A problem in which a state can make another one useless, for example with more charge in the same place.

    A state dominates another one with the same key if its g isn't greater, and none of its resources is. The search
    then leaves out the dominated state. Best-first engines (A*, weighted A*, greedy, Dijkstra and formulas of your
    own), ``FocalSearch``, ``ARAStar`` and ``AnytimeWeightedAStar`` use it, and so do their compiled forms, except on
    disk and with several threads. Others ignore it.

    The problem promises two things. For each edge of a dominated state, the dominating state has an edge that doesn't
    cost more, to the same state or to one that dominates it. It doesn't need that edge if it is itself such a state:
    with a full battery, it needn't charge. If one of the resources is the cost of the path so far, for example a time,
    the edge may cost more by the difference of the two times. If the dominated state is a goal, so is the other one.
    The cost of the solution is then the same as without ``resources``. `check_problem` tests this. Comparing the
    remaining costs isn't enough: with steps of cost 0, the only solution could lead through the dominated state.
    """

    def resources(self, state: StateT_contra, /) -> tuple[Hashable, tuple[float, ...]]:
        """Return a hashable key, and the resources that the state has used: numbers, the smaller the better."""
        ...


class HasBackwardHeuristic(Protocol[StateT_contra]):
    """A problem that can estimate the cost from its initial state to any state, for bidirectional engines.

    ``backward_heuristic`` is ignored if a more derived class overrides ``successors``, ``actions``, ``result`` or
    ``cost``, because the estimate might then be too high. Overriding ``heuristic`` or ``is_goal`` doesn't affect it.
    """

    def backward_heuristic(self, state: StateT_contra, /) -> float:
        """Return an estimate >= 0 of the cost from the initial state to ``state``, or inf if no path leads there."""
        ...


class HasCostUnit(Protocol):
    """A problem whose costs are whole multiples of a unit. Bidirectional engines then stop earlier.

    ``cost_unit`` is ignored if a more derived class overrides ``successors``, ``actions``, ``result`` or ``cost``.
    """

    @property
    def cost_unit(self) -> float | None:
        """A number > 0: each step costs a whole multiple of it, and at least 1 times. None if there is no such unit."""
        ...


class HasStepsToGo(Protocol[StateT_contra]):
    """A problem that can estimate the number of actions to a goal, for ``FocalSearch``.

    If costs differ a lot, the number of actions shows better than h how much work is left. Researchers call it the
    distance-to-go d. It needn't be admissible, so an inherited ``steps_to_go`` is used even if a more derived class
    overrides other methods.
    """

    def steps_to_go(self, state: StateT_contra, /) -> float:
        """Return an estimate >= 0 of the number of actions from ``state`` to a goal, or inf for a dead end."""
        ...


class HasCompiledDomain(Protocol[StateT]):
    """A problem that compiled engines (``astarlib.compiled``) can solve, with functions over packed states.

    The compiled domain replaces the edges, the heuristic and the goal test of the problem. So it's ignored if a more
    derived class, or the instance, overrides one of these.
    """

    def compiled_domain(self) -> CompiledDomain[StateT]:
        """Return the domain; MissingCapabilityError if this problem, or its heuristic, has none."""
        ...


class HasText(Protocol[StateT_contra, ActionT_contra]):
    """A problem that formats its states and actions as text."""

    def format_state(self, state: StateT_contra, /) -> str:
        """Return the state as text, in one or more lines, without a newline at the end."""
        ...

    def format_action(self, action: ActionT_contra, /) -> str:
        """Return the action in one or two words."""
        ...


class HasDrawing(Protocol[StateT_contra]):
    """A problem that draws its states. The viewer, solution pages and GIFs show the drawing instead of text."""

    def draw_state(self, state: StateT_contra, /) -> Drawing:
        """Return the state as a picture; see ``astarlib.drawing``."""
        ...


class HasMap(Protocol[StateT_contra]):
    """A problem whose states are places on one picture, so that the viewer can show which part a search has reached."""

    def draw_map(self) -> Map:
        """Return the picture without any state."""
        ...

    def state_position(self, state: StateT_contra, /) -> tuple[float, float]:
        """Return the position (x, y) of the state on the picture: the center of its mark."""
        ...
