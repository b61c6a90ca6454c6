"""The translation of expressions. Each method returns the value of a node and may write lines before it."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from enum import Enum
from functools import partial
from types import MethodType
from typing import Any

from astarlib.compiled.plain.constants import (
    Given,
    Names,
    is_data,
    key_words,
    plain_function,
    type_of,
    words_of,
)
from astarlib.compiled.plain.emitter import (
    Emitter,
    Items,
    Lines,
    Variable,
    alternative,
    conjunction,
    is_true,
    negated,
    part_names,
)
from astarlib.compiled.plain.kinds.arrays import ArrayItems, plain
from astarlib.compiled.plain.kinds.frozensets import FrozenSets, is_element, listed, make_frozenset, written
from astarlib.compiled.plain.kinds.records import as_state_record, copied_record, make_record, set_in_record
from astarlib.compiled.plain.kinds.table import kind_with_module
from astarlib.compiled.plain.kinds.texts import Texts, as_text, joined, made_text, number_of
from astarlib.compiled.plain.refusal import RefusalError
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
    NUMBERS,
    OPAQUE,
    TEXT,
    ArrayItem,
    ArrayType,
    DictType,
    ListType,
    MadeDict,
    MadeSet,
    ObjectType,
    OptionalType,
    RangeType,
    SeqType,
    SetType,
    TupleType,
    Type,
    UnionType,
    Value,
    check_hashable,
    group_of,
    is_iterable,
    is_seq,
    is_set,
    item_of,
    keys_of,
    kind_of,
    leaves,
    length_of,
    sort_of,
)

_ARITHMETIC = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.FloorDiv: "floor_div", ast.Mod: "modulo",
    ast.Pow: "power", ast.LShift: "shift_left", ast.RShift: "shift_right",
}  # fmt: skip
_FLOATING = {
    ast.Add: "({} + {})", ast.Sub: "({} - {})", ast.Mult: "({} * {})", ast.Div: "true_div({}, {})",
    ast.FloorDiv: "floor_div_float({}, {})", ast.Mod: "modulo_float({}, {})", ast.Pow: "real_power({}, {})",
}  # fmt: skip
_BITS = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
_ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_NAMES = {
    ast.Try: "try", ast.With: "with", ast.Await: "await", ast.ClassDef: "a class", ast.Global: "global",
    ast.Nonlocal: "nonlocal",
}  # fmt: skip
_REMEDIES = {
    ast.Try: "test the condition before, for example with `in`",
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
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
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
            return self.temp(f"load({value.parts[0]}, 1)")
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

    def literal(self, value: Any) -> Value:
        """Return a value that is written in the code."""
        if value is None:
            return Value(NONE)
        if isinstance(value, bool):
            return Value(BOOL, (str(value),), value)
        if isinstance(value, int):
            if not -(2**63) <= value < 2**63:
                raise RefusalError(f"{value} doesn't fit 64 bits")
            return Value(INT, (str(value) if value >= 0 else f"({value})",), value)
        if isinstance(value, float):
            if math.isinf(value) and value > 0:
                return Value(INF)
            if math.isnan(value) or math.isinf(value):
                return self.known(value, (Given(value),), "number")
            return Value(FLOAT, (repr(value) if value >= 0 else f"({value!r})",), value)
        if isinstance(value, str | Enum):
            kind = type_of([value])
            return Value(kind, (str(self.program.constants.literals.number(value)),), value)
        return self.known(value, (Given(value),), "values")

    def known(self, value: Any, path: tuple[Any, ...], name: str) -> Value:
        """Return a Python value that exists before the search."""
        if isinstance(value, Enum):
            self.program.constants.depend(path, value)
            return self.literal(value)
        if not is_data(value):
            self.program.constants.depend(path, plain_function(value))
            return Value(ObjectType(value, path))
        try:
            root = self.program.constants.root(path, self.program.problem)
        except RefusalError as refusal:
            where = ".".join(("self" if path[0] == "self" else "", *map(str, path[1:]))).lstrip(".")
            raise RefusalError(f"in {where or name}, {refusal.reason}", refusal.remedy) from None
        return self.root(root.slot, root.type, name)

    def _constant(self, node: ast.Constant) -> Value:
        if node.value is Ellipsis or isinstance(node.value, complex | bytes):
            raise RefusalError(f"it uses {node.value!r}")
        return self.literal(node.value)

    def _name(self, node: ast.Name) -> Value:
        found = self.variable(node.id)
        if found is not None:
            if isinstance(found.type, ObjectType) and isinstance(found.type.value, Items):
                self._read_iterator(node.id, found.type.value)
            return found
        if node.id in self.locals:
            if self.program.is_early():
                return Value(NEVER)  # Its type isn't known yet.
            raise RefusalError(
                f"the variable {node.id} has no value of one type here", "use another name for other values"
            )
        cells = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True))
        if node.id in cells:
            return self.known(cells[node.id].cell_contents, (cells[node.id], "cell_contents"), node.id)
        names = self.function.__globals__
        if node.id in names:
            return self.known(names[node.id], (Names(names), node.id), node.id)
        import builtins

        if hasattr(builtins, node.id):
            return Value(ObjectType(getattr(builtins, node.id)))
        raise RefusalError(f"the name {node.id} is not defined")

    def is_stable(self, node: Any) -> bool:
        """Return True if an expression has the same value later: it has no lists, and nothing is assigned again."""
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        bound = {each.id for each in names if isinstance(each.ctx, ast.Store)}
        parameters = {each.arg for each in ast.walk(self.node.args) if isinstance(each, ast.arg)}
        every = [each for each in ast.walk(self.node) if isinstance(each, ast.Name)]
        stores = [each.id for each in every if isinstance(each.ctx, ast.Store)]
        for name in {each.id for each in names} - bound:
            variable = (self.env or {}).get(name)
            if variable is None:
                continue
            if stores.count(name) > (0 if name in parameters else 1) or any(
                isinstance(kind, ListType | MadeSet | MadeDict) for kind in leaves(variable.type)
            ):
                return False
        return True

    def _read_iterator(self, name: str, items: Items) -> None:
        """Raise RefusalError if an iterator in a variable is read twice. Python finds nothing the second time."""
        if items.is_once:
            if self.iterators.get(name) != self.depth:
                raise RefusalError(f"it goes through the iterator {name} more than once", f"write {name} = list(...)")
            del self.iterators[name]

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.value(node.value), node.attr)

    def attribute(self, owner: Value, name: str) -> Value:
        """Return an attribute of a value."""
        kind = owner.type
        if kind is NEVER:
            return owner
        own = kind_with_module(kind)
        if own is not None:
            return own.attribute(self, owner, name) or Value(ObjectType(_Method(name), None, owner))
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
            found = _static(kind.cls, name)
            if name == "_replace":
                return Value(ObjectType(_Method(name), None, owner))
            if isinstance(found, property):
                return self.call(found.fget, [owner])
            path = (kind.cls, name)
            if not hasattr(*path):
                raise RefusalError(f"{kind} has no attribute {name}")
            if callable(plain_function(found)) and not isinstance(found, staticmethod | classmethod):
                return Value(ObjectType(found, path, owner))
            return self.known(getattr(kind.cls, name), path, name)
        if kind is ENUM:
            if name not in {"name", "value"}:
                raise RefusalError(f"it uses {name} of a member of an enumeration", "use its name or value")
            slot, of = self.program.constants.use_attribute(name, self.function.__globals__, type(self.program.problem))
            table = self.root(slot, INT, name).parts[0]
            return self.load(table, self.keep(owner).parts[0], of, is_fixed=True)
        if not isinstance(kind, ObjectType):
            return Value(ObjectType(_Method(name), None, owner))
        if kind.path is None:
            raise RefusalError(f"{kind}.{name} isn't known before the search")
        return self._attribute_of_object(owner, kind.value, kind.path, name)

    def _attribute_of_object(self, owner: Value, value: Any, path: tuple[Any, ...], name: str) -> Value:
        """Return an attribute of an object that exists before the search."""
        kind = owner.type
        found = _static(type(value), name) if not isinstance(value, type) else None
        if isinstance(found, property) and name not in getattr(value, "__dict__", ()):
            self.program.constants.depend((type(value), name), found)
            return self.call(found.fget, [owner])
        if not hasattr(value, name):
            raise RefusalError(f"{kind} has no attribute {name}")
        got = getattr(value, name)
        if isinstance(got, Enum) or is_data(got):
            return self.known(got, (*path, name), name)
        self.program.constants.depend((*path, name), plain_function(got))
        if isinstance(got, MethodType):
            is_own = got.__self__ is value
            bound = owner if is_own else Value(ObjectType(got.__self__, (*path, name, "__self__")))
            return Value(ObjectType(got.__func__, (*path, name), bound))
        return Value(ObjectType(got, (*path, name)))

    def _joinedstr(self, node: ast.JoinedStr) -> Value:
        texts: list[Value | None] = []
        for each in node.values:
            if not isinstance(each, ast.FormattedValue):
                texts.append(self.value(each))
            elif each.conversion not in {-1, 115} or each.format_spec is not None:
                texts.append(None)
            else:
                texts.append(made_text(self, self.value(each.value)))
        known = [text for text in texts if text is not None]
        return joined(self, known) if len(known) == len(texts) else Value(OPAQUE)

    def _lambda(self, node: ast.Lambda) -> Value:
        defaults = [self.fix(self.value(each)) for each in node.args.defaults]
        return Value(ObjectType(Local(node, self, defaults)))

    def _namedexpr(self, node: ast.NamedExpr) -> Value:
        name = node.target.id
        if self.env is not None and name in self.env:
            self.flush(name)
        self.assign(name, self.value(node.value))
        found = self.variable(name)
        assert found is not None
        return self.fix(found)

    def flush(self, name: str) -> None:
        """Let a variable get another base, because an expression may already contain its parts."""
        assert self.env is not None
        self._bases[self.env[name].base] = "used"

    # --- operators ----------------------------------------------------------------------------------------------------

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return Value(BOOL, (negated(self.truth(value)),))
        value = self.number(value)
        if isinstance(value.constant, int | float) and isinstance(node.op, ast.USub):
            return self.literal(-value.constant)
        if value.type in {FLOAT, INF, INT_OR_INF}:
            value = self.to_float(value)
            if isinstance(node.op, ast.Invert):
                raise RefusalError("~ of a float")
            return Value(FLOAT, (f"(-{value.parts[0]})",)) if isinstance(node.op, ast.USub) else value
        value = self.convert(value, INT)
        if isinstance(node.op, ast.Invert):
            return Value(INT, (f"(~{value.parts[0]})",))
        return Value(INT, (f"subtract(0, {value.parts[0]})",)) if isinstance(node.op, ast.USub) else value

    def number(self, value: Value) -> Value:
        """Return a number; RefusalError for anything else."""
        value = self.narrow(self.present(value), "number")
        if isinstance(value.type, ArrayItem) and value.type.dtype in {"int64", "float64"}:
            value = plain(value)
        if value.type is NEVER:
            return Value(INT, ("0",))
        if value.type not in NUMBERS:
            raise RefusalError(f"{value.type} is used as a number")
        return value

    def _binop(self, node: ast.BinOp) -> Value:
        left = self.value(node.left)
        if isinstance(node.right, ast.Set) and isinstance(left.type, SetType):
            values = [self.keep(self.value(each)) for each in node.right.elts]
            right = written(self, values) or self.make_set([self.new_list(values)], node.right)
            return self.operate(node.op, left, right)
        if isinstance(node.right, ast.Dict) and keys_of(left.type) is not None and isinstance(node.op, ast.BitOr):
            return self._merged_dict(
                ast.copy_location(ast.Dict(keys=[None, *node.right.keys], values=[node.left, *node.right.values]), node)
            )
        return self.operate(node.op, left, self.value(node.right))

    def operate(self, op: ast.operator, a: Value, b: Value) -> Value:
        """Return the value of an operator with two operands."""
        a, b = self.present(a), self.present(b)
        if NEVER in (a.type, b.type):
            return Value(NEVER)
        if isinstance(a.type, UnionType) or isinstance(b.type, UnionType):
            other = b.type if isinstance(a.type, UnionType) else a.type
            group = "sequence" if is_seq(other) else "number"
            a, b = self.narrow(a, group), self.narrow(b, group)
        if is_type_error(op, a.type, b.type):  # Python raises it if the search gets here, and goes on elsewhere.
            self.emit("known(False)")
            return Value(NEVER)
        texts = a.type in {ATOM, TEXT, OPAQUE}, b.type in {ATOM, TEXT, OPAQUE}
        if (OPAQUE in (a.type, b.type) and all(texts) and isinstance(op, ast.Add)) or (
            texts[0] and isinstance(op, ast.Mod)
        ):
            return Value(OPAQUE)
        own = kind_with_module(a.type, b.type)
        if own is None and ATOM in (a.type, b.type):
            own = Texts()
        if own is not None:
            return own.operate(self, op, a, b)
        if is_set(a.type) and is_set(b.type):
            if isinstance(a.type, DictType) and a.type.is_frozen:
                return self.operate(op, make_frozenset(self, a), b)
            return self.operate_sets(op, a, b)
        if is_seq(a.type) or is_seq(b.type):
            return self._operate_sequences(op, a, b)
        if a.type not in NUMBERS or b.type not in NUMBERS:
            raise RefusalError(
                f"{type(op).__name__} of {a.type} and {b.type}", remedy_for(a.type) or remedy_for(b.type)
            )
        wholes = {INT, BOOL}
        if type(op) in _BITS:
            return self._operate_bits(op, a, b)
        if a.type in wholes and b.type in wholes and not isinstance(op, ast.Div):
            if isinstance(a.constant, int) and isinstance(b.constant, int):
                folded = _fold(op, a.constant, b.constant)
                if folded is not None:
                    return self.literal(folded)
            return self._operate_wholes(op, self.convert(a, INT), self.convert(b, INT))
        if type(op) not in _FLOATING:
            raise RefusalError(f"{type(op).__name__} of {a.type} and {b.type}")
        left, right = self.to_float(a).parts[0], self.to_float(b).parts[0]
        if isinstance(op, ast.Pow):
            # A number that LLVM doesn't see isn't replaced by another function, such as a square root.
            right = self.known(float(b.constant), (Given(float(b.constant)),), "power").parts[0] if isinstance(
                b.constant, int | float) else right  # fmt: skip
            left = self.temp(left)
            with self.block(
                f"if {left} < 0.0:" if b.constant is None or int(b.constant) != b.constant else "if False:"
            ):
                self.fail("CapacityError", "a power of a negative number isn't real")
        if isinstance(op, ast.Div) and isinstance(b.constant, int | float) and b.constant != 0:
            return Value(FLOAT, (f"({left} / {right})",))
        return Value(FLOAT, (_FLOATING[type(op)].format(left, right),))

    def _operate_wholes(self, op: ast.operator, a: Value, b: Value) -> Value:
        left, right, constant = a.parts[0], b.parts[0], b.constant
        if isinstance(constant, int):
            if isinstance(op, ast.FloorDiv | ast.Mod) and constant > 0:
                return Value(INT, (f"({left} {'//' if isinstance(op, ast.FloorDiv) else '%'} {right})",))
            if isinstance(op, ast.RShift) and 0 <= constant < 64:
                return Value(INT, (f"({left} >> {right})",))
            if isinstance(op, ast.Pow):
                if constant < 0:
                    raise RefusalError("a negative power of a whole number")
                if constant == 2:
                    left = self.temp(left)
                    return Value(INT, (f"multiply({left}, {left})",))
        return Value(INT, (f"{_ARITHMETIC[type(op)]}({left}, {right})",))

    def _operate_bits(self, op: ast.operator, a: Value, b: Value) -> Value:
        if a.type is BOOL and b.type is BOOL:
            a, b = self.keep(a), self.keep(b)
            if isinstance(op, ast.BitXor):
                return Value(BOOL, (f"({a.parts[0]} != {b.parts[0]})",))
            make = conjunction if isinstance(op, ast.BitAnd) else alternative
            return Value(BOOL, (make([a.parts[0], b.parts[0]]),))
        if FLOAT in (a.type, b.type):
            raise RefusalError(f"{_BITS[type(op)]} of {a.type} and {b.type}")
        a, b = self.convert(a, INT), self.convert(b, INT)
        return Value(INT, (f"({a.parts[0]} {_BITS[type(op)]} {b.parts[0]})",))

    def _operate_sequences(self, op: ast.operator, a: Value, b: Value) -> Value:
        check_tuple(a.type)
        check_tuple(b.type)
        if isinstance(op, ast.Add) and is_seq(a.type) and is_seq(b.type):
            if isinstance(a.type, TupleType) and isinstance(b.type, TupleType) and len(a.parts) + len(b.parts) <= 8:
                constant = None
                return Value(TupleType((*a.type.items, *b.type.items)), (*a.parts, *b.parts), constant)
            kinds = kind_of(a.type), kind_of(b.type)
            if kinds[0] != kinds[1] or "any" in kinds:
                raise RefusalError(f"{a.type} and {b.type} are added", "add two lists or two tuples")
            return self.concatenate([a, b], kinds[0])
        if isinstance(op, ast.Mult):
            items, times = (a, b) if is_seq(a.type) else (b, a)
            if times.type not in {INT, BOOL} or kind_of(items.type) == "any":
                raise RefusalError(f"a product of {items.type} and {times.type}")
            count = self.convert(times, INT)
            kind = items.type
            if (
                isinstance(kind, TupleType)
                and isinstance(count.constant, int)
                and (len(kind.parts()) * max(0, count.constant) <= 8)
            ):
                again = max(0, count.constant)
                return Value(TupleType(kind.items * again), items.parts * again)
            item = item_of(self.joiner, kind)
            at, length = self.span(items)
            words, number = words_of(item), self.temp(count.parts[0])
            data = self.temp(self.routine(f"repeated(memory, {at}, {length}, {words}, {number})"))
            total = self.temp(f"positive({number}) * {length}")
            if kind_of(kind) == "list":
                return self._list_of(data, total, item)
            fixed = (
                int(length) * max(0, count.constant) if length.isdigit() and isinstance(count.constant, int) else None
            )
            return Value(SeqType(item, fixed, kind_of(kind)), (data,) if fixed is not None else (data, total))
        raise RefusalError(f"{type(op).__name__} of {a.type} and {b.type}")

    def _list_of(self, at: str, count: str, item: Type, key: Any = None) -> Value:
        """Return a list with a copy of these items."""
        cell = self.program.cell(self, key)
        self.joiner.widen(cell, item)
        if not self.same_layout(item, cell.find().item):
            return self.make_list([Value(SeqType(item, None, "list"), (at, count))], key)
        return Value(ListType(cell), (self.temp(self.routine(f"copied(memory, {at}, {count}, {words_of(item)})")),))

    def concatenate(self, values: Sequence[Value], kind: str) -> Value:
        """Return the items of several sequences as one."""
        if kind == "list":
            return self.make_list(values)
        item = self.joiner.join_all(item_of(self.joiner, value.type) for value in values)
        lengths = [length_of(value.type) for value in values]
        total = sum(each for each in lengths if each is not None) if None not in lengths else None
        words = words_of(item)
        spans = [self.span(self._with_items(value, item)) for value in values]
        count = str(total) if total is not None else self.temp(" + ".join(count for _, count in spans))
        at = self.allocate(count if words == 1 else f"({count}) * {words}")
        target = at
        for number, (source, each) in enumerate(spans):
            self.emit(f"copy({target}, {source}, {each if words == 1 else f'{each} * {words}'})")
            if number + 1 < len(spans):
                target = self.temp(f"{target} + {8 * words} * {each}")
        return Value(SeqType(item, total, kind), (at,) if total is not None else (at, count))

    def _with_items(self, value: Value, item: Type) -> Value:
        """Return a sequence whose items have this type."""
        if self.same_layout(item_of(self.joiner, value.type), item) and not isinstance(value.type, RangeType):
            return value
        return self.convert(value, SeqType(item, length_of(value.type), kind_of(value.type)))

    def _boolop(self, node: ast.BoolOp) -> Value:
        is_and, first = isinstance(node.op, ast.And), self.value(node.values[0])
        for other in node.values[1:]:
            first = self._either(first, other, is_and=is_and)
        return first

    def _either(self, a: Value, node: Any, *, is_and: bool) -> Value:
        """Return `a and node` or `a or node`."""
        a = self.keep(a)
        truth = self.truth(a)
        known = is_true(truth)
        if known is not None:
            return self.value(node) if known is is_and else a
        lines: Lines = []
        others: Lines = []
        before, b, after = self._aside(lines, lambda: self.value(node))
        if a.type is BOOL and b.type is BOOL and not lines:
            return Value(BOOL, ((conjunction if is_and else alternative)([truth, b.parts[0]]),))
        if not is_and and isinstance(a.type, OptionalType):
            a = Value(a.type.of, a.parts[1:])  # It's chosen only if it isn't None.
        condition = self.temp(truth)
        found = (
            self.chosen(condition, (others, a), (lines, b))
            if not is_and
            else self.chosen(condition, (lines, b), (others, a))
        )
        self._rejoin([(before, others), (after, lines)])
        return found

    def _aside(self, lines: Lines, make: Callable[[], Value]) -> Any:
        """Write an expression that may not be evaluated. Return its value, and the variables before and after it."""
        before = self.env
        self.env = dict(before or {})
        with self.into(lines):
            value = make()
        after, self.env = self.env, before
        return before, value, after

    def _rejoin(self, ways: Sequence[tuple[dict[str, Variable], Lines]]) -> None:
        """Go on after ways through an expression, which may have assigned to variables."""
        if any(env != ways[0][0] for env, _ in ways):
            self.env = self.merge(ways)

    def chosen(self, condition: str, yes: tuple[Lines, Value], no: tuple[Lines, Value]) -> Value:
        """Return one of two values, each with the lines that compute it."""
        if yes[1].type is NEVER and no[1].type is NEVER:
            return yes[1]
        kind = self.joiner.join(yes[1].type, no[1].type)
        names = tuple(self.fresh() for _ in kind.parts())
        for header, (lines, value) in ((f"if {condition}:", yes), ("else:", no)):
            with self.into(lines):
                self.write(names, self.convert(value, kind).parts)
            self.out.append((header, lines))
        return Value(kind, names)

    def select(self, condition: str, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """Return the value of one of two functions, which write lines of code."""
        known = is_true(condition)
        if known is not None:
            return yes() if known else no()
        condition = self.temp(condition)
        ways: list[tuple[Lines, Value]] = []
        ends = []
        for make in (yes, no):
            lines: Lines = []
            _, value, after = self._aside(lines, make)
            ways.append((lines, value))
            ends.append((after, lines))
        (lines, a), (others, b) = ways
        if not lines and not others and a.type == b.type and len(a.parts) == 1 and a.type is not NEVER:
            return Value(a.type, (f"({a.parts[0]} if {condition} else {b.parts[0]})",))
        found = self.chosen(condition, *ways)
        self._rejoin(ends)
        return found

    def _ifexp(self, node: ast.IfExp) -> Value:
        return self.select(
            self.truth(self.value(node.test)), lambda: self.value(node.body), lambda: self.value(node.orelse)
        )

    # --- comparisons --------------------------------------------------------------------------------------------------

    def _compare(self, node: ast.Compare) -> Value:
        left, result = self.value(node.left), "True"
        stack: list[tuple[str, Lines]] = []
        out = self.out
        for number, (op, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            lines: Lines = []
            before = self.env
            self.env = dict(before or {})
            with self.into(lines):
                right = self._membership(other) if isinstance(op, ast.In | ast.NotIn) else self.value(other)
                if isinstance(other, ast.Set) and isinstance(op, ast.In | ast.NotIn):
                    check_hashable(left.type)
                if number + 1 < len(node.ops):
                    right = self.keep(right)
                    left = self.keep(left)
                answer = self.compare(op, left, right)
            if not stack or not lines:
                self.out.extend(lines)
                result = conjunction([result, answer])
            else:  # The other operand is evaluated only if everything before is true.
                name = self.fresh()
                with self.into(lines):
                    self.emit(f"{name} = {answer}")
                self.emit(f"{name} = False")
                self.out.append((f"if {result}:", lines))
                if self.env != before:
                    skipped: Lines = []
                    self.out.append(("else:", skipped))
                    self._rejoin([(before or {}, skipped), (self.env or {}, lines)])
                result = name
            stack.append((result, lines))
            left = right
        assert self.out is out
        return Value(BOOL, (result,))

    def _membership(self, node: Any) -> Value:
        """Return the value of what `in` searches. A set that is written there is used as a tuple."""
        if isinstance(node, ast.Set):
            found = self.value(ast.copy_location(ast.Tuple(elts=node.elts, ctx=ast.Load()), node))
            check_hashable(found.type)
            return found
        return self.value(node)

    def compare(self, op: ast.cmpop, a: Value, b: Value) -> str:
        """Return an expression for one comparison."""
        if isinstance(op, ast.Eq | ast.NotEq):
            equal = self.equal(a, b)
            return equal if isinstance(op, ast.Eq) else negated(equal)
        if isinstance(op, ast.Is | ast.IsNot):
            same = self._identical(a, b)
            return same if isinstance(op, ast.Is) else negated(same)
        if isinstance(op, ast.In | ast.NotIn):
            there = self.contains(b, a)
            return there if isinstance(op, ast.In) else negated(there)
        return self.ordered(_ORDER[type(op)], a, b)

    def _identical(self, a: Value, b: Value) -> str:
        if a.type is NONE or b.type is NONE:
            other = b if a.type is NONE else a
            if isinstance(other.type, OptionalType):
                return negated(other.parts[0])
            if other.type is OPAQUE:
                raise RefusalError("it compares a text with a format", "use str(...), or a tuple of values")
            return str(other.type is NONE)
        plain = {self.plain(a.type), self.plain(b.type)}
        if (a.type is BOOL and b.type is BOOL) or plain in ({ATOM}, {ENUM}):
            return self.equal(a, b)
        raise RefusalError("`is` with a value other than None", "use ==")

    def plain(self, kind: Type) -> Type:
        """Return the type without None."""
        return kind.of if isinstance(kind, OptionalType) else kind

    def equal(self, a: Value, b: Value) -> str:  # one pair of types after another
        """Return an expression for `==`."""
        one, two = a.type, b.type
        if OPAQUE in (one, two):
            raise RefusalError("it compares a text with a format", "use str(...), or a tuple of values")
        if any(isinstance(each, ArrayType) for kind in (one, two) for each in leaves(kind)):
            raise RefusalError(f"it compares {one} and {two}", "compare the items of arrays one by one")
        if NEVER in (one, two):
            return "False"
        if isinstance(one, OptionalType) or isinstance(two, OptionalType):
            return self._equal_optionals(a, b)
        if isinstance(one, UnionType) or isinstance(two, UnionType):
            return self._equal_unions(a, b)
        if isinstance(one, ObjectType) and isinstance(two, ObjectType):
            special = any(getattr(type(kind.value), "__eq__", None) is not object.__eq__ for kind in (one, two))
            if (
                not special
                and not isinstance(one.value, Items | _Method)
                and not isinstance(two.value, Items | _Method)
            ):
                return str(one == two)
        if isinstance(one, ArrayItem) or isinstance(two, ArrayItem):
            return ArrayItems().equal(self, a, b)
        sort = sort_of(one)
        if sort is not None and sort_of(two) is not None:
            if sort != sort_of(two):
                return "False"
            own = kind_with_module(one, two)
            if own is not None:
                return own.equal(self, a, b)
            if sort == "number":
                return self._compare_numbers("==", a, b)
            if one is NONE:
                return "True"
            if one is ATOM or one is ENUM:
                return f"({a.parts[0]} == {b.parts[0]})"
            if is_seq(one):
                return self._equal_sequences(a, b)
            if sort == "set" and isinstance(one, MadeSet):
                return self._equal_sets(a, b)
            if sort == "dict" and isinstance(one, MadeDict):
                return self._equal_dicts(a, b)
            if isinstance(two, MadeSet | MadeDict):
                return self.equal(b, a)
            if sort == "set":
                return self.equal(make_frozenset(self, a), b)
        raise RefusalError(f"it compares {one} and {two}", remedy_for_comparison(one, two))

    def _equal_unions(self, a: Value, b: Value) -> str:
        """Return an expression for `==` of values of unions."""
        a, b = self.keep(a), self.keep(b)
        every: list[list[tuple[str, Value]]] = []
        for value in (a, b):
            if isinstance(value.type, UnionType):
                every.append([(f"({value.parts[0]} == {tag})", each) for tag, each in enumerate(self.options(value))])
            else:
                every.append([("True", value)])
        answers = []
        for tagged, x in every[0]:
            for other_tagged, y in every[1]:
                both = conjunction([tagged, other_tagged])
                answers.append(self.guarded_by(both, partial(self.equal, x, y)))
        return alternative(answers) if answers else "False"

    def _equal_sets(self, a: Value, b: Value) -> str:
        """Return an expression for `==` of a set that a method makes and another set."""
        name = self.fresh()
        self.emit(f"{name} = {self.length(a)} == {self.length(b)}")
        items = self.items_of(made_items(a))
        with self.block(f"if {name}:"), self.counted(items.length) as k:
            self.emit(f"{name} = {self.contains(b, items.get(k))}")
            self.emit(f"if not {name}: break")
        return name

    def _equal_dicts(self, a: Value, b: Value) -> str:
        """Return an expression for `==` of a dictionary that a method makes and another dictionary."""
        name = self.fresh()
        self.emit(f"{name} = {self.length(a)} == {self.length(b)}")
        keys, values = self.items_of(made_items(a)), self.items_of(made_values(a))
        with self.block(f"if {name}:"), self.counted(keys.length) as k:
            key = self.keep(keys.get(k))
            if isinstance(b.type, MadeDict):
                at = self.place_in_dict(b, key)
                others = self.items_of(made_values(b))
                answer = self.guarded_by(f"({at} >= 0)", lambda: self.equal(values.get(k), others.get(at)))
            else:
                at = self.entry(b, key)
                answer = self.guarded_by(f"({at} >= 0)", lambda: self.equal(values.get(k), self.value_of_entry(b, at)))
            self.emit(f"{name} = {answer}")
            self.emit(f"if not {name}: break")
        return name

    def operate_sets(self, op: ast.operator, a: Value, b: Value) -> Value:
        """Return the difference, union or intersection of a set that a method makes and another set."""
        if isinstance(a.type, DictType):
            a = self.make_set([a])
        made = self.make_set([] if not isinstance(op, ast.BitOr) else [a, b])
        if isinstance(op, ast.Sub | ast.BitAnd):
            items = self.items_of(made_items(a))
            with self.counted(items.length) as k:
                item = self.keep(items.get(k))
                there = self.contains(b, item)
                with self.block(f"if {there if isinstance(op, ast.BitAnd) else negated(there)}:"):
                    self.append(made_items(made), item)
        elif not isinstance(op, ast.BitOr):
            raise RefusalError(f"{type(op).__name__} of sets")
        return made

    def make_set(self, values: Sequence[Value], key: Any = None) -> Value:
        """Return a set of the items of several values."""
        made = self.new_list([], key)
        assert isinstance(made.type, ListType)
        found = Value(MadeSet(made.type), made.parts)
        for value in values:
            items = self.items_of(self.unordered(value, any_order=True))
            with self.counted(items.length) as k:
                self.add_to_set(found, items.get(k))
        return found

    def add_to_set(self, owner: Value, item: Value) -> None:
        """Add an item to a set that a method makes."""
        check_hashable(item.type)
        item = self.keep(item)
        with self.block(f"if {negated(self.contains(owner, item))}:"):
            self.append(made_items(owner), item)

    def _set(self, node: ast.Set) -> Value:
        return self.make_set([self.new_list([self.keep(self.value(each)) for each in node.elts])], node)

    def _setcomp(self, node: ast.SetComp) -> Value:
        made = self.make_set([], node)
        self._loops(node, 0, lambda value: self.add_to_set(made, value), "False", any_order=True)
        return made

    def _dict(self, node: ast.Dict) -> Value:
        if node.keys and node.keys[0] is None:
            return self._merged_dict(node)
        keys = self._constant_keys(node)
        if keys is not None and any(set(keys) == set(each) for each in self.program.records):
            return make_record(self, keys, [self.keep(self.value(each)) for each in node.values], node)
        try:
            literal = ast.literal_eval(node)
        except (ValueError, TypeError):
            literal = {}
        if literal:
            return self.literal(literal)
        made = self.make_dict(node)
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise RefusalError("a dictionary with **")
            self.set_in_dict(made, self.keep(self.value(key)), self.keep(self.value(value)))
        return made

    def _constant_keys(self, node: ast.Dict) -> list[Any] | None:
        """Return the keys of a dictionary in the code, or None unless all are literals and different."""
        keys = [each.value for each in node.keys if isinstance(each, ast.Constant)]
        return keys if len(set(keys)) == len(node.keys) else None

    def _merged_dict(self, node: ast.Dict) -> Value:
        """Return a dictionary that begins with the items of another one, as in {**state, "floor": 3}."""
        source = self.present(self.value(node.values[0]))
        if source.type is NEVER:
            return source
        if keys_of(source.type) is None or None in node.keys[1:]:
            raise RefusalError("a dictionary with **", "write dict(...), and assign the other items one by one")
        made = copied_record(self, source, {}, node)
        for key, value in zip(node.keys[1:], node.values[1:], strict=True):
            set_in_record(self, made, self.keep(self.value(key)), self.keep(self.value(value)))
        return made

    def _dictcomp(self, node: ast.DictComp) -> Value:
        made = self.make_dict(node)
        pair = ast.copy_location(ast.Tuple(elts=[node.key, node.value], ctx=ast.Load()), node)
        loops = ast.copy_location(ast.GeneratorExp(elt=pair, generators=node.generators), node)

        def add(value: Value) -> None:
            key, item = self.items(value)
            self.set_in_dict(made, self.keep(key), self.keep(item))

        self._loops(loops, 0, add, "False")
        return made

    def make_dict(self, node: Any) -> Value:
        """Return an empty dictionary."""
        keys = self.new_list([], node)
        values = self.new_list([])
        assert isinstance(keys.type, ListType)
        assert isinstance(values.type, ListType)
        return Value(MadeDict(keys.type, values.type), (*keys.parts, *values.parts))

    def place_in_dict(self, owner: Value, key: Value) -> str:
        """Return the index of a key in a dictionary that a method makes, or -1."""
        check_hashable(key.type)
        found, keys = self.fresh(), made_items(owner)
        self.emit(f"{found} = -1")
        if item_of(self.joiner, keys.type) is not NEVER:
            items = self.items_of(keys)
            with self.counted(items.length) as k, self.block(f"if {self.equal(items.get(k), key)}:"):
                self.emit(f"{found} = {k}")
                self.emit("break")
        return found

    def set_in_dict(self, owner: Value, key: Value, value: Value) -> None:
        """Assign the value of a key in a dictionary that a method makes."""
        at, values = self.place_in_dict(owner, key), made_values(owner)
        assert isinstance(values.type, ListType)
        with self.block(f"if {at} < 0:"):
            self.append(made_items(owner), key)
            self.append(values, value)
        with self.block("else:"):
            self.set_item(values, at, value)

    def set_item(self, owner: Value, at: str, value: Value) -> None:
        """Assign an item of a list, whose index is in range."""
        kind = owner.type
        assert isinstance(kind, ListType)
        self.check_change(owner)
        self.joiner.widen(kind.cell, value.type)
        value, words = self.keep(self.convert(value, kind.item)), words_of(kind.item)
        data = self.temp(f"load({owner.parts[0]}, 0)")
        if words > 0:
            self.store(self.temp(f"{data} + {8 * words} * {at}"), 0, value)

    def _compare_numbers(self, sign: str, a: Value, b: Value) -> str:
        if isinstance(a.constant, int | float) and isinstance(b.constant, int | float):
            pair: tuple[Any, Any] = a.constant, b.constant
            return str({"==": pair[0] == pair[1], "<": pair[0] < pair[1], "<=": pair[0] <= pair[1],
                        ">": pair[0] > pair[1], ">=": pair[0] >= pair[1]}[sign])  # fmt: skip
        if FLOAT in (a.type, b.type):
            return f"({self.to_float(a).parts[0]} {sign} {self.to_float(b).parts[0]})"
        kind = INT_OR_INF if {INF, INT_OR_INF} & {a.type, b.type} else INT
        if a.type is BOOL and b.type is BOOL and sign == "==":
            return f"({a.parts[0]} == {b.parts[0]})"
        return f"({self.convert(a, kind).parts[0]} {sign} {self.convert(b, kind).parts[0]})"

    def _equal_optionals(self, a: Value, b: Value) -> str:
        if a.type is NONE or b.type is NONE:
            return self._identical(a, b)
        both: list[str] = []
        inner: list[Value] = []
        for value in (self.keep(a), self.keep(b)):
            kind = value.type
            if isinstance(kind, OptionalType):
                both.append(value.parts[0])
                inner.append(Value(kind.of, value.parts[1:]))
            else:
                inner.append(value)
        same = self.guarded_by(conjunction(both), lambda: self.equal(*inner))
        return same if len(both) == 1 else alternative([same, conjunction(list(map(negated, both)))])

    def _equal_sequences(self, a: Value, b: Value) -> str:
        one, two = a.type, b.type
        lengths = length_of(one), length_of(two)
        if None not in lengths and lengths[0] != lengths[1]:
            return "False"
        if isinstance(one, TupleType) and isinstance(two, TupleType):
            return conjunction([self.equal(x, y) for x, y in zip(self.items(a), self.items(b), strict=True)])
        if isinstance(one, TupleType) or isinstance(two, TupleType):
            short, other = (a, b) if isinstance(one, TupleType) else (b, a)
            assert isinstance(short.type, TupleType)
            at, count = self.span(other)
            items, kind = self.items(short), item_of(self.joiner, other.type)
            lines: Lines = []
            with self.into(lines):
                answer = conjunction([self.equal(x, self.load(at, str(k), kind)) for k, x in enumerate(items)])
            same_length = "True" if count == str(len(items)) else f"({count} == {len(items)})"
            return self.guarded(same_length, lines, answer)
        return self._equal_in_memory(a, b)

    def guarded_by(self, condition: str, answer: Callable[[], str]) -> str:
        """Return an expression that is true if a condition and an answer are. The answer needs the condition."""
        lines: Lines = []
        with self.into(lines):
            found = answer()
        return self.guarded(condition, lines, found)

    def guarded(self, condition: str, lines: Lines, answer: str) -> str:
        """Return an expression that is true if a condition is, and then an answer, which lines compute."""
        if not lines or condition == "True":
            self.out.extend(lines)
            return conjunction([condition, answer])
        name = self.fresh()
        self.emit(f"{name} = {condition}")
        with self.into(lines):
            self.emit(f"{name} = {answer}")
        self.out.append((f"if {name}:", lines))
        return name

    def _equal_in_memory(self, a: Value, b: Value) -> str:
        items = item_of(self.joiner, a.type), item_of(self.joiner, b.type)
        (at, count), (other, other_count) = self.span(a), self.span(b)
        same_length = "True" if count == other_count and count.isdigit() else f"({count} == {other_count})"
        words = words_of(items[0])
        if items[0] == items[1] and is_element(items[0]):
            size = str(int(count) * words) if count.isdigit() else f"{count} * {words}" if words != 1 else count
            return conjunction([same_length, f"same_words({at}, {other}, {size})"])
        name = self.fresh()
        self.emit(f"{name} = {same_length}")
        with self.block(f"if {name}:"), self.counted(count) as k:
            answer = self.equal(self.load(at, k, items[0]), self.load(other, k, items[1]))
            with self.block(f"if not {answer}:"):
                self.emit(f"{name} = False")
                self.emit("break")
        return name

    def ordered(self, sign: str, a: Value, b: Value) -> str:
        """Return an expression for an order of two values."""
        a, b = self.present(a), self.present(b)
        if NEVER in (a.type, b.type):
            return "False"
        if isinstance(a.type, UnionType) or isinstance(b.type, UnionType):
            other = b.type if isinstance(a.type, UnionType) else a.type
            group = group_of(other)
            if isinstance(other, UnionType):
                raise RefusalError(f"{sign} of {a.type} and {b.type}", "use values of one type")
            a, b = self.narrow(a, group), self.narrow(b, group)
        if a.type in NUMBERS and b.type in NUMBERS:
            return self._compare_numbers(sign, a, b)
        own = kind_with_module(a.type, b.type)
        if own is not None:
            return own.order(self, sign, a, b)
        if is_set(a.type) and is_set(b.type):
            return FrozenSets().order(self, sign, a, b)
        if sort_of(a.type) is None or sort_of(a.type) != sort_of(b.type):
            raise RefusalError(f"{sign} of {a.type} and {b.type}", remedy_for(a.type) or remedy_for(b.type))
        if isinstance(a.type, TupleType) and isinstance(b.type, TupleType):
            if not getattr(getattr(a.type.cls, "__dataclass_params__", None), "order", False):
                check_tuple(a.type)
            left, right = self.items(self.keep(a)), self.items(self.keep(b))
            result = str({"<": len(left) < len(right), "<=": len(left) <= len(right), ">": len(left) > len(right),
                          ">=": len(left) >= len(right)}[sign])  # fmt: skip

            def decided(pairs: list[tuple[Value, Value]]) -> str:  # The first items that differ decide.
                if not pairs:
                    return result
                (x, y), *rest = pairs
                same = self.temp(self.equal(x, y))
                strictly = self.guarded_by(negated(same), lambda: self.ordered(sign[0], x, y))
                return alternative([strictly, self.guarded_by(same, lambda: decided(rest))])

            return decided(list(zip(left, right, strict=False)))
        if is_seq(a.type) and is_seq(b.type):
            return self._ordered_in_memory(sign, a, b)
        if a.type is ATOM and b.type is ATOM:
            ranks = self.root(self.program.constants.use_ranks(), INT, "ranks").parts[0]
            return f"(fixed({ranks}, {a.parts[0]}) {sign} fixed({ranks}, {b.parts[0]}))"
        raise RefusalError(f"{sign} of {a.type} and {b.type}", remedy_for(a.type) or remedy_for(b.type))

    def _ordered_in_memory(self, sign: str, a: Value, b: Value) -> str:
        items = item_of(self.joiner, a.type), item_of(self.joiner, b.type)
        (at, count), (other, other_count) = self.span(a), self.span(b)
        name = self.fresh()
        self.emit(f"{name} = {count} {sign} {other_count}")
        shorter = self.temp(f"smaller({count}, {other_count})")
        with self.counted(shorter) as k:
            x, y = self.load(at, k, items[0]), self.load(other, k, items[1])
            with self.block(f"if not {self.equal(x, y)}:"):
                self.emit(f"{name} = {self.ordered(sign[0], x, y)}")
                self.emit("break")
        return name

    def contains(self, container: Value, item: Value) -> str:
        """Return an expression for `in`."""
        container, item = self.present(container), self.keep(item)
        if isinstance(container.type, UnionType):
            container = self.narrow(container, "sequence")
        if isinstance(container.type, ObjectType) and isinstance(container.type.value, Items):
            container = container.type.value.of or container
        if isinstance(container.type, MadeSet | MadeDict | DictType):
            check_hashable(item.type)
            container = made_items(container)
        kind = container.type
        own = kind_with_module(kind)
        if isinstance(kind, SetType) or keys_of(kind) is not None:
            check_hashable(item.type)
        if own is not None:
            return own.contains(self, container, item)
        check_tuple(kind)
        if not is_iterable(kind) and not isinstance(kind, ObjectType | DictType) and kind not in {ATOM, NEVER}:
            raise RefusalError(f"`in` of {kind}", remedy_for(kind))
        if NEVER in (kind, item.type):
            return "False"
        if isinstance(kind, ObjectType):
            container = self.make_list([container])
            kind = container.type
        if isinstance(kind, DictType):
            return f"({self.entry(container, item)} >= 0)"
        if isinstance(item.type, OptionalType) and isinstance(kind, RangeType):
            inner = Value(item.type.of, item.parts[1:])
            return self.guarded_by(item.parts[0], lambda: self.contains(container, inner))
        if isinstance(kind, RangeType):
            if item.type not in {INT, BOOL}:
                raise RefusalError(f"`in` of a range with {item.type}")
            start, stop, step = container.parts
            return f"in_range({self.convert(item, INT).parts[0]}, {start}, {stop}, {step})"
        if isinstance(kind, TupleType):
            return alternative([self.equal(item, each) for each in self.items(container)]) if kind.items else "False"
        if kind is ATOM:
            return Texts().contains(self, container, item)
        if item_of(self.joiner, kind) is NEVER:
            return "False"
        name = self.fresh()
        self.emit(f"{name} = False")
        items = self.items_of(container)
        with self.counted(items.length) as k, self.block(f"if {self.equal(item, items.get(k))}:"):
            self.emit(f"{name} = True")
            self.emit("break")
        return name

    def _characters(self, text: Value) -> tuple[str, str]:
        """Return the address and the number of the characters of a text."""
        slot = self.program.constants.use_characters()
        table = self.root(slot, INT, "characters").parts[0]
        number = self.keep(text).parts[0]
        return self.temp(f"fixed({table}, 2 * {number})"), self.temp(f"fixed({table}, 2 * {number} + 1)")

    # --- dictionaries -------------------------------------------------------------------------------------------------

    def entry(self, table: Value, key: Value) -> str:
        """Return the number of the entry of a key, or -1."""
        kind = table.type
        assert isinstance(kind, DictType)
        if kind.key is NEVER:
            return "(-1)"
        check_hashable(key.type)
        key = plain(key)
        if OPAQUE in leaves(key.type):
            raise RefusalError("a key is a text with a format", "use str(...), or a tuple of values")
        if any(isinstance(each, ArrayItem) for each in leaves(key.type)):
            raise RefusalError("a key contains a number of numpy", "make it a number of Python, as in int(grid[cell])")
        tests: list[str] = []
        try:
            key = self._as_key(self.without_unions(key, kind.key, tests), kind.key)
        except RefusalError:
            if not _are_disjoint(key.type, kind.key):
                raise
            return "(-1)"  # Values of other types are never equal to a key.
        words = key_words(kind.key)
        if isinstance(kind.key, SeqType):
            at, count = self.span(key)
            found = f"entry_at({table.parts[0]}, {at}, {words})"
            tests += [] if count == str(kind.key.length) else [f"{count} == {kind.key.length}"]
            return self.temp(f"({found} if {conjunction(tests)} else -1)" if tests else found)
        parts = self._words_of_key(key)
        if words in {1, 2}:
            found = f"entry_{words}({table.parts[0]}, {', '.join(parts)})"
            return self.temp(f"({found} if {conjunction(tests)} else -1)" if tests else found)
        at = self.allocate(max(1, words))
        for number, part in enumerate(parts):
            self.emit(f"store({at}, {number}, {part})")
        found = f"entry_at({table.parts[0]}, {at}, {words})"
        return self.temp(f"({found} if {conjunction(tests)} else -1)" if tests else found)

    def without_unions(self, key: Value, kind: Type, tests: list[str]) -> Value:
        """Return a key with the types that it must have. Add the conditions under which it has them."""
        have = key.type
        if have is TEXT and kind is ATOM:
            number = number_of(self, key)
            tests.append(f"{number} >= 0")
            return Value(ATOM, (number,))
        if isinstance(have, OptionalType) and not isinstance(kind, OptionalType):
            key = self.keep(key)
            tests.append(key.parts[0])
            key = Value(have.of, key.parts[1:])
        if isinstance(key.type, UnionType) and not isinstance(kind, UnionType):
            key = self.keep(key)
            for tag, option in enumerate(self.options(key)):
                if group_of(option.type) == group_of(kind):
                    tests.append(f"{key.parts[0]} == {tag}")
                    return option
            raise RefusalError("a key of another type")
        if isinstance(key.type, TupleType) and isinstance(kind, TupleType) and len(key.type.items) == len(kind.items):
            items = [
                self.without_unions(item, want, tests) for item, want in zip(self.items(key), kind.items, strict=True)
            ]
            return Value(TupleType(tuple(item.type for item in items), key.type.cls, key.type.fields),
                         tuple(part for item in items for part in item.parts))  # fmt: skip
        return key

    def _as_key(self, key: Value, kind: Type) -> Value:
        if isinstance(key.type, OptionalType) and not isinstance(kind, OptionalType):
            return self._as_key(self.present(key), kind)
        if isinstance(kind, SeqType) and is_seq(key.type) and kind_of(key.type) == "tuple":
            length = length_of(key.type)
            if length is not None and length != kind.length:
                raise RefusalError("a key of another length")
            return self._with_items(key, kind.item)
        if self.joiner.join(key.type, kind) != kind or (
            isinstance(key.type, ListType | SeqType) and isinstance(kind, TupleType) and kind_of(key.type) != "tuple"
        ):
            if isinstance(kind, TupleType) and isinstance(key.type, SeqType) and key.type.kind == "tuple":
                return self.convert(key, kind)
            raise RefusalError(f"a key is {key.type}, but those of the dictionary or set are {kind}")
        return self.convert(key, kind)

    def _words_of_key(self, key: Value) -> list[str]:
        kind = key.type
        if isinstance(kind, TupleType):
            return [word for item in self.items(key) for word in self._words_of_key(item)]
        if isinstance(kind, SeqType):
            at, _ = self.span(key)
            assert kind.length is not None
            return [word for k in range(kind.length) for word in self._words_of_key(self.load(at, str(k), kind.item))]
        if isinstance(kind, OptionalType | UnionType):  # The words of parts that don't count are 0.
            key = self.keep(key)
            flag = key.parts[0]
            options = self.options(key) if isinstance(kind, UnionType) else [Value(kind.of, key.parts[1:])]
            words = [flag if isinstance(kind, UnionType) else f"word({flag})"]
            for tag, option in enumerate(options):
                test = f"{flag} == {tag}" if isinstance(kind, UnionType) else flag
                words += [self.temp(f"({word} if {test} else 0)") for word in self._words_of_key(option)]
            return words
        made = {"i": "{}", "b": "word({})", "f": "bits_of({})"}
        return [made[each].format(part) for part, (_, each) in zip(key.parts, kind.parts(), strict=True)]

    def value_of_entry(self, table: Value, entry: str) -> Value:
        """Return the value of an entry of a dictionary."""
        kind = table.type
        assert isinstance(kind, DictType)
        return self.load(self.temp(f"fixed({table.parts[0]}, 4)"), entry, kind.value, is_fixed=True)

    def _key_of_entry(self, table: Value, entry: str) -> Value:
        kind = table.type
        assert isinstance(kind, DictType)
        keys, words = self.temp(f"fixed({table.parts[0]}, 3)"), key_words(kind.key)
        if isinstance(kind.key, SeqType):
            return Value(kind.key, (self.temp(f"{keys} + {8 * words} * {entry}"),))
        if any(isinstance(each, SeqType) for each in _inside(kind.key)):
            raise RefusalError(
                "a loop goes through a dictionary or set whose keys contain tuples of more than four items"
            )
        return self.load(keys, entry, kind.key, is_fixed=True)

    def table_items(self, table: Value, part: str) -> Items:
        """Return the keys, values or items of a dictionary or set in their order."""
        table = self.fix(table)
        name = table.parts[0]

        def get(entry: str) -> Value:
            if part == "keys":
                return self._key_of_entry(table, entry)
            if part == "values":
                return self.value_of_entry(table, entry)
            key, value = self._key_of_entry(table, entry), self.value_of_entry(table, entry)
            return Value(TupleType((key.type, value.type)), (*key.parts, *value.parts))

        return Items(self.temp(f"fixed({name}, 0)"), get, is_once=False)

    # --- sequences ----------------------------------------------------------------------------------------------------

    def _tuple(self, node: ast.Tuple) -> Value:
        literal = _literal(node)
        if literal is not None and len(node.elts) > 0 and not _is_small(literal):
            return self.literal(literal)
        parts = [(each, isinstance(each, ast.Starred)) for each in node.elts]
        values: list[tuple[Value, bool]] = []
        for each, is_starred in parts:
            value = self.value(each.value if isinstance(each, ast.Starred) else each)
            if is_starred and isinstance(value.type, TupleType):
                check_tuple(value.type)
                values += [(item, False) for item in self.items(value)]
            else:
                values.append((value, is_starred))
        if not any(is_starred for _, is_starred in values):
            return self.tuple_of([value for value, _ in values])
        groups: list[Value] = []
        for value, is_starred in values:
            if is_starred:
                check_tuple(value.type)
                groups.append(value if is_iterable(value.type) else self.make_list([value]))
            else:
                groups.append(self.tuple_of([value]))
        kinds = [Value(v.type, v.parts) for v in groups]
        return self.concatenate([self.as_tuple(value) for value in kinds], "tuple")

    def tuple_of(self, values: Sequence[Value]) -> Value:
        """Return a tuple of these values."""
        constants = tuple(value.constant for value in values)
        return Value(TupleType(tuple(value.type for value in values)),
                     tuple(part for value in values for part in value.parts),
                     constants if None not in constants and constants else None)  # fmt: skip

    def as_tuple(self, value: Value) -> Value:
        """Return tuple(value)."""
        kind = value.type
        if keys_of(kind) is not None:
            return self.as_tuple(self.make_list([value]))
        check_tuple(kind)
        if isinstance(kind, TupleType):
            return Value(TupleType(kind.items), value.parts)
        if isinstance(kind, SeqType):
            return Value(SeqType(kind.item, kind.length, "tuple"), value.parts)
        if isinstance(kind, ListType):
            at, count = self.span(value)
            words = words_of(kind.item)
            made = self.allocate(count if words == 1 else f"{count} * {words}")
            self.emit(f"copy({made}, {at}, {count if words == 1 else f'{count} * {words}'})")
            return Value(SeqType(kind.item, None, "tuple"), (made, count))
        return self.as_tuple(self.make_list([value]))

    def _list(self, node: ast.List) -> Value:
        if not any(isinstance(each, ast.Starred) for each in node.elts):
            values = [self.keep(self.value(each)) for each in node.elts]
            return self.new_list(values, node)
        return self.make_list([self.value(ast.copy_location(ast.Tuple(elts=node.elts, ctx=ast.Load()), node))], node)

    def new_list(self, values: Sequence[Value], key: Any = None) -> Value:
        """Return a list of these values."""
        cell = self.program.cell(self, key)
        for value in values:
            self.joiner.widen(cell, value.type)
        item = cell.find().item
        words = words_of(item)
        room = max(4, len(values))
        made = self.temp(self.routine(f"new_list(memory, {room}, {words})"))
        if values:
            data = self.temp(f"{made} + 24")
            for k, value in enumerate(values):
                self.store(data, k, self.convert(value, item))
            self.emit(f"store({made}, 1, {len(values)})")
        return Value(ListType(cell), (made,))

    def make_list(self, values: Sequence[Value], key: Any = None) -> Value:
        """Return a list of the items of several values."""
        cell = self.program.cell(self, key)
        made = Value(ListType(cell), (self.temp(self.routine(f"new_list(memory, 8, {words_of(cell.find().item)})")),))
        for value in values:
            self.extend(made, value)
        return made

    def extend(self, target: Value, value: Value) -> None:
        """Add the items of a value to a list."""
        kind = target.type
        assert isinstance(kind, ListType)
        self.check_change(target)
        value = self.present(value)
        if keys_of(value.type) is None:
            check_tuple(value.type)
        if is_seq(value.type) and keys_of(value.type) is None:
            self.joiner.widen(kind.cell, item_of(self.joiner, value.type))
            if self.same_layout(item_of(self.joiner, value.type), kind.item):
                at, count = self.span(value)
                self.emit(self.routine(f"extend(memory, {target.parts[0]}, {at}, {count}, {words_of(kind.item)})"))
                return
        items = self.items_of(value)
        with self.counted(items.length) as k:
            self.append(target, items.get(k))

    def check_change(self, value: Value) -> None:
        """Raise RefusalError if a value that isn't always this list refers to its items."""
        if not isinstance(value.type, ListType):
            return
        cell = value.type.cell.find()
        cell.is_changed = True
        if cell.is_guarded:
            self.emit(f"known(load({value.parts[0]}, 2) >= 0)")
        if cell.is_viewed:
            raise RefusalError(
                "it changes a list that has a second name, and in another case that name stands for something else",
                "copy the list, as in list(values)",
            )

    def append(self, target: Value, value: Value) -> None:
        """Add an item to a list."""
        kind = target.type
        if not isinstance(kind, ListType):
            raise RefusalError(*why_not_changed(kind))
        self.check_change(target)
        self.joiner.widen(kind.cell, value.type)
        value = self.keep(self.convert(value, kind.item))
        at = self.temp(self.routine(f"added(memory, {target.parts[0]}, {words_of(kind.item)})"))
        self.store(at, 0, value)

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
        if isinstance(value.type, MadeSet):
            raise RefusalError("a loop goes through a set that is made in the method, whose order isn't known",
                          "use sorted(...), or a list")  # fmt: skip
        check_tuple(value.type)
        if isinstance(value.type, DictType):
            return self.table_items(value, "keys")
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
        return super().items_of(value)

    def _subscript(self, node: ast.Subscript) -> Value:
        owner = self.present(self.value(node.value))
        if isinstance(node.slice, ast.Slice):
            return self.slice(owner, node.slice)
        return self.item(owner, self.value(node.slice))

    def item(self, owner: Value, index: Value) -> Value:
        """Return an item of a sequence or a dictionary."""
        if isinstance(owner.type, UnionType):
            groups = [group_of(each) for each in owner.type.options]
            owner = self.narrow(owner, "sequence" if "sequence" in groups else groups[0])
        kind = owner.type
        if kind is NEVER:
            return owner
        own = kind_with_module(kind)
        if own is not None:
            return own.item(self, owner, index)
        check_tuple(kind)
        if isinstance(kind, MadeDict):
            at_key = self.place_in_dict(owner, self.keep(index))
            self.fail_if(f"{at_key} < 0", "KeyError", "the key isn't in the dictionary")
            return self.load(self.temp(f"load({made_values(owner).parts[0]}, 0)"), at_key, kind.values.item)
        if isinstance(kind, DictType):
            if kind.is_set:
                raise RefusalError("a set has no items")
            owner = self.keep(owner)
            entry = self.entry(owner, self.keep(index))
            return self.value_of_entry(owner, self.temp(f"found({entry})"))
        index = self.narrow(self.present(index), "number")
        if isinstance(index.type, ArrayItem) and index.type.dtype != "bool":
            index = plain(index)
        if index.type is NEVER:
            return index
        if index.type not in {INT, BOOL}:
            raise RefusalError(f"an index is {index.type}")
        index = self.convert(index, INT)
        at = index.constant
        if isinstance(kind, TupleType) and isinstance(at, int) and -len(kind.items) <= at < len(kind.items):
            return self.items(owner)[at]
        if kind is ATOM:
            data, count = self._characters(owner)
            return self.load(data, self.temp(f"index({index.parts[0]}, {count})"), ATOM)
        if isinstance(kind, RangeType):
            items = self.items_of(owner)
            return items.get(self.temp(f"index({index.parts[0]}, {items.length})"))
        if not is_seq(kind):
            raise RefusalError(f"an index of {kind}", remedy_for(kind))
        data, count = self.span(owner)
        item = item_of(self.joiner, kind)
        if item is NEVER:
            self.fail_if("True", "IndexError", "index out of range")
            return Value(NEVER)
        if isinstance(at, int) and count.isdigit() and -int(count) <= at < int(count):
            return self.load(data, str(at % int(count)), item)
        return self.load(data, self.temp(f"index({index.parts[0]}, {count})"), item)

    def fail_if(self, condition: str, error: str, message: str) -> None:
        """Raise an error under a condition."""
        if condition != "False":
            with self.block(f"if {condition}:"):
                self.fail(error, message)

    def slice(self, owner: Value, node: ast.Slice) -> Value:
        """Return a slice of a sequence."""
        owner, step = self.narrow(owner, "sequence"), 1
        kind = owner.type
        check_tuple(kind)
        if kind is NEVER:
            return owner
        own = kind_with_module(kind)
        if own is not None:
            return own.slice(self, owner, node)
        if kind is ATOM:
            return Texts().slice(self, owner, node)
        if isinstance(kind, RangeType):  # It's neither a tuple nor a list.
            owner = self.as_tuple(owner)
            owner = Value(SeqType(INT, None, "any"), owner.parts)
            kind = owner.type
        if node.step is not None:
            found = self.value(node.step)
            if not isinstance(found.constant, int) or found.constant == 0:
                raise RefusalError("the step of a slice isn't a number in the code")
            step = found.constant
        ends = [None if each is None else self.convert(self.present(self.value(each)), INT) for each in (
            node.lower, node.upper)]  # fmt: skip
        if isinstance(kind, TupleType) and all(end is None or isinstance(end.constant, int) for end in ends):
            return self.tuple_of(self.items(owner)[_slice_of(ends, step)])
        if not is_seq(kind):
            raise RefusalError(f"a slice of {kind}")
        at, count = self.span(owner)
        item = item_of(self.joiner, kind)
        words = words_of(item)
        low, high = ("0", count) if step > 0 else ("(-1)", f"({count} - 1)")
        first, last = ("0", count) if step > 0 else (f"({count} - 1)", "(-1)")
        start = first if ends[0] is None else self._clip(ends[0], count, low, high)
        stop = last if ends[1] is None else self._clip(ends[1], count, low, high)
        fixed: int | None = None
        if count.isdigit() and all(end is None or isinstance(end.constant, int) for end in ends):
            fixed = len(range(int(count))[_slice_of(ends, step)])
        length = str(fixed) if fixed is not None else self.temp(f"slice_length({start}, {stop}, {step})") if (
            step != 1 or start != "0") else stop  # fmt: skip
        length = self.temp(length)
        if step == 1 and kind_of(kind) != "list":
            at = at if start == "0" else self.temp(f"{at} + {8 * words} * {start}")
        elif step == 1:
            return self._list_of(at if start == "0" else self.temp(f"{at} + {8 * words} * {start}"), length, item, node)
        else:
            made = self.allocate(length if words == 1 else f"{length} * {words}")
            self.emit(f"copy_step({made}, {at}, {start}, {step}, {length}, {words})")
            at = made
            if kind_of(kind) == "list":
                return self._list_of(at, length, item, node)
        return Value(SeqType(item, fixed, kind_of(kind)), (at,) if fixed is not None else (at, length))

    def _clip(self, end: Value, count: str, low: str, high: str) -> str:
        if isinstance(end.constant, int) and count.isdigit() and end.constant >= 0 and low == "0":
            return str(min(end.constant, int(count)))
        return self.temp(f"clip({end.parts[0]}, {count}, {low}, {high})")

    # --- comprehensions -----------------------------------------------------------------------------------------------

    def _listcomp(self, node: ast.ListComp) -> Value:
        return self.collect(node, node)

    def _generatorexp(self, node: ast.GeneratorExp) -> Value:
        return Value(ObjectType(self.items_of(self.collect(node, node))))

    def _starred(self, node: ast.Starred) -> Value:
        raise RefusalError("it uses * here")

    def collect(self, node: Any, key: Any, *, any_order: bool = False) -> Value:
        """Return a list of the values of a comprehension. It may go through sets if the order doesn't matter."""
        cell = self.program.cell(self, key)
        made = Value(ListType(cell), (self.temp(self.routine(f"new_list(memory, 8, {words_of(cell.find().item)})")),))
        self._loops(node, 0, lambda value: self.append(made, value), "False", any_order=any_order)
        return made

    def for_each(
        self, node: Any, body: Callable[[Value], None], stop: str = "False", any_order: tuple[Type, ...] | None = ()
    ) -> None:
        """Write the loops of a comprehension, or a loop through a value. ``stop`` is a condition to end outer loops.
        The order of a set that a method makes is unknown, so its items must have one of some types, or any with None.
        """

        def checked(value: Value) -> None:
            if any_order is not None and sets and value.type not in any_order and value.type is not NEVER:
                raise RefusalError(f"the order of a set shows in a result of {value.type}", "write sorted(...)")
            body(value)

        if isinstance(node, ast.GeneratorExp | ast.ListComp):
            sets: list[Type] = []
            self._loops(node, 0, checked, stop, any_order=any_order != (), sets=sets)
            return
        source = node if isinstance(node, Value) else self.value(node)
        sets = [source.type] if isinstance(source.type, MadeSet | SetType) else []
        items = self.items_of(self.unordered(source, any_order=any_order != ()))
        with self.counted(items.length) as k:
            checked(items.get(k))

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

    def unordered(self, value: Value, *, any_order: bool) -> Value:
        """Return a set as its items, whose order isn't that of Python, if it doesn't matter."""
        value = self.present(value)
        if any_order and isinstance(value.type, SetType):
            return listed(value)
        return made_items(value) if any_order and isinstance(value.type, MadeSet) else value

    def _loops(self, node: Any, level: int, body: Callable[[Value], None], stop: str, *, any_order: bool = False,
               sets: list[Type] | None = None) -> None:  # fmt: skip
        assigned = (
            {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)} if level == 0 else set()
        )
        if assigned & set(self.env or ()):
            raise RefusalError("a comprehension assigns to a variable that has a value before", "use a loop")
        if level == len(node.generators):
            body(self.value(node.elt))
            return
        generator = node.generators[level]
        source = self.value(generator.iter)
        if sets is not None and isinstance(source.type, MadeSet | SetType):
            sets.append(source.type)
        items = self.items_of(self.unordered(source, any_order=any_order))
        assert self.env is not None
        hidden = dict(self.env)
        try:
            self._loop(node, level, items, body, stop, any_order=any_order, sets=sets)
        finally:
            self.env = hidden

    def _loop(self, node: Any, level: int, items: Items, body: Callable[[Value], None], stop: str, *, any_order: bool,
              sets: list[Type] | None) -> None:  # fmt: skip
        generator = node.generators[level]
        with self.counted(items.length) as k, ExitStack() as blocks:
            value = items.get(k)
            if value.type is not NEVER:
                self.bind(generator.target, value)
                for condition in generator.ifs:
                    blocks.enter_context(self.block(f"if {self.truth(self.value(condition))}:"))
                self._loops(node, level + 1, body, stop, any_order=any_order, sets=sets)
                if stop != "False" and level + 1 < len(node.generators):
                    self.emit(f"if {stop}: break")

    def bind(self, target: Any, value: Value) -> None:
        """Assign to the targets of a comprehension, which has variables of its own."""
        assert self.env is not None
        if isinstance(target, ast.Name):
            base = self.fresh_base(target.id)
            self.write(part_names(base, value.type), value.parts)
            self.env[target.id] = Variable(value.type, base)
            return
        if not isinstance(target, ast.Tuple | ast.List):
            raise RefusalError("the target of a loop isn't a name")
        for each, item in zip(target.elts, self.unpack(value, target.elts), strict=True):
            self.bind(each.value if isinstance(each, ast.Starred) else each, item)

    def unpack(self, value: Value, targets: Sequence[Any]) -> list[Value]:
        """Return the values for several targets."""
        value, count = self.narrow(self.present(value), "sequence"), len(targets)
        check_tuple(value.type)
        if value.type is NEVER:
            return [value] * count
        starred = next((at for at, each in enumerate(targets) if isinstance(each, ast.Starred)), None)
        kind = value.type
        if isinstance(kind, ObjectType | DictType | RangeType) or kind is ATOM:
            value = self.make_list([value])
            kind = value.type
        if not is_seq(kind):
            raise RefusalError(f"{kind} is unpacked")
        if starred is not None:
            rest = count - 1 - starred
            if isinstance(kind, TupleType):
                items = self.items(value)
                if len(items) < count - 1:
                    raise RefusalError("a tuple has too few items to unpack")
                middle = self.new_list(
                    [self.keep(each) for each in items[starred : len(items) - rest]], targets[starred]
                )
                return [*items[:starred], middle, *items[len(items) - rest :]]
            at, length = self.span(value)
            item = item_of(self.joiner, kind)
            self.fail_if(f"{length} < {count - 1}", "ValueError", "not enough values to unpack")
            ends = [self.load(at, str(k), item) for k in range(starred)]
            tail = [self.load(at, self.temp(f"{length} - {rest - k}"), item) for k in range(rest)]
            first = self.temp(f"{at} + {8 * words_of(item) * starred}")
            middle = self._list_of(first, self.temp(f"{length} - {count - 1}"), item, targets[starred])
            return [*ends, middle, *tail]
        if isinstance(kind, TupleType):
            if len(kind.items) != count:
                self.fail_if("True", "ValueError", f"{len(kind.items)} values to unpack, expected {count}")
                return [Value(NEVER)] * count
            return self.items(value)
        at, length = self.span(value)
        if length != str(count):
            self.fail_if(f"{length} != {count}", "ValueError", f"values to unpack, expected {count}")
        return [self.load(at, str(k), item_of(self.joiner, kind)) for k in range(count)]

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        """Translate a call. A subclass knows the functions."""
        raise NotImplementedError

    def call(self, function: Any, arguments: Sequence[Value], names: dict[str, Value] | None = None) -> Value:
        """Return the value of a call. A subclass knows the functions."""
        raise NotImplementedError


