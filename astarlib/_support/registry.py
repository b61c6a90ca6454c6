"""A read-only mapping that imports its values when they are looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def load_target(target: str) -> Any:  # Any: an import by name has no static type.
    """Import the object at ``module:attribute``."""
    module, _, attribute = target.partition(":")
    return attrgetter(attribute)(import_module(module))


class Registry(Mapping[str, T], Generic[T]):
    """A mapping from names to objects, which ``targets`` locates as ``module:attribute``.
    A lookup imports the module.
    """

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._targets = dict(targets)

    def __getitem__(self, name: str) -> T:
        return load_target(self._targets[name])  # type: ignore[no-any-return]  # The targets determine the type T.

    def name_of(self, target: str) -> str | None:
        """Return the name of the object at ``module:attribute``, or None if it isn't registered. Import nothing."""
        return next((name for name, registered in self._targets.items() if registered == target), None)

    @property
    def targets(self) -> list[str]:
        """The locations of the objects, as ``module:attribute``."""
        return list(self._targets.values())

    def __contains__(self, name: object) -> bool:
        return name in self._targets

    def __iter__(self) -> Iterator[str]:
        return iter(self._targets)

    def __len__(self) -> int:
        return len(self._targets)

    def __repr__(self) -> str:
        return f"Registry({self._targets!r})"
