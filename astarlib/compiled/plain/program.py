"""The translation of a whole problem: the functions of a compiled domain, as text and as Python functions."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, Final

from astarlib.compiled.plain import operations, routines, text_routines
from astarlib.compiled.plain.constants import Constants
from astarlib.compiled.plain.emitter import Items, Variable, part_names, render
from astarlib.compiled.plain.joining import Joiner, is_convertible
from astarlib.compiled.plain.kinds.arrays import plain
from astarlib.compiled.plain.kinds.objects import Local
from astarlib.compiled.plain.layout import Layout, Layouts
from astarlib.compiled.plain.operations import GENERATED
from astarlib.compiled.plain.refusal import MadeTextError, RefusalError, place_of, place_of_method, refuse
from astarlib.compiled.plain.statements import MethodTranslation
from astarlib.compiled.plain.syntax.functions import check_parameters, is_generator, syntax_of, takes_more
from astarlib.compiled.plain.types import (
    BOOL,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NUMBERS,
    OPAQUE,
    TEXT,
    Cell,
    ClosureType,
    IteratorType,
    ListType,
    ObjectType,
    SeqType,
    Type,
    Value,
    is_iterable,
    is_record,
    leaves,
)
from astarlib.errors import CapacityError
from astarlib.resolving.resolved_problem import definition_level, heuristic_function_of

_MAX_ROUNDS: Final = 20
_MAX_FUNCTIONS: Final = 200
_MAX_DEPTH: Final = 50
"""The largest number of calls inside others."""
_ESTIMATES: Final = ("heuristic", "backward_heuristic", "steps_to_go")


class Program:
    """The functions of a problem. They are translated again and again, until the types of all variables are known."""

    def __init__(
        self, problem: Any, kind: Type, names: Iterable[str], of_resources: tuple[Type, int] | None = None,
        of_key: Type | None = None, *, writes_divisors: bool = True,
    ) -> None:  # fmt: skip
        self.problem: Any = problem
        self.kind: Type = kind
        self.of_resources: tuple[Type, int] | None = of_resources
        """The type of the key of ``resources`` and the number of resources, if the problem has them."""
        self.of_key: Type | None = of_key
        """The type of ``state_key``, if the problem has it."""
        self.records: frozenset[tuple[Any, ...]] = frozenset(each.fields for each in leaves(kind) if is_record(each))  # type: ignore[attr-defined]  # They're tuples.
        """The keys of the dictionaries of states. A dictionary of a method with these keys has fixed keys, too."""
        self.names: frozenset[str] = frozenset(names)
        """The methods of the problem that are translated."""
        self.constants: Constants = Constants()
        self._writes_divisors = writes_divisors
        self.joiner: Joiner = Joiner()
        self.costs: type[int | float] = int
        self._members: dict[str, Any] = {}
        """The functions that properties of the problem return."""
        self._cells: dict[Any, Cell] = {}
        self._heads: dict[Any, dict[str, Type]] = {}
        self._returned: dict[Any, Type] = {}
        self.written: dict[Any, tuple[dict[str, Any], str]] = {}
        """The functions and the text for each layout."""
        self.compared: set[Any] = set()
        """The layouts whose functions were compared with Python."""
        self._flags: dict[Any, set[str]] = {}
        for self._round in range(_MAX_ROUNDS):
            self._begin()
            try:
                self._find_costs()
            except RefusalError:
                if not self.joiner.changed or self._round == _MAX_ROUNDS - 1:
                    raise
                continue  # Some types were still missing.
            if not self.joiner.changed:
                break
        else:
            raise RefusalError("the types of the variables can't be found")

    def is_early(self) -> bool:
        """Return True in the first rounds, in which some variables have no type yet. There will be another round."""
        self.joiner.changed |= self._round < 3
        return self._round < 3

    def _begin(self) -> None:
        self.joiner.changed = False
        for cell in self._cells.values():
            cell.find().is_viewed = cell.find().is_changed = False
        self.texts: dict[str, str] = {}
        self._done: dict[Any, tuple[str, Type, bool]] = {}
        self._active: list[Any] = []

    # --- facts that are found round by round --------------------------------------------------------------------------

    def cell(self, owner: MethodTranslation, node: Any) -> Cell:  # Any: a node of `ast`, or None
        """Return the cell of the list that is made at a node."""
        key = owner.key, owner.site(node)
        if key not in self._cells:
            self._cells[key] = Cell()
        return self._cells[key].find()

    def head(self, owner: MethodTranslation, node: Any) -> dict[str, Type]:
        """Return the types of the variables that a loop changes."""
        return self._heads.get((owner.key, node.lineno, node.col_offset), {})

    def note_head(self, owner: MethodTranslation, node: Any, types: dict[str, Type]) -> None:
        """Note these types."""
        key = owner.key, node.lineno, node.col_offset
        if self._heads.get(key, {}) != types:
            self._heads[key], self.joiner.changed = types, True

    def note_divisor(self, word: int) -> None:
        """Note that the code divides by a number of the problem. From the next round on, it's written in the code."""
        if self._writes_divisors and self.constants.write_divisor(word, self.problem):
            self.joiner.changed = True

    def returned(self, key: Any) -> Type:
        """Return the type of what a function returns, as far as it's known."""
        return self._returned.get(key, NEVER)

    def note_return(self, key: Any, kind: Type) -> None:
        """Note this type."""
        if self.returned(key) != kind:
            self._returned[key], self.joiner.changed = kind, True

    def flagged(self, owner: Any) -> set[str]:
        """Return the variables of a function that may be used before they have a value."""
        return self._flags.get(getattr(owner, "key", None), set())

    def flag(self, owner: Any, name: str) -> None:
        """Note such a variable."""
        found = self._flags.setdefault(owner.key, set())
        if name not in found:
            found.add(name)
            self.joiner.changed = True

    # --- calls --------------------------------------------------------------------------------------------------------

    def call(self, owner: MethodTranslation, function: FunctionType, arguments: Sequence[Value],
             names: dict[str, Value] | None = None) -> Value:  # fmt: skip
        """Write a call of a Python function, which is translated for these types. Return its value."""
        check_parameters(function)
        for name in ("__defaults__", "__kwdefaults__", "__code__"):
            self.constants.depend((function, name), getattr(function, name))
        node = syntax_of(function)
        closed = [self._closed(owner, value) for value in arguments]
        named = {name: self._closed(owner, value) for name, value in (names or {}).items()}
        bound = self._bind(owner, function, closed, named)
        key = function, tuple((name, value.type) for name, value in bound)
        return self._call(owner, function, node, key, bound, {}, ())

    def call_local(self, owner: Any, local: Local, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        """Write a call of a function that is defined inside a method."""
        if owner.function is not local.owner.function:
            raise RefusalError("a function that is defined inside a method is returned or kept by another one")
        bound = self._bind_local(owner, local, arguments, names)
        env = owner.env or {}
        captured = {name: env[name] for name in _names_used(local, env)}
        if any(variable.maybe_unbound for variable in captured.values()):
            raise RefusalError("a function inside a method uses a variable that may have no value yet")
        key = (
            owner.key, local.node.lineno, local.node.col_offset, tuple((name, value.type) for name, value in bound),
            tuple((name, variable.type, variable.base) for name, variable in captured.items()),
        )  # fmt: skip
        parts = [part for variable in captured.values() for part in part_names(variable.base, variable.type)]
        return self._call(owner, local.owner.function, local.node, key, bound, captured, parts)

    def call_closure(self, owner: Any, closure: Value, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        """Write a call of a function that is defined inside a method and was passed to another one."""
        kind = closure.type
        assert isinstance(kind, ClosureType)
        bound = self._bind_local(owner, kind.local, arguments, names)
        captured = {name: Variable(each, f"{name}_") for name, each in kind.captured}
        key = kind, tuple((name, value.type) for name, value in bound)
        return self._call(owner, kind.local.owner.function, kind.node, key, bound, captured, closure.parts)

    def _bind_local(
        self, owner: Any, local: Local, arguments: Sequence[Value], names: dict[str, Value]
    ) -> list[tuple[str, Value]]:
        """Return the parameters of a function that is defined inside a method, with their arguments."""
        parameters = local.node.args
        given = dict(zip(local.names, arguments, strict=False)) | names
        if parameters.kwarg or (len(arguments) > len(local.names) and not parameters.vararg):
            raise RefusalError("a function inside a method gets other arguments than it has parameters")
        for name, default in local.defaults.items():
            if name not in given:
                if owner is not local.owner and default.parts and default.constant is None:
                    raise RefusalError("a function inside a method is called by another one, and uses a default")
                given[name] = default
        if set(given) != {*local.names, *local.only_named}:
            raise RefusalError("a function inside a method gets other arguments than it has parameters")
        if parameters.vararg:
            given[parameters.vararg.arg] = owner.tuple_of(arguments[len(local.names) :])
        return [(name, owner.keep(value)) for name, value in given.items()]

    @staticmethod
    def _closed(owner: Any, value: Value) -> Value:
        """Return a value that another method can use: a function that is defined inside a method with the variables
        that it uses, and an iterator as a list.
        """
        local = value.type.value if isinstance(value.type, ObjectType) else None
        if isinstance(local, Items):
            made: Value = owner.make_list([value])
            assert isinstance(made.type, ListType)
            if local.is_once:
                return Value(IteratorType(made.type), made.parts)
            return Value(SeqType(made.type.item, None, "any"), owner.span(made))  # It's neither a tuple nor a list.
        if not isinstance(local, Local) or owner.function is not local.owner.function:
            return value
        env = owner.env or {}
        names = _names_used(local, env)
        captured = tuple((name, env[name].type) for name in names)
        parts = [part for name in names for part in owner.variable(name).parts]
        return Value(ClosureType(local, local.node, owner.key, captured), tuple(parts))

    def _call(self, owner: Any, function: Any, node: Any, key: Any, bound: Sequence[tuple[str, Value]],
              captured: dict[str, Variable], more: Sequence[str]) -> Value:  # fmt: skip
        """Write a call. ``more`` are the parts of the variables that the function uses."""
        if key not in self._done:
            name = f"f{len(self._done) + len(self._active) + 1}_{getattr(node, 'name', 'lambda')}"
            times = sum(other is node for _, other, _ in self._active)
            if any(other == key for _, _, other in self._active) or times > 3 or len(self._active) > _MAX_DEPTH:
                raise RefusalError(f"{function.__qualname__} calls itself", "use a loop with a list as a stack")
            if len(self._done) > _MAX_FUNCTIONS:
                raise RefusalError("the methods call too many others")
            self._active.append((function, node, key))
            translation = MethodTranslation(self, function, node, key)
            try:
                parameters = [(name, Value(value.type, ())) for name, value in bound]
                result = translation.translate(name, parameters, captured)
            except RefusalError as refusal:
                if not refusal.place and refusal.node is not None:
                    refusal.place = place_of(function, getattr(refusal.node, "lineno", node.lineno))
                raise
            finally:
                self._active.pop()
            self._done[key] = name, result, translation.allocates
        name, result, allocates = self._done[key]
        owner.allocates |= allocates
        parts = [*(part for _, value in bound for part in value.parts), *more]
        call = f"{name}({', '.join(['c', 'memory', *parts])})"
        names = tuple(owner.fresh() for _ in result.parts())
        owner.emit(f"{', '.join(names)} = {call}" if names else call)
        found = Value(result, names)
        if is_generator(node) and isinstance(result, ListType):
            lists = (each for _, value in bound for each in leaves(value.type) if isinstance(each, ListType))
            is_safe = not captured and next(lists, None) is None
            return Value(ObjectType(owner.items_of(found)._replace(is_safe=is_safe)))
        return found

    def _bind(
        self, owner: MethodTranslation, function: Any, arguments: Sequence[Value], names: dict[str, Value]
    ) -> list[tuple[str, Value]]:
        """Return the parameters with their arguments."""
        code = function.__code__
        every = code.co_varnames[: code.co_argcount]
        more = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        given = dict(zip(every, arguments, strict=False))
        if len(arguments) > len(every) and not takes_more(function):
            raise RefusalError(f"{function.__qualname__} gets too many arguments")
        if set(names) & set(given) or not set(names) <= {*every, *more}:
            raise RefusalError(f"{function.__qualname__} gets other arguments than it has parameters")
        given |= names
        defaults = dict(zip(reversed(every), reversed(function.__defaults__ or ()), strict=False))
        defaults |= function.__kwdefaults__ or {}
        for name in (*every, *more):
            if name not in given:
                if name not in defaults:
                    raise RefusalError(f"{function.__qualname__} needs an argument for {name}")
                given[name] = owner.literal(defaults[name])
        bound = [(name, given[name]) for name in (*every, *more)]
        if takes_more(function):
            name = code.co_varnames[code.co_argcount + code.co_kwonlyargcount]
            bound.append((name, owner.tuple_of(arguments[len(every) :])))
        return [(name, owner.keep(value)) for name, value in bound]

    # --- the problem --------------------------------------------------------------------------------------------------

    def _top(self, name: str) -> MethodTranslation:
        """Return a function of the domain that is being written."""
        return MethodTranslation(self, None, None, name)

    def method(self, top: MethodTranslation, name: str, arguments: Sequence[Value]) -> Value:
        """Write a call of a method of the problem."""
        if name == "heuristic" and uses_heuristic_function(self.problem):
            name = "heuristic_function"
        if isinstance(inspect.getattr_static(type(self.problem), name, None), property):
            if name not in self._members:  # Each access may return another object.
                self._members[name] = getattr(self.problem, name)
            function = top.known(self._members[name], ("self", name), name)
        else:
            function = top.attribute(Value(ObjectType(self.problem, ("self",))), name)
        return top.apply(function, arguments, {})

    def _edges(
        self, top: MethodTranslation, state: Value, name: str
    ) -> tuple[Items, Callable[[str], tuple[Value, Value]]]:
        """Write the code that lists the edges of a state. Return them, and the function that writes one."""
        listed = self.method(top, name, [state])
        items = top.items_of(top.keep(listed))

        def edge(k: str) -> tuple[Value, Value]:
            item = items.get(k)
            if item.type is NEVER:
                return Value(NEVER), top.literal(1)
            if name != "actions":
                parts = top.unpack(item, [None] * 3)
                return parts[1], self._cost(parts[2])
            action = top.keep(item)
            after = top.keep(self.method(top, "result", [state, action]))
            if "cost" not in self.names:
                return after, top.literal(1)
            return after, self._cost(self.method(top, "cost", [state, action, after]))

        return items, edge

    def _cost(self, value: Value) -> Value:
        value = plain(value)
        if value.type not in NUMBERS:
            raise RefusalError(f"a cost is {value.type}", "return a number in all cases")
        return value

    def _find_costs(self) -> None:
        """Translate all methods once for their types."""
        kinds: list[Type] = []
        for name in self._listers():
            top = self._top(f"types of {name}")
            state = self._placeholder()
            try:
                _, edge = self._edges(top, state, name)
                after, cost = edge("0")
                kinds.append(cost.type)
                self._at(name, partial(self._as_state, top, after))
            except RefusalError:
                if not self.is_early():
                    raise
        for name in _ESTIMATES:
            if name in self.names:
                top = self._top(f"types of {name}")
                h = plain(self.method(top, name, [self._placeholder()]))
                if h.type not in NUMBERS and not self.is_early():
                    refuse(self.problem, name, f"it returns {h.type}", "return a number >= 0 in all cases")
                if name != "steps_to_go":  # They aren't costs.
                    kinds.append(INT if h.type in {INF, INT_OR_INF} else h.type)
        for has_key, write in ((self.of_resources, self._resources), (self.of_key, self._key)):
            if has_key is not None:
                try:
                    write(self._top("types of keys"), self._placeholder())
                except RefusalError:
                    if not self.is_early():
                        raise
        top = self._top("types of is_goal")
        answer = plain(self.method(top, "is_goal", [self._placeholder()]))
        if answer.type not in {BOOL, INT} and not self.is_early():
            refuse(self.problem, "is_goal", f"it returns {answer.type}", "return True or False in all cases")
        self.costs = int if all(kind in {INT, BOOL, NEVER} for kind in kinds) else float

    def _resources(self, top: MethodTranslation, state: Value) -> tuple[Value, list[Value]]:
        """Write a call of ``resources``. Return the key, in the type of all keys, and the numbers."""
        assert self.of_resources is not None
        kind, count = self.of_resources
        answer = self.method(top, "resources", [state])
        found: tuple[Value, list[Value]] = self._at("resources", lambda: self._pair(top, answer, kind, count))
        return found

    def _pair(self, top: MethodTranslation, answer: Value, kind: Type, count: int) -> tuple[Value, list[Value]]:
        key, numbers = (top.keep(each) for each in top.unpack(answer, [None] * 2))
        if numbers.type is not NEVER and not is_iterable(numbers.type):
            raise RefusalError(f"it returns {numbers.type} after the key", "return a key and a tuple of numbers")
        found = [top.keep(each) for each in top.unpack(numbers, [None] * count)]
        for number in found:
            if number.type not in NUMBERS and number.type is not NEVER:
                raise RefusalError(f"a resource is {number.type}", "return numbers in all cases")
        return self._as_key(top, key, kind), found

    def _as_key(self, top: MethodTranslation, key: Value, kind: Type) -> Value:
        """Return a key in the type of all keys."""
        is_text = OPAQUE in leaves(key.type)
        if is_text or (self.joiner.join(key.type, kind) != kind and not is_convertible(key.type, kind)):
            have = "a text that is made in the method" if is_text else str(key.type)
            expected = "" if is_text else f", but keys near the initial state are {kind}"
            raise RefusalError(f"its key is {have}{expected}", "return a part of the state as the key")
        return top.convert(key, kind)

    def _key(self, top: MethodTranslation, state: Value) -> Value:
        """Write a call of ``state_key``. Return the key, in the type of all keys."""
        kind = self.of_key
        assert kind is not None
        key = top.keep(self.method(top, "state_key", [state]))
        if TEXT in leaves(key.type) and TEXT not in leaves(kind):
            raise MadeTextError("the key has a text that is made in the method")
        found: Value = self._at("state_key", lambda: self._as_key(top, key, kind))
        return found

    def _packed(self, top: MethodTranslation, layouts: Layouts, after: Value) -> list[str]:
        """Write the code that packs a state, and return its words."""
        after = self._as_state(top, after)
        if layouts.key is None:
            return layouts.state.pack(top, after)
        after = top.keep(after)
        return [*layouts.key.pack(top, self._key(top, after)), *layouts.state.pack(top, after)]

    def _listers(self) -> list[str]:
        return ["successors" if "successors" in self.names else "actions",
                *(["predecessors"] if "predecessors" in self.names else [])]  # fmt: skip

    def _at(self, name: str, call: Callable[[], Any]) -> Any:
        try:
            return call()
        except RefusalError as refusal:
            where = "result" if name == "actions" else name
            refusal.place = refusal.place or place_of_method(self.problem, where)
            raise

    def _placeholder(self) -> Value:
        """Return a state, for finding types only."""
        return Value(self.kind, tuple(f"state{name}" for name, _ in self.kind.parts()))

    def _as_state(self, top: MethodTranslation, after: Value) -> Value:
        """Return the next state in the type of all states."""
        if after.type is NEVER:
            return top.convert(after, self.kind)
        want = self.kind
        joined = self.joiner.join(after.type, want)
        if OPAQUE in leaves(after.type):
            raise RefusalError("it returns a state with a text that has a format", "use str(...), or a tuple of values")
        if TEXT in leaves(after.type) and TEXT not in leaves(want):
            raise MadeTextError("it returns a text that is made in the method, and its states have other texts")
        if joined != want and not is_convertible(after.type, want):
            raise RefusalError(
                f"it returns {after.type}, but the states are {want}", "return states of one type and length"
            )
        top.reads_now = True
        found = top.convert(after, want)
        top.reads_now = False
        return found

    # --- the domain ---------------------------------------------------------------------------------------------------

    def write(self, layout: Layouts) -> str:
        """Return the text of the functions of the domain, for the layouts of the states and of the keys, if any."""
        while True:
            self._begin()
            tops = [*self._write_edges(layout, self._listers()[0], "successor_count", "apply")]
            tops.append(self._write_list(layout, self._listers()[0]))
            if "predecessors" in self.names:
                tops += self._write_edges(layout, "predecessors", "predecessor_count", "apply_back")
            tops.append(self._write_goal(layout))
            tops += [self._write_estimate(layout, name) for name in _ESTIMATES if name in self.names]
            if layout.resources is not None:
                tops.append(self._write_resources(layout, layout.resources))
            if not self.joiner.changed:
                break
        return "\n\n\n".join([*self.texts.values(), *tops]) + "\n"

    def _start(self, layout: Layouts, name: str, more: str = "") -> tuple[MethodTranslation, Value, str]:
        top = self._top(name)
        words = ["state"] if layout.words == 1 else [f"state[{at}]" for at in range(layout.key_words, layout.words)]
        names = [top.fresh("w") for _ in words]
        for each, word in zip(names, words, strict=True):
            top.emit(f"{each} = word({word})")
        state = layout.state.unpack(top, names)
        top.emit("# The state is unpacked.")
        return top, state, f"def {name}(tables, state, aux{more}):"

    def _finish(self, top: MethodTranslation, header: str) -> str:
        first = ["c = tables[0]", "memory = make_memory()" if top.allocates else "memory = 0"]
        return "\n".join([header, *render([first, top.prologue, top.body])])

    def _write_edges(self, layout: Layouts, lister: str, count: str, apply: str) -> list[str]:
        top, state, header = self._start(layout, count)
        items, _ = self._edges(top, state, lister)
        top.emit(f"return {items.length}")
        texts = [self._finish(top, header)]
        top, state, header = self._start(layout, apply, ", i")
        items, edge = self._edges(top, state, lister)
        top.emit(f"if i >= {items.length}: raise IndexError('a state has fewer edges than before')")
        after, cost = edge("i")
        words = self._packed(top, layout, after)
        cost = top.convert(cost, INT) if self.costs is int else top.to_float(cost)
        packed = words[0] if len(words) == 1 else f"({', '.join(words)})"
        top.emit(f"return {packed}, 0, {cost.parts[0]}")
        return [*texts, self._finish(top, header)]

    def _write_list(self, layout: Layouts, lister: str) -> str:
        top, state, header = self._start(layout, "list_edges", ", states, costs")
        items, edge = self._edges(top, state, lister)
        count = top.temp(items.length)
        with top.block(f"if {count} > costs.size:"):
            top.emit(f"return {count}")
        mark = top.hole()
        with top.counted(count) as k:
            after, cost = edge(k)
            words = self._packed(top, layout, after)
            cost = top.convert(cost, INT) if self.costs is int else top.to_float(cost)
            for at, word in enumerate(words):
                place = k if len(words) == 1 else f"{len(words)} * {k} + {at}"
                top.emit(f"states[{place}] = {word}")
            top.emit(f"costs[{k}] = {cost.parts[0]}")
            end = top.hole()
        if top.allocates:  # Each edge uses the same memory.
            mark.append("start = load(memory, 0)")
            end.append("store(memory, 0, start)")
        top.emit(f"return {count}")
        return self._finish(top, header)

    def _write_goal(self, layout: Layouts) -> str:
        top, state, header = self._start(layout, "is_goal")
        answer = self.method(top, "is_goal", [state])
        top.emit(f"return {top.truth(answer)}")
        return self._finish(top, header)

    def _write_resources(self, layout: Layouts, of_keys: Layout) -> str:
        top, state, header = self._start(layout, "resources")
        key, numbers = self._resources(top, state)
        words = [*of_keys.pack(top, key), *("0" for _ in range(layout.words - of_keys.words))]
        packed = words[0] if len(words) == 1 else f"({', '.join(words)})"
        parts = [
            (top.to_float(each) if each.type in {FLOAT, INF} else top.convert(each, INT_OR_INF)).parts[0]
            for each in numbers
        ]
        top.emit(f"return {packed}, ({''.join(f'{part}, ' for part in parts).rstrip()})")
        return self._finish(top, header)

    def _write_estimate(self, layout: Layouts, name: str) -> str:
        top, state, header = self._start(layout, name)
        h = plain(self.method(top, name, [state]))
        if self.costs is float or name == "steps_to_go":
            top.emit(f"return {top.to_float(h).parts[0]}")
        elif h.type is INF:
            top.emit("return -1")
        else:
            top.emit(f"return estimate({top.convert(h, INT_OR_INF).parts[0]})")
        return self._finish(top, header)


def _names_used(local: Local, env: dict[str, Variable]) -> list[str]:
    """Return the variables of a method that a function inside it uses."""
    names = {each.id for each in ast.walk(local.node) if isinstance(each, ast.Name)}
    own = {each.arg for each in ast.walk(local.node.args) if isinstance(each, ast.arg)}
    return sorted((names - own) & env.keys())


def uses_heuristic_function(problem: Any) -> bool:
    """Return True if ``heuristic_function`` is more derived than ``heuristic``, which it then replaces."""
    levels = [definition_level(problem, name) for name in ("heuristic_function", "heuristic")]
    return levels[0] < levels[1] and heuristic_function_of(problem) is not None


def functions_of(text: str) -> dict[str, Any]:
    """Return the functions of a text."""
    # numba loads stored code only if the module of its functions exists.
    names: dict[str, Any] = {"__name__": routines.__name__, "INFINITY": float("inf"), GENERATED: text}
    for module in (operations, routines, text_routines):
        names |= {name: value for name, value in vars(module).items() if inspect.isfunction(value)}
    names["CapacityError"] = CapacityError
    exec(compile(text, "<compile_problem>", "exec"), names)  # noqa: S102  # It's made from our own templates.
    return names
