"""The operations of each kind of values that has a module of its own."""

from __future__ import annotations

from typing import Final

from astarlib.compiled.plain.kinds.arrays import ArrayItems, Arrays
from astarlib.compiled.plain.kinds.complexes import Complexes
from astarlib.compiled.plain.kinds.deques import Bytearrays, Deques
from astarlib.compiled.plain.kinds.frozensets import FrozenSets
from astarlib.compiled.plain.kinds.kind import Kind
from astarlib.compiled.plain.kinds.records import Records
from astarlib.compiled.plain.kinds.texts import Texts
from astarlib.compiled.plain.types import (
    COMPLEX,
    ArrayItem,
    ArrayType,
    MadeBytes,
    MadeDeque,
    MadeRecord,
    SetType,
    TextType,
    Type,
    is_record,
)

_KINDS: Final[dict[type, Kind]] = {
    complex: Complexes(),
    SetType: FrozenSets(),
    ArrayType: Arrays(),
    ArrayItem: ArrayItems(),
    TextType: Texts(),
    MadeRecord: Records(),
    MadeDeque: Deques(),
    MadeBytes: Bytearrays(),
}


def kind_with_module(*kinds: Type) -> Kind | None:
    """Return the operations of the first of these types that has a module of its own."""
    classes = (MadeRecord if is_record(kind) else complex if kind == COMPLEX else type(kind) for kind in kinds)
    return next((_KINDS[cls] for cls in classes if cls in _KINDS), None)
