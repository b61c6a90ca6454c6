"""Formulas over facts whose terms are objects or variables, and the sets of facts that make them true."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Term: TypeAlias = str | int
"""The name of an object, or the number of a variable."""
Binding: TypeAlias = Mapping[int, str]
"""The objects of variables."""
Row: TypeAlias = tuple[str, ...]
"""The objects of a fact."""
Test: TypeAlias = Callable[[dict[int, str]], bool]
"""Returns the truth of a formula for a binding, and may change the objects of quantified variables in it."""
_MAX_CLAUSES: Final = 10_000


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate with its terms."""

    predicate: str
    terms: tuple[Term, ...]

    def fact(self, binding: Binding) -> str:
        """Return the fact as text, for example "(on a b)"."""
        return fact_of(self.predicate, bound(self.terms, binding))

    def row(self, objects: Sequence[str]) -> Row:
        """Return the objects of the terms, of which the variables are parameters of an action."""
        return tuple([objects[each] if isinstance(each, int) else each for each in self.terms])


@dataclass(frozen=True, slots=True)
class Same:
    """The formula that two terms are the same object."""

    one: Term
    two: Term


@dataclass(frozen=True, slots=True)
class Not:
    """The negation of a formula."""

    part: Formula


@dataclass(frozen=True, slots=True)
class Junction:
    """A conjunction of formulas, or a disjunction."""

    parts: tuple[Formula, ...]
    is_and: bool


@dataclass(frozen=True, slots=True)
class Quantified:
    """A formula that is true for all objects of a variable, or for at least one."""

    variable: int
    objects: tuple[str, ...]
    part: Formula
    is_for_all: bool


Formula: TypeAlias = Atom | Same | Not | Junction | Quantified
TRUE: Final = Junction((), is_and=True)
FALSE: Final = Junction((), is_and=False)


class Clause(NamedTuple):
    """A conjunction: the facts that must be true, and those that must be false."""

    true: frozenset[str]
    false: frozenset[str]


_ALWAYS: Final = Clause(frozenset(), frozenset())
Constant: TypeAlias = Callable[[str, str], bool | None]
"""Returns the truth of a fact that never changes, or None. Its arguments are the predicate and the fact."""


@lru_cache(maxsize=2**14)  # Operators share the texts of facts, so each is made and hashed once.
def fact_of(name: str, objects: tuple[str, ...]) -> str:
    """Return a name with objects in PDDL's form."""
    return f"({' '.join((name, *objects))})"


def bound(terms: Iterable[Term], binding: Binding) -> tuple[str, ...]:
    """Return the objects of terms."""
    return tuple([binding[each] if isinstance(each, int) else each for each in terms])


def clauses(formula: Formula, binding: Binding, constant: Constant, *, truth: bool = True) -> list[Clause]:
    """Return clauses, one of which must be true if a formula has a truth value. Raise ValueError if there are
    too many.
    """
    match formula:
        case Atom():
            fact = formula.fact(binding)
            known = constant(formula.predicate, fact)
            if known is not None:
                return [_ALWAYS] if known is truth else []
            return [Clause(frozenset((fact,)), frozenset()) if truth else Clause(frozenset(), frozenset((fact,)))]
        case Same(one, two):
            first, second = bound((one, two), binding)
            return [_ALWAYS] if (first == second) is truth else []
        case Not(part):
            return clauses(part, binding, constant, truth=not truth)
        case Junction(parts, is_and):
            found = (clauses(part, binding, constant, truth=truth) for part in parts)
            return _all_of(found) if is_and is truth else _one_of(found)
        case Quantified(variable, objects, part, is_for_all):
            found = (clauses(part, {**binding, variable: each}, constant, truth=truth) for each in objects)
            return _all_of(found) if is_for_all is truth else _one_of(found)


def _one_of(found: Iterable[list[Clause]]) -> list[Clause]:
    """Return the clauses of a disjunction, without those that are true only if another one is."""
    kept = list[Clause]()
    for clause in dict.fromkeys(itertools.chain.from_iterable(found)):
        if not any(_implies(clause, each) for each in kept):
            kept = [each for each in kept if not _implies(each, clause)]
            kept.append(clause)
    return kept


def _implies(clause: Clause, other: Clause) -> bool:
    return other.true <= clause.true and other.false <= clause.false


def _all_of(found: Iterable[list[Clause]]) -> list[Clause]:
    """Return the clauses of a conjunction."""
    product = [_ALWAYS]
    for each in found:
        if len(product) * len(each) > _MAX_CLAUSES:
            raise ValueError(f"a condition has more than {_MAX_CLAUSES} alternatives; split it into smaller actions")
        both = (Clause(a.true | b.true, a.false | b.false) for a, b in itertools.product(product, each))
        product = [clause for clause in both if clause.true.isdisjoint(clause.false)]
        if len(product) > 1:
            product = _one_of([product])
        if len(product) == 0:
            break
    return product


def truth_of(formula: Formula, rows: Mapping[str, Container[Row]]) -> Test:
    """Return a fast test of a formula whose predicates never change. ``rows`` has the true facts of each predicate."""
    match formula:
        case Atom(predicate, terms):
            true = rows.get(predicate, ())
            return lambda values: tuple([values[each] if isinstance(each, int) else each for each in terms]) in true
        case Same(one, two):
            return lambda values: (
                (values[one] if isinstance(one, int) else one) == (values[two] if isinstance(two, int) else two)
            )
        case Not(part):
            is_true = truth_of(part, rows)
            return lambda values: not is_true(values)
        case Junction(parts, is_and):
            tests = [truth_of(part, rows) for part in parts]
            if is_and:
                return lambda values: all(test(values) for test in tests)
            return lambda values: any(test(values) for test in tests)
        case Quantified(variable, objects, part, is_for_all):
            is_true = truth_of(part, rows)

            def quantified(values: dict[int, str]) -> bool:
                for values[variable] in objects:
                    if is_true(values) is not is_for_all:
                        return not is_for_all
                return is_for_all

            return quantified


def conjuncts(formula: Formula) -> Iterator[Formula]:
    """Yield the parts of nested conjunctions."""
    if isinstance(formula, Junction) and formula.is_and:
        for part in formula.parts:
            yield from conjuncts(part)
    else:
        yield formula


def atoms_in(formula: Formula) -> Iterator[Atom | Same]:
    """Yield the atoms of a formula."""
    match formula:
        case Atom() | Same():
            yield formula
        case Not(part) | Quantified(part=part):
            yield from atoms_in(part)
        case Junction(parts):
            for part in parts:
                yield from atoms_in(part)


def variables_in(formula: Formula) -> Iterator[int]:
    """Yield the variables of a formula."""
    for atom in atoms_in(formula):
        terms = (atom.one, atom.two) if isinstance(atom, Same) else atom.terms
        yield from (each for each in terms if isinstance(each, int))
