#!/usr/bin/env python3
"""List the words in the project's texts that are neither English nor in ``.ci/vocabulary.txt``.

    python spelling_check.py [ROOT]

The script reads the same texts as ``language_check.py``, without code, links and names with an underscore, a dot or a
capital letter. The exit code is 1 if a word is unknown.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from language_check import prose_of_markdown, prose_of_python
from spellchecker import SpellChecker

VOCABULARY = Path(__file__).with_name("vocabulary.txt")
NOT_PROSE = re.compile(r"`[^`]*`|https?://\S+|\]\([^)]*\)|\{[^}]*\}|<[^>]*>|&\w+;|%\w+|\b\w*[_.]\w+\b")
WORD = re.compile(r"(?<![\w'#-])[a-z]+(?:'(?:s|t|re|ll|ve|d))?(?![\w'])")


def main() -> int:
    """Print the unknown words with their files, and return the exit code."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path()
    vocabulary = set(VOCABULARY.read_text(encoding="utf-8").split())
    files: dict[str, Path] = {}
    for path in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("astarlib/**/*.py")]):
        text = path.read_text(encoding="utf-8")
        for line in prose_of_markdown(text) if path.suffix == ".md" else prose_of_python(text):
            for word in WORD.findall(NOT_PROSE.sub(" ", line)):
                files.setdefault(word.removesuffix("'s"), path)
    unknown = SpellChecker().unknown(files) - vocabulary
    for word in sorted(unknown):
        print(f"{files[word]}: unknown word: {word}")
    print(f"{len(unknown)} unknown words of {len(files)}, {len(vocabulary)} words in the vocabulary")
    return len(unknown) > 0


if __name__ == "__main__":
    sys.exit(main())