def is_type_error(op: ast.operator, one: Type, two: Type) -> bool:
    """Return True if an operator of values of two types is certainly a TypeError in Python."""
    pair = sort_of(one), sort_of(two)
    if pair == ("number", "number") or not set(pair) <= {"number", "str", "list", "tuple", "set", "dict"}:
        return False
    if isinstance(op, ast.Mult):
        return "number" not in pair or not {*pair} & {"str", "list", "tuple"}
    if isinstance(op, ast.Mod) and pair[0] == "str":
        return False
    if pair[0] != pair[1]:
        return True
    allowed = {"set": ast.BitOr | ast.BitAnd | ast.BitXor | ast.Sub, "dict": ast.BitOr}.get(pair[0], ast.Add)
    return not isinstance(op, allowed)


def made_items(value: Value) -> Value:
    """Return the list of the items or keys of a set or dictionary that a method makes. Other values stay the same."""
    kind = value.type
    if isinstance(kind, MadeSet):
        return Value(kind.items, value.parts)
    return Value(kind.keys, value.parts[:1]) if isinstance(kind, MadeDict) else value


def made_values(value: Value) -> Value:
    """Return the list of the values of a dictionary that a method makes."""
    assert isinstance(value.type, MadeDict)
    return Value(value.type.values, value.parts[1:])


