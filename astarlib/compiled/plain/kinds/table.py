"""The operations of each kind of values that has a module of its own."""

from __future__ import annotations

from typing import Final

from astarlib.compiled.plain.kinds.arrays import ArrayItems, Arrays
from astarlib.compiled.plain.kinds.frozensets import FrozenSets
from astarlib.compiled.plain.kinds.kind import Kind
from astarlib.compiled.plain.kinds.texts import Texts
from astarlib.compiled.plain.types import ArrayItem, ArrayType, SetType, TextType, Type

_KINDS: Final[dict[type[Type], Kind]] = {
    SetType: FrozenSets(),
    ArrayType: Arrays(),
    ArrayItem: ArrayItems(),
    TextType: Texts(),
}


def kind_with_module(*kinds: Type) -> Kind | None:
    """Return the operations of the first of these types that has a module of its own."""
    return next((_KINDS[type(kind)] for kind in kinds if type(kind) in _KINDS), None)
