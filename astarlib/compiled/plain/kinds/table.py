"""The operations of each kind of values that has a module of its own."""

from __future__ import annotations

from typing import Final

from astarlib.compiled.plain.kinds.arrays import ArrayItems, Arrays
from astarlib.compiled.plain.kinds.deques import Deques
from astarlib.compiled.plain.kinds.frozensets import FrozenSets
from astarlib.compiled.plain.kinds.kind import Kind
from astarlib.compiled.plain.kinds.records import Records
from astarlib.compiled.plain.kinds.texts import Texts
from astarlib.compiled.plain.types import ArrayItem, ArrayType, MadeDeque, MadeRecord, SetType, TextType, Type, is_record

_KINDS: Final[dict[type[Type], Kind]] = {
    SetType: FrozenSets(),
    ArrayType: Arrays(),
    ArrayItem: ArrayItems(),
    TextType: Texts(),
    MadeRecord: Records(),
    MadeDeque: Deques(),
}


def kind_with_module(*kinds: Type) -> Kind | None:
    """Return the operations of the first of these types that has a module of its own."""
    classes = (MadeRecord if is_record(kind) else type(kind) for kind in kinds)
    return next((_KINDS[cls] for cls in classes if cls in _KINDS), None)
