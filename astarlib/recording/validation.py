"""Validation of the data of a trace file."""

from __future__ import annotations

import math
import operator
from array import array
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final  # Any: JSON, and arrays of ints or of floats

from astarlib.drawing import KINDS, Paint
from astarlib.recording.trace_data import NONE, TraceInfo

_OF_NODES: Final = {"parents": "I", "actions": "HI", "order": "I", "g": "id", "h": "id", "f": "id"}
_OTHERS: Final = {
    "replaced": "I", "replacing": "I", "replaced_at": "I", "skipping": "I", "path": "I", "rendered": "I",
}  # fmt: skip
_OF_DRAWINGS: Final = {"drawing_starts": "I", "drawn": "I"}
_OF_MAPS: Final = {"x": "id", "y": "id"}
_CHOICES: Final = frozenset(("", "low-h", "high-h", "fifo", "lifo", "stack"))
_PAINTS: Final = frozenset(paint.value for paint in Paint)
_SHAPES: Final = {kind.__name__.lower(): kind._fields for kind in KINDS}


def parse_info(given: Mapping[str, Any]) -> TraceInfo:
    """Return the `TraceInfo` in the header of a file. Raise ValueError, which names a field that is wrong."""
    given = {"wraps": False, **given} if isinstance(given, dict) else {}  # Older files don't have it.
    if set(given) != {field.name for field in fields(TraceInfo)}:
        raise ValueError("info has missing or unknown fields")
    for name, rule in _RULES.items():
        if not rule(given[name]):
            raise ValueError(f"info has an invalid {name}: {str(given[name])[:60]!r}")
    info = dict(given)
    info["lower_bound"] = math.inf if given["lower_bound"] == "inf" else given["lower_bound"]
    info["actions"] = tuple(given["actions"])
    info["size"] = None if given["size"] is None else tuple(given["size"])
    info["shapes"] = tuple(map(tuple, given["shapes"]))
    info["progress"] = tuple(tuple(math.inf if part == "inf" else part for part in row) for row in given["progress"])
    info["solutions"] = tuple(map(tuple, given["solutions"]))
    return TraceInfo(**info)


def parse_texts(given: Any) -> tuple[str, ...]:
    """Return the texts of states, or raise ValueError if they aren't a list of str."""
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise ValueError("texts isn't a list of str")
    return tuple(given)


def check_columns(columns: Mapping[str, array[Any]], texts: tuple[str, ...], info: TraceInfo) -> None:
    """Raise ValueError if the columns contradict each other or refer to missing entries."""
    extra: dict[str, str] = _OF_MAPS if "x" in columns else _OF_DRAWINGS if "drawn" in columns else {}
    kinds = {**_OF_NODES, **_OTHERS, **extra}
    if set(columns) != set(kinds) or not all(columns[name].typecode in kinds[name] for name in kinds):
        raise ValueError("a column is missing, unknown or of a wrong type")
    size = len(columns["parents"])
    for name in (*_OF_NODES, *(_OF_MAPS if "x" in columns else ())):
        _require(len(columns[name]) == size, name)
    _require(all(map(_is_before, columns["parents"], range(size))), "parents")
    _require(max(columns["actions"], default=0) < len(info.actions), "actions")
    _require(max(columns["order"], default=0) <= info.began_at + info.expanded, "order")
    _require(max(columns["path"], default=-1) < size, "path")
    for name in ("replaced", "skipping", "rendered"):
        _require(_ascends(columns[name]) and max(columns[name], default=-1) < size, name)
    _require(len(columns["replaced"]) == len(columns["replacing"]) == len(columns["replaced_at"]), "replacing")
    _require(all(by == NONE or by < size for by in columns["replacing"]), "replacing")
    _require(len(texts) == len(columns["rendered"]), "texts")
    if "drawn" in columns:
        starts, drawn = columns["drawing_starts"], columns["drawn"]
        _require(len(starts) == len(texts) + 1 and starts[0] == 0 and starts[-1] == len(drawn), "drawing_starts")
        _require(all(map(operator.le, starts, starts[1:])), "drawing_starts")
        _require(max(drawn, default=-1) < len(info.shapes), "drawn")
    if len(extra) > 0:
        _require(info.size is not None, "size")


def _require(holds: bool, name: str) -> None:
    if not holds:
        raise ValueError(f"{name} contradicts the other data")


def _is_before(parent: int, node: int) -> bool:
    return parent < node or parent == NONE


def _ascends(column: array[int]) -> bool:
    return all(map(operator.lt, column, column[1:]))


def _is_number(value: Any) -> bool:
    return type(value) in {int, float}


def _is_bound(value: Any) -> bool:
    return _is_number(value) or value == "inf"


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_finite(value: Any) -> bool:
    return _is_number(value) and -math.inf < value < math.inf


def _is_size(value: Any) -> bool:
    return value is None or (
        isinstance(value, list) and len(value) == 2 and all(_is_finite(v) and v > 0 for v in value)
    )


def _is_shape(value: Any) -> bool:
    if not isinstance(value, list) or len(value) == 0 or value[0] not in _SHAPES:
        return False
    names = _SHAPES[value[0]]
    return len(value) == len(names) + 1 and all(map(_is_field, names, value[1:]))


def _is_field(name: str, value: Any) -> bool:
    if name == "paint":
        return value in _PAINTS
    return _is_text(value) if name == "text" else _is_finite(value)


def _is_progress(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(map(_is_bound, value))


def _is_solution(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_count(value[0]) and _is_finite(value[1])


def _all(rule: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(rule, value))


_RULES: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("engine", "problem", "label", "guarantee", "status", "limit", "verdict"), _is_text),
    "choice": lambda value: _is_text(value) and value in _CHOICES,
    "expanded": _is_count,
    "began_at": _is_count,
    "sampling_interval": lambda value: _is_count(value) and value > 0,
    "cost": lambda value: value is None or _is_number(value),
    "lower_bound": _is_bound,
    "statistics": lambda value: isinstance(value, dict) and all(map(_is_number, value.values())),
    "actions": lambda value: _all(_is_text)(value) and len(value) > 0,
    "size": _is_size,
    "shapes": _all(_is_shape),
    "mark": _is_finite,
    "wraps": lambda value: isinstance(value, bool),
    "progress": _all(_is_progress),
    "solutions": _all(_is_solution),
}
