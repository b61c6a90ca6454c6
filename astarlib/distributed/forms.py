"""The meaning of the words of states, which must be the same in all processes of a search."""

from __future__ import annotations

from typing import Any

from astarlib.errors import ClusterError


def form_of(domain: Any) -> str:  # Any: a domain of any states
    """Return a hash of what the words of states mean. It's empty unless the domain was translated from Python."""
    from astarlib.compiled.plain.translation import Translation  # It takes long to import.

    translation = getattr(domain.encode, "__self__", None)
    return translation.form if isinstance(translation, Translation) else ""


def check_form(domain: Any, form: str, shard: int) -> None:  # Any: as above
    """Raise ClusterError unless the words of states mean the same in this shard as in the process of the search."""
    if form_of(domain) != form:
        raise ClusterError(
            f"shard {shard} has translated the problem in another way than the process of the search, so their states "
            "have other words. A slow node may see fewer states near the initial state: use faster nodes, or write a "
            "compiled domain"
        )