def check_tuple(kind: Type) -> None:
    """Raise RefusalError for a dataclass, which isn't a tuple."""
    if isinstance(kind, TupleType) and kind.cls is not None and not issubclass(kind.cls, tuple):
        raise RefusalError(f"{kind.cls.__name__} is used as a tuple", "use its fields")


def remedy_for_comparison(one: Type, two: Type) -> str:
    """Return what to write instead of a comparison that compiled code doesn't have."""
    if any(is_seq(kind) and kind_of(kind) == "any" for kind in (one, two)):
        return "make both a tuple or both a list, as in tuple(values)"
    return remedy_for(one) or remedy_for(two) or "compare values of one type, such as lists or sorted lists"


def remedy_for(kind: Type) -> str:
    """Return what to use instead of a value that compiled code doesn't have."""
    if kind is OPAQUE:
        return "use str(...) of whole numbers and texts, or a tuple of values"
    name = type(kind.value).__name__ if isinstance(kind, ObjectType) else ""
    if name == "ndarray":
        return "use lists, as in array.tolist(), made in __init__"
    return "use numbers, tuples, lists, sets and dictionaries, made in __init__" if name else ""


def why_not_changed(kind: Type) -> tuple[str, str]:
    """Return the reason why a value of a type can't be changed, and what to do instead."""
    if keys_of(kind) is not None:
        return "it changes the dictionary of a state", "change a copy, as in dict(state) or copy.deepcopy(state)"
    if isinstance(kind, TupleType) or kind_of(kind) == "tuple":
        return f"it changes a {kind}", "make a list of it, as in list(state)"
    return (
        f"it changes a {kind} of a state or one that exists before the search, and a method must not change either",
        "change a copy, as in list(values), or keep what changes in the state",
    )


