"""Grounding: operators for all objects that the parameters of an action can be.

A fact that becomes reachable is joined with the other positive conditions of each action, so objects with which an
action can never be applied aren't tried. The reachable facts are those that are true at some time if none is deleted.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from astarlib.problems.planning.formulas import (
    Atom,
    Binding,
    Clause,
    Constant,
    Formula,
    Junction,
    Not,
    Row,
    Term,
    Test,
    bound,
    clauses,
    conjuncts,
    fact_of,
    truth_of,
    variables_in,
)
from astarlib.problems.planning.instances import Instances, Relation
from astarlib.problems.planning.task import Effect, Ground, Lifted, Objects, Schema
from astarlib.problems.strips import Operator, When
from astarlib.problems.strips.operator import effects_of


def ground(task: Lifted) -> Iterator[tuple[Operator, Ground]]:
    """Yield the operators that are reachable if no fact is ever deleted, each with its action and its objects.
    An action has an operator for each alternative of its condition. The first one is named like the action in a plan.
    """
    found = _instances(task)
    used = _reachable([operator for operator, _ in found], task.initial)
    for number, (operator, action) in enumerate(found):
        if number in used:
            yield operator, action


def _instances(task: Lifted) -> list[tuple[Operator, Ground]]:
    """Return operators, in the order of the actions and of their objects. Not all of them may be reachable."""
    relations: dict[str, Relation] = defaultdict(Relation)
    for predicate, row in task.initial.values():
        if predicate not in task.dynamic:
            relations[predicate].add(row)
    actions = [_Action(schema, task, relations) for schema in task.schemas]
    seen = dict.fromkeys(fact for fact in task.initial.values() if fact[0] in task.dynamic)
    waiting = deque(seen)
    for action in actions:
        waiting += _new(seen, map(action.make, action.instances.without_facts()))
    while waiting:
        predicate, row = waiting.popleft()
        relations[predicate].add(row)
        for action in actions:
            if predicate in action.instances.triggers:
                waiting += _new(seen, map(action.make, action.instances.with_fact(predicate, row)))
    return [each for action in actions for each in action.sorted()]


def _new(seen: dict[Ground, None], made: Iterable[Iterable[Ground]]) -> list[Ground]:
    """Return the facts that weren't seen before, and add them to those seen."""
    new = dict.fromkeys(fact for facts in made for fact in facts if fact not in seen)
    seen.update(new)
    return [*new]


class _Change(NamedTuple):
    """A change of a fact, and the clause under which it happens."""

    clause: Clause
    fact: Ground
    makes: bool


class _Condition:
    """A condition. Its static parts are tested, and the others become clauses."""

    def __init__(self, formula: Formula, task: Lifted) -> None:
        parts = list(conjuncts(formula))
        self.static: Final = [part for part in parts if task.is_static(part)]
        dynamic = [part for part in parts if not task.is_static(part)]
        self._constant: Final[Constant] = task.constant
        self._true: Final = [part for part in dynamic if isinstance(part, Atom)]
        self._false: Final = [part.part for part in dynamic if isinstance(part, Not) and isinstance(part.part, Atom)]
        self._rest: Final = [
            part
            for part in dynamic
            if not isinstance(part, Atom) and not (isinstance(part, Not) and isinstance(part.part, Atom))
        ]
        """The parts that aren't single facts."""

    def clauses(self, binding: Binding) -> list[Clause]:
        """Return the clauses if the static parts are true."""
        true = frozenset([each.fact(binding) for each in self._true])
        false = frozenset([each.fact(binding) for each in self._false])
        if not true.isdisjoint(false):
            return []
        if len(self._rest) == 0:
            return [Clause(true, false)]
        parts = (*self._true, *(Not(each) for each in self._false), *self._rest)
        return clauses(Junction(parts, is_and=True), binding, self._constant)


