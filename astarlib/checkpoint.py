"""The file of a saved search: a header of JSON, and the payload of its algorithm.

The header names the engine and its parameters, and no class of a file is ever imported. The payload of a compiled
engine is arrays of numbers, and loading it runs no code. The payload of any other engine is **trusted input**: it is
unpickled, and unpickling can run code. Load only checkpoints that you, or someone you trust, have saved.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZipFile

from astarlib._support.checksummed_file import ChecksummedFormat, Hashing
from astarlib._support.interrupts import raise_if_from_handler
from astarlib._support.plain_values import is_number
from astarlib.errors import CheckpointError

__all__ = ["read_metadata"]

MANIFEST: Final = "manifest"
"""The name of the checkpoint in the folder of a search on disk."""
_FORMAT: Final = ChecksummedFormat("checkpoint", 4, CheckpointError, "this search can't be saved: a state or an action")


class Saved(NamedTuple):
    """The content of a checkpoint file."""

    engine: Any
    seconds: float
    metadata: Any
    holds_arrays: bool
    payload: bytes


def read_metadata(path: str | os.PathLike[str]) -> Any:  # Any: JSON values
    """Return the ``metadata`` that was passed to ``Search.save``, as JSON values, or None if there is none.

    The checksum of the whole file is checked, and nothing is unpickled.

    Parameters
    ----------
    path:
        The checkpoint file, or the folder of a search on disk.

    Raises
    ------
    CheckpointError, OSError
        If the file isn't a checkpoint, has another format, is damaged, or can't be read.

    Examples
    --------
    >>> import tempfile
    >>> from astarlib import AStar
    >>> from astarlib.problems.npuzzle import NPuzzle
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     AStar().start(NPuzzle("1 2 / 0 3")).save(f"{folder}/search.checkpoint", metadata={"shape": [2, 2]})
    ...     read_metadata(f"{folder}/search.checkpoint")
    {'shape': [2, 2]}
    """
    return _FORMAT.header(_file_of(path)).get("metadata")


def write(path: str | os.PathLike[str], header: dict[str, Any], payload: Mapping[str, Any], *, as_arrays: bool) -> None:
    """Write a checkpoint atomically. Arrays get the format of ``np.savez``, but without a copy of all of them."""
    header = {**header, "payload": "arrays" if as_arrays else "pickle"}
    if not as_arrays:
        _FORMAT.write(path, header, dict(payload))
        return
    from numpy.lib.format import write_array  # only needed for arrays

    def dump(body: Hashing) -> None:
        archive = ZipFile(body, "w")
        try:
            for name, array in payload.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    write_array(member, array, allow_pickle=False)
            archive.close()
        except BaseException:
            archive.fp = None  # Closing an archive with an unfinished member would raise another error.
            raise

    _FORMAT.write_by(path, header, dump)


def read(
    path: str | os.PathLike[str],
    problem_class: str,
    engine: object | None,
    engine_to_json: Callable[[Any], dict[str, Any]],
    engine_from_json: Callable[[Any], Any],
) -> Saved:
    """Read a checkpoint of a problem of the class ``problem_class``.

    ``engine_from_json`` makes the header's engine, and ``engine_to_json`` the header of an engine. Raise
    CheckpointError if the checkpoint is damaged or belongs to a problem of another class, or if ``engine`` differs from
    the saved one in more than ``Engine.resources``. Without ``engine``, also if the saved one's class isn't imported or
    its parameters are wrong.
    """
    header, body = _FORMAT.read(_file_of(path))
    if Path(path).is_dir():
        _move(header, path)
    if header.get("problem") != problem_class:
        raise CheckpointError(
            f"the checkpoint {path} is of another problem: it was saved with {header.get('problem')}, "
            f"not {problem_class}"
        )
    named = header.get("engine")
    seconds: Any = header.get("seconds")
    if not is_number(seconds, 0, sys.float_info.max):
        raise CheckpointError(f"the checkpoint {path} is damaged: its time is {seconds!r} seconds")
    try:
        shown = named["repr"]  # type: ignore[index]  # a TypeError says so
        made = engine_from_json(named) if engine is None else engine
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise_if_from_handler(error)
        raise CheckpointError(
            f"the checkpoint {path} names no known engine: {named!r}. If the engine is a class of your own, import it "
            "before you load the checkpoint, or pass the engine: Search.load(path, problem, engine=…)"
        ) from error
    if engine is not None and engine_to_json(engine)["repr"] != shown:
        raise CheckpointError(f"the checkpoint {path} was saved with the engine {shown}, not {engine!r}")
    return Saved(made, float(seconds), header.get("metadata"), header.get("payload") == "arrays", body)


def _file_of(path: str | os.PathLike[str]) -> Path:
    """Return the checkpoint file: the path itself, or the manifest if it's the folder of a search on disk."""
    path = Path(path)
    if not path.is_dir():
        return path
    if not (path / MANIFEST).exists():
        raise CheckpointError(f"the folder {path} has no search: there is no file named {MANIFEST} in it")
    return path / MANIFEST


def _move(header: dict[str, Any], folder: str | os.PathLike[str]) -> None:
    """Replace the folder in the parameters of the engine, because the folder may have moved since."""
    try:
        named, path = header["engine"], os.fspath(folder)
        parameters = named["parameters"]
        if parameters.get("storage") is None:
            old, new = repr(parameters["checkpoint"]), repr(path)
            parameters["checkpoint"] = path
        else:
            [_, disk] = parameters["storage"]["value"]
            old, new = (f"Disk({str(Path(each))!r}," for each in (disk[0], path))
            disk[0] = path
        named["repr"] = named["repr"].replace(old, new)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise_if_from_handler(error)
        raise CheckpointError(f"the folder {folder} has no search: {error!r}") from error


def read_arrays(path: str | os.PathLike[str]) -> dict[str, Any]:  # Any: numpy's arrays
    """Return the arrays of a checkpoint of a compiled engine; CheckpointError if it's damaged."""
    return _arrays(path, _FORMAT.read(path)[1])


def _arrays(path: str | os.PathLike[str], body: bytes) -> dict[str, Any]:
    from astarlib._support import array_file  # It loads numpy.

    try:
        return array_file.read_arrays(body)
    except ValueError as error:
        raise_if_from_handler(error)
        raise CheckpointError(f"the checkpoint {path} is damaged: {error}") from error


def unpack(path: str | os.PathLike[str], saved: Saved, *, as_arrays: bool) -> Any:
    """Return the payload of a checkpoint. It's unpickled only if the engine doesn't write arrays.
    Raise CheckpointError if the payload is of another kind than the engine writes, or can't be read.
    """
    if as_arrays is not saved.holds_arrays:
        raise CheckpointError(f"the checkpoint {path} is damaged: {saved.engine!r} writes another kind of payload")
    if not as_arrays:
        return _FORMAT.unpack(path, saved.payload)
    return _arrays(path, saved.payload)
