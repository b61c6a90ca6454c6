"""Fail unless the files that a release touches agree: ``release_check.py [TAG]``.

Without a tag, it checks the version and the addresses. With a tag such as ``v0.1.0``, it also checks that the release
can be published: the tag is that of the version, the addresses are filled in, and the changelog gives the date.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ADDRESSES = "Repository", "Documentation"


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _value(pattern: str, name: str) -> str | None:
    found = re.search(pattern, _text(name), re.MULTILINE)
    return None if found is None else found[1]


def problems(tag: str | None) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong."""
    version = _value(r'^__version__(?:: \w+)? = "(.+)"', "astarlib/__init__.py")
    cited = _value(r"^version: (.+)", "CITATION.cff")
    if cited != version:
        yield f"CITATION.cff has version {cited}, but astarlib/__init__.py has {version}; change CITATION.cff"
    urls = tomllib.loads(_text("pyproject.toml"))["project"].get("urls", {})
    for key, name in (("repository-code", "Repository"), ("url", "Documentation")):
        stated = _value(rf'^{key}: "?([^"\n]+)', "CITATION.cff")
        if stated != urls.get(name):
            yield f"{key} in CITATION.cff is {stated}; make it equal to {name} in pyproject.toml, {urls.get(name)}"
    section = _value(rf"^## \[{re.escape(str(version))}\] - (.+)", "CHANGELOG.md")
    if section is None:
        yield f"CHANGELOG.md has no section for version {version}; add one"
    if tag is None:
        return
    if tag != f"v{version}":
        yield f"the tag is {tag}, but the version is {version}; change __version__, or use the tag v{version}"
    if section is not None and not re.fullmatch(r"\d{4}-\d\d-\d\d", section):
        yield f"CHANGELOG.md has {section!r} for version {version}; write the date of the release, such as 2030-01-31"
    for name in ADDRESSES:
        if name not in urls:
            yield f"pyproject.toml has no address {name} under [project.urls]; fill it in as RELEASING.md says"


def main(arguments: list[str]) -> int:
    """Print what is wrong and return the exit code."""
    found = list(problems(arguments[0] if arguments else None))
    for sentence in found:
        print(sentence)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
