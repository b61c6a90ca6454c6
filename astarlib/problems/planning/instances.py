"""The objects with which an action may be applied: a join of facts that are reachable if none is ever deleted."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from astarlib.problems.planning.formulas import Atom, Term, Test, conjuncts, truth_of, variables_in
from astarlib.problems.planning.task import Lifted, Objects, Schema


class Relation:
    """The known facts of a predicate, with an index for each set of terms that a join knows."""

    __slots__ = ("_indexes", "rows")

    def __init__(self) -> None:
        self.rows: dict[Objects, None] = {}
        self._indexes: dict[tuple[int, ...], dict[Objects, list[Objects]]] = {}

    def add(self, row: Objects) -> None:
        """Add a fact."""
        self.rows[row] = None
        for places, index in self._indexes.items():
            index[tuple([row[at] for at in places])].append(row)

    def index(self, places: tuple[int, ...]) -> dict[Objects, list[Objects]]:
        """Return the facts by their terms at some places. Later facts are added to it."""
        if places not in self._indexes:
            index: dict[Objects, list[Objects]] = defaultdict(list)
            self._indexes[places] = index
            for row in self.rows:
                index[tuple([row[at] for at in places])].append(row)
        return self._indexes[places]


class _Step(NamedTuple):
    """A step of a join: it looks for facts whose terms at some places are known, or takes all objects of a parameter.
    Then it tests static parts of the condition.
    """

    known: dict[Objects, list[Objects]] | None
    """The facts by their known terms, or None for all objects of a parameter."""
    key: tuple[Term, ...]
    """The known terms."""
    binds: tuple[tuple[int, int], ...]
    """The places of the unknown terms, and their parameters."""
    tests: tuple[tuple[tuple[int, ...], Test, dict[Objects, bool]], ...]
    """Static parts, each with its parameters, and its known truth by their objects."""


class Instances:
    """The objects of an action. They are found when the last of the facts that they need is found."""

    def __init__(self, schema: Schema, task: Lifted, relations: dict[str, Relation]) -> None:
        self._relations: Final = relations
        parts = list(conjuncts(schema.condition))
        atoms = list(dict.fromkeys(part for part in parts if isinstance(part, Atom)))
        domains = [dict.fromkeys(each) for each in schema.objects]
        for each in atoms:
            if each.predicate not in task.dynamic and len(each.terms) == 1 and isinstance(each.terms[0], int):
                rows, at = relations[each.predicate].rows, each.terms[0]
                domains[at] = {name: None for name in domains[at] if (name,) in rows}
        self._domains: Final = domains
        true = {name: relation.rows for name, relation in relations.items()}
        self._dynamic: Final = [each for each in atoms if each.predicate in task.dynamic]
        self._static: Final = [each for each in atoms if each.predicate not in task.dynamic and len(each.terms) > 1]
        self._tested: Final = [
            (tuple(sorted({each for each in variables_in(part) if each < len(domains)})), truth_of(part, true))
            for part in parts
            if not isinstance(part, Atom) or len(part.terms) == 0 or isinstance(part.terms[0], str)
            if task.is_static(part)
        ]
        self._plans: Final = {
            each: self._plan([other for other in (*self._dynamic, *self._static) if other is not each], each)
            for each in self._dynamic
        }
        self.triggers: Final = {each.predicate for each in self._dynamic}
        """The predicates whose facts may complete what an instance needs."""

    def without_facts(self) -> Iterator[Objects]:
        """Yield the objects of an action that needs no fact that changes."""
        if len(self._dynamic) == 0:
            yield from self._complete(self._plan(self._static, None), None, ())

    def with_fact(self, predicate: str, row: Objects) -> Iterator[Objects]:
        """Yield the objects with which the action needs a new fact and known ones."""
        found = (self._complete(plan, atom, row) for atom, plan in self._plans.items() if atom.predicate == predicate)
        yield from dict.fromkeys(itertools.chain.from_iterable(found))

    def _complete(self, plan: Sequence[_Step], atom: Atom | None, row: Objects) -> Iterator[Objects]:
        """Yield all objects that a plan finds, if the first step takes one fact."""
        values: dict[int, str] = {}
        if atom is not None:
            for place, term in enumerate(atom.terms):
                if isinstance(term, str) and term != row[place]:
                    return
        yield from self._extend(plan, 0, values, [row])

    def _extend(
        self, plan: Sequence[_Step], at: int, values: dict[int, str], rows: Sequence[Objects]
    ) -> Iterator[Objects]:
        """Yield the objects that follow from rows for one step."""
        step, domains = plan[at], self._domains
        for row in rows:
            bound: dict[int, str] = {}
            for place, parameter in step.binds:
                name = row[place]
                if name not in domains[parameter] or bound.setdefault(parameter, name) != name:
                    break
                values[parameter] = name
            else:
                if step.tests and not self._hold(step, values):
                    continue
                if at + 1 == len(plan):
                    yield tuple([values[each] for each in range(len(domains))])
                    continue
                after = plan[at + 1]
                if after.known is None:
                    more: Sequence[Objects] = [(each,) for each in domains[after.binds[0][1]]]
                else:
                    key = tuple([values[each] if isinstance(each, int) else each for each in after.key])
                    more = tuple(after.known.get(key, ()))
                if more:
                    yield from self._extend(plan, at + 1, values, more)

    @staticmethod
    def _hold(step: _Step, values: dict[int, str]) -> bool:
        for needed, test, seen in step.tests:
            key = tuple([values[each] for each in needed])
            if key not in seen:
                seen[key] = test(values)
            if not seen[key]:
                return False
        return True

    # --- plans --------------------------------------------------------------------------------------------------------

    def _plan(self, atoms: Sequence[Atom], first: Atom | None) -> list[_Step]:
        """Return the steps of a join that starts with a fact, or with nothing. The next step is always the atom or the
        parameter with the fewest candidates.
        """
        known, left, tests = set[int](), list(atoms), list(self._tested)
        steps = [self._step(first, known, tests, is_first=True)]
        while True:
            free = [at for at in range(len(self._domains)) if at not in known]
            options: list[tuple[float, int, Atom | int]] = [
                (self._candidates(each, known), place, each) for place, each in enumerate(left)
            ]
            options += [(len(self._domains[each]), len(left) + each, each) for each in free]
            if len(options) == 0:
                return steps
            _, _, chosen = min(options)
            if isinstance(chosen, Atom):
                left.remove(chosen)
            steps.append(self._step(chosen, known, tests))

    def _candidates(self, atom: Atom, known: set[int]) -> float:
        """Return the expected number of facts of an atom."""
        relation = self._relations[atom.predicate]
        places = tuple(at for at, term in enumerate(atom.terms) if isinstance(term, str) or term in known)
        if len(places) == len(atom.terms):
            return 0
        if atom in self._dynamic:
            unknown = {term for term in atom.terms if isinstance(term, int) and term not in known}
            return math.prod(len(self._domains[each]) for each in unknown)
        return len(relation.rows) / max(1, len({tuple([row[at] for at in places]) for row in relation.rows}))

    def _step(
        self,
        chosen: Atom | int | None,
        known: set[int],
        tests: list[tuple[tuple[int, ...], Test]],
        *,
        is_first: bool = False,
    ) -> _Step:
        """Return a step, and mark its parameters as known. The tests whose parameters are known then are removed."""
        index, key, binds = None, tuple[Term, ...](), tuple[tuple[int, int], ...]()
        if isinstance(chosen, Atom):
            terms = tuple(enumerate(chosen.terms))
            places = tuple(at for at, term in terms if isinstance(term, str) or term in known)
            key = tuple(chosen.terms[at] for at in places)
            index = None if is_first else self._relations[chosen.predicate].index(places)
            binds = tuple((at, term) for at, term in terms if isinstance(term, int) and term not in known)
        elif chosen is not None:
            binds = ((0, chosen),)
        known.update(parameter for _, parameter in binds)
        ready = [each for each in tests if known.issuperset(each[0])]
        for each in ready:
            tests.remove(each)
        return _Step(index, key, binds, tuple((needed, test, {}) for needed, test in ready))
