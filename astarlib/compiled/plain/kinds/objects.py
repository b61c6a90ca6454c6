"""Functions, classes and methods of built-in types, which are known before the search."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import ObjectType, TupleType, Value


class Local:
    """A function that is defined inside a method."""

    def __init__(self, node: Any, owner: Any) -> None:
        parameters = node.args
        self.node: Any = node
        self.owner: Any = owner
        self.names: list[str] = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
        """The names of the parameters that a call may give by their places."""
        self.only_named: list[str] = [each.arg for each in parameters.kwonlyargs]
        defaults = [*zip(reversed(self.names), reversed(parameters.defaults), strict=False),
                    *zip(self.only_named, parameters.kw_defaults, strict=True)]  # fmt: skip
        self.defaults: dict[str, Value] = {
            name: owner.fix(owner.value(each)) for name, each in defaults if each is not None
        }


class BuiltinMethod:
    """A method of a built-in type, such as `index` of a tuple."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        self.__name__: str = name


def special_method(value: Value, name: str) -> FunctionType | None:
    """Return the special method that the user's class of a value defines, or None."""
    kind = value.type
    if isinstance(kind, TupleType) and kind.cls not in {None, dict}:
        found = static_attribute(kind.cls, name)
    elif isinstance(kind, ObjectType) and kind.path is not None and not isinstance(kind.value, type):
        found = static_attribute(type(kind.value), name)
    else:
        return None
    # Those that `dataclass` and `namedtuple` generate have no file.
    is_own = isinstance(found, FunctionType) and not found.__code__.co_filename.startswith("<string>")
    return found if is_own and not found.__module__.startswith("collections") else None


_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.MatMult: "matmul", ast.Pow: "pow", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "lshift", ast.RShift: "rshift",
}  # fmt: skip
_REFLECTED = {"<": "gt", ">": "lt", "<=": "ge", ">=": "le"}
_ORDERS = {"<": "lt", ">": "gt", "<=": "le", ">=": "ge"}


def own_operator(method: Any, op: ast.operator, a: Value, b: Value) -> Value | None:  # Any: `Calls`
    """Return the value of an operator that the class of an operand defines, or None."""
    return _called(method, _OPERATORS.get(type(op), ""), "r" + _OPERATORS.get(type(op), ""), a, b)


def own_order(method: Any, sign: str, a: Value, b: Value) -> Value | None:  # Any: as above
    """Return the value of an order that the class of an operand defines, or None."""
    return _called(method, _ORDERS[sign], _REFLECTED[sign], a, b)


def order_of_items(sign: str, x: Value, y: Value) -> str:
    """Return the order of the first items in which two sequences differ. "<" and "<=" have the same answer, except for
    orders that the user's classes define.
    """
    names = [f"__{name}__" for name in _ORDERS.values()]
    return sign if any(special_method(each, name) is not None for each in (x, y) for name in names) else sign[0]


def _called(method: Any, name: str, reflected: str, a: Value, b: Value) -> Value | None:
    left, right = special_method(a, f"__{name}__"), special_method(b, f"__{reflected}__")
    one, two = getattr(a.type, "cls", None), getattr(b.type, "cls", None)
    is_narrower = isinstance(one, type) and isinstance(two, type) and one is not two and issubclass(two, one)
    if right is not None and is_narrower:
        raise RefusalError(f"an operator of {a.type} and {b.type}", "call a method with a name of its own")
    if left is None and right is None:
        return None
    found: Value = method.call(left, [a, b]) if left is not None else method.call(right, [b, a])
    return found


def static_attribute(cls: Any, name: str) -> Any:  # Any: a class
    """Return what a class defines, without calling a descriptor."""
    for each in cls.__mro__:
        if name in vars(each):
            return vars(each)[name]
    return None
