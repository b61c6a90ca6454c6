"""Prepare docstrings for the reference.

Roles such as ``:class:`Manhattan``` and the names under "See Also" become links, and the star in A* is escaped.
A method without a docstring gets the one that it inherits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import griffe

from docs.entries import as_markdown, entries

_OF_PROBLEMS = frozenset((
    "actions", "result", "cost", "successors", "is_goal", "goal_states", "predecessors", "cost_unit",
    "heuristic_function", "backward_heuristic", "heuristic_change", "heuristic_batch", "draw_map", "draw_state",
    "state_position", "format_action", "copy_with_heuristic", "copy_with_goals", "compiled_domain",
    "numbered_states", "checker_notes", "touched", "resources", "state_key",
))  # fmt: skip
"""Members of problems that engines, checkers and pictures call."""
_OF_ENGINES = frozenset((
    "event_types", "uses_heuristic", "estimates_backward", "uses_resources", "releases_gil", "resources", "requires",
    "instead", "formula", "complexity", "reference", "optional_in_repr", "guarantee", "algorithm", "f",
    "f_is_lower_bound", "keep_first_path", "by_depth",
))  # fmt: skip
"""Members of engines that authors of engines write. The guide "Write an engine" explains them."""
_OF_DATA = {
    "Graph": frozenset((
        "checked_node", "checker_notes", "cost_unit", "edges_from", "edges_into", "note_on_weights", "number",
        "numbered_states", "plain_form", "rows",
    )),
    "Grid": frozenset(("costs_of_entering", "neighbors", "patterns")),
}  # fmt: skip
"""Members of graphs and grids that their problems call."""
_SEE_ALSO = re.compile(r"^(See Also\n-+\n)(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
_PARAMETERS = re.compile(r"^Parameters\n-+\n.*?(?=\n\n[A-Z][\w ]+\n-+\n|\Z)", re.MULTILINE | re.DOTALL)
_SHARED_ENTRY = re.compile(r"^([*\w]+(?:, [*\w]+)+) ?:((?:\n {4}.*|\n(?=\n {4}))+)", re.MULTILINE)


class Docstrings(griffe.Extension):
    """Rewrite every docstring of a package after griffe has loaded it."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Rewrite the docstrings of the package."""
        _rewrite(pkg, {pkg[path.partition(".")[2]].canonical_path: path for path in entries()})
        _inherit(pkg)
        _hide_hooks(pkg)


def _inherit(item: griffe.Object) -> None:
    """Give each method without a docstring the one that it overrides, as `inspect.getdoc` does."""
    for member in item.members.values():
        if not isinstance(member, griffe.Object):
            continue
        is_method = isinstance(member, griffe.Function) or "property" in member.labels
        if isinstance(item, griffe.Class) and is_method and member.docstring is None:
            overridden = (base.members[member.name] for base in item.mro() if member.name in base.members)
            member.docstring = next((each.docstring for each in overridden if each.docstring is not None), None)
        _inherit(member)


def _hide_hooks(item: griffe.Object) -> None:
    """Leave out what engines call and users don't: the methods of built-in problems and of their data, and the settings
    of engines. Name those of a problem in one line.
    """
    for member in item.members.values():
        if not isinstance(member, griffe.Object):
            continue
        if isinstance(member, griffe.Class):
            hooks = _hooks_of(member)
            hidden = [
                each for each in member.members.values() if each.name in hooks and isinstance(each, griffe.Object)
            ]
            for hook in hidden:
                hook.docstring = None
            if hooks is _OF_PROBLEMS and len(hidden) > 0 and member.docstring is not None:
                names = ", ".join(f"`{hook.name}`" for hook in hidden)
                member.docstring.value += f"\n\nNotes\n-----\nEngines also call {names}."
        _hide_hooks(member)


