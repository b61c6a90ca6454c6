"""The base class of kinds of values: every operation, refused by default."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, ClassVar

from astarlib.compiled.plain.emitter import Items
from astarlib.compiled.plain.refusal import RefusalError
from astarlib.compiled.plain.types import Type, Value

Method = Any
"""The method that is being translated. Any: its class imports the kinds."""


class Kind:
    """The operations of a kind of values. A kind refuses what it doesn't define, and says what to write instead.
    Operations of two values get the left one first, and one of the two is of this kind.
    """

    remedy: ClassVar[str] = "use numbers, tuples and lists"

    def _refused(self, operation: str, *kinds: Type) -> RefusalError:
        return RefusalError(f"{operation} of {' and '.join(map(str, kinds))}", self.remedy)

    def truth(self, method: Method, value: Value) -> str:
        """Return an expression for the truth value."""
        raise self._refused("the truth value", value.type)

    def length(self, method: Method, value: Value) -> str:
        """Return an expression for the number of items."""
        raise self._refused("len", value.type)

    def items(self, method: Method, value: Value) -> Items:
        """Return the items that a loop goes through."""
        raise self._refused("a loop", value.type)

    def item(self, method: Method, value: Value, index: Value) -> Value:
        """Return an item."""
        raise self._refused("an item", value.type)

    def slice(self, method: Method, value: Value, node: ast.Slice) -> Value:
        """Return a slice."""
        raise self._refused("a slice", value.type)

    def contains(self, method: Method, value: Value, item: Value) -> str:
        """Return an expression for `in`."""
        raise self._refused("`in`", value.type)

    def equal(self, method: Method, one: Value, two: Value) -> str:
        """Return an expression for `==`."""
        raise self._refused("==", one.type, two.type)

    def order(self, method: Method, sign: str, one: Value, two: Value) -> str:
        """Return an expression for an order."""
        raise self._refused(sign, one.type, two.type)

    def operate(self, method: Method, op: ast.operator, one: Value, two: Value) -> Value:
        """Return the value of an operator."""
        raise self._refused(type(op).__name__, one.type, two.type)

    def attribute(self, method: Method, value: Value, name: str) -> Value | None:
        """Return the value of an attribute, or None for a method."""
        return None

    def call(self, method: Method, value: Value, name: str, arguments: Sequence[Value]) -> Value:
        """Return the value of a call of a method."""
        raise self._refused(name, value.type)
