"""Turns the roles of our docstrings, such as ``:class:`Manhattan```, into links of the reference pages."""

from __future__ import annotations

import re
from typing import Any

import griffe

_ROLE = re.compile(r":(?:class|func|meth|attr|exc|mod):`(~?)([\w.]+)`")


class CrossReferences(griffe.Extension):
    """Rewrites every docstring of a package once it is loaded."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Rewrite them."""
        _rewrite(pkg)


def _rewrite(item: griffe.Object) -> None:
    if item.docstring is not None:
        item.docstring.value = _ROLE.sub(_link, item.docstring.value)
    for member in item.members.values():
        if isinstance(member, griffe.Object):  # an alias is met where it is defined
            _rewrite(member)


def _link(role: re.Match[str]) -> str:
    tilde, name = role.groups()
    shown = name.rpartition(".")[2] if tilde == "~" else name
    return f"[`{shown}`][{name}]"
