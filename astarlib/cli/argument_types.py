"""Types of arguments: numbers, sizes, shapes and names. An invalid word is an error that says what was expected."""

from __future__ import annotations

import math
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Collection
from typing import Final

from astarlib._support.integers import parse_natural
from astarlib.cli.errors import did_you_mean, quote

_SIZE: Final = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*([kmgt]?)(i?b)?", re.IGNORECASE)
_MAX_LENGTH: Final = 100  # A size in so many characters is larger than any memory, but still fits a float.
_SHAPE: Final = re.compile(r"\s*(\d{1,9})\s*[x×*,]\s*(\d{1,9})\s*", re.IGNORECASE)


def count(word: str) -> int:
    """Return a whole number of at least 0."""
    return _at_least(0, word)


def at_least_one(word: str) -> int:
    """Return a whole number of at least 1."""
    return _at_least(1, word)


def interval(word: str) -> int:
    """Return a whole number of at least 1. The error helps users who wrote a board after ``--trace``."""
    try:
        return _at_least(1, word)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(
            f"{error} (to trace every expansion, write the problem first and --trace last)"
        ) from None


def ids(word: str) -> int | list[range]:
    """Return one whole number, or a list of ranges such as ``1-20`` or ``5,7-8``, which is empty for ``all``."""
    if word == "all":
        return []
    found = parts(word)
    ranges = [range(_id(first, word), _id(last, word) + 1) for first, _, last in map(_ends, found)]
    if any(len(each) == 0 for each in ranges):
        raise ArgumentTypeError(f"expected first-last, the smaller first, not {quote(word)}")
    return ranges[0].start if len(found) == 1 and "-" not in word else ranges


def _ends(part: str) -> tuple[str, str, str]:
    first, dash, last = part.partition("-")
    return first, dash, last if dash != "" else first


def _id(part: str, word: str) -> int:
    number = parse_natural(part.strip())
    if number is None:
        raise ArgumentTypeError(f"expected a number, or several such as 1-20 or 5,7 or all, not {quote(word)}")
    return number


def seconds(word: str) -> float:
    """Return a number of seconds of at least 0."""
    number = _number(word, "number of seconds", 0)
    return number if number == math.inf else _number(word, "number of seconds", 0, sys.float_info.max)


def some_seconds(word: str) -> float:
    """Return a number of seconds above 0."""
    number = seconds(word)
    if number == 0:
        raise ArgumentTypeError(f"expected a number of seconds above 0, not {quote(word)}")
    return number


def cost(word: str) -> float:
    """Return a number of at least 0; an int stays an int."""
    return _number(word, "cost", 0)


def factor(word: str) -> float:
    """Return a number of at least 1; an int stays an int."""
    return _number(word, "factor", 1)


def weight(word: str) -> float:
    """Return a finite number of at least 1; an int stays an int."""
    return _number(word, "finite weight", 1, sys.float_info.max)


def weights(word: str) -> list[float]:
    """Return weights that are separated by commas."""
    return [weight(part) for part in parts(word)]


def size(word: str) -> int:
    """Return the bytes of ``500M``, ``2G``, ``1.5GiB``; K, M and KiB are powers of 1024, KB and MB powers of 1000."""
    found = _SIZE.fullmatch(word.strip())
    if found is None or len(word) > _MAX_LENGTH:
        raise ArgumentTypeError(f"expected a size such as 500M, 2G or 1.5GiB, not {quote(word)}")
    number, prefix, unit = found.groups()
    base = 1000 if (unit or "").lower() == "b" and prefix != "" else 1024
    return int(float(number) * base ** " kmgt".index(prefix.lower() or " "))


def shape(word: str) -> tuple[int, int]:
    """Return rows and columns, which are written as ``3x4``."""
    found = _SHAPE.fullmatch(word)
    if found is None:
        raise ArgumentTypeError(f"expected ROWSxCOLUMNS such as 3x4, not {quote(word)}")
    return int(found[1]), int(found[2])


def one_of(known: Collection[str], what: str) -> Callable[[str], str]:
    """Return a type that accepts one of the ``known`` names."""

    def name(word: str) -> str:
        if word in known:
            return word
        raise ArgumentTypeError(
            f"there is no {what} {quote(word)}; choose from {', '.join(known)}{did_you_mean(word, known)}"
        )

    return name


def some_of(known: Collection[str], what: str) -> Callable[[str], list[str]]:
    """Return a type that accepts ``known`` names, separated by commas; a repeated name counts once."""
    name = one_of(known, what)

    def names(word: str) -> list[str]:
        return list(dict.fromkeys(name(part) for part in parts(word)))

    return names


def parts(word: str) -> list[str]:
    """Return the parts of a word that are separated by commas."""
    found = [part.strip() for part in word.split(",")]
    if "" in found:
        raise ArgumentTypeError(f"expected names or numbers separated by commas, not {quote(word)}")
    return found


def _at_least(minimum: int, word: str) -> int:
    try:
        number = int(word)
    except ValueError:
        number = minimum - 1
    if number < minimum:
        raise ArgumentTypeError(f"expected a whole number of at least {minimum}, not {quote(word)}")
    return number


def int_or_float(word: str) -> float:
    """Return the number of a word, an int if it's written as one; raise ValueError if it isn't a number."""
    try:
        return int(word)
    except ValueError:
        return float(word)


def _number(word: str, what: str, minimum: int, maximum: float = math.inf) -> float:
    try:
        number = int_or_float(word)
    except ValueError:
        raise ArgumentTypeError(f"expected a {what.removeprefix('finite ')}, not {quote(word)}") from None
    if not minimum <= number <= maximum:
        raise ArgumentTypeError(f"expected a {what} of at least {minimum}, not {quote(word)}")
    return number
