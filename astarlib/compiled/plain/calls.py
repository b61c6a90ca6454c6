"""The translation of calls: of the user's functions, of built-in functions, and of methods of built-in types."""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import functools
import inspect
import itertools
import math
import operator
import sys
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any, NamedTuple, cast

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.plain.constants import Given, check_class, fields_of, words_of
from astarlib.compiled.plain.emitter import Items, Lines, kinds_of, negated
from astarlib.compiled.plain.expressions import (
    Expressions,
    Local,
    _Method,
    _static,
    check_tuple,
    made_items,
    made_values,
    why_not_changed,
)
from astarlib.compiled.plain.kinds.arrays import plain
from astarlib.compiled.plain.kinds.copies import copied
from astarlib.compiled.plain.kinds.frozensets import FrozenSets, make_frozenset
from astarlib.compiled.plain.kinds.records import copied_record, make_record
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.texts import Texts, as_text, is_text, join_items, made_text
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    DEFAULTS,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    NUMBERS,
    OPAQUE,
    RANGE,
    TEXT,
    DictType,
    ListType,
    MadeDict,
    MadeSet,
    ObjectType,
    RangeType,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    check_hashable,
    group_of,
    is_seq,
    is_set,
    item_of,
    keys_of,
    kind_of,
    leaves,
    length_of,
)

CHANGES = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"}
"""The methods that change a list."""
_TWO: dict[Any, type[ast.operator]] = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.floordiv: ast.FloorDiv,
    operator.mod: ast.Mod, operator.xor: ast.BitXor, operator.and_: ast.BitAnd, operator.or_: ast.BitOr,
}  # fmt: skip
_COMPARED: dict[Any, type[ast.cmpop]] = {
    operator.eq: ast.Eq, operator.ne: ast.NotEq, operator.lt: ast.Lt, operator.gt: ast.Gt, operator.le: ast.LtE,
    operator.ge: ast.GtE,
}  # fmt: skip


_NAMES_OF: dict[Any, frozenset[str]] = {
    **dict.fromkeys((min, max), frozenset({"key", "default"})), sorted: frozenset({"key", "reverse"}),
    enumerate: frozenset({"start"}), zip: frozenset({"strict"}), itertools.product: frozenset({"repeat"}),
    **dict.fromkeys((itertools.combinations, itertools.permutations), frozenset({"r"})),
}  # fmt: skip


