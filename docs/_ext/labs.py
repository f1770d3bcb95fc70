"""A lab on a page: its question from the head of broken.cu, its answer, repair and report folded away.

    ```{lab} early_release
    What else there is to say, inside the fold.
    ```
"""

import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

LABS = Path(__file__).resolve().parent.parent.parent / "labs"


def head_of(path):
    """The text of the comment at the head of a lab's source, behind its `\\file` line."""
    match = re.match(r"/// \\file\n((?:/// [^\n]*\n)+)", path.read_text(encoding="utf-8"))
    return " ".join(line.removeprefix("/// ") for line in match.group(1).splitlines())


def as_code(text):
    """The text with its names, like wgmma_wait_group<0>() and shared.a, set as code."""
    name = r"__\w+\(\)|[a-z]+(?:[._]\w+)+(?:<\w+>)?(?:\(\))?"
    return re.sub(rf"(?<![`\w./])({name})(?!\.cuh|[\w(])", r"`\1`", text)


class Lab(SphinxDirective):
    """One lab."""

    required_arguments = 1
    has_content = True

    def run(self):
        name = self.arguments[0]
        broken, fixed = LABS / name / "broken.cu", LABS / name / "fixed.cu"
        for path in (broken, fixed):
            self.env.note_dependency(str(path))
        lines = [
            as_code(head_of(broken)),
            "",
            "```console",
            f"$ ./lab {name}",
            "```",
            "",
            "::::{dropdown} Answer",
            as_code(head_of(fixed)),
            "",
            *self.content,
            "",
            f"```{{literalinclude}} ../labs/{name}/fixed.cu",
            f":diff: ../labs/{name}/broken.cu",
            "```",
            "",
            f"```{{literalinclude}} reports/{name}.txt",
            ":language: text",
            ':start-at: "hazard ["',
            ':end-at: "fix:"',
            "```",
            "::::",
        ]
        parent = nodes.container(classes=["lab"])
        self.state.nested_parse(StringList(lines, self.get_location()), 0, parent)
        return [parent]


def setup(app):
    app.add_directive("lab", Lab)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
