#!/usr/bin/env python3
"""Count words and phrases that make the project's texts hard to read.

    python language_check.py [ROOT] [--top N] [--most PER_1000]

The script reads README.md, CHANGELOG.md, CONTRIBUTING.md and docs/**/*.md. In astarlib/**/*.py it reads docstrings,
comments and string constants (messages, help). It skips code blocks. It prints the files with the most hits and the
rate per 1,000 words. The exit code is 1 if the rate is above --most.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from pathlib import Path

BANNED = {
    r"\bt(?:ell|ells|old|elling)\b": "tell/told",
    r"\bcom(?:es?|ing) along\b": "come along",
    r"\bmend(?:s|ed|ing)?\b": "mend",
    r"\bparted\b": "parted",
    r"\bwant of\b": "want of",
    r"\blikewise\b": "likewise",
    r"\bwhoever\b": "whoever",
    r"\bhence\b": "hence",
    r"\bof which\b": "of which",
    r"\banew\b": "anew",
    r"\bfor ever\b": "for ever",
    r"\breckon": "reckon",
    r"\bbeside\b": "beside",
    r"\bonce more\b": "once more",
    r"\bin force\b": "in force",
    r"\bbelongs? into\b": "belongs into",
    r"\bso-manieth\b": "so-manieth",
    r"(?<!there )\b(?:is|are|was|were) no (?!more\b|longer\b)[a-z]+\b": "is no X",
    r"(?<!there )\b(?:is|are) none\b": "is none",
    r"\bwhat (?:it|they|is|was|are) \w+ (?:is|are|was|were)\b": "what-clause",
    r"\bpowers?\b(?! of| set| law|shell)": "power (capability)",
    r"\bthe doctor\b": "the doctor",
    r"^(?:What|Whether|Where|Whose) (?!you\b|if\b|is\b|to\b|are\b|does\b|do\b|can\b|makes\b)": (
        "docstring begins What/Whether/Where"
    ),
}
CASE_MATTERS = {"is none", "docstring begins What/Whether/Where"}
PATTERNS = [
    (re.compile(pattern, 0 if name in CASE_MATTERS else re.IGNORECASE), name) for pattern, name in BANNED.items()
]


def prose_of_markdown(text: str) -> list[str]:
    """Return the lines of a page without code."""
    text = re.sub(r"^( *)(```|~~~).*?^\1\2", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "`code`", text).splitlines()


def prose_of_python(source: str) -> list[str]:
    """Return the docstrings, comments and string constants of a module."""
    out: list[str] = []
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            lines = [line for line in node.value.splitlines() if not line.lstrip().startswith((">>>", "..."))]
            out.extend(re.sub(r"``?[^`\n]*``?", "`code`", line) for line in lines)
    comments = (
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(noqa|type:|pragma|fmt:|pyright:)", token.string)
    )
    out.extend(comment.lstrip("# ") for comment in comments)
    return out


def main() -> int:
    """Print the hits, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=Path, default=Path())
    parser.add_argument("--top", type=int, default=15)
    parser.add_argument("--most", type=float, default=1e9, help="exit with code 1 above so many hits per 1,000 words")
    options = parser.parse_args()
    root: Path = options.root
    files = [path for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md") if (path := root / name).exists()]
    files += sorted((root / "docs").rglob("*.md")) + sorted((root / "astarlib").rglob("*.py"))
    words, hits, by_file, by_name = 0, 0, Counter(), Counter()
    examples: dict[str, str] = {}
    for path in files:
        text = path.read_text(encoding="utf-8")
        for line in prose_of_markdown(text) if path.suffix == ".md" else prose_of_python(text):
            words += len(re.findall(r"[A-Za-z']+", line))
            for pattern, name in PATTERNS:
                found = len(pattern.findall(line))
                if found:
                    hits += found
                    by_file[str(path.relative_to(root))] += found
                    by_name[name] += found
                    examples.setdefault(name, line.strip()[:90])
    for name, count in by_name.most_common():
        print(f"{count:5}  {name:38} {examples[name]}")
    print("most in: " + ", ".join(f"{name} {count}" for name, count in by_file.most_common(options.top)))
    rate = 1000 * hits / max(words, 1)
    print(f"{hits} hits in {words} words of {len(files)} files: {rate:.2f} per 1,000 words")
    return rate > options.most


if __name__ == "__main__":
    sys.exit(main())
