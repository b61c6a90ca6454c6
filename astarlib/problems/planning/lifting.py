"""The translation of a task of unified-planning into formulas and actions with parameters."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Final

from astarlib.problems.planning.formulas import (
    FALSE,
    TRUE,
    Atom,
    Binding,
    Formula,
    Junction,
    Not,
    Quantified,
    Same,
    Term,
    bound,
    fact_of,
)
from astarlib.problems.planning.library import unified_planning
from astarlib.problems.planning.task import Effect, Ground, Lifted, Objects, Schema

_SIGNS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "is_plus": operator.add, "is_minus": operator.sub, "is_times": operator.mul, "is_div": operator.truediv,
}  # fmt: skip


class Lifting:
    """A translation. Variables are numbers: those of parameters are 0, 1, and so on."""

    def __init__(self, task: Any) -> None:  # Any: unified-planning has no types
        self._task = task
        self._objects: dict[Any, Objects] = {}
        self._fresh = itertools.count(max((len(each.parameters) for each in task.actions), default=0))

    def lifted(self) -> Lifted:
        """Return the task with formulas of this package."""
        metric = self._metric()
        schemas = tuple(self._schema(action, metric) for action in self._task.actions)
        dynamic = frozenset(effect.atom.predicate for schema in schemas for effect in schema.effects)
        goal = self._all_of(self._task.goals, {})
        return Lifted(schemas, {fact_of(*atom): atom for atom in self._true_facts()}, dynamic, goal)

    def _true_facts(self) -> Iterable[Ground]:
        """Return the atoms that are true at the start."""
        task = self._task
        is_sparse = all(
            fluent.type.is_bool_type() is False or value.is_false() for fluent, value in task.fluents_defaults.items()
        )
        values = task.explicit_initial_values if is_sparse else task.initial_values
        return [
            (atom.fluent().name, tuple(each.object().name for each in atom.args))
            for atom, value in values.items()
            if value.is_true()
        ]

    def _objects_of(self, kind: Any) -> Objects:
        if kind not in self._objects:
            self._objects[kind] = tuple(each.name for each in self._task.objects(kind))
        return self._objects[kind]

    def _schema(self, action: Any, metric: Any) -> Schema:
        variables = {parameter: number for number, parameter in enumerate(action.parameters)}
        return Schema(
            action.name,
            tuple(self._objects_of(parameter.type) for parameter in action.parameters),
            self._all_of(action.preconditions, variables),
            tuple(itertools.chain.from_iterable(self._effects(effect, variables) for effect in action.effects)),
            self._cost(metric, action, variables),
        )

    def _effects(self, effect: Any, variables: Mapping[Any, int]) -> Iterable[Effect]:
        """Return the effects of an assignment: one if its value is a constant, else one for each value."""
        own = {variable: next(self._fresh) for variable in effect.forall}
        known = {**variables, **own}
        atom, condition = self._atom(effect.fluent, known), self._formula(effect.condition, known)
        value = self._formula(effect.value, known)
        objects = tuple((number, self._objects_of(variable.type)) for variable, number in own.items())
        for makes in (True, False):
            if value != (FALSE if makes else TRUE):
                opposite = TRUE if value == FALSE else Not(value)
                both = Junction((condition, value if makes else opposite), is_and=True)
                yield Effect(atom, makes, both, objects)

    def _all_of(self, parts: Sequence[Any], variables: Mapping[Any, int]) -> Formula:
        return Junction(tuple(self._formula(each, variables) for each in parts), is_and=True)

    def _atom(self, node: Any, variables: Mapping[Any, int]) -> Atom:
        return Atom(node.fluent().name, tuple(_term(each, variables) for each in node.args))

    def _formula(self, node: Any, variables: Mapping[Any, int]) -> Formula:
        if node.is_bool_constant():
            return TRUE if node.is_true() else FALSE
        if node.is_fluent_exp():
            return self._atom(node, variables)
        if node.is_equals():
            return Same(_term(node.arg(0), variables), _term(node.arg(1), variables))
        if node.is_exists() or node.is_forall():
            return self._quantified(node, list(node.variables()), variables)
        return self._connected(node, [self._formula(each, variables) for each in node.args])

    def _connected(self, node: Any, parts: Sequence[Formula]) -> Formula:
        if node.is_and() or node.is_or():
            return Junction(tuple(parts), is_and=node.is_and())
        if node.is_not():
            return Not(parts[0])
        if node.is_implies():
            return Junction((Not(parts[0]), parts[1]), is_and=False)
        if node.is_iff():
            both, none = Junction(tuple(parts), is_and=True), Junction(tuple(map(Not, parts)), is_and=True)
            return Junction((both, none), is_and=False)
        raise ValueError(f"the condition {node} isn't supported")

    def _quantified(self, node: Any, left: Sequence[Any], variables: Mapping[Any, int]) -> Formula:
        if len(left) == 0:
            return self._formula(node.arg(0), variables)
        number = next(self._fresh)
        inner = self._quantified(node, left[1:], {**variables, left[0]: number})
        return Quantified(number, self._objects_of(left[0].type), inner, node.is_forall())

    # --- costs --------------------------------------------------------------------------------------------------------

    def _metric(self) -> Any:
        """Return the metric that has costs of actions, or None if each action costs 1."""
        found = self._task.quality_metrics
        if len(found) > 1:
            raise ValueError(f"a task must have at most one metric, not {len(found)}: {', '.join(map(str, found))}")
        costs = unified_planning("model.metrics").MinimizeActionCosts
        return found[0] if len(found) == 1 and isinstance(found[0], costs) else None

    def _cost(self, metric: Any, action: Any, variables: Mapping[Any, int]) -> Callable[[Binding], float]:
        node = None if metric is None else metric.get_action_cost(action)
        if node is None:
            return lambda _: 1 if metric is None else 0
        value = self._number(node, variables)

        def cost(binding: Binding) -> float:
            found = value(binding)
            return int(found) if found == int(found) else float(found)

        return cost

    def _number(self, node: Any, variables: Mapping[Any, int]) -> Callable[[Binding], Any]:
        """Return the function from a binding to the value of an expression without fluents that change."""
        if node.is_int_constant() or node.is_real_constant():
            value = node.constant_value()
            return lambda _: value
        if node.is_fluent_exp():
            return self._lookup(node, variables)
        for name, sign in _SIGNS.items():
            if getattr(node, name)():
                parts = [self._number(each, variables) for each in node.args]
                return lambda binding: reduce(sign, (each(binding) for each in parts))
        raise ValueError(f"the cost {node} isn't supported: use numbers, fluents that don't change, and + - * /")

    def _lookup(self, node: Any, variables: Mapping[Any, int]) -> Callable[[Binding], Any]:
        task, fluent = self._task, node.fluent()
        terms = tuple(_term(each, variables) for each in node.args)
        known: dict[Objects, Any] = {}

        def value(binding: Binding) -> Any:
            names = bound(terms, binding)
            if names not in known:
                found = task.initial_value(fluent(*map(task.object, names)))
                known[names] = found.constant_value()
            return known[names]

        return value


def _term(node: Any, variables: Mapping[Any, int]) -> Term:
    if node.is_parameter_exp():
        return variables[node.parameter()]
    if node.is_variable_exp():
        return variables[node.variable()]
    if node.is_object_exp():
        name: str = node.object().name
        return name
    raise ValueError(f"the term {node} isn't supported: use an object, a parameter or a variable")
