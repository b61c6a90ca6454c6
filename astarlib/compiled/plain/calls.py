"""The translation of calls: of the user's functions, of built-in functions, and of methods of built-in types."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import itertools
import operator
import sys
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any, Final, NamedTuple, cast

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.compiled.plain.constants import Given
from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.expressions import Expressions
from astarlib.compiled.plain.joining import group_of
from astarlib.compiled.plain.kinds import made, numbers, sequences, tables
from astarlib.compiled.plain.kinds.deques import check_byte
from astarlib.compiled.plain.kinds.frozensets import FrozenSets, make_frozenset
from astarlib.compiled.plain.kinds.objects import BuiltinMethod, Local, special_method, static_attribute
from astarlib.compiled.plain.kinds.remedies import check_tuple, why_not_changed
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.texts import Texts, is_text, join_items
from astarlib.compiled.plain.library import LIBRARY
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.syntax import folds
from astarlib.compiled.plain.syntax.builtins import BUILTINS
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    FLOAT,
    INT,
    MAX_UNROLLED,
    NEVER,
    OPAQUE,
    ChoiceType,
    ClosureType,
    DictType,
    ListType,
    MadeDict,
    MadeSet,
    ObjectType,
    RangeType,
    SeqType,
    TupleType,
    UnionType,
    Value,
    is_seq,
    is_set,
    kind_of,
    leaves,
)
from astarlib.compiled.plain.values import check_class, fields_of

CHANGES = {
    "append", "appendleft", "clear", "extend", "extendleft", "insert", "pop", "popleft", "remove", "reverse", "rotate",
    "sort",
}  # fmt: skip
"""The methods that change a list."""
_TWO: dict[Any, type[ast.operator]] = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.floordiv: ast.FloorDiv,
    operator.mod: ast.Mod, operator.xor: ast.BitXor, operator.and_: ast.BitAnd, operator.or_: ast.BitOr,
    operator.truediv: ast.Div, operator.pow: ast.Pow, operator.lshift: ast.LShift, operator.rshift: ast.RShift,
}  # fmt: skip
_COMPARED: dict[Any, type[ast.cmpop]] = {
    operator.eq: ast.Eq, operator.ne: ast.NotEq, operator.lt: ast.Lt, operator.gt: ast.Gt, operator.le: ast.LtE,
    operator.ge: ast.GtE,
}  # fmt: skip


_REMEDIES = {
    "print": "leave it out, and print what an observer gets", "input": "give the values to __init__",
    "open": "read the file in __init__", "hash": "compare the values", "id": "compare the values",
    "eval": "write the expression into the method", "exec": "write the code into the method",
    "setattr": "keep what changes in the state",
}  # fmt: skip
"""What to write instead of some functions."""
_REMEDIES_OF_MODULES = {
    "random": "choose without chance, because a search needs the same answer each time",
    "time": "keep the time in the state, because a search needs the same answer each time",
    "numpy": "use numbers, tuples and loops, or an array made in __init__, as in int(self.grid[cell])",
    "fractions": "use whole numbers of a smaller unit", "decimal": "use whole numbers of a smaller unit",
    "re": "use slices, startswith, find, split and replace", "networkx": "make dictionaries of neighbors in __init__",
}  # fmt: skip
_SPECIAL_METHODS = {"__getitem__": operator.getitem, "__contains__": operator.contains}
"""Methods that are other names of operators, as in `max(cells, key=costs.__getitem__)`."""
_NAMES_OF: dict[Any, frozenset[str]] = {
    **dict.fromkeys((min, max), frozenset({"key", "default"})), sorted: frozenset({"key", "reverse"}),
    enumerate: frozenset({"start"}), zip: frozenset({"strict"}), itertools.product: frozenset({"repeat"}),
    **dict.fromkeys((itertools.combinations, itertools.permutations), frozenset({"r"})),
    itertools.groupby: frozenset({"key"}),
}  # fmt: skip


class Calls(Expressions):
    """The calls in a function."""

    search_items: Final = folds.search_items
    fold_any: Final = folds.fold_any
    fold_all: Final = folds.fold_all
    fold_sum: Final = folds.fold_sum
    total: Final = folds.total
    fold_next: Final = folds.fold_next
    fold_extremum: Final = folds.fold_extremum
    extremum: Final = folds.extremum
    chosen_number: Final = folds.chosen_number
    sort: Final = sequences.sort

    def call_expression(self, node: ast.Call) -> Value:
        special = self._special(node)
        if special is not None:
            return special
        function = self.value(node.func)
        is_extremum = isinstance(function.type, ObjectType) and function.type.value in (min, max)
        if is_extremum and len(node.args) > 1 and any(isinstance(each, ast.Starred) for each in node.args):
            every = self.value(ast.copy_location(ast.Tuple(elts=node.args, ctx=ast.Load()), node))
            self.emit(f"known({self.length(every)} > 1)")  # One argument would be the items themselves.
            words = {str(word.arg): self.keep(self.value(word.value)) for word in node.keywords}
            return self.apply(function, [every], words)
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
                elif isinstance(function.type, ObjectType) and function.type.value is zip and len(node.args) == 1:
                    return self._columns(value)
                else:
                    raise RefusalError("a call with * of a sequence whose length isn't fixed")
            else:
                arguments.append(self.keep(self.value(each)))
        for word in node.keywords:
            if word.arg is None and isinstance(word.value, ast.Dict) and all(
                isinstance(each, ast.Constant) for each in word.value.keys
            ):  # fmt: skip
                pairs = zip(word.value.keys, word.value.values, strict=True)
                names |= {each.value: self.keep(self.value(value)) for each, value in pairs}  # type: ignore[union-attr]  # They're constants.
                continue
            is_replace = isinstance(function.type, ObjectType) and (
                getattr(function.type.value, "name", "") == "_replace" or function.type.value is dataclasses.replace
            )
            if word.arg is None and not is_replace:
                raise RefusalError("a call with **", "name the arguments")
            names[word.arg or "**"] = self.keep(self.value(word.value))
        return self.apply(function, arguments, names)

    def _columns(self, rows: Value) -> Value:
        """Return zip(*rows)."""
        every = self._indexable(rows)
        length = self.copied("0")
        with self.counted(every.length) as k:
            size = self.temp(self._indexable(every.get(k)).length)
            self.emit(f"{length} = {size} if {k} == 0 or {size} < {length} else {length}")

        def column(k: str) -> Value:
            made = self.new_list([])
            with self.counted(every.length) as row:
                self.append(made, self._indexable(every.get(row)).get(k))
            return self.as_tuple(made)

        return self._items_value(length, column)

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
        folds: dict[Any, Callable[..., Value]] = {
            any: self.fold_any,
            all: self.fold_all,
            sum: self.fold_sum,
            next: self.fold_next,
        }
        if function.value in folds:
            return folds[function.value](node)
        if function.value in {min, max} and len(node.args) == 1 and not isinstance(inner, ast.Starred):
            return self.fold_extremum(node, "<" if function.value is min else ">")
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
        inner = node.args[0] if len(node.args) == 1 else None
        if function.attr == "from_iterable" and isinstance(inner, ast.GeneratorExp):
            flat = self.new_list([])
            self.for_each(inner, lambda value: self.extend(flat, value))
            return Value(ObjectType(self.items_of(flat)))
        if function.attr == "format" and isinstance(owner, ast.Constant):
            return Value(OPAQUE)
        return None

    def _sized(self, node: Any) -> Value:
        """Return a list of the values of a comprehension. If its length is known, so is that of the value."""
        items = self.first_items(node)
        length = None if len(node.generators) > 1 or node.generators[0].ifs else items.static_length
        is_short = length is not None and length <= MAX_UNROLLED and isinstance(node, ast.GeneratorExp)
        if length is not None and is_short and not any(isinstance(each, ast.NamedExpr) for each in ast.walk(node)):
            return self.tuple_of(self.each_value(node, items, length))
        made = self.collect(node, node, items=items)
        if length is None or not isinstance(made.type, ListType) or not isinstance(node, ast.GeneratorExp):
            return made
        return Value(SeqType(made.type.item, length, "list"), (self.temp(f"{made.parts[0]} + 24"),))

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
        if isinstance(kind, ChoiceType):
            return self._apply_one(self.keep(function), 0, arguments, names)
        if isinstance(kind, ClosureType):
            return cast("Value", self.program.call_closure(self, function, arguments, names))
        if not isinstance(kind, ObjectType):
            raise RefusalError(f"it calls {kind}")
        if isinstance(kind.value, BuiltinMethod):
            return self.method(kind.bound, kind.value.name, arguments, names)
        if kind.bound is not None:
            arguments = [kind.bound, *arguments]
        call = special_method(function, "__call__")
        if call is not None:
            return self.call(call, [Value(ObjectType(kind.value, kind.path)), *arguments], names)
        if isinstance(kind.value, functools.partial) and kind.path is not None and not kind.value.keywords:
            inner = self.known(kind.value.func, (*kind.path, "func"), "function")
            fixed = [self.known(each, (*kind.path, "args", at), f"argument{at}")
                     for at, each in enumerate(kind.value.args)]  # fmt: skip
            return self.apply(inner, [*fixed, *arguments], names)
        return self.call(kind.value, arguments, names)

    def _apply_one(self, chosen: Value, at: int, arguments: Sequence[Value], names: dict[str, Value]) -> Value:
        """Return the value of a call of the function of a table that is chosen, if its number is at least ``at``."""
        assert isinstance(chosen.type, ChoiceType)
        function = chosen.type.functions[at]
        if at + 1 == len(chosen.type.functions):
            return self.call(function, arguments, names)
        return self.select(f"{chosen.parts[0]} == {at}", lambda: self.call(function, arguments, names),
                           lambda: self._apply_one(chosen, at + 1, arguments, names))  # fmt: skip

    def attribute(self, owner: Value, name: str) -> Value:
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
        if _is_hashable(function) and function in LIBRARY:
            return cast("Value", self.program.call(self, LIBRARY[function], arguments, names))
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
        if function in {operator.itemgetter, operator.attrgetter} if _is_hashable(function) else False:
            keys = [each.constant for each in arguments]
            if None in keys or not keys:
                raise RefusalError("a getter of values that aren't in the code", "use a lambda")
            return Value(ObjectType(function(*keys)))
        module = getattr(function, "__module__", None) or type(function).__module__
        name = getattr(function, "__qualname__", None) or repr(function)
        if isinstance(function, type) and not _is_of_python(function):
            is_built_in = module.startswith("astarlib.")
            raise RefusalError(
                f"it makes an object of {name}, which is neither a dataclass nor a named tuple",
                "use another heuristic, or an engine in Python" if is_built_in else
                f"make {name} a frozen dataclass or a NamedTuple, or use lists and dictionaries",
            )  # fmt: skip
        remedy = _REMEDIES.get(name) or _REMEDIES_OF_MODULES.get(module.partition(".")[0]) or (
            "call methods and functions that are written in Python")  # fmt: skip
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
            if static_attribute(cls, "__post_init__") is not None or not cls.__dataclass_params__.init:
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

    # --- sorting ------------------------------------------------------------------------------------------------------

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
        special = _SPECIAL_METHODS.get(name)
        if special is not None and group != "other" and not names and len(arguments) == 1:
            return self.call(special, [owner, *arguments])
        if kind_of(kind) == "bytes" and (name not in {"index", "count"} or [each.type for each in arguments] != [INT]):
            raise RefusalError(f"it calls {name} of bytes", "use a tuple, as in tuple(values)")
        if kind_of(kind) == "bytes":
            check_byte(self, arguments[0])
        function = _method_of(group, name)
        if function is None and isinstance(kind, DictType) and kind.is_frozen and not names:
            return FrozenSets().call(self, make_frozenset(self, owner), name, arguments)
        if function is None and group == "list":
            function = _method_of("sequence", name)
        if group == "table" and name in {"issuperset", "isdisjoint"} and not is_set(kind):
            raise RefusalError(f"it calls {name} of {kind}", "make a set of the keys")
        if function is None:
            if group == "sequence" and _method_of("list", name) is not None:
                raise RefusalError(*why_not_changed(kind))
            if group == "text" and hasattr(str, name):
                return Value(OPAQUE)
            raise RefusalError(f"it calls {name} of {kind}, which compiled code doesn't have")
        if name in CHANGES:
            self.check_change(owner)
        try:
            inspect.signature(function).bind(self, owner, *arguments, **names)
        except TypeError:
            raise RefusalError(f"it calls {name} of {kind} with arguments that compiled code doesn't have") from None
        found: Value = function(self, owner, *arguments, **names)
        return found

    # --- built-in functions -------------------------------------------------------------------------------------------

    def _indexable(self, value: Value) -> Items:
        """Return items that may be asked for in any order while others are asked for, too."""
        return self.items_of(self.keep(value))

    def _items_value(self, length: str, get: Callable[[str], Value], static: int | None = None) -> Value:
        return Value(ObjectType(Items(length, get, static)))


def _method_of(group: str, name: str) -> Any:  # Any: a function, or None
    """Return the function that translates a method of a group of built-in types."""
    return getattr(_METHODS.get(group), f"{group}_{name}", None)


_METHODS = {"list": sequences, "sequence": sequences, "set": made, "dict": made, "table": tables, "number": numbers}


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
