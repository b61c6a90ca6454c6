"""Grounding: operators for all objects that the parameters of an action can be."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from astarlib.problems.planning.formulas import (
    Atom,
    Binding,
    Clause,
    Constant,
    Formula,
    Same,
    Term,
    atoms_in,
    clauses,
    conjuncts,
    fact_of,
)
from astarlib.problems.strips import Operator, When
from astarlib.problems.strips.operator import effects_of

Objects: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect: an atom that becomes true or false if a condition is true, for all objects of some variables."""

    atom: Atom
    makes: bool
    condition: Formula
    variables: tuple[tuple[int, Objects], ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """An action with parameters, which are the variables 0, 1, and so on. ``objects`` has the objects of each."""

    name: str
    objects: tuple[Objects, ...]
    condition: Formula
    effects: tuple[Effect, ...]
    cost: Callable[[Binding], float]


@dataclass(frozen=True, slots=True)
class Lifted:
    """A planning task with variables. Static predicates are those that no action changes."""

    schemas: tuple[Schema, ...]
    initial: frozenset[str]
    """The true facts of all predicates."""
    dynamic: frozenset[str]
    """The predicates that an action changes."""
    goal: Formula

    def constant(self, predicate: str, fact: str) -> bool | None:
        """Return the truth of a fact of a static predicate, and None for others."""
        return None if predicate in self.dynamic else fact in self.initial


def ground(task: Lifted) -> Iterator[tuple[Operator, tuple[str, Objects]]]:
    """Yield the operators that are reachable if no fact is ever deleted, each with its action and its objects.
    An action has an operator for each alternative of its condition. The first one is named like the action in a plan.
    """
    found = []
    for schema in task.schemas:
        for objects in _bindings(schema, task):
            binding = dict(enumerate(objects))
            name, cost = fact_of(schema.name, objects), schema.cost(binding)
            effects = _effects(schema, binding, task.constant)
            for number, clause in enumerate(clauses(schema.condition, binding, task.constant), 1):
                title = name if number == 1 else f"{name} #{number}"
                found.append((_operator(title, clause, effects, cost), (schema.name, objects)))
    used = _reachable([operator for operator, _ in found], task.initial)
    return (each for number, each in enumerate(found) if number in used)


def _operator(name: str, clause: Clause, effects: Sequence[tuple[Clause, str, bool]], cost: float) -> Operator:
    """Return an operator, with one conditional effect for each condition."""
    changes: dict[Clause, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for (true, false), fact, makes in effects:
        if true.isdisjoint(clause.false) and false.isdisjoint(clause.true):
            # What the operator needs anyway isn't a condition.
            changes[Clause(true - clause.true, false - clause.false)][0 if makes else 1].add(fact)
    add, delete = changes.pop(Clause(frozenset(), frozenset()), (set[str](), set[str]()))
    when = [When(true, more, less, negative_conditions=false) for (true, false), (more, less) in changes.items()]
    return Operator(name, clause.true, add, delete, cost, negative_preconditions=clause.false, when=when)


def _effects(schema: Schema, binding: Binding, constant: Constant) -> list[tuple[Clause, str, bool]]:
    """Return each change of a fact with a clause under which it happens."""
    found = []
    for effect in schema.effects:
        bindings = [binding]
        for variable, objects in effect.variables:
            bindings = [{**each, variable: name} for each in bindings for name in objects]
        for each in bindings:
            fact = effect.atom.fact(each)
            found += [(clause, fact, effect.makes) for clause in clauses(effect.condition, each, constant)]
    return found


def _bindings(schema: Schema, task: Lifted) -> Iterator[Objects]:
    """Yield the objects of the parameters with which the static part of the condition is true, in order."""
    tests = _Tests(schema, task)

    def extend(objects: Objects) -> Iterator[Objects]:
        if len(objects) == len(schema.objects):
            yield objects
            return
        for name in schema.objects[len(objects)]:
            longer = (*objects, name)
            if tests.hold(longer):
                yield from extend(longer)

    if tests.hold(()):
        yield from extend(())


class _Tests:
    """The static parts of a condition, each tested once for the objects that it depends on."""

    def __init__(self, schema: Schema, task: Lifted) -> None:
        self._constant = task.constant
        self._parts: dict[int, list[tuple[tuple[int, ...], Formula]]] = defaultdict(list)
        """The parts, and their parameters, by the number of objects after which all of these are known."""
        for part in conjuncts(schema.condition):
            atoms = list(atoms_in(part))
            if all(isinstance(each, Same) or each.predicate not in task.dynamic for each in atoms):
                terms = {*itertools.chain.from_iterable(map(_terms, atoms))}
                needed = sorted(each for each in terms if isinstance(each, int) and each < len(schema.objects))
                self._parts[max(needed, default=-1) + 1].append((tuple(needed), part))
        self._seen: dict[tuple[int, int, Objects], bool] = {}

    def hold(self, objects: Objects) -> bool:
        """Return True if the parts are true whose last parameter is the last one of these objects."""
        for number, (needed, part) in enumerate(self._parts[len(objects)]):
            key = len(objects), number, tuple([objects[each] for each in needed])
            if key not in self._seen:
                self._seen[key] = len(clauses(part, dict(enumerate(objects)), self._constant)) > 0
            if not self._seen[key]:
                return False
        return True


def _terms(atom: Atom | Same) -> tuple[Term, ...]:
    return (atom.one, atom.two) if isinstance(atom, Same) else atom.terms


def _reachable(operators: Sequence[Operator], facts: Iterable[str]) -> set[int]:
    """Return the numbers of the operators whose preconditions can become true if no fact is ever deleted."""
    effects = [(number, each[0], each[2]) for number, operator in enumerate(operators) for each in effects_of(operator)]
    users: dict[object, list[int]] = defaultdict(list)
    for index, (_, needs, _) in enumerate(effects):
        for fact in needs:
            users[fact].append(index)
    missing = [len(needs) for _, needs, _ in effects]
    known, reached = set[object](facts), set[int]()
    waiting = [index for index, count in enumerate(missing) if count == 0]
    new = list(known)
    while waiting or new:
        for fact in new:
            for index in users[fact]:
                missing[index] -= 1
                if missing[index] == 0:
                    waiting.append(index)
        new = []
        for index in waiting:
            number, _, adds = effects[index]
            reached.add(number)
            new += adds - known
            known |= adds
        waiting = []
    return reached
