"""The reader of PDDL. An error names the text and the line."""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import Final, NamedTuple

from astarlib._support.numbers import counted
from astarlib.errors import short_repr
from astarlib.problems.planning.formulas import (
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
from astarlib.problems.planning.syntax import (
    OBJECT,
    Branch,
    Kind,
    PddlError,
    Tree,
    Word,
    branch_of,
    exactly,
    rest_of,
    shown,
    similar,
    tree_of,
    typed_words,
    word_of,
)
from astarlib.problems.planning.task import Effect, Ground, Lifted, Objects, Schema

_DOMAIN: Final = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
_TASK: Final = (":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":length")
_ACTION: Final = (":parameters", ":precondition", ":effect")
_UNSUPPORTED: Final[Mapping[str, str]] = {
    **dict.fromkeys([":derived", ":axiom"], "derived predicates"),
    **dict.fromkeys([":durative-action", ":duration", ":condition", "over"], "durative actions"),
    **dict.fromkeys([":process", ":event"], "processes and events"),
    **dict.fromkeys([":task", ":tasks", ":method", ":htn", ":ordered-subtasks"], "hierarchical tasks"),
    **dict.fromkeys(["preference", "is-violated"], "preferences"),
    **dict.fromkeys([":constraints", "always", "sometime", "within", "at-most-once", "sometime-after",
                     "sometime-before", "always-within", "hold-during", "hold-after"], "constraints on trajectories"),
    **dict.fromkeys(["<", ">", "<=", ">=", "increase", "decrease", "assign", "scale-up", "scale-down"],
                    "numeric fluents"),
    **dict.fromkeys(["probabilistic"], "probabilistic effects"),
    **dict.fromkeys([":observe", "oneof", "unknown"], "sensing actions and an unknown initial state"),
}  # fmt: skip
"""What isn't supported, by the words that use it."""


def _divide(one: Fraction, other: Fraction) -> Fraction:
    if other == 0:
        raise ValueError("its cost is divided by zero")
    return one / other


_SIGNS: Final[Mapping[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": _divide,
}  # fmt: skip


_NUMBER: Final = re.compile(r"[+-]?([0-9]{1,300}(\.[0-9]{0,300})?|\.[0-9]{1,300})")


class _Variable(NamedTuple):
    number: int
    kind: Kind


_Scope = Mapping[str, _Variable]
_Number = Callable[[Binding], Fraction]


class _Increase(NamedTuple):
    """An effect that increases a function, which may be the cost."""

    function: str
    value: _Number
    reads: frozenset[str]
    line: int


class PddlTask(NamedTuple):
    """The texts of a domain and a task, and what they say."""

    domain: str
    task: str
    lifted: Lifted


def read_pddl(domain: str, task: str, *, names: tuple[str, str] = ("the domain", "the task")) -> PddlTask:
    """Return the task of two PDDL texts. Raise ValueError with the name and the line of a text that isn't right."""
    for text, name in zip((domain, task), names, strict=True):
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a text in PDDL, not {short_repr(text)}")
    reader = _Reader(names)
    try:
        return PddlTask(domain, task, reader.lifted(domain, task))
    except PddlError as error:
        raise ValueError(f"{reader.place(error.line)}: {error}") from None
    except RecursionError:
        raise ValueError(f"{reader.name}: its parentheses are nested too deeply") from None


class _Reader:
    """What is known of a domain and a task."""

    def __init__(self, names: tuple[str, str]) -> None:
        self._names: Final = names
        self.name = names[0]
        """The name of the text that is being read."""
        self._types: dict[str, Kind] = {"object": OBJECT}
        """Each type with its supertypes and itself."""
        self._objects: dict[str, Kind] = {}
        self._objects_of: dict[Kind, Objects] = {}
        self._predicates: dict[str, tuple[Kind, ...]] = {}
        self._functions: dict[str, tuple[Kind, ...]] = {}
        self._values: dict[str, Fraction] = {}
        """The values of functions at the start."""
        self._fresh = itertools.count()

    def place(self, line: int) -> str:
        """Return a line of the text that is being read."""
        return f"{self.name}, line {line}"

    def lifted(self, domain_text: str, task_text: str) -> Lifted:
        """Return the task of two texts."""
        domain = tree_of(domain_text, "domain")
        sections, actions = _sections(domain, _DOMAIN)
        self._declare_types(sections[":types"])
        self._declare_objects(sections[":constants"])
        self._predicates = self._declared(sections[":predicates"], "predicate")
        self._functions = self._declared(_without_results(sections[":functions"]), "function")
        self.name = self._names[1]
        task = tree_of(task_text, "problem")
        of_task, _ = _sections(task, _TASK)
        self._check_domain(of_task[":domain"], _name_of(domain))
        self._declare_objects(of_task[":objects"])
        for line, which in ((task.line, ":init"), (task.line, ":goal")):
            if of_task[which] is None:
                raise PddlError(line, f"the task has no ({which} ...)")
        metric = self._metric(of_task[":metric"])
        self.name = self._names[0]
        schemas = self._schemas(actions, metric)
        self.name = self._names[1]
        initial = {fact_of(*atom): atom for atom in self._initial(of_task[":init"])}
        [condition] = exactly(1, branch_of(of_task[":goal"], "a goal"))
        goal = self._formula(condition, {})
        dynamic = frozenset(effect.atom.predicate for schema in schemas for effect in schema.effects)
        return Lifted(schemas, initial, dynamic, goal)

    # --- declarations -------------------------------------------------------------------------------------------------

    def _check_domain(self, section: Branch | None, name: str) -> None:
        """Raise PddlError if a task is for another domain."""
        if section is not None:
            [given] = exactly(1, section)
            word = word_of(given, "the name of a domain").text
            if word != name:
                raise PddlError(section.line, f"it's a task of the domain {word!r}, not of {name!r}")

    def _declare_types(self, section: Branch | None) -> None:
        parents: dict[str, set[str]] = {}
        for word, kind in typed_words(rest_of(section)):
            parents.setdefault(word.text, set()).update(kind - {word.text})
            for each in kind:
                parents.setdefault(each, set())
        for name in parents:
            above, waiting = {name, "object"}, [name]
            while waiting:
                new = parents.get(waiting.pop(), set()) - above
                above |= new
                waiting += new
            self._types[name] = frozenset(above)

    def _kind(self, kind: Kind, line: int) -> Kind:
        """Return types. Each must be declared."""
        for each in sorted(kind):
            if each not in self._types:
                raise PddlError(line, f"there is no type {each!r}{similar(each, self._types)}")
        return kind

    def _declare_objects(self, section: Branch | None) -> None:
        for word, kind in typed_words(rest_of(section)):
            types = frozenset[str]().union(*(self._types[each] for each in self._kind(kind, word.line)))
            if self._objects.setdefault(word.text, types) != types:
                raise PddlError(word.line, f"the object {word.text!r} is declared twice, with different types")

    def _declared(self, section: Branch | None, what: str) -> dict[str, tuple[Kind, ...]]:
        """Return the types of the terms of predicates or functions."""
        found: dict[str, tuple[Kind, ...]] = {}
        for each in rest_of(section):
            branch = branch_of(each, f"a {what} in parentheses")
            if branch.head == "":
                raise PddlError(branch.line, f"expected a {what} with a name, not {shown(branch)}")
            if branch.head in found:
                raise PddlError(branch.line, f"the {what} {branch.head!r} is declared twice")
            found[branch.head] = tuple(self._kind(kind, word.line) for word, kind in typed_words(branch.parts[1:], "?"))
        return found

    def _of_kind(self, kind: Kind) -> Objects:
        """Return the objects that have one of some types, in their order."""
        if kind not in self._objects_of:
            self._objects_of[kind] = tuple(name for name, types in self._objects.items() if not types.isdisjoint(kind))
        return self._objects_of[kind]

    # --- formulas -----------------------------------------------------------------------------------------------------

    def _variables(self, given: Tree | None, scope: _Scope) -> tuple[dict[str, _Variable], list[tuple[int, Objects]]]:
        """Return a scope with more variables, and the number and the objects of each."""
        wider, own = dict(scope), dict[str, tuple[int, Objects]]()
        for word, kind in typed_words(branch_of(given, "a list of variables").parts, "?"):
            if word.text in own:
                raise PddlError(word.line, f"the variable {word.text} is declared twice")
            number = next(self._fresh)
            wider[word.text] = _Variable(number, self._kind(kind, word.line))
            own[word.text] = number, self._of_kind(kind)
        return wider, list(own.values())

    def _term(self, tree: Tree, kind: Kind, scope: _Scope, user: Branch) -> Term:
        """Return a term of an atom, which must have one of some types."""
        if isinstance(tree, Branch):
            raise PddlError(tree.line, f"expected an object or a variable, not {shown(tree)}; functions of objects "
                            "aren't supported")  # fmt: skip
        if tree.text.startswith("?"):
            if tree.text not in scope:
                raise PddlError(tree.line, f"there is no variable {tree.text} here{similar(tree.text, scope)}")
            term: Term = scope[tree.text].number
            types = frozenset[str]().union(*(self._types[each] for each in scope[tree.text].kind))
            is_right = not types.isdisjoint(kind) or any(
                not self._types[each].isdisjoint(scope[tree.text].kind) for each in kind
            )
        else:
            if tree.text not in self._objects:
                raise PddlError(tree.line, f"there is no object {tree.text!r}{similar(tree.text, self._objects)}")
            term, types = tree.text, self._objects[tree.text]
            is_right = not types.isdisjoint(kind)
        if not is_right:
            needed = " or ".join(sorted(kind))
            raise PddlError(tree.line, f"{tree.text} in {shown(user)} must have the type {needed}")
        return term

    def _terms(
        self, tree: Branch, declared: Mapping[str, tuple[Kind, ...]], what: str, scope: _Scope
    ) -> tuple[Term, ...]:
        """Return the terms of an atom or a function."""
        name, terms = tree.head, tree.parts[1:]
        if name in _UNSUPPORTED and name not in declared:
            raise PddlError(tree.line, f"{_UNSUPPORTED[name]} aren't supported: {shown(tree)}")
        if name not in declared:
            raise PddlError(tree.line, f"there is no {what} {name!r}{similar(name, declared)}: {shown(tree)}")
        kinds = declared[name]
        if len(kinds) != len(terms):
            raise PddlError(
                tree.line, f"the {what} {name!r} has {counted(len(kinds), 'term')}, not {len(terms)}: {shown(tree)}"
            )
        return tuple(self._term(each, kind, scope, tree) for each, kind in zip(terms, kinds, strict=True))

    def _atom(self, tree: Branch, scope: _Scope) -> Atom:
        return Atom(tree.head, self._terms(tree, self._predicates, "predicate", scope))

    def _formula(self, given: Tree, scope: _Scope) -> Formula:  # noqa: PLR0911  # one case for each word of PDDL
        tree = branch_of(given, "a condition in parentheses")
        parts = tree.parts[1:]
        match tree.head:
            case "" if len(tree.parts) == 0:
                return TRUE
            case "and" | "or":
                return Junction(tuple(self._formula(each, scope) for each in parts), is_and=tree.head == "and")
            case "not":
                [part] = exactly(1, tree)
                return Not(self._formula(part, scope))
            case "imply":
                before, after = exactly(2, tree)
                return Junction((Not(self._formula(before, scope)), self._formula(after, scope)), is_and=False)
            case "forall" | "exists":
                variables, part = exactly(2, tree)
                wider, own = self._variables(variables, scope)
                formula = self._formula(part, wider)
                for number, objects in reversed(own):
                    formula = Quantified(number, objects, formula, tree.head == "forall")
                return formula
            case "=":
                one, two = exactly(2, tree)
                for each in (one, two):
                    if isinstance(each, Branch) or _NUMBER.fullmatch(each.text):
                        raise PddlError(tree.line, f"numeric fluents aren't supported: {shown(tree)}")
                return Same(self._term(one, OBJECT, scope, tree), self._term(two, OBJECT, scope, tree))
            case _:
                return self._atom(tree, scope)

    # --- actions ------------------------------------------------------------------------------------------------------

    def _schemas(self, actions: Sequence[Branch], metric: str | None) -> tuple[Schema, ...]:
        read = [self._action(each) for each in actions]
        increased = {increase.function for _, increases in read for increase in increases}
        names = set[str]()
        for tree, (schema, increases) in zip(actions, read, strict=True):
            if schema.name in names:
                raise PddlError(tree.line, f"two actions are named {schema.name!r}")
            names.add(schema.name)
            for each in increases:
                if each.function not in {metric, "total-cost"}:
                    raise PddlError(each.line, f"numeric fluents aren't supported: {each.function!r} isn't the metric")
                if not each.reads.isdisjoint(increased):
                    raise PddlError(each.line, f"costs that change aren't supported: {min(each.reads & increased)!r}")
        return tuple(
            replace(schema, cost=_sum_of([each.value for each in increases if each.function == metric], metric))
            for schema, increases in read
        )

    def _action(self, tree: Branch) -> tuple[Schema, list[_Increase]]:
        """Return an action without its cost, and what it increases."""
        parts = tree.parts[1:]
        name = word_of(parts[0] if len(parts) > 0 else None, "the name of an action", tree.line).text
        given: dict[str, Tree] = {}
        for key, value in itertools.zip_longest(parts[1::2], parts[2::2]):
            word = word_of(key, f"one of {', '.join(_ACTION)}", tree.line)
            if word.text in _UNSUPPORTED:
                raise PddlError(word.line, f"{_UNSUPPORTED[word.text]} aren't supported: {word.text}")
            if word.text not in _ACTION:
                raise PddlError(word.line, f"expected one of {', '.join(_ACTION)} of an action, not {word.text!r}")
            if word.text in given:
                raise PddlError(word.line, f"the action {name!r} has two {word.text}")
            if value is None:
                raise PddlError(word.line, f"expected something after {word.text}")
            given[word.text] = value
        self._fresh = itertools.count()
        nothing = Branch((), tree.line)
        scope, parameters = self._variables(given.get(":parameters", nothing), {})
        condition = self._formula(given.get(":precondition", nothing), scope)
        increases = list[_Increase]()
        effects = tuple(self._effects(given.get(":effect", nothing), scope, (), (), increases))
        objects = tuple(each for _, each in parameters)
        return Schema(name, objects, condition, effects, _sum_of([], None), self.place(tree.line)), increases

    def _effects(
        self,
        given: Tree,
        scope: _Scope,
        conditions: tuple[Formula, ...],
        variables: tuple[tuple[int, Objects], ...],
        increases: list[_Increase],
    ) -> Iterator[Effect]:
        """Yield the effects of a tree, and append what it increases."""
        tree = branch_of(given, "an effect in parentheses")
        match tree.head:
            case "" if len(tree.parts) == 0:
                return
            case "and":
                for each in tree.parts[1:]:
                    yield from self._effects(each, scope, conditions, variables, increases)
            case "forall":
                names, part = exactly(2, tree)
                wider, own = self._variables(names, scope)
                yield from self._effects(part, wider, conditions, (*variables, *own), increases)
            case "when":
                condition, part = exactly(2, tree)
                both = (*conditions, self._formula(condition, scope))
                yield from self._effects(part, scope, both, variables, increases)
            case "increase":
                if len(conditions) > 0 or len(variables) > 0:
                    raise PddlError(tree.line, f"costs that change aren't supported: {shown(tree)}")
                increases.append(self._increase(tree, scope))
            case "not":
                [part] = exactly(1, tree)
                atom = self._atom(branch_of(part, "a fact in parentheses"), scope)
                yield Effect(atom, makes=False, condition=Junction(conditions, is_and=True), variables=variables)
            case _:
                atom = self._atom(tree, scope)
                yield Effect(atom, makes=True, condition=Junction(conditions, is_and=True), variables=variables)

    # --- costs --------------------------------------------------------------------------------------------------------

    def _metric(self, section: Branch | None) -> str | None:
        """Return the function that is minimized, or None if each action costs 1."""
        if section is None:
            return None
        if len(section.parts) != 3 or not isinstance(section.parts[1], Word):
            raise PddlError(section.line, f"expected (:metric minimize (total-cost)), not {shown(section)}")
        sense, value = section.parts[1].text, section.parts[2]
        name = value.text if isinstance(value, Word) else value.head
        if name in _UNSUPPORTED:
            raise PddlError(section.line, f"{_UNSUPPORTED[name]} aren't supported: {shown(section)}")
        if sense != "minimize" or (isinstance(value, Branch) and len(value.parts) != 1):
            raise PddlError(section.line, f"the only supported metric is minimize (total-cost), or another function "
                            f"without terms, not {shown(section)}")  # fmt: skip
        if name == "total-time":
            return None
        if self._functions.get(name) != ():
            raise PddlError(
                section.line, f"there is no function {name!r} without terms{similar(name, self._functions)}"
            )
        return name

    def _increase(self, tree: Branch, scope: _Scope) -> _Increase:
        target, value = exactly(2, tree)
        name = target.text if isinstance(target, Word) else target.head
        if isinstance(target, Branch):
            self._terms(target, self._functions, "function", scope)
        reads = set[str]()
        return _Increase(name, self._number(value, scope, reads), frozenset(reads), tree.line)

    def _number(self, tree: Tree, scope: _Scope, reads: set[str]) -> _Number:
        """Return the function from a binding to the value of an expression, and add the functions that it reads."""
        if isinstance(tree, Word):
            value = _fraction(tree)
            return lambda _: value
        if tree.head in _SIGNS:
            sign, parts = _SIGNS[tree.head], [self._number(each, scope, reads) for each in tree.parts[1:]]
            if len(parts) == 0:
                raise PddlError(tree.line, f"expected numbers in {shown(tree)}")
            if len(parts) == 1 and tree.head == "-":
                return lambda binding: -parts[0](binding)
            return lambda binding: reduce(sign, (each(binding) for each in parts))
        terms, name, values = self._terms(tree, self._functions, "function", scope), tree.head, self._values
        reads.add(name)

        def lookup(binding: Binding) -> Fraction:
            fact = fact_of(name, bound(terms, binding))
            if fact not in values:
                raise ValueError(f"{fact} has no value in (:init ...)")
            return values[fact]

        return lookup

    # --- the start ----------------------------------------------------------------------------------------------------

    def _initial(self, section: Branch | None) -> Iterator[Ground]:
        """Yield the atoms that are true at the start, and remember the values of functions."""
        for each in rest_of(section):
            tree = branch_of(each, "a fact in parentheses")
            parts = tree.parts
            if tree.head == "=":
                function, value = exactly(2, tree)
                branch = branch_of(function, "a function in parentheses")
                terms = self._terms(branch, self._functions, "function", {})
                fact, number = fact_of(branch.head, bound(terms, {})), _fraction(value)
                if self._values.setdefault(fact, number) != number:
                    raise PddlError(tree.line, f"{fact} has two values")
            elif tree.head == "not":
                [part] = exactly(1, tree)
                self._atom(branch_of(part, "a fact in parentheses"), {})
            elif tree.head == "at" and len(parts) == 3 and isinstance(parts[2], Branch):
                raise PddlError(tree.line, f"timed literals aren't supported: {shown(tree)}")
            else:
                atom = self._atom(tree, {})
                yield atom.predicate, bound(atom.terms, {})


def _sections(tree: Branch, known: Sequence[str]) -> tuple[dict[str, Branch | None], list[Branch]]:
    """Return the sections of a domain or a task by their names, and the actions."""
    found: dict[str, Branch | None] = dict.fromkeys(known)
    actions = list[Branch]()
    for each in tree.parts[2:]:
        branch = branch_of(each, f"one of {', '.join(f'({name} ...)' for name in known)}")
        name = branch.head
        if name in _UNSUPPORTED:
            raise PddlError(branch.line, f"{_UNSUPPORTED[name]} aren't supported: ({name} ...)")
        if name not in found:
            raise PddlError(branch.line, f"expected one of {', '.join(known)}, not {shown(branch)}")
        if name == ":action":
            actions.append(branch)
        elif found[name] is not None:
            raise PddlError(branch.line, f"there are two ({name} ...)")
        else:
            found[name] = branch
    return found, actions


def _name_of(tree: Branch) -> str:
    """Return the name of a domain or a task."""
    return word_of(branch_of(tree.parts[1], "a name").parts[1], "a name").text


def _without_results(section: Branch | None) -> Branch | None:
    """Return the section of functions without "- number"."""
    if section is None:
        return None
    kept = list[Tree]()
    rest = iter(section.parts)
    for tree in rest:
        if isinstance(tree, Word) and tree.text == "-":
            given = next(rest, None)
            if given is None or word_of(given, "a type").text != "number":
                raise PddlError(tree.line, "functions of objects aren't supported, only those with numbers")
        else:
            kept.append(tree)
    return Branch(tuple(kept), section.line)


def _fraction(tree: Tree) -> Fraction:
    word = word_of(tree, "a number")
    if _NUMBER.fullmatch(word.text) is None:
        raise PddlError(word.line, f"expected a number, such as 3 or 2.5, not {word.text!r}")
    return Fraction(word.text)


def _sum_of(values: Sequence[_Number], metric: str | None) -> Callable[[Binding], float]:
    """Return the cost of an action: the sum of values, or 1 without a metric."""

    def cost(binding: Binding) -> float:
        total = values[0](binding) if len(values) == 1 else sum((each(binding) for each in values), Fraction(0))
        return int(total) if total.denominator == 1 else float(total)

    return cost if metric is not None else lambda _: 1