class Local:
    """A function that is defined inside a method."""

    def __init__(self, node: Any, owner: Expressions, defaults: Sequence[Value]) -> None:
        self.node: Any = node
        self.owner: Expressions = owner
        self.defaults: Sequence[Value] = defaults
        self.env: dict[str, Variable] = dict(owner.env or {})


class _Method:
    """A method of a built-in type, such as `index` of a tuple."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        self.__name__: str = name


def _inside(kind: Type) -> list[Type]:
    from astarlib.compiled.plain.types import leaves

    return list(leaves(kind))


def _static(cls: Any, name: str) -> Any:  # Any: a class
    """Return what a class defines, without calling a descriptor."""
    for each in cls.__mro__:
        if name in vars(each):
            return vars(each)[name]
    return None


def _are_disjoint(one: Type, two: Type) -> bool:
    """Return True if no value of a type is equal to one of another type."""
    if isinstance(one, OptionalType | UnionType) or isinstance(two, OptionalType | UnionType):
        return False
    if isinstance(one, TupleType) and isinstance(two, TupleType) and len(one.items) == len(two.items):
        return any(map(_are_disjoint, one.items, two.items))
    lengths = length_of(one), length_of(two)
    return group_of(one) != group_of(two) or (None not in lengths and lengths[0] != lengths[1])


def _slice_of(ends: Sequence[Value | None], step: int) -> slice:
    """Return a slice whose ends are numbers in the code."""
    start, stop = (None if end is None else end.constant for end in ends)
    return slice(start, stop, step)


def _fold(op: ast.operator, a: int, b: int) -> Any:
    """Return the value of an operator for two numbers in the code, or None."""
    functions: dict[type, Callable[[int, int], Any]] = {
        ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y,
        ast.FloorDiv: lambda x, y: x // y, ast.Mod: lambda x, y: x % y,
        ast.Pow: lambda x, y: x**y if 0 <= y < 64 else None,
        ast.LShift: lambda x, y: x << y if 0 <= y < 63 else None, ast.RShift: lambda x, y: x >> y if y >= 0 else None,
    }  # fmt: skip
    try:
        found = functions[type(op)](a, b)
    except (KeyError, ZeroDivisionError):
        return None
    return found if found is not None and -(2**63) <= found < 2**63 else None


def _literal(node: Any) -> Any:
    """Return the value of a tuple of literals, or None. A list is made again each time."""
    if any(isinstance(each, ast.List | ast.Set | ast.Dict) for each in ast.walk(node)):
        return None
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None


def _is_small(value: tuple[Any, ...]) -> bool:
    """Return True for a tuple that is kept in parts: of few items that aren't tuples."""
    return len(value) <= 4 and not any(isinstance(each, tuple | list) for each in value)
