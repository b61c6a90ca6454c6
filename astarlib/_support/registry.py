"""A read-only mapping whose values are imported when they are first used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """A mapping from names to objects, in the order of its lines. A lookup imports the object's module.

    Parameters
    ----------
    targets:
        For each name, where its object is: ``module:attribute``.

    Examples
    --------
    >>> encoders = Registry({"json": "json:JSONEncoder"})
    >>> encoders["json"].__name__, list(encoders), "yaml" in encoders
    ('JSONEncoder', ['json'], False)
    >>> encoders
    Registry({'json': 'json:JSONEncoder'})
    """

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._targets = dict(targets)

    def __getitem__(self, name: str) -> T:
        module, _, attribute = self._targets[name].partition(":")
        found: Any = attrgetter(attribute)(import_module(module))  # Any: the registry's author knows the type
        return found  # type: ignore[no-any-return]  # see above

    def name_of(self, target: str) -> str | None:
        """Return the name of the object at ``module:attribute``, or None if there is none. Nothing is imported."""
        return next((name for name, registered in self._targets.items() if registered == target), None)

    def __contains__(self, name: object) -> bool:
        return name in self._targets

    def __iter__(self) -> Iterator[str]:
        return iter(self._targets)

    def __len__(self) -> int:
        return len(self._targets)

    def __repr__(self) -> str:
        return f"Registry({self._targets!r})"
