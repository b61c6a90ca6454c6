"""The file of a saved search.

A checkpoint is **trusted input**: its payload is unpickled, and unpickling can run code. Load only checkpoints that
you, or someone you trust, have saved.
"""

from __future__ import annotations

from astarlib.errors import CheckpointError
from astarlib.sealed_file import SealedFormat

CHECKPOINT = SealedFormat(
    "checkpoint", 2, CheckpointError, "this search cannot be saved, for a state, an action or the engine"
)
