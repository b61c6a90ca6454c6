"""The folder of a distributed search: one file of each shard, and a manifest that names them."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from astarlib import checkpoint
from astarlib._support.folder_lock import LOCK, FolderLock
from astarlib._support.interrupts import ignored
from astarlib.checkpoint import MANIFEST
from astarlib.errors import CheckpointError, ClusterError

_SHARED: Final = "shared"
_BEGUN: Final = re.compile(rf"{_SHARED}|shard-\d+-round-0|\.(shard-\d+-round-0|{MANIFEST})\.[\d.]+\.tmp")
"""The files that a process leaves if it ends before its first checkpoint is complete."""

_FIRST_PAUSE: Final = 0.02
"""The seconds between the first two checkpoints of a search.
Each pause is four times as long as the one before, up to ``every``.
"""


class Store:
    """The folder to which a search is saved, so that it continues after the end of a shard or of this process.
    ``every`` is the largest number of seconds between two checkpoints. The first ones, which are small, follow sooner.
    """

    def __init__(self, folder: Path, every: float) -> None:
        self._folder, self._every = folder, every
        self._pause = every
        """The seconds between the last checkpoint and the next one."""
        self._last = float("-inf")
        self._lock: FolderLock | None = None
        self.remedy: str = f"the last checkpoint is in {folder}"

    def begin(self, team: Any) -> None:  # Any: a Team
        """Make and lock the folder. Raise an error if it can't be used or isn't shared by all shards."""
        folder = self._folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise CheckpointError(f"{folder} is a file; pass a folder that is empty or doesn't exist") from error
        if (folder / MANIFEST).exists():
            raise CheckpointError(
                f"the folder {folder} has a search already; continue it with Search.load({str(folder)!r}, problem), "
                "or use another folder"
            )
        found = [path for path in folder.iterdir() if path.name != LOCK]
        if not all(_BEGUN.fullmatch(path.name) for path in found):
            raise CheckpointError(f"the folder {folder} has other files; use an empty one, or one that doesn't exist")
        self.resume(team)
        self._pause = _FIRST_PAUSE / 4
        for path in found:
            path.unlink(missing_ok=True)

    def resume(self, team: Any) -> None:  # Any: a Team
        """Lock the folder. Raise an error if it's in use, or isn't shared by all shards."""
        self.close()  # An interrupted call is repeated.
        self._lock = FolderLock(self._folder)
        try:
            self._check_shared(team)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _check_shared(self, team: Any) -> None:  # Any: a Team
        """Raise ClusterError unless all shards find a file that this process writes."""
        path, text = self._folder / _SHARED, uuid.uuid4().hex
        path.unlink(missing_ok=True)  # It may be a link to another file.
        path.write_text(text, encoding="utf-8")
        try:
            found = team.call_all("reads", [(str(path), text)] * team.shards)
        finally:
            path.unlink()
        if not all(found):
            raise ClusterError(
                f"shard {found.index(False)} doesn't see the folder {self._folder}; use a folder that all nodes share"
            )

    def seconds_left(self) -> float:
        """Return the seconds until the search should be saved, or 0. It's saved before its first round."""
        return max(0.0, self._last + self._pause - time.monotonic())

    def paths(self, number: int, shards: int) -> list[str]:
        """Return the files of the shards in that round."""
        return [str(self._folder / f"shard-{shard}-round-{number}") for shard in range(shards)]

    def write_manifest(self, header: dict[str, Any], text: Any, paths: Sequence[str]) -> None:
        """Make the files the ones from which the search continues, and remove the older ones."""
        if self._lock is None or not self._lock.is_held:
            raise BlockingIOError(f"the folder {self._folder} is in use by the process that this one was forked from")
        names = [Path(path).name for path in paths]
        checkpoint.write(self._folder / MANIFEST, header, {"manifest": text}, as_arrays=True)
        for pattern in ("shard-*", ".shard-*.tmp"):  # A process that was killed has left its drafts.
            for path in self._folder.glob(pattern):
                if path.name not in names:
                    with ignored(OSError):
                        path.unlink()
        self._pause = min(self._every, 4 * self._pause)
        self._last = time.monotonic()

    def read_manifest(self) -> Any:
        """Return the last manifest; CheckpointError if it is damaged."""
        return checkpoint.read_arrays(self._folder / MANIFEST)["manifest"]
