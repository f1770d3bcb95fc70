#!/usr/bin/env python3
"""Checks that the pieces of code which the pages show are whole: none starts or stops in the middle of something, or
runs on to the end of its file because its last line isn't found where it was.

usage: check_snippets.py FOLDER_OF_PAGES
"""

import re
import sys
from pathlib import Path

DIRECTIVE = re.compile(r"```\{literalinclude\} (\S+)\n((?::[^\n]*\n)*)```")
LONGEST = 60  # lines of a piece that is not a whole kernel or class


def options_of(text):
    """A directive's options by name; quotation marks taken off."""
    return {name: value.strip().strip('"') for name, value in re.findall(r"^:([\w-]+): ?(.*)$", text, re.MULTILINE)}


def piece_of(lines, options):
    """The lines that Sphinx takes, from the options that choose them."""
    first, last = 0, len(lines)
    if "start-at" in options:
        first = next(i for i, line in enumerate(lines) if options["start-at"] in line)
    if "end-at" in options:
        last = next(i for i, line in enumerate(lines) if i >= first and options["end-at"] in line) + 1
    elif "end-before" in options:
        last = next(i for i, line in enumerate(lines) if i > first and options["end-before"] in line)
    return lines[first:last]


def faults_of(page):
    """What is wrong with the pieces of code on a page."""
    faults = []
    for file, text in DIRECTIVE.findall(page.read_text(encoding="utf-8")):
        options = options_of(text)
        if options.get("language") != "cpp":
            continue
        where = f"{page.name}: {file} from '{options.get('start-at', 'its start')}'"
        piece = piece_of((page.parent / file).read_text(encoding="utf-8").split("\n"), options)
        code = [re.sub(r"\s*//.*", "", line).rstrip() for line in piece]
        code = [line for line in code if line]
        if not code or not re.search(r"[;{}]$", code[-1]):
            faults.append(f"{where} stops inside a statement")
        indents = [len(line) - len(line.lstrip()) for line in piece if line.strip()]
        if indents and indents[0] > min(indents):
            faults.append(f"{where} starts inside a block that it leaves")
        joined = "\n".join(code)
        if joined.count("(") != joined.count(")"):
            faults.append(f"{where} has parentheses that don't match")
        if "end-at" not in options and "end-before" not in options and "namespace" not in options.get("start-at", ""):
            faults.append(f"{where} runs to the end of its file")
        if len(piece) > LONGEST and not re.search(r"namespace|initial_phase", options.get("start-at", "")):
            faults.append(f"{where} has {len(piece)} lines")
    return faults


def main():
    pages = sorted(Path(sys.argv[1]).glob("*.md"))
    faults = [fault for page in pages for fault in faults_of(page)]
    for fault in faults:
        print(f"check_snippets.py: {fault}")
    if not pages:
        print(f"check_snippets.py: there is no page in {sys.argv[1]}")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