class Calls(Expressions):
    """The calls in a function."""

    def _call(self, node: ast.Call) -> Value:
        special = self._special(node)
        if special is not None:
            return special
        function = self.value(node.func)
        arguments: list[Value] = []
        names: dict[str, Value] = {}
        for each in node.args:
            if isinstance(each, ast.Starred):
                value = self.present(self.value(each.value))
                if isinstance(value.type, TupleType):
                    check_tuple(value.type)
                    arguments += self.items(value)
                elif isinstance(value.type, SeqType) and value.type.length is not None:
                    arguments += self.unpack(value, [None] * value.type.length)
                elif (
                    isinstance(function.type, ObjectType) and function.type.value in {min, max} and len(node.args) == 1
                ):
                    arguments.append(value)
                else:
                    raise RefusalError("a call with * of a sequence whose length isn't fixed")
            else:
                arguments.append(self.keep(self.value(each)))
        for word in node.keywords:
            if word.arg is None:
                raise RefusalError("a call with **", "name the arguments")
            names[word.arg] = self.keep(self.value(word.value))
        return self.apply(function, arguments, names)

    def _special(self, node: ast.Call) -> Value | None:
        """Translate a call whose arguments aren't evaluated first, or return None."""
        if isinstance(node.func, ast.Attribute):
            return self._special_method(node, node.func)
        if not isinstance(node.func, ast.Name) or node.func.id in self.locals:
            return None
        function = self.value(node.func).type
        if not isinstance(function, ObjectType):
            return None
        inner = node.args[0] if node.args else None
        if function.value is super and not node.args:
            return self._super()
        folds: dict[Any, Callable[..., Value]] = {any: self._any, all: self._all, sum: self._sum, next: self._next}
        if function.value in folds:
            return folds[function.value](node)
        if function.value in {min, max} and len(node.args) == 1 and not isinstance(inner, ast.Starred):
            return self._extremum(node, "<" if function.value is min else ">")
        if function.value in {set, frozenset} and isinstance(inner, ast.GeneratorExp | ast.ListComp):
            made = self.collect(inner, inner, any_order=True)
            return self.make_set([made]) if function.value is set else make_frozenset(self, made)
        if function.value is sorted and isinstance(inner, ast.GeneratorExp | ast.ListComp):
            names = {str(word.arg): self.keep(self.value(word.value)) for word in node.keywords}
            made = self.collect(inner, inner, any_order="key" not in names)
            assert isinstance(made.type, ListType)
            if FLOAT in leaves(made.type.item):
                made = self.collect(inner, inner)
            return self.apply(self.value(node.func), [made], names)
        if function.value in {tuple, list} and isinstance(inner, ast.GeneratorExp | ast.ListComp):
            made = self._sized(inner)
            return self.as_tuple(made) if function.value is tuple else made
        if function.value is float and isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            return self.literal(float(inner.value))
        return None

    def _special_method(self, node: ast.Call, function: ast.Attribute) -> Value | None:
        owner = function.value
        if (
            function.attr == "count" and isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name)
            and owner.func.id == "bin" and len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
            and node.args[0].value == "1"
        ):  # fmt: skip
            number = self.convert(self.number(self.value(owner.args[0])), INT)
            return Value(INT, (f"ones(absolute({number.parts[0]}))",))
        if function.attr == "format" and isinstance(owner, ast.Constant):
            return Value(OPAQUE)
        return None

    def _sized(self, node: Any) -> Value:
        """Return a list of the values of a comprehension. If its length is known, so is that of the value."""
        made = self.collect(node, node)
        generator = node.generators[0]
        if len(node.generators) == 1 and not generator.ifs and isinstance(made.type, ListType):
            length = self._length_known(generator.iter)
            if length is not None:
                at, _ = self.span(made)
                is_tuple = isinstance(node, ast.GeneratorExp)
                return Value(SeqType(made.type.item, length, "list"), (at,)) if is_tuple else made
        return made

    def _length_known(self, node: Any) -> int | None:
        """Return the number of items of an expression if it's known without evaluating it again."""
        if isinstance(node, ast.Name) and self.env is not None and node.id in self.env:
            return length_of(self.env[node.id].type)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enumerate" and node.args:
            return self._length_known(node.args[0])
        return None

    def _super(self) -> Value:
        cells = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True))
        if "__class__" not in cells:
            raise RefusalError("super() outside a method")
        owner = self.value(ast.Name(id=self.function.__code__.co_varnames[0], ctx=ast.Load()))
        return Value(ObjectType(_Super(cells["__class__"].cell_contents, owner)))

    def apply(self, function: Value, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        """Return the value of a call of a value."""
        kind = function.type
        if kind is NEVER:
            return function
        if not isinstance(kind, ObjectType):
            raise RefusalError(f"it calls {kind}")
        if isinstance(kind.value, _Method):
            return self.method(kind.bound, kind.value.name, arguments, names)
        if kind.bound is not None:
            arguments = [kind.bound, *arguments]
        call = vars(type(kind.value)).get("__call__")
        if (
            isinstance(call, FunctionType)
            and not isinstance(kind.value, FunctionType | Local)
            and kind.path is not None
        ):
            return self.call(call, [Value(ObjectType(kind.value, kind.path)), *arguments], names)
        return self.call(kind.value, arguments, names)

    def attribute(self, owner: Value, name: str) -> Value:
        """Return an attribute of a value."""
        if isinstance(owner.type, ObjectType) and isinstance(owner.type.value, _Super):
            start, instance = owner.type.value
            assert isinstance(instance.type, ObjectType)
            mro = type(instance.type.value).__mro__
            for cls in mro[mro.index(start) + 1 :]:
                if name in vars(cls):
                    self.program.constants.depend((cls, name), vars(cls)[name])
                    return Value(ObjectType(vars(cls)[name], (cls, name), instance))
            raise RefusalError(f"super() has no {name}")
        return super().attribute(owner, name)

    def call(self, function: Any, arguments: Sequence[Value], names: dict[str, Value] | None = None) -> Value:
        """Return the value of a call of a Python function."""
        names = names or {}
        if isinstance(function, staticmethod):
            function = function.__func__
        if isinstance(function, functools.partial):
            words = {name: self.known(each, (Given(each),), name) for name, each in function.keywords.items()}
            names = words | names
            fixed = [self.known(each, (Given(each),), "argument") for each in function.args]
            return self.call(function.func, [*fixed, *arguments], names)
        if isinstance(function, operator.itemgetter | operator.attrgetter) and len(arguments) == 1 and not names:
            return self._got(function, arguments[0])
        if isinstance(function, MethodType):
            owner = Value(ObjectType(function.__self__, (function, "__self__")))
            return self.call(function.__func__, [owner, *arguments], names)
        if isinstance(function, functools._lru_cache_wrapper):  # Python's caches have no public class.
            return self.call(function.__wrapped__, arguments, names)
        if isinstance(function, Local):
            return cast("Value", self.program.call_local(self, function, arguments, names))
        known = BUILTINS.get(function) if _is_hashable(function) else None
        if known is not None:
            if function not in {dataclasses.replace, dict} and not set(names) <= _NAMES_OF.get(function, frozenset()):
                raise RefusalError(f"it calls {getattr(function, '__name__', function)} with {', '.join(names)}=")
            return known(self, arguments, names)
        if function in _TWO if _is_hashable(function) else False:
            return self.operate(_TWO[function](), *arguments)
        if function in _COMPARED if _is_hashable(function) else False:
            return Value(BOOL, (self.compare(_COMPARED[function](), *arguments),))
        if isinstance(function, FunctionType) and not _is_of_python(function):
            return cast("Value", self.program.call(self, function, arguments, names))
        if isinstance(function, type) and (hasattr(function, "_fields") or dataclasses.is_dataclass(function)):
            return self._construct(function, arguments, names)
        module = getattr(function, "__module__", None) or type(function).__module__
        name = getattr(function, "__qualname__", None) or repr(function)
        remedy = (
            "choose without chance, because a search needs the same answer each time"
            if module == "random"
            else ("call methods and functions that are written in Python")
        )
        where = "" if module == "builtins" else f" of {module}"
        raise RefusalError(f"it calls {name}{where}, which compiled code doesn't have", remedy)

    def _got(self, getter: Any, value: Value) -> Value:  # Any: a getter of `operator`
        """Return what a getter of `operator` gets."""
        keys = getter.__reduce__()[1]  # It has no other public way to its arguments.
        parts = [self.item(value, self.literal(key)) if isinstance(getter, operator.itemgetter)
                 else self.attribute(value, key) for key in keys]  # fmt: skip
        return parts[0] if len(parts) == 1 else self.tuple_of(parts)

    def _construct(self, cls: Any, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        """Return a named tuple or an instance of a dataclass."""
        check_class(cls)
        fields = fields_of(cls)
        defaults: dict[str, Any]
        if not hasattr(cls, "_fields"):
            if _static(cls, "__post_init__") is not None or not cls.__dataclass_params__.init:
                raise RefusalError(f"{cls.__name__} has its own __init__ or __post_init__")
            defaults = {
                each.name: each.default for each in dataclasses.fields(cls) if each.default is not dataclasses.MISSING
            }
        else:
            defaults = dict(cls._field_defaults)
            maker = next(each for each in cls.__mro__ if "__new__" in vars(each))
            if "_fields" not in vars(maker):
                raise RefusalError(f"{cls.__name__} has its own __new__")
        given = dict(zip(fields, arguments, strict=False)) | names
        if len(arguments) > len(fields) or not set(names) <= set(fields):
            raise RefusalError(f"{cls.__name__} gets other arguments than {', '.join(fields)}")
        values = []
        for field in fields:
            if field not in given:
                if field not in defaults:
                    raise RefusalError(f"{cls.__name__} needs {field}")
                given[field] = self.literal(defaults[field])
            values.append(given[field])
        return Value(TupleType(tuple(value.type for value in values), cls, fields),
                     tuple(part for value in values for part in value.parts))  # fmt: skip

    # --- folds --------------------------------------------------------------------------------------------------------

    def _search(self, node: Any, wanted: bool) -> Value:
        found = self.fresh()
        self.emit(f"{found} = {not wanted}")

        def body(value: Value) -> None:
            truth = self.truth(value)
            with self.block(f"if {truth if wanted else f'not {truth}'}:"):
                self.emit(f"{found} = {wanted}")
                self.emit("break")

        self.for_each(node, body, found if wanted else f"not {found}", None)
        return Value(BOOL, (found,))

    def _any(self, node: ast.Call) -> Value:
        return self._search(node.args[0], True)

    def _all(self, node: ast.Call) -> Value:
        return self._search(node.args[0], False)

    def _sum(self, node: ast.Call) -> Value:
        start = self.value(node.args[1]) if len(node.args) > 1 else (
            self.value(node.keywords[0].value) if node.keywords else self.literal(0))  # fmt: skip
        return self.total(node.args[0], start)

    def total(self, node: Any, start: Value) -> Value:
        """Return the sum of the items of an expression or value."""
        if start.type not in NUMBERS:
            raise RefusalError("sum of values that aren't numbers")
        if isinstance(node, Value):
            node = node if not isinstance(node.type, MadeDict) else made_items(node)
        first, total = self.hole(), self.fresh()
        kinds: list[Type] = [start.type]
        rest = self.fresh()
        places: list[tuple[Lines, Value]] = []

        def body(value: Value) -> None:
            value = self.keep(self.number(value))
            kinds.append(value.type)
            places.append((self.hole(), value))

        self.for_each(node, body, any_order=(INT, BOOL))
        kind = self.joiner.join_all(kinds)
        kind = INT if kind is BOOL else FLOAT if kind in {INF, INT_OR_INF} else kind
        is_precise = kind is FLOAT and sys.version_info >= (3, 12)
        with self.into(first):
            self.emit(f"{total} = {self.convert(start, kind).parts[0]}")
            if is_precise:
                self.emit(f"{rest} = 0.0")
        for lines, value in places:
            with self.into(lines):
                part = self.convert(value, kind).parts[0]
                if is_precise and value.type is FLOAT:  # As Python 3.12 and later add floats.
                    part = self.temp(part)
                    self.emit(f"{rest} += lost({total}, {part})")
                self.emit(f"{total} = add({total}, {part})" if kind is INT else f"{total} = {total} + {part}")
        return Value(kind, (f"corrected({total}, {rest})" if is_precise else total,))

    def _next(self, node: ast.Call) -> Value:
        inner = node.args[0]
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "iter":
            inner = inner.args[0]
        elif isinstance(inner, ast.Name):
            raise RefusalError("next of a variable", "use a loop")
        first, found, places = self.hole(), self.fresh(), []

        def body(value: Value) -> None:
            value = self.keep(value)  # Its lines are above the hole.
            places.append((self.hole(), value))
            self.emit(f"{found} = True")
            self.emit("break")

        self.for_each(inner, body, found)
        kind = self.joiner.join_all(value.type for _, value in places)
        names = tuple(self.fresh() for _ in kind.parts())
        with self.into(first):
            self.emit(f"{found} = False")
            for name, each in zip(names, kinds_of(kind), strict=True):
                self.emit(f"{name} = {DEFAULTS[each]}")
        for lines, value in places:
            with self.into(lines):
                self.write(names, self.convert(value, kind).parts)
        if len(node.args) == 1:
            self.fail_if(f"not {found}", "ValueError", "there is no next item (StopIteration)")
            return Value(kind, names)
        default = self.value(node.args[1])
        return self.chosen(found, ([], Value(kind, names)), ([], default))

    def _extremum(self, node: ast.Call, sign: str) -> Value:
        words = {word.arg: word.value for word in node.keywords}
        key = self.value(words["key"]) if "key" in words else None
        default = self.value(words["default"]) if "default" in words else None
        return self.extremum(node.args[0], sign, key, default)

    def extremum(self, source: Any, sign: str, key: Value | None, default: Value | None) -> Value:
        """Return the first smallest or largest item of an expression or value."""
        first, found = self.hole(), self.fresh()
        places: list[tuple[Lines, Value, Value]] = []

        def body(value: Value) -> None:
            value = self.keep(value)
            by = value if key is None or key.type is NONE else self.keep(self.apply(key, [value], {}))
            places.append((self.hole(), value, by))

        self.for_each(source, body, any_order=(INT, BOOL, ATOM) if key is None or key.type is NONE else ())
        kind = self.joiner.join_all(value.type for _, value, _ in places)
        by_kind = self.joiner.join_all(by.type for _, _, by in places)
        is_keyed = any(value is not by for _, value, by in places)
        names = tuple(self.fresh() for _ in kind.parts())
        by_names = tuple(self.fresh() for _ in by_kind.parts()) if is_keyed else names
        with self.into(first):
            self.emit(f"{found} = False")
            pairs = [*zip(names, kinds_of(kind), strict=True), *zip(by_names, kinds_of(by_kind), strict=True)]
            for name, each in dict(pairs).items():
                self.emit(f"{name} = {DEFAULTS[each]}")
        for lines, value, by in places:
            with self.into(lines):
                by = self.keep(self.convert(by, by_kind))  # noqa: PLW2901
                condition = self.guarded_by(found, functools.partial(self.ordered, sign, by, Value(by_kind, by_names)))
                with self.block(f"if not {found} or {condition}:"):
                    self.emit(f"{found} = True")
                    self.write(names, self.convert(value, kind).parts)
                    if is_keyed:
                        self.write(by_names, by.parts)
        if default is None:
            self.fail_if(f"not {found}", "ValueError", "min or max of an empty sequence")
            return Value(kind, names)
        if kind is NEVER:
            return default
        return self.chosen(found, ([], Value(kind, names)), ([], default))

    def chosen_number(self, sign: str, values: Sequence[Value], key: Value | None = None) -> Value:
        """Return the smallest or largest of several values."""
        best = self.keep(self.present(values[0]))
        for other in values[1:]:
            value = self.keep(self.present(other))
            pair = (value, best) if key is None else (self.apply(key, [value], {}), self.apply(key, [best], {}))
            condition = self.temp(self.ordered(sign, *pair))
            kind = self.joiner.join(value.type, best.type)
            a, b = self.convert(value, kind), self.convert(best, kind)
            if len(a.parts) == 1:
                best = self.keep(Value(kind, (f"({a.parts[0]} if {condition} else {b.parts[0]})",)))
            else:
                best = self.chosen(condition, ([], a), ([], b))
        return best

    # --- sorting ------------------------------------------------------------------------------------------------------

    def sort(self, made: Value, names: dict[str, Value]) -> None:
        """Sort a list in place, and keep the order of equal items."""
        kind = made.type
        assert isinstance(kind, ListType)
        item = kind.item
        if item is NEVER:
            return
        key, backward = names.get("key"), names.get("reverse")
        if backward is not None and not isinstance(backward.constant, bool):
            raise RefusalError("the order of sorted isn't True or False in the code")
        sign = ">" if backward is not None and backward.constant else "<"
        data, count = self.span(made)
        words, i, j = words_of(item), self.fresh("k"), self.fresh("k")
        self.emit(f"{i} = 1")
        with self.block(f"while {i} < {count}:"):
            value = self.fix(self.load(data, i, item))
            by = value if key is None or key.type is NONE else self.fix(self.apply(key, [value], {}))
            self.emit(f"{j} = {i} - 1")
            with self.block(f"while {j} >= 0:"):
                other = self.load(data, j, item)
                other_by = other if key is None or key.type is NONE else self.apply(key, [other], {})
                with self.block(f"if not {self.ordered(sign, by, other_by)}:"):
                    self.emit("break")
                self.emit(f"copy({data} + {8 * words} * ({j} + 1), {data} + {8 * words} * {j}, {words})")
                self.emit(f"{j} -= 1")
            self.store(self.temp(f"{data} + {8 * words} * ({j} + 1)"), 0, value)
            self.emit(f"{i} += 1")

    # --- methods of built-in types ------------------------------------------------------------------------------------

    def method(self, owner: Value, name: str, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        """Return the value of a call of a method of a built-in type."""
        owner = self.present(owner)
        if isinstance(owner.type, UnionType):
            groups = [group_of(each) for each in owner.type.options]
            owner = self.narrow(owner, "sequence" if "sequence" in groups else groups[0])
        kind = owner.type
        if kind is NEVER:
            return owner
        if is_text(kind) and name == "join" and len(arguments) == 1 and not names:
            return join_items(self, owner, self.present(arguments[0]))
        own = Texts() if kind is ATOM else kind_with_module(kind)
        if own is not None:
            if names:
                raise RefusalError(f"it calls {name} of {kind} with names of arguments")
            return own.call(self, owner, name, arguments)
        group = (
            "set" if isinstance(kind, MadeSet) else "dict" if isinstance(kind, MadeDict)
            else "list" if isinstance(kind, ListType) else "sequence" if is_seq(kind) or isinstance(kind, RangeType)
            else "table" if isinstance(kind, DictType) else "number" if kind in {INT, BOOL}
            else "text" if kind is OPAQUE else "other"
        )  # fmt: skip
        function = getattr(self, f"_{group}_{name}", None)
        if function is None and isinstance(kind, DictType) and kind.is_frozen and not names:
            return FrozenSets().call(self, make_frozenset(self, owner), name, arguments)
        if function is None and group == "list":
            function = getattr(self, f"_sequence_{name}", None)
        if group == "table" and name in {"issuperset", "isdisjoint"} and not is_set(kind):
            raise RefusalError(f"it calls {name} of {kind}", "make a set of the keys")
        if function is None:
            if group == "sequence" and hasattr(self, f"_list_{name}"):
                raise RefusalError(*why_not_changed(kind))
            if group == "text" and hasattr(str, name):
                return Value(OPAQUE)
            raise RefusalError(f"it calls {name} of {kind}, which compiled code doesn't have")
        if name in CHANGES:
            self.check_change(owner)
        try:
            inspect.signature(function).bind(owner, *arguments, **names)
        except TypeError:
            raise RefusalError(f"it calls {name} of {kind} with arguments that compiled code doesn't have") from None
        found: Value = function(owner, *arguments, **names)
        return found

    def _list_append(self, owner: Value, value: Value) -> Value:
        self.append(owner, value)
        return Value(NONE)

    def _list_extend(self, owner: Value, values: Value) -> Value:
        self.extend(owner, values)
        return Value(NONE)

    def _list_insert(self, owner: Value, index: Value, value: Value) -> Value:
        kind = owner.type
        assert isinstance(kind, ListType)
        self.joiner.widen(kind.cell, value.type)
        value = self.keep(self.convert(value, kind.item))
        at = self.convert(index, INT).parts[0]
        self.store(
            self.temp(self.routine(f"inserted(memory, {owner.parts[0]}, {at}, {words_of(kind.item)})")), 0, value
        )
        return Value(NONE)

    def _list_pop(self, owner: Value, index: Value | None = None) -> Value:
        kind = owner.type
        assert isinstance(kind, ListType)
        words, at = words_of(kind.item), "(-1)" if index is None else self.convert(index, INT).parts[0]
        room = self.allocate(max(1, words))
        return self.load(self.temp(f"removed({owner.parts[0]}, {at}, {words}, {room})"), "0", kind.item)

    def _list_remove(self, owner: Value, value: Value) -> Value:
        self._list_pop(owner, self._sequence_index(owner, value))
        return Value(NONE)

    def _list_clear(self, owner: Value) -> Value:
        self.emit(f"store({owner.parts[0]}, 1, 0)")
        return Value(NONE)

    def _list_reverse(self, owner: Value) -> Value:
        assert isinstance(owner.type, ListType)
        at, count = self.span(owner)
        words = words_of(owner.type.item)
        self.emit(f"reverse({at}, {count}, {words}, {self.allocate(max(1, words))})")
        return Value(NONE)

    def _list_sort(self, owner: Value, key: Value | None = None, reverse: Value | None = None) -> Value:
        words = {"key": key, "reverse": reverse}
        self.sort(owner, {name: value for name, value in words.items() if value is not None})
        return Value(NONE)

    def _sequence_copy(self, owner: Value) -> Value:
        if kind_of(owner.type) != "list":
            raise RefusalError(f"copy of {owner.type}", "use list(...)")
        return self.make_list([owner])

    def _sequence_index(self, owner: Value, value: Value) -> Value:
        found, value = self.fresh(), self.keep(value)
        self.emit(f"{found} = -1")
        if item_of(self.joiner, owner.type) is not NEVER:
            items = self.items_of(owner)
            with self.counted(items.length) as k, self.block(f"if {self.equal(items.get(k), value)}:"):
                self.emit(f"{found} = {k}")
                self.emit("break")
        self.fail_if(f"{found} < 0", "ValueError", "index: the value isn't there")
        return Value(INT, (found,))

    def _sequence_count(self, owner: Value, value: Value) -> Value:
        found, value = self.fresh(), self.keep(value)
        self.emit(f"{found} = 0")
        if item_of(self.joiner, owner.type) is not NEVER:
            items = self.items_of(owner)
            with self.counted(items.length) as k, self.block(f"if {self.equal(items.get(k), value)}:"):
                self.emit(f"{found} += 1")
        return Value(INT, (found,))

    def _sequence__replace(self, owner: Value, **names: Value) -> Value:
        kind = owner.type
        if not isinstance(kind, TupleType) or not set(names) <= set(kind.fields):
            raise RefusalError("_replace of other fields")
        values = [names.get(name, item) for name, item in zip(kind.fields, self.items(owner), strict=True)]
        return Value(TupleType(tuple(value.type for value in values), kind.cls, kind.fields),
                     tuple(part for value in values for part in value.parts))  # fmt: skip

    def _set_add(self, owner: Value, item: Value) -> Value:
        self.add_to_set(owner, item)
        return Value(NONE)

    def _set_update(self, owner: Value, items: Value) -> Value:
        every = self.items_of(made_items(items))
        with self.counted(every.length) as k:
            self.add_to_set(owner, every.get(k))
        return Value(NONE)

    def _set_discard(self, owner: Value, item: Value) -> Value:
        at = self.place_in_dict(owner, self.keep(item))
        with self.block(f"if {at} >= 0:"):
            self._list_pop(made_items(owner), Value(INT, (at,)))
        return Value(NONE)

    def _set_remove(self, owner: Value, item: Value) -> Value:
        return self._list_remove(made_items(owner), item)

    def _set_copy(self, owner: Value) -> Value:
        return self.make_set([owner])

    def _set_issubset(self, owner: Value, other: Value) -> Value:
        return self._table_issuperset(self.keep(self.present(other)), made_items(owner))

    def _set_union(self, owner: Value, other: Value) -> Value:
        return self.make_set([owner, other])

    def _dict_get(self, owner: Value, key: Value, default: Value | None = None) -> Value:
        at, other = self.place_in_dict(owner, self.keep(key)), Value(NONE) if default is None else default
        values = made_values(owner)
        assert isinstance(values.type, ListType)
        item = values.type.item
        if item is NEVER:
            return other
        return self.select(
            f"{at} >= 0", lambda: self.load(self.temp(f"load({values.parts[0]}, 0)"), at, item), lambda: other
        )

    def _dict_keys(self, owner: Value) -> Value:
        return Value(ObjectType(self.items_of(made_items(owner))._replace(is_once=False, of=owner)))

    def _dict_values(self, owner: Value) -> Value:
        return Value(ObjectType(self.items_of(made_values(owner))._replace(is_once=False)))

    def _dict_items(self, owner: Value) -> Value:
        keys, values = self.items_of(made_items(owner)), self.items_of(made_values(owner))
        return Value(
            ObjectType(Items(keys.length, lambda k: self.tuple_of([keys.get(k), values.get(k)]), is_once=False))
        )

    def _dict_pop(self, owner: Value, key: Value) -> Value:
        at = Value(INT, (self.place_in_dict(owner, self.keep(key)),))
        self.fail_if(f"{at.parts[0]} < 0", "KeyError", "the key isn't in the dictionary")
        self._list_pop(made_items(owner), at)
        return self._list_pop(made_values(owner), at)

    def _table_get(self, owner: Value, key: Value, default: Value | None = None) -> Value:
        self._check_dict(owner)
        owner = self.keep(owner)
        entry = self.entry(owner, self.keep(key))
        other = Value(NONE) if default is None else default
        return self.select(f"{entry} >= 0", lambda: self.value_of_entry(owner, entry), lambda: other)

    def _check_dict(self, owner: Value) -> None:
        if is_set(owner.type):
            raise RefusalError("it calls a method of dictionaries of a set")

    def _table_view(self, owner: Value, part: str) -> Value:
        self._check_dict(owner)
        return Value(ObjectType(self.table_items(owner, part)))

    def _table_items(self, owner: Value) -> Value:
        return self._table_view(owner, "items")

    def _table_keys(self, owner: Value) -> Value:
        self._check_dict(owner)
        return Value(ObjectType(self.table_items(owner, "keys")._replace(of=owner)))

    def _table_values(self, owner: Value) -> Value:
        return self._table_view(owner, "values")

    def _table_issuperset(self, owner: Value, values: Value) -> Value:
        return self._none_is(values, lambda item: negated(self.contains(owner, item)))

    def _table_isdisjoint(self, owner: Value, values: Value) -> Value:
        return self._none_is(values, lambda item: self.contains(owner, item))

    def _none_is(self, values: Value, test: Callable[[Value], str]) -> Value:
        """Return True if a test is false for all items of a value, which are made elements of a set in Python."""
        result = self.fresh()
        self.emit(f"{result} = True")
        items = self.items_of(values)
        with self.counted(items.length) as k:
            item = self.keep(items.get(k))
            check_hashable(item.type)
            with self.block(f"if {test(item)}:"):
                self.emit(f"{result} = False")
                self.emit("break")
        return Value(BOOL, (result,))

    def _table_copy(self, owner: Value) -> Value:
        return owner

    def _number_bit_count(self, owner: Value) -> Value:
        return Value(INT, (f"ones(absolute({self.convert(owner, INT).parts[0]}))",))

    def _number_bit_length(self, owner: Value) -> Value:
        return Value(INT, (f"bit_length({self.convert(owner, INT).parts[0]})",))

    # --- built-in functions -------------------------------------------------------------------------------------------

    def _indexable(self, value: Value) -> Items:
        """Return items that may be asked for in any order while others are asked for, too."""
        return self.items_of(self.keep(value))

    def _items_value(self, length: str, get: Callable[[str], Value], static: int | None = None) -> Value:
        return Value(ObjectType(Items(length, get, static)))


class _Super(NamedTuple):
    """The value of super()."""

    start: Any
    """The class whose bases are searched."""
    instance: Value


def _is_of_python(function: Any) -> bool:
    """Return True for a function of Python's standard library."""
    return str(function.__module__).partition(".")[0] in sys.stdlib_module_names - {"__main__"}


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError as error:
        raise_if_from_handler(error)
        return False
    return True


BUILTINS: dict[Any, Callable[[Calls, Sequence[Value], dict[str, Value]], Value]] = {}
"""The translators of functions of Python."""


def _builtin(*functions: Any) -> Callable[[Any], Any]:
    def register(translate: Any) -> Any:
        for function in functions:
            BUILTINS[function] = translate
        return translate

    return register


@_builtin(len)
def _len(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    value = arguments[0]
    if isinstance(value.type, ObjectType):
        items = calls.items_of(value)
        if items.is_once:
            raise RefusalError("len of an iterator or generator", "make a list of it, as in list(values)")
        return Value(INT, (items.length,))
    text = calls.length(value)
    return Value(INT, (text,), int(text) if text.isdigit() else None)


@_builtin(range)
def _range(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    numbers = []
    for each in arguments:
        value = calls.present(each)
        if value.type not in {INT, BOOL}:
            raise RefusalError(f"range of {value.type}")
        numbers.append(calls.convert(value, INT).parts[0])
    if len(numbers) == 1:
        numbers = ["0", *numbers]
    parts = (*numbers, "1") if len(numbers) == 2 else tuple(numbers)
    return calls.keep(Value(RANGE, parts))


@_builtin(enumerate)
def _enumerate(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    items = calls._indexable(arguments[0])
    start = arguments[1] if len(arguments) > 1 else names.get("start")
    first = None if start is None else calls.fix(calls.convert(start, INT)).parts[0]

    def get(k: str) -> Value:
        number = Value(INT, (k if first is None else f"({first} + {k})",))
        return calls.tuple_of([number, items.get(k)])

    return calls._items_value(items.length, get, items.static_length)


@_builtin(zip)
def _zip(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    every = [calls._indexable(value) for value in arguments]
    if len(every) == 0:
        return calls.tuple_of([])
    fixed_lengths = [items.static_length for items in every]
    lengths = [items.length for items in every]
    is_strict = names.get("strict")
    if is_strict is not None and is_strict.constant is True:
        for other in lengths[1:]:
            if other != lengths[0]:
                calls.fail_if(f"{other} != {lengths[0]}", "ValueError", "zip() arguments have different lengths")
    static = min(each for each in fixed_lengths if each is not None) if None not in fixed_lengths else None
    length = lengths[0]
    for other in lengths[1:]:
        if other != length:
            length = f"smaller({length}, {other})"
    return calls._items_value(str(static) if static is not None else length,
                              lambda k: calls.tuple_of([items.get(k) for items in every]), static)  # fmt: skip


@_builtin(reversed)
def _reversed(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    items, kind = calls._indexable(arguments[0]), arguments[0].type
    if is_set(kind) or (isinstance(kind, ObjectType) and items.is_once):
        raise RefusalError("reversed of a set, an iterator or a generator", "use a list, as in reversed(list(values))")
    length = calls.temp(items.length)
    return calls._items_value(length, lambda k: items.get(calls.temp(f"{length} - 1 - {k}")), items.static_length)


@_builtin(map)
def _map(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    function, *sources = arguments
    every = [calls._indexable(value) for value in sources]
    length = every[0].length
    for items in every[1:]:
        length = f"smaller({length}, {items.length})"
    return calls._items_value(length, lambda k: calls.apply(function, [items.get(k) for items in every], {}),
                              every[0].static_length if len(every) == 1 else None)  # fmt: skip


@_builtin(filter)
def _filter(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    function, source = arguments
    made = calls.new_list([])
    items = calls.items_of(source)
    with calls.counted(items.length) as k:
        value = calls.keep(items.get(k))
        wanted = calls.truth(value if function.type is NONE else calls.apply(function, [value], {}))
        with calls.block(f"if {wanted}:"):
            calls.append(made, value)
    return Value(ObjectType(calls.items_of(made)))


@_builtin(sorted)
def _sorted(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    source = arguments[0]
    if isinstance(source.type, MadeSet | SetType) and "key" not in names and FLOAT not in leaves(source.type):
        source = calls.unordered(source, any_order=True)
    made = calls.make_list([source])
    calls.sort(made, names)
    return made


@_builtin(iter)
def _iter(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(ObjectType(calls.items_of(calls.keep(arguments[0]))))


@_builtin(list)
def _list(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.make_list(arguments) if arguments else calls.new_list([])


@_builtin(tuple)
def _tuple(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.as_tuple(calls.present(arguments[0])) if arguments else calls.tuple_of([])


@_builtin(set)
def _set(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.make_set(arguments)


@_builtin(frozenset)
def _frozenset(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return make_frozenset(calls, arguments[0] if arguments else None)


@_builtin(copy.copy)
def _copy(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return copied(calls, arguments[0], is_deep=False)


@_builtin(copy.deepcopy)
def _deepcopy(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return copied(calls, arguments[0], is_deep=True)


@_builtin(dict)
def _dict(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    if arguments and keys_of(arguments[0].type) is not None:
        return copied_record(calls, arguments[0], dict(names))
    if not arguments and any(set(names) == set(each) for each in calls.program.records):
        return make_record(calls, list(names), list(names.values()))
    if names:
        raise RefusalError("dict with names", "write {...}")
    made = calls.make_dict(None)
    if arguments:
        pairs = calls._dict_items(arguments[0]) if isinstance(arguments[0].type, MadeDict) else (
            calls._table_view(arguments[0], "items") if isinstance(arguments[0].type, DictType)
            else arguments[0])  # fmt: skip
        items = calls.items_of(pairs)
        with calls.counted(items.length) as k:
            key, value = calls.unpack(items.get(k), [None] * 2)
            calls.set_in_dict(made, calls.keep(key), calls.keep(value))
    return made


@_builtin(abs, math.fabs, operator.abs)
def _abs(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    value = calls.number(arguments[0])
    if value.type in {INT, BOOL}:
        return Value(INT, (f"absolute({calls.convert(value, INT).parts[0]})",))
    return Value(FLOAT, (f"abs({calls.to_float(value).parts[0]})",))


@_builtin(min)
def _min(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    if len(arguments) == 1:
        return calls.extremum(arguments[0], "<", names.get("key"), names.get("default"))
    return calls.chosen_number("<", arguments, names.get("key"))


@_builtin(max)
def _max(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    if len(arguments) == 1:
        return calls.extremum(arguments[0], ">", names.get("key"), names.get("default"))
    return calls.chosen_number(">", arguments, names.get("key"))


@_builtin(divmod)
def _divmod(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    a, b = (calls.keep(calls.number(value)) for value in arguments)
    return calls.tuple_of([calls.keep(calls.operate(ast.FloorDiv(), a, b)), calls.keep(calls.operate(ast.Mod(), a, b))])


@_builtin(pow)
def _pow(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if len(arguments) != 2:
        raise RefusalError("pow with three arguments")
    return calls.operate(ast.Pow(), *arguments)


@_builtin(bool)
def _bool(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(BOOL, (calls.truth(arguments[0]) if arguments else "False",))


@_builtin(int, math.trunc)
def _int(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if not arguments:
        return calls.literal(0)
    if len(arguments) > 1:
        raise RefusalError("int with a base")
    if is_text(calls.present(arguments[0]).type):
        at, count = as_text(calls, calls.present(arguments[0])).parts
        return Value(INT, (calls.temp(f"number_in({at}, {count})"),))
    value = calls.number(plain(calls.present(arguments[0])))
    if value.type in {INT, BOOL}:
        return calls.convert(value, INT)
    return Value(INT, (f"whole_of({calls.to_float(value).parts[0]})",))


@_builtin(float)
def _float(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.to_float(calls.number(plain(calls.present(arguments[0])))) if arguments else calls.literal(0.0)


def _rounded(name: str) -> Callable[[Calls, Sequence[Value], dict[str, Value]], Value]:
    def translate(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
        if len(arguments) > 1:
            raise RefusalError("round with a number of digits")
        value = calls.number(arguments[0])
        if value.type in {INT, BOOL}:
            return calls.convert(value, INT)
        return Value(INT, (f"{name}({calls.to_float(value).parts[0]})",))

    return translate


BUILTINS |= {math.floor: _rounded("floor_of"), math.ceil: _rounded("ceil_of"), round: _rounded("round_of")}


@_builtin(math.sqrt)
def _sqrt(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(FLOAT, (f"square_root({calls.to_float(calls.number(arguments[0])).parts[0]})",))


@_builtin(math.hypot)
def _hypot(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    numbers = [calls.number(value) for value in arguments]
    if any(value.type not in {INT, BOOL} for value in numbers):
        raise RefusalError(
            "math.hypot of floats, which Python rounds in a way of its own", "use math.sqrt(x * x + y * y)"
        )
    total = calls.literal(0)
    for value in numbers:
        kept = calls.keep(calls.convert(value, INT))
        total = calls.operate(ast.Add(), total, calls.operate(ast.Mult(), kept, kept))
    return Value(FLOAT, (f"square_root({calls.to_float(total).parts[0]})",))


@_builtin(math.isqrt)
def _isqrt(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(INT, (f"integer_root({calls.convert(calls.number(arguments[0]), INT).parts[0]})",))


@_builtin(math.gcd)
def _gcd(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    found = "0"
    for value in arguments:
        found = f"greatest_divisor({found}, {calls.convert(calls.number(value), INT).parts[0]})"
    return Value(INT, (found,))


@_builtin(math.isinf)
def _isinf(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(BOOL, (f"(abs({calls.to_float(calls.number(arguments[0])).parts[0]}) == INFINITY)",))


@_builtin(repr, format, ascii, bin, hex, oct)
def _text(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(OPAQUE)


@_builtin(str)
def _str(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if not arguments:
        return calls.literal("")
    return (made_text(calls, arguments[0]) if len(arguments) == 1 else None) or Value(OPAQUE)


@_builtin(ord)
def _ord(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    at, count = as_text(calls, calls.present(arguments[0])).parts
    calls.emit(f"known({count} == 1)")
    return calls.load(at, "0", INT)


@_builtin(chr)
def _chr(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    value = calls.present(arguments[0])
    if value.type is not INT:
        raise RefusalError(f"chr of {value.type}")
    code = calls.temp(value.parts[0])
    calls.emit(f"known(0 <= {code} < 55296)")  # What follows isn't always a character.
    made = calls.allocate(1)
    calls.emit(f"store({made}, 0, {code})")
    return Value(TEXT, (made, "1"))


@_builtin(sum)
def _sum(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls.total(arguments[0], arguments[1] if len(arguments) > 1 else calls.literal(0))


@_builtin(math.prod)
def _prod(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    if item_of(calls.joiner, arguments[0].type) is not INT:
        raise RefusalError("math.prod of values that aren't whole numbers")
    total = calls.copied("1")
    items = calls.items_of(arguments[0])
    with calls.counted(items.length) as k:
        calls.emit(f"{total} = multiply({total}, {items.get(k).parts[0]})")
    return Value(INT, (total,))


@_builtin(any)
def _any_of(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls._search(arguments[0], True)


@_builtin(all)
def _all_of(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return calls._search(arguments[0], False)


@_builtin(itertools.chain.from_iterable)
def _flattened(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    made, items = calls.new_list([]), calls.items_of(arguments[0])
    with calls.counted(items.length) as k:
        calls.extend(made, items.get(k))
    return Value(ObjectType(calls.items_of(made)))


@_builtin(itertools.chain)
def _chain(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    return Value(ObjectType(calls.items_of(calls.make_list(arguments))))


@_builtin(itertools.product)
def _product(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    repeat = names.get("repeat")
    times = 1 if repeat is None else repeat.constant
    if not isinstance(times, int):
        raise RefusalError("product with a number of repeats that isn't in the code")
    every = [calls._indexable(value) for value in arguments] * times
    lengths = [calls.temp(items.length) for items in every]
    total = calls.temp(" * ".join(lengths))

    def get(k: str) -> Value:
        found, rest = [], k
        for items, length in zip(reversed(every), reversed(lengths), strict=True):
            found.append(items.get(calls.temp(f"{rest} % {length}")))
            rest = calls.temp(f"{rest} // {length}")
        return calls.tuple_of(found[::-1])

    return calls._items_value(total, get)


def _choices(*, is_ordered: bool) -> Callable[[Calls, Sequence[Value], dict[str, Value]], Value]:
    def translate(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        source = calls.keep(calls.as_tuple(arguments[0]))
        count = arguments[1] if len(arguments) > 1 else names.get("r")
        if count is None or not isinstance(count.constant, int) or not 1 <= count.constant <= 4:
            raise RefusalError("a number of items that isn't 1 to 4 in the code", "use nested loops")
        items = calls.items_of(source)
        length, made = calls.temp(items.length), calls.new_list([])

        def nest(chosen: list[str]) -> None:
            if len(chosen) == count.constant:
                calls.append(made, calls.tuple_of([items.get(k) for k in chosen]))
                return
            k = calls.fresh("k")
            calls.emit(f"{k} = {'0' if is_ordered or not chosen else f'{chosen[-1]} + 1'}")
            with calls.block(f"while {k} < {length}:"):
                if is_ordered and chosen:
                    with calls.block(f"if {' and '.join(f'{k} != {other}' for other in chosen)}:"):
                        nest([*chosen, k])
                else:
                    nest([*chosen, k])
                calls.emit(f"{k} += 1")

        nest([])
        return Value(ObjectType(calls.items_of(made)))

    return translate


BUILTINS |= {itertools.combinations: _choices(is_ordered=False), itertools.permutations: _choices(is_ordered=True)}


@_builtin(itertools.pairwise)
def _pairwise(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    items = calls._indexable(arguments[0])
    length = calls.temp(f"positive({items.length} - 1)")
    return calls._items_value(length, lambda k: calls.tuple_of([items.get(k), items.get(calls.temp(f"{k} + 1"))]))


@_builtin(dataclasses.replace)
def _replaced(calls: Calls, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
    kind = arguments[0].type
    if isinstance(kind, TupleType) and _static(kind.cls, "__post_init__") is not None:
        raise RefusalError(f"{kind.cls.__name__} has its own __post_init__")
    return calls._sequence__replace(arguments[0], **names)


@_builtin(builtins.isinstance)
def _isinstance(calls: Calls, arguments: Sequence[Value], _: dict[str, Value]) -> Value:
    raise RefusalError("it calls `isinstance`", "use values of one type")