class _ConditionalEffect:
    """An effect that depends on a condition, or on more variables than the parameters."""

    def __init__(self, effect: Effect, task: Lifted, relations: Mapping[str, Relation]) -> None:
        self._effect: Final = effect
        self._condition: Final = _Condition(effect.condition, task)
        own = [variable for variable, _ in effect.variables]
        rows = {name: relation.rows for name, relation in relations.items()}
        self._tests: Final[list[list[Test]]] = [[] for _ in range(len(own) + 1)]
        """The tests of static parts, by the number of variables that must have an object."""
        self._joins: Final[dict[int, tuple[int, tuple[Term, ...], dict[Row, list[Row]]]]] = {}
        """For some numbers of variables, facts with the objects of the next one: its place, known terms, an index."""
        for part in self._condition.static:
            last = max((own.index(each) + 1 for each in variables_in(part) if each in own), default=0)
            self._tests[last].append(truth_of(part, rows))
            if last > 0 and isinstance(part, Atom) and part.terms.count(own[last - 1]) == 1 and part.predicate in rows:
                place = part.terms.index(own[last - 1])
                places = tuple(at for at in range(len(part.terms)) if at != place)
                known = tuple(part.terms[at] for at in places)
                self._joins[last - 1] = place, known, relations[part.predicate].index(places)

    def changes(self, binding: dict[int, str], depth: int = 0) -> Iterator[_Change]:
        """Yield each change of a fact with a clause under which it happens."""
        if not all(test(binding) for test in self._tests[depth]):
            return
        effect = self._effect
        if depth < len(effect.variables):
            variable, objects = effect.variables[depth]
            if depth in self._joins:
                place, terms, index = self._joins[depth]
                found = {row[place] for row in index.get(bound(terms, binding), ())}
                objects = tuple(each for each in objects if each in found) if found else ()
            for binding[variable] in objects:
                yield from self.changes(binding, depth + 1)
            return
        fact = effect.atom.predicate, bound(effect.atom.terms, binding)
        for clause in self._condition.clauses(binding):
            yield _Change(clause, fact, effect.makes)


class _Action:
    """An action, and the operators that it has so far."""

    def __init__(self, schema: Schema, task: Lifted, relations: dict[str, Relation]) -> None:
        self._schema: Final = schema
        self.instances: Final = Instances(schema, task, relations)
        self._found: Final[list[tuple[Objects, list[Operator]]]] = []
        self._condition: Final = _Condition(schema.condition, task)
        plain = [each for each in schema.effects if len(each.variables) == 0 and not list(conjuncts(each.condition))]
        self._plain: Final = [(each.atom, each.makes) for each in plain]
        self._other: Final = [_ConditionalEffect(each, task, relations) for each in schema.effects if each not in plain]

    def make(self, objects: Objects) -> Iterable[Ground]:
        """Make the operators for some objects, and return the facts that they may make true."""
        schema, binding = self._schema, dict(enumerate(objects))
        try:
            found = self._condition.clauses(binding)
            if len(found) == 0:
                return ()
            plain = [((atom.predicate, atom.row(objects)), makes) for atom, makes in self._plain]
            changes = [change for effect in self._other for change in effect.changes(binding)]
            name, cost = fact_of(schema.name, objects), schema.cost(binding)
            both = (
                {fact_of(*fact) for fact, makes in plain if makes},
                {fact_of(*fact) for fact, makes in plain if not makes},
            )
            self._found.append((objects, [
                _operator(name if number == 1 else f"{name} #{number}", clause, both, changes, cost)
                for number, clause in enumerate(found, 1)
            ]))  # fmt: skip
        except ValueError as error:
            place = schema.place and f"{schema.place}: "
            raise ValueError(f"{place}the action {fact_of(schema.name, objects)}: {error}") from None
        return [
            *(fact for fact, makes in plain if makes),
            *(change.fact for change in changes if change.makes),
        ]

    def sorted(self) -> Iterator[tuple[Operator, Ground]]:
        """Yield the operators in the order of their objects, each with the action and the objects."""
        order = [{name: number for number, name in enumerate(each)} for each in self._schema.objects]
        self._found.sort(key=lambda each: [places[name] for places, name in zip(order, each[0], strict=True)])
        for objects, operators in self._found:
            yield from ((each, (self._schema.name, objects)) for each in operators)


def _operator(
    name: str, clause: Clause, plain: tuple[set[str], set[str]], effects: Sequence[_Change], cost: float
) -> Operator:
    """Return an operator that adds and deletes facts, with one conditional effect for each condition."""
    if not effects:
        return Operator(name, clause.true, *plain, cost, negative_preconditions=clause.false)
    changes: dict[Clause, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    changes[Clause(frozenset(), frozenset())] = (set(plain[0]), set(plain[1]))
    for (true, false), fact, makes in effects:
        if true.isdisjoint(clause.false) and false.isdisjoint(clause.true):
            # What the operator needs anyway isn't a condition.
            changes[Clause(true - clause.true, false - clause.false)][0 if makes else 1].add(fact_of(*fact))
    add, delete = changes.pop(Clause(frozenset(), frozenset()))
    when = [When(true, more, less, negative_conditions=false) for (true, false), (more, less) in changes.items()]
    return Operator(name, clause.true, add, delete, cost, negative_preconditions=clause.false, when=when)


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
