"""The syntax of PDDL: words and lists in parentheses, each with its line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from astarlib._support.numbers import counted

Kind: TypeAlias = frozenset[str]
"""The types of which an object may have any."""
OBJECT: Final[Kind] = frozenset({"object"})
_TOKEN: Final = re.compile(r"[()]|-(?=[a-z])|[^\s()][^\s()?]*")
"""A parenthesis or a word. "?x -car" is "?x - car" and "(car?x)" is "(car ?x)", because no name begins with a hyphen or
has a question mark.
"""
_LONGEST: Final = 60
_LONGEST_REASON: Final = 400


class PddlError(Exception):
    """An error in a PDDL text: its line, and what is wrong. The reader adds the name of the text."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}...")
        self.line: Final = line


class Word(NamedTuple):
    """A word in lower case."""

    text: str
    line: int


class Branch(NamedTuple):
    """A list in parentheses. Its line is that of the first parenthesis."""

    parts: tuple[Tree, ...]
    line: int

    @property
    def head(self) -> str:
        """The first word, or an empty text."""
        return self.parts[0].text if len(self.parts) > 0 and isinstance(self.parts[0], Word) else ""


Tree: TypeAlias = Word | Branch


def shown(tree: Tree) -> str:
    """Return a tree as text for a message, shortened at the end."""
    text = _text(tree)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _text(tree: Tree) -> str:
    return tree.text if isinstance(tree, Word) else f"({' '.join(map(_text, tree.parts))})"


def tree_of(text: str, start: str) -> Branch:
    """Return the only list of a text, which begins with "(define (" and the word ``start``. Raise PddlError if the text
    isn't such a list.
    """
    tree = _list_in(text, start)
    if tree.head != "define" or len(tree.parts) == 1 or not isinstance(tree.parts[1], Branch):
        raise PddlError(tree.line, f"expected (define ({start} ...) ...), not {shown(tree)}")
    name = tree.parts[1]
    if name.head != start or len(name.parts) != 2:
        raise PddlError(name.line, f"expected (define ({start} NAME) ...), not (define {shown(name)} ...)")
    return tree


def _list_in(text: str, start: str) -> Branch:
    """Return the only list of a text."""
    opened: list[tuple[int, list[Tree]]] = [(0, [])]
    lines = enumerate(text.split("\n"), 1)
    for number, word in ((at, word) for at, line in lines for word in _TOKEN.findall(line.partition(";")[0].lower())):
        if len(opened) == 1 and opened[0][1]:
            raise PddlError(number, f"{word!r} after the last parenthesis of (define ...)")
        if word == "(":
            opened.append((number, []))
        elif len(opened) == 1:
            raise PddlError(number, f"expected (define ({start} ...) ...), not {word!r}")
        elif word == ")":
            first, parts = opened.pop()
            opened[-1][1].append(Branch(tuple(parts), first))
        else:
            opened[-1][1].append(Word(word, number))
    if len(opened) > 1:
        raise PddlError(opened[-1][0], "this parenthesis is never closed")
    for tree in opened[0][1]:
        if isinstance(tree, Branch):
            return tree
    raise PddlError(1, f"expected (define ({start} ...) ...), but the text is empty")


def rest_of(section: Branch | None) -> tuple[Tree, ...]:
    """Return what a section has after its name."""
    return () if section is None else section.parts[1:]


def branch_of(tree: Tree | None, what: str) -> Branch:
    """Return a tree that must be a list in parentheses. Raise PddlError with what was expected if it isn't one."""
    if not isinstance(tree, Branch):
        line, text = (1, "nothing") if tree is None else (tree.line, repr(tree.text))
        raise PddlError(line, f"expected {what}, not {text}")
    return tree


def word_of(tree: Tree | None, what: str, line: int = 1) -> Word:
    """Return a tree that must be a word. Raise PddlError, which says what was expected, if it isn't one."""
    if not isinstance(tree, Word):
        line, text = (line, "nothing") if tree is None else (tree.line, shown(tree))
        raise PddlError(line, f"expected {what}, not {text}")
    return tree


def exactly(count: int, tree: Branch) -> tuple[Tree, ...]:
    """Return the parts after the first word. Raise PddlError unless there are so many."""
    if len(tree.parts) != count + 1:
        parts = counted(count, "part")
        raise PddlError(tree.line, f"expected {parts} after {tree.head!r}, not {len(tree.parts) - 1}: {shown(tree)}")
    return tree.parts[1:]


def typed_words(trees: Sequence[Tree], start: str = "") -> Iterator[tuple[Word, Kind]]:
    """Yield the words of a list such as "a b - type c", each with its types. Each begins with ``start``."""
    waiting = list[Word]()
    rest = iter(trees)
    for tree in rest:
        word = word_of(tree, "a name")
        if word.text != "-":
            if start != "" and not word.text.startswith(start):
                raise PddlError(word.line, f"expected a variable such as ?x, not {word.text!r}")
            if start == "" and word.text.startswith("?"):
                raise PddlError(word.line, f"expected a name, not the variable {word.text}")
            waiting.append(word)
            continue
        given = next(rest, None)
        if given is None or len(waiting) == 0:
            raise PddlError(word.line, "expected names before '-', and a type after it")
        either = given.parts[1:] if isinstance(given, Branch) and given.head == "either" else (given,)
        kind = frozenset(word_of(each, "a type").text for each in either)
        yield from ((each, kind) for each in waiting)
        waiting = []
    yield from ((each, OBJECT) for each in waiting)


def similar(name: str, known: Iterable[str]) -> str:
    """Return a question with the known name that is most similar, or an empty text."""
    close = difflib.get_close_matches(name, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if len(close) > 0 else ""
