"""The translation of expressions. Each method returns the value of a node and may write lines before it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import Enum
from functools import partial
from types import FunctionType
from typing import Any, Final

from astarlib.compiled.plain.constants import enumerations_of, plain_function
from astarlib.compiled.plain.emitter import Emitter, Items, alternative
from astarlib.compiled.plain.joining import group_of
from astarlib.compiled.plain.kinds import conversions, made, numbers, sequences, tables
from astarlib.compiled.plain.kinds.frozensets import make_frozenset
from astarlib.compiled.plain.kinds.made import made_items
from astarlib.compiled.plain.kinds.objects import BuiltinMethod, special_method, static_attribute
from astarlib.compiled.plain.kinds.records import as_state_record
from astarlib.compiled.plain.kinds.remedies import check_tuple
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.tables import entries_of
from astarlib.compiled.plain.kinds.texts import as_text
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.syntax import comparisons, comprehensions, displays, names, operators, subscripts
from astarlib.compiled.plain.types import (
    ATOM,
    BOOL,
    ENUM,
    FLOAT,
    INF,
    INT,
    INT_OR_INF,
    NEVER,
    NONE,
    OPAQUE,
    DictType,
    ListType,
    MadeDict,
    MadeSet,
    ObjectType,
    OptionalType,
    RangeType,
    SeqType,
    TupleType,
    Type,
    UnionType,
    Value,
    is_iterable,
    length_of,
)

_NAMES = {
    ast.Try: "try", ast.With: "with", ast.Await: "await", ast.ClassDef: "a class", ast.Global: "global",
    ast.Nonlocal: "nonlocal",
}  # fmt: skip
_REMEDIES = {
    ast.Try: "test the condition before, for example with `in`",
    ast.Global: "compute the value in the method, or keep it in the state",
    ast.Nonlocal: "return the value, or keep it in a list of one item",
    ast.With: "read the file in __init__",
    ast.ClassDef: "define the class in the module",
}


class Expressions(Emitter):
    """The expressions of a function."""

    function: Any = None
    """The Python function that is translated. Any: functions have no type with all attributes."""
    node: Any = None
    """The syntax tree of the function."""
    locals: frozenset[str] = frozenset()
    """The names that the function assigns to."""
    _site: tuple[int, int] = (0, 0)
    """The place of the expression that is translated."""

    # The operations of kinds and of forms of Python, which are functions of the method that is translated.
    convert = conversions.convert
    to_float: Final = conversions.to_float
    options: Final = conversions.options
    narrow: Final = conversions.narrow
    present: Final = conversions.present
    items: Final = conversions.items
    check_view: Final = conversions.check_view
    guard: Final = conversions.guard
    same_layout: Final = conversions.same_layout
    span: Final = conversions.span
    equal_sets: Final = made.equal_sets
    equal_dicts: Final = made.equal_dicts
    operate_sets: Final = made.operate_sets
    make_set: Final = made.make_set
    add_to_set: Final = made.add_to_set
    make_dict: Final = made.make_dict
    place_in_dict: Final = made.place_in_dict
    set_in_dict: Final = made.set_in_dict
    entry: Final = tables.entry
    value_of_entry: Final = tables.value_of_entry
    number: Final = numbers.number
    operate_wholes: Final = numbers.operate_wholes
    operate_bits: Final = numbers.operate_bits
    compare_numbers: Final = numbers.compare_numbers

    operate_sequences: Final = sequences.operate_sequences
    list_of: Final = sequences.list_of
    concatenate: Final = sequences.concatenate
    with_items: Final = sequences.with_items
    as_tuple: Final = sequences.as_tuple
    tuple_of: Final = sequences.tuple_of
    new_list: Final = sequences.new_list
    make_list: Final = sequences.make_list
    extend: Final = sequences.extend
    append: Final = sequences.append
    check_change: Final = sequences.check_change
    set_item: Final = sequences.set_item
    equal_sequences: Final = sequences.equal_sequences
    ordered_in_memory: Final = sequences.ordered_in_memory
    clip: Final = sequences.clip
    unpack: Final = sequences.unpack
    listcomp_expression: Final = comprehensions.listcomp_expression
    generatorexp_expression: Final = comprehensions.generatorexp_expression
    collect: Final = comprehensions.collect
    first_items: Final = comprehensions.first_items
    each_value: Final = comprehensions.each_value
    for_each: Final = comprehensions.for_each
    bind: Final = comprehensions.bind
    setcomp_expression: Final = comprehensions.setcomp_expression
    dictcomp_expression: Final = comprehensions.dictcomp_expression
    unordered: Final = comprehensions.unordered

    constant_expression: Final = names.constant_expression
    name_expression: Final = names.name_expression
    lambda_expression: Final = names.lambda_expression
    namedexpr_expression: Final = names.namedexpr_expression
    joinedstr_expression: Final = names.joinedstr_expression
    literal: Final = names.literal
    known: Final = names.known
    is_stable: Final = names.is_stable
    attribute_of_object: Final = names.attribute_of_object
    flush: Final = names.flush
    unaryop_expression: Final = operators.unaryop_expression
    binop_expression: Final = operators.binop_expression
    boolop_expression: Final = operators.boolop_expression
    ifexp_expression: Final = operators.ifexp_expression
    operate: Final = operators.operate
    aside: Final = operators.aside
    rejoin: Final = operators.rejoin
    chosen: Final = operators.chosen
    select: Final = operators.select
    compare_expression: Final = comparisons.compare_expression
    compare: Final = comparisons.compare
    equal: Final = comparisons.equal
    ordered: Final = comparisons.ordered
    contains: Final = comparisons.contains
    guarded_by: Final = comparisons.guarded_by
    guarded: Final = comparisons.guarded
    set_expression: Final = displays.set_expression
    dict_expression: Final = displays.dict_expression
    tuple_expression: Final = displays.tuple_expression
    list_expression: Final = displays.list_expression
    merged_dict: Final = displays.merged_dict
    subscript_expression: Final = subscripts.subscript_expression
    item: Final = subscripts.item
    slice: Final = subscripts.part_of_sequence

    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self.iterators: dict[str, int] = {}
        """The variables with an iterator that isn't read yet, and the depth of the loops where they got it."""
        self._made_at: dict[Any, int] = {}
        """The number of lists that were made at a place."""

    def site(self, node: Any) -> Any:  # Any: a node of `ast`, or None; and a key
        """Return a key for the place where a list is made."""
        if hasattr(node, "lineno"):
            return node.lineno, node.col_offset, node.end_col_offset
        self._made_at[self._site] = self._made_at.get(self._site, 0) + 1
        return *self._site, self._made_at[self._site]

    def value(self, node: Any) -> Value:  # Any: a node of `ast`
        """Return the value of an expression."""
        method = getattr(self, f"{type(node).__name__.lower()}_expression", None)
        before, self._site = self._site, (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))
        try:
            if method is None:
                name = _NAMES.get(type(node), type(node).__name__)
                raise RefusalError(f"it uses {name}, which compiled code doesn't have", _REMEDIES.get(type(node), ""))
            found: Value = method(node)
        except RefusalError as refusal:
            if self.program.is_early():  # Perhaps the types of some variables aren't known yet.
                return Value(NEVER)
            refusal.node = refusal.node or node
            raise
        finally:
            self._site = before
        return found

    def truth(self, value: Value) -> str:
        """Return an expression for the truth value of a value."""
        kind = value.type
        own = kind_with_module(kind)
        if own is not None:
            return own.truth(self, value)
        if kind is BOOL:
            return value.parts[0]
        for name in ("__bool__", "__len__"):
            special = special_method(value, name)
            if special is not None:
                return self.truth(self.call(special, [value]))
        if kind in {INT, INT_OR_INF}:
            return f"({value.parts[0]} != 0)" if value.constant is None else str(bool(value.constant))
        if kind is FLOAT:
            return f"({value.parts[0]} != 0.0)"
        if kind in {NONE, NEVER}:
            return "False"
        if (
            isinstance(kind, ObjectType)
            and not isinstance(kind.value, type | Items)
            and (hasattr(type(kind.value), "__bool__") or hasattr(type(kind.value), "__len__"))
        ):
            raise RefusalError(f"{kind} is used as a condition")
        if isinstance(kind, ObjectType) and isinstance(kind.value, Items):
            raise RefusalError("an iterator or a view of a dictionary is used as a condition")
        if kind in {INF, ENUM} or isinstance(kind, ObjectType):
            return "True"
        if kind is ATOM:
            return f"({value.parts[0]} != {self.program.constants.literals.number('')})"
        if isinstance(kind, OptionalType):
            inner = Value(kind.of, value.parts[1:])
            return self.guarded_by(value.parts[0], lambda: self.truth(inner))
        if isinstance(kind, TupleType):
            return str(len(kind.items) > 0)
        if isinstance(kind, UnionType):
            value = self.keep(value)
            return alternative([self.guarded_by(f"({value.parts[0]} == {tag})", partial(self.truth, each))
                                for tag, each in enumerate(self.options(value))])  # fmt: skip
        if isinstance(kind, MadeSet | MadeDict):
            return self.truth(made_items(value))
        if isinstance(kind, DictType):
            return f"(fixed({value.parts[0]}, 0) != 0)"
        if is_iterable(kind):
            return f"({self.length(value)} > 0)"
        raise RefusalError(f"{kind} is used as a condition")

    def length(self, value: Value) -> str:
        """Return an expression for the number of items."""
        kind = value.type
        own = kind_with_module(kind)
        if own is not None:
            return own.length(self, value)
        check_tuple(kind)
        if isinstance(kind, OptionalType):
            return self.length(self.present(value))
        if kind is NEVER:
            return "0"
        if isinstance(kind, UnionType):
            return self.length(self.narrow(value, "sequence"))
        if isinstance(kind, MadeSet | MadeDict):
            return self.length(made_items(value))
        if isinstance(kind, DictType):
            return f"fixed({value.parts[0]}, 0)"
        if isinstance(kind, ListType):
            return self.temp(f"load({value.parts[0]}, 1)") if kind.length is None else str(kind.length)
        if kind is ATOM:
            return self._characters(value)[1]
        known = length_of(kind)
        if known is not None:
            return str(known)
        if isinstance(kind, SeqType):
            return value.parts[1]
        if isinstance(kind, RangeType):
            return self.items_of(value).length
        raise RefusalError(f"len of {kind}")

    # --- names and constants ------------------------------------------------------------------------------------------

    def attribute_expression(self, node: ast.Attribute) -> Value:
        return self.attribute(self.value(node.value), node.attr)

    def attribute(self, owner: Value, name: str) -> Value:
        """Return an attribute of a value."""
        kind = owner.type
        if kind is NEVER:
            return owner
        own = kind_with_module(kind)
        if own is not None:
            return own.attribute(self, owner, name) or Value(ObjectType(BuiltinMethod(name), None, owner))
        if isinstance(kind, OptionalType):
            return self.attribute(self.present(owner), name)
        if isinstance(kind, UnionType):
            having = [each for each in kind.options if isinstance(each, TupleType) and each.cls is not None
                      and hasattr(each.cls, name)]  # fmt: skip
            groups = [group_of(each) for each in having] or ["sequence"]
            return self.attribute(self.narrow(owner, groups[0]), name)
        if isinstance(kind, TupleType) and kind.cls is not None:
            if name in kind.fields:
                return self.items(owner)[kind.fields.index(name)]
            found = static_attribute(kind.cls, name)
            if name == "_replace":
                return Value(ObjectType(BuiltinMethod(name), None, owner))
            if isinstance(found, property):
                return self.call(found.fget, [owner])
            path = (kind.cls, name)
            if not hasattr(*path):
                raise RefusalError(f"{kind} has no attribute {name}")
            if callable(plain_function(found)) and not isinstance(found, staticmethod | classmethod):
                return Value(ObjectType(found, path, owner))
            return self.known(getattr(kind.cls, name), path, name)
        if kind is ENUM:
            of_members = self._of_members(owner, name)
            if of_members is not None:
                return of_members
            slot, of = self.program.constants.use_attribute(name, self.function.__globals__, type(self.program.problem))
            table = self.root(slot, INT, name).parts[0]
            return self.load(table, self.keep(owner).parts[0], of, is_fixed=True)
        if kind in {INT, ATOM} and name in {"name", "value"}:  # It's a member of an IntEnum or the like.
            if isinstance(owner.constant, Enum):
                return self.literal(getattr(owner.constant, name))
            return owner if name == "value" else Value(OPAQUE)
        if not isinstance(kind, ObjectType):
            return Value(ObjectType(BuiltinMethod(name), None, owner))
        if kind.path is None:
            raise RefusalError(f"{kind}.{name} isn't known before the search")
        return self.attribute_of_object(owner, kind.value, kind.path, name)

    def _of_members(self, owner: Value, name: str) -> Value | None:
        """Return a method or property of a member of an enumeration, or None if the attribute is neither."""
        enums = enumerations_of(self.function.__globals__, type(self.program.problem))
        having = [each for each in enums if isinstance(static_attribute(each, name), FunctionType | property)]
        if not having or name in {"name", "value"}:
            return None
        found = static_attribute(having[0], name)
        if any(static_attribute(each, name) is not found for each in having):
            raise RefusalError(f"several enumerations define {name}", "give the methods different names")
        owner = self.keep(owner)
        if len(having) < len(enums):
            members = [self.literal(member).parts[0] for each in having for member in each]
            self.emit(f"known({' or '.join(f'{owner.parts[0]} == {member}' for member in members)})")
        for each in having:
            self.program.constants.depend((each, name), getattr(each, name))
        if isinstance(found, property):
            return self.call(found.fget, [owner])
        return Value(ObjectType(found, (having[0], name), owner))

    # --- operators ----------------------------------------------------------------------------------------------------

    # --- comparisons --------------------------------------------------------------------------------------------------

    def plain(self, kind: Type) -> Type:
        """Return the type without None."""
        return kind.of if isinstance(kind, OptionalType) else kind

    def _characters(self, text: Value) -> tuple[str, str]:
        """Return the address and the number of the characters of a text."""
        slot = self.program.constants.use_table("characters")
        table = self.root(slot, INT, "characters").parts[0]
        number = self.keep(text).parts[0]
        return self.temp(f"fixed({table}, 2 * {number})"), self.temp(f"fixed({table}, 2 * {number} + 1)")

    # --- dictionaries -------------------------------------------------------------------------------------------------

    # --- sequences ----------------------------------------------------------------------------------------------------

    def items_of(self, value: Value) -> Items:
        """Return the items of a value that a loop goes through."""
        value = self.present(value)
        if value.type is NEVER:
            return Items("0", lambda _: value)
        own = kind_with_module(value.type)
        if own is not None:
            return own.items(self, value)
        if isinstance(value.type, UnionType):
            return self.items_of(self.narrow(value, "sequence"))
        if isinstance(value.type, MadeDict):
            return self.items_of(made_items(value))
        special = special_method(value, "__iter__")
        if special is not None:
            return self.items_of(self.call(special, [value]))
        if isinstance(value.type, MadeSet):
            raise RefusalError("a loop goes through a set that is made in the method, whose order isn't known",
                          "use sorted(...), or a list")  # fmt: skip
        check_tuple(value.type)
        if isinstance(value.type, DictType):
            return entries_of(self, value, "keys")
        if value.type is ATOM:
            at, count = self._characters(value)
            return Items(count, lambda k: self.load(at, k, ATOM))
        if isinstance(value.type, ObjectType) and isinstance(value.type.value, Items):
            return value.type.value
        if (
            isinstance(value.type, ObjectType)
            and isinstance(value.type.value, type)
            and issubclass(value.type.value, Enum)
        ):
            return self.items_of(self.tuple_of([self.literal(each) for each in value.type.value]))
        return conversions.items_in_memory(self, value)

    def fail_if(self, condition: str, error: str, message: str) -> None:
        """Raise an error under a condition."""
        if condition != "False":
            with self.block(f"if {condition}:"):
                self.fail(error, message)

    # --- comprehensions -----------------------------------------------------------------------------------------------

    def starred_expression(self, node: ast.Starred) -> Value:
        raise RefusalError("it uses * here")

    def text(self, value: Value) -> Value:
        """Return a string as its characters in memory."""
        return as_text(self, value)

    def characters_of(self, value: Value) -> Value:
        """Return the code points of a text as a tuple."""
        return Value(SeqType(INT, None, "tuple"), as_text(self, value).parts)

    def frozen(self, value: Value) -> Value:
        """Return a frozenset of the items of a value."""
        return make_frozenset(self, value)

    def record(self, value: Value, kind: Type) -> Value:
        """Return a dictionary as one of a state."""
        assert isinstance(kind, TupleType)
        return as_state_record(self, value, kind)

    # --- calls --------------------------------------------------------------------------------------------------------

    def call_expression(self, node: ast.Call) -> Value:
        """Translate a call. A subclass knows the functions."""
        raise NotImplementedError

    def call(self, function: Any, arguments: Sequence[Value], names: dict[str, Value] | None = None) -> Value:
        """Return the value of a call. A subclass knows the functions."""
        raise NotImplementedError
