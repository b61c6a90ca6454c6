"""The format of trace files: a title line, a header line of JSON, a checksum line, and columns compressed with zlib.

    astarlib trace 2
    {"info": {...}, "columns": [{"name": ..., "type": ..., "nodes": ..., "size": ...}, ...]}
    sha256 <digest of the header line and of everything after this line>
    <the columns, one after the other>

The compressed column has ``size`` bytes. Decompressed, it has ``nodes`` little-endian numbers of its type:

- ``H``: unsigned, two bytes
- ``I``: unsigned, four bytes
- ``i``: signed, four bytes
- ``d``: IEEE 754, eight bytes

A column of type ``json`` is JSON in UTF-8, with ``nodes`` bytes. The header stores an infinite number as ``"inf"``.
Reading a file never runs code from it.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from astarlib._support.atomic_file import atomic_write
from astarlib._support.interrupts import raise_if_from_handler
from astarlib.errors import TraceError
from astarlib.recording.trace_data import TraceData, TraceInfo
from astarlib.recording.validation import check_columns, parse_info, parse_texts

_TITLE: Final = b"astarlib trace "
_VERSION: Final = 2
_WIDTHS: Final[Mapping[str, int]] = {"H": 2, "I": 4, "i": 4, "d": 8, "json": 1}
_JSON_FACTOR: Final = 16  # An upper estimate of the memory that parsed JSON takes.


def pack(trace: TraceData) -> bytes:
    """Return the content of the file of a trace."""
    texts = json.dumps(trace.texts, ensure_ascii=False).encode("utf-8", "surrogatepass")
    columns = [
        (name, column.typecode, len(column), _little(column).tobytes()) for name, column in trace.columns.items()
    ]
    parts: list[bytes] = []
    listed = []
    for name, kind, count, raw in (*columns, ("texts", "json", len(texts), texts)):
        parts.append(zlib.compress(raw, 6))
        listed.append({"name": name, "type": kind, "nodes": count, "size": len(parts[-1])})
    info = asdict(trace.info)
    info["lower_bound"] = _written(info["lower_bound"])
    info["progress"] = [list(map(_written, row)) for row in info["progress"]]
    header = json.dumps({"info": info, "columns": listed}, allow_nan=False).encode()
    body = b"".join(parts)
    return b"\n".join((_TITLE + b"%d" % _VERSION, header, _checksum(header, body), body))


def save(trace: TraceData, path: str | os.PathLike[str]) -> None:
    """Write a trace to a file in one step."""
    content = pack(trace)
    atomic_write(Path(path), lambda file: file.write(content))


def load(path: str | os.PathLike[str], *, max_bytes: int) -> TraceData:
    """Return the trace of a file; see ``Trace.load``."""
    with Path(path).open("rb") as file:
        # Check the title before reading more, because the path may be a device that never ends.
        title = file.readline(100).removesuffix(b"\n")
        if not title.startswith(_TITLE):
            raise TraceError(f"{path} isn't an astarlib trace")
        rest = file.read(max_bytes + 1)
    if len(rest) > max_bytes:
        raise TraceError(
            f"the trace {path} is larger than max_bytes={max_bytes:,} bytes; if you trust it, pass a larger max_bytes"
        )
    if title != _TITLE + b"%d" % _VERSION:
        version = title[len(_TITLE) :].decode("ascii", "replace")[:20]
        raise TraceError(f"{path} is a trace of format {version}; this version of astarlib reads format {_VERSION}")
    header, _, rest = rest.partition(b"\n")
    checksum, _, body = rest.partition(b"\n")
    if checksum != _checksum(header, body):
        raise TraceError(f"the trace {path} is truncated or damaged: its checksum doesn't match its content")
    try:
        return _unpacked(header, body, max_bytes)
    except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as error:
        raise_if_from_handler(error)
        raise TraceError(f"the trace {path} is damaged: {type(error).__name__}: {error}") from error


def _unpacked(header: bytes, body: bytes, max_bytes: int) -> TraceData:
    if len(header) > max_bytes // _JSON_FACTOR:
        raise ValueError(f"the header has more than {max_bytes // _JSON_FACTOR:,} bytes; pass a larger max_bytes")
    content = _read_json(header)
    info: TraceInfo = parse_info(content["info"])
    listed = [_checked_entry(entry) for entry in content["columns"]]
    total = sum(nodes * (_JSON_FACTOR if kind == "json" else _WIDTHS[kind]) for _, kind, nodes, _ in listed)
    if total > max_bytes:
        raise ValueError(f"decompressed, it may take {total:,} bytes, more than max_bytes={max_bytes:,}")
    if sum(size for *_, size in listed) != len(body):
        raise ValueError("the header states another size for the columns than they have")
    columns: dict[str, array[Any]] = {}
    texts: tuple[str, ...] = ()
    start = 0
    for name, kind, nodes, size in listed:
        raw = _inflated(body[start : start + size], nodes * _WIDTHS[kind], name)
        start += size
        if kind == "json":
            texts = parse_texts(_read_json(raw))
        else:
            columns[name] = _little(array(kind, raw))
    check_columns(columns, texts, info)
    return TraceData(info, columns, texts)


def _checked_entry(entry: Mapping[str, Any]) -> tuple[str, str, int, int]:
    name, kind, nodes, size = (entry[key] for key in ("name", "type", "nodes", "size"))
    if not isinstance(name, str) or kind not in _WIDTHS or (name == "texts") != (kind == "json"):
        raise ValueError(f"unknown column {name!r} of type {kind!r}")
    for number in (nodes, size):
        if type(number) is not int or number < 0:
            raise ValueError(f"column {name!r} has {number!r} nodes or bytes; expected an int >= 0")
    return name, kind, nodes, size


def _inflated(data: bytes, size: int, name: str) -> bytes:
    """Decompress exactly ``size`` bytes, without using more memory than that."""
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(data, size + 1)
    if len(raw) != size or not unpacker.eof or len(unpacker.unused_data) > 0:
        raise ValueError(f"the header states another length for column {name!r} than it has")
    return raw


def _read_json(raw: bytes) -> Any:  # Any: the caller checks it.
    return json.loads(raw.decode("utf-8", "surrogatepass"), parse_constant=_refuse)


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} isn't valid JSON")


def _written(value: float) -> float | str:
    """Return the number as a JSON value, with "inf" for infinity, which JSON doesn't have."""
    return "inf" if value == math.inf else value


def _little(column: array[Any]) -> array[Any]:
    """Return the column in little-endian order, the byte order of files, or convert it back from there."""
    if sys.byteorder == "little":
        return column
    swapped = column[:]
    swapped.byteswap()
    return swapped


def _checksum(header: bytes, body: bytes) -> bytes:
    digest = hashlib.sha256(header)
    digest.update(body)
    return b"sha256 " + digest.hexdigest().encode()
