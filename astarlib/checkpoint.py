"""The file format of a saved search: a readable header, a payload, and the means to trust neither half a file.

Layout: a line ``astarlib checkpoint 1``, a line of JSON (the header), a line ``sha256`` with the digest of header
and payload, then the pickled payload. So a damaged file is known before any of it is unpickled.
A checkpoint is **trusted input**: its payload is unpickled, and unpickling can run code. Load only
checkpoints that you, or someone you trust, have saved.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import threading
from pathlib import Path
from typing import Any

from astarlib.errors import CheckpointError

MAGIC = b"astarlib checkpoint "
FORMAT = 1


def write(path: str | os.PathLike[str], header: dict[str, Any], payload: Any) -> None:
    """Write a checkpoint in one step: ``path`` holds the old file or the whole new one, never half of it.

    Raises
    ------
    CheckpointError
        When the payload cannot be pickled; nothing is written then.
    OSError
        When the file cannot be written; the old one stays.
    """
    try:
        body = pickle.dumps(payload, protocol=5)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise CheckpointError(
            f"this search cannot be saved, for a state, an action or the engine cannot be pickled: {error}"
        ) from error
    line = json.dumps(header).encode()
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(b"\n".join((MAGIC + str(FORMAT).encode(), line, _seal(line, body), b"")))
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], bytes]:
    """The header and the checked, still pickled payload of a checkpoint.

    Raises
    ------
    CheckpointError
        When the file is no checkpoint, of another format, truncated or damaged.
    OSError
        When it cannot be read.
    """
    magic, _, rest = Path(path).read_bytes().partition(b"\n")
    if not magic.startswith(MAGIC):
        raise CheckpointError(f"{path} is not a checkpoint of astarlib")
    if magic != MAGIC + str(FORMAT).encode():
        version = magic[len(MAGIC) :].decode("ascii", "replace")[:20]
        raise CheckpointError(
            f"{path} is a checkpoint of format {version}; this version of astarlib reads format {FORMAT}"
        )
    line, _, rest = rest.partition(b"\n")
    seal, _, body = rest.partition(b"\n")
    if seal != _seal(line, body):
        raise CheckpointError(f"the checkpoint {path} is truncated or damaged: its checksum does not fit")
    header: dict[str, Any] = json.loads(line)
    return header, body


def _seal(line: bytes, body: bytes) -> bytes:
    digest = hashlib.sha256(line)
    digest.update(body)
    return b"sha256 " + digest.hexdigest().encode()


def unpack(path: str | os.PathLike[str], body: bytes) -> Any:
    """The payload; CheckpointError when it does not unpickle, for instance because a class has moved."""
    try:
        return pickle.loads(body)  # noqa: S301  # trusted input, as the module's docstring says
    except Exception as error:
        raise CheckpointError(f"the checkpoint {path} cannot be unpickled: {type(error).__name__}: {error}") from error
