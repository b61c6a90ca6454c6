"""The reader of PDDL, with errors that name the file and the line."""

from __future__ import annotations

import re
import warnings
from typing import Any, Final

from astarlib._support.interrupts import raise_if_from_handler
from astarlib.errors import short_repr
from astarlib.problems.planning.library import unified_planning

_LINE: Final = re.compile(r"line:? ?(\d+)")
_DOMAIN: Final = re.compile(r"\(\s*:?domain\s+([^\s()]+)", re.IGNORECASE)
_UNSUPPORTED: Final = {":derived": "derived predicates", "preference": "preferences"}
"""The words of PDDL that the reader doesn't know. The other unsupported features are found in the task."""


def read_task(domain: str, task: str, *, names: tuple[str, str] = ("the domain", "the task")) -> Any:
    """Return the task of two PDDL texts. Raise ValueError with the name and the line of a text that isn't right."""
    for text, name, start in ((domain, names[0], "domain"), (task, names[1], "problem")):
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a text in PDDL, not {short_repr(text)}")
        _check_parentheses(text, name, start)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # The reader uses old names of pyparsing.
        reader = unified_planning("io").PDDLReader()
        _parsed(reader, names[0], domain)
        _check_domain(domain, task, names[1])
        return _parsed(reader, names[1], domain, task)


def _parsed(reader: Any, name: str, *texts: str) -> Any:
    """Return the reader's problem from texts. An error names the last one as ``name``."""
    try:
        return reader.parse_problem_string(*texts)
    except Exception as error:  # The reader raises errors of many kinds.
        raise_if_from_handler(error)
        line: int | None = getattr(error, "lineno", None)
        reason = str(error).partition("\n")[0]
        if isinstance(error, KeyError):
            reason, line = f"{error.args[0]!r} isn't defined", _line_of(str(error.args[0]), texts[-1])
        elif line is None and (found := _LINE.search(str(error))) is not None:
            line = int(found[1])
        raise ValueError(f"{_place(name, line)}: {reason}") from error


def _place(name: str, line: int | None) -> str:
    return name if line is None else f"{name}, line {line}"


def _line_of(word: str, text: str) -> int | None:
    """Return the first line with a word, in any case."""
    found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text, re.IGNORECASE)
    return None if found is None else 1 + text.count("\n", 0, found.start())


def _check_domain(domain: str, task: str, name: str) -> None:
    """Raise ValueError if a task is for another domain."""
    of_domain, of_task = (_DOMAIN.search(_code(text)) for text in (domain, task))
    if of_domain is not None and of_task is not None and of_domain[1].lower() != of_task[1].lower():
        line = _line_of(of_task[1], _code(task))
        raise ValueError(f"{_place(name, line)}: it's a task of the domain {of_task[1]!r}, not of {of_domain[1]!r}")


def _code(text: str) -> str:
    """Return a text without its comments, on the same lines."""
    return "\n".join(line.partition(";")[0] for line in text.splitlines())


def _check_parentheses(text: str, name: str, start: str) -> None:
    """Raise ValueError unless a text is one expression in parentheses that begins with "(define (domain"."""
    opened, ended = list[int](), False
    for number, line in enumerate(_code(text).splitlines(), 1):
        for word in re.findall(r"[()]|[^()\s]+", line):
            if ended:
                raise ValueError(f"{_place(name, number)}: {word!r} after the last parenthesis of (define ...)")
            if word == "(":
                opened.append(number)
            elif len(opened) == 0:
                raise ValueError(f"{_place(name, number)}: expected (define ({start} ...) ...), not {word!r}")
            elif word == ")":
                opened.pop()
                ended = len(opened) == 0
            elif word.lower() in _UNSUPPORTED:
                raise ValueError(f"{_place(name, number)}: {_UNSUPPORTED[word.lower()]} aren't supported")
    if len(opened) > 0:
        raise ValueError(f"{_place(name, opened[-1])}: this parenthesis is never closed")
    if re.match(rf"\s*\(\s*define\s*\(\s*{start}\b", _code(text), re.IGNORECASE) is None:
        raise ValueError(f"{name}: expected a text that begins with (define ({start} ...)")