def _hooks_of(item: griffe.Class) -> frozenset[str]:
    bases = {base.name for base in item.mro()}
    if "SearchProblem" in bases:
        return _OF_PROBLEMS
    return _OF_ENGINES if "Engine" in bases else _OF_DATA.get(item.name, frozenset())


def _rewrite(item: griffe.Object, shown: Mapping[str, str]) -> None:
    """Rewrite the docstrings of an object and its members. ``shown`` has the paths that entries have on their pages."""
    if item.docstring is not None:
        listed = _SEE_ALSO.sub(lambda section: section[1] + _linked(section[2], item, shown), item.docstring.value)
        item.docstring.value = as_markdown(_PARAMETERS.sub(_separated, listed))
    if isinstance(item, griffe.Class) and any(str(base) == "NamedTuple" for base in item.bases):
        _list_fields(item)
    if isinstance(item, griffe.Class):
        _remove_fixed_fields(item)
    if isinstance(item, griffe.Module):
        _link_to_namesake(item)
    for member in item.members.values():
        if isinstance(member, griffe.Object):  # an alias is rewritten where it is defined
            _rewrite(member, shown)


def _separated(section: re.Match[str]) -> str:
    """Return a section with an entry for each parameter. griffe would show the type of the first for ``a, b:``."""
    return _SHARED_ENTRY.sub(lambda entry: "\n".join(f"{name}:{entry[2]}" for name in entry[1].split(", ")), section[0])


def _link_to_namesake(module: griffe.Module) -> None:
    """Let links lead to a function with the name of its module, if the package around them exports the function."""
    package, path = module.parent, f"{module.path}.{module.name}"
    if package is not None and package.imports.get(module.name) == path:
        module.members[module.name].aliases[module.path] = griffe.Alias(module.name, target=path)


def _remove_fixed_fields(dataclass: griffe.Class) -> None:
    """Remove inherited parameters from the signature that the class makes fields with ``init=False``."""
    for field in dataclass.attributes.values():
        if "init=False" in str(field.value) and field.name in dataclass.parameters:
            del dataclass.parameters[field.name]


def _linked(section: str, item: griffe.Object, shown: Mapping[str, str]) -> str:
    """Return the entries of "See Also", such as ``AStar : Finds an optimal solution.``, as a list of links."""
    lines = []
    for entry in re.sub(r"\n[ \t]+", " ", section).splitlines():
        names, _, description = entry.partition(" : ")
        links = ", ".join(f"[`{name}`][{_path(name, item, shown)}]" for name in names.strip().split(", "))
        lines.append(f"- {links}: {description.strip()}" if description != "" else f"- {links}")
    return "\n".join(lines)


def _path(name: str, item: griffe.Object, shown: Mapping[str, str]) -> str:
    """Return the full path of a name that a docstring mentions: a member, a sibling, or a name of a package around it.

    If nothing has the name, return it as it is. The build then fails because the link leads nowhere.
    """
    scope: griffe.Object | None = item
    while scope is not None:
        try:
            path: str = scope[name].canonical_path
        except KeyError:
            scope = scope.parent
            continue
        owner, _, member = path.rpartition(".")
        return shown.get(path) or f"{shown.get(owner, owner)}.{member}"
    return name


def _list_fields(named_tuple: griffe.Class) -> None:
    """Show the fields as a signature and, if they have docstrings, as a list, instead of a heading for some of them."""
    fields = list(named_tuple.attributes.values())
    parameters = ", ".join(f"{field.name}: {field.annotation}" for field in fields)
    lines = ["", "", "```python", f"{named_tuple.name}({parameters})", "```"]
    documented = [field for field in fields if field.docstring is not None]
    if len(documented) > 0:
        lines += ["", "Attributes", "----------"]
    for field in documented:
        lines += [f"{field.name} : {field.annotation}", f"    {' '.join(field.docstring.value.split())}"]
        field.docstring = None
    if named_tuple.docstring is not None:
        named_tuple.docstring.value += "\n".join(lines)
