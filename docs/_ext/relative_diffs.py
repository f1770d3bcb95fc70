"""Diffs on the pages name their files as the repository does, not where they lie on the machine that built the pages."""

import re
from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).resolve().parent.parent.parent


def shorten(app, doctree):
    for block in doctree.findall(nodes.literal_block):
        if block.get("language") == "udiff":
            text = re.sub(rf"^(---|\+\+\+) {re.escape(str(ROOT))}/", r"\1 ", block.astext(), flags=re.MULTILINE)
            block.rawsource = text
            block[:] = [nodes.Text(text)]


def setup(app):
    app.connect("doctree-read", shorten)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
