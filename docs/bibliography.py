"""The list of publications: those that engines refer to, and those in publications.txt."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from astarlib.engines import ENGINES
from docs.families import address
from docs.tables import LINKS

LISTED: Final = Path(__file__).parent / "publications.txt"

_WORK = re.compile(
    r'(?P<authors>[^"]+), "(?P<title>.+?),?"(?P<where>.*?(?P<year>\d{4})\)?)\.?(?: (?P<address>(?:doi:|https://)\S+))?$'
)


class Publication(NamedTuple):
    """A publication that the documentation or a docstring cites."""

    authors: str
    title: str
    where: str
    """The journal or the conference, with the year, as it follows the title."""
    year: int
    address: str
    """The DOI after ``doi:``, the address of a page, or ""."""
    engines: tuple[str, ...]
    """The names in ``ENGINES`` of the engines that refer to it."""

    @property
    def surnames(self) -> list[str]:
        """The last names of the authors, also of those in parentheses."""
        people = re.split(r",\s+|\s*[()]", self.authors)
        return [person.split()[-1] for person in people if person not in {"", "eds."}]


def publications() -> list[Publication]:
    """Return all publications, sorted by their first author and year."""
    engines: dict[str, list[str]] = {}
    for name, kind in ENGINES.items():
        for work in kind.reference.split("; "):
            engines.setdefault(work, []).append(name)
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    found = [parse(work, tuple(names)) for work, names in engines.items()]
    found += [parse(line) for line in lines if line != "" and not line.startswith("#")]
    return sorted(found, key=lambda work: (work.surnames[0].casefold(), work.year, work.title))


def parse(work: str, engines: tuple[str, ...] = ()) -> Publication:
    """Return the publication that a line describes. Without an address there, its title may have one in ``LINKS``."""
    found = _WORK.fullmatch(work)
    if found is None:
        raise ValueError(f'{work!r} isn\'t a publication; expected: authors, "title", where (year). doi:...')
    title, where = found["title"], found["where"].strip(", ")
    return Publication(
        found["authors"], title, where, int(found["year"]), found["address"] or LINKS.get(title, ""), engines
    )


def listing() -> str:
    """Return all publications as a list in Markdown, with links to their DOIs and to the engines that refer to them."""
    return "\n".join(_line(work) for work in publications())


def _line(work: Publication) -> str:
    title = f"“{work.title}”".replace("*", r"\*")
    joint = " " if work.where.startswith("(") else ", "
    parts = [f"- {work.authors}: {title}{joint}{work.where}."]
    if work.address.startswith("doi:"):
        parts.append(f"[{work.address}](<https://doi.org/{work.address.removeprefix('doi:')}>)")
    elif work.address != "":
        parts.append(f"[Page](<{work.address}>)")
    if work.engines:
        names = ", ".join(f"[`{ENGINES[name].__name__}`]({address(name)})" for name in work.engines)
        parts.append(f"Engines: {names}.")
    return " ".join(parts)
