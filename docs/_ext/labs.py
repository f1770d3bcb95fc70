"""A lab on a page: its question from the head of broken.cu, its answer, repair and report folded away.

    ```{lab} early_release
    What else there is to say, inside the fold.
    ```

And what a GPU and its tools made of all of them, from the newest record in labs/results:

    {labs}`silent`              a number: labs, launches, right, silent, racecheck, synccheck, memcheck
    ```{lab-table}              every lab, what the emulator reports, and what was seen on the GPU
    ```
"""

import re
from pathlib import Path

import lab_results
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective, SphinxRole

LABS = lab_results.LABS
REPORTS = Path(__file__).resolve().parent.parent / "reports"


def head_of(path):
    """The text of the comment at the head of a lab's source, behind its `\\file` line."""
    match = re.match(r"/// \\file\n((?:/// [^\n]*\n)+)", path.read_text(encoding="utf-8"))
    return " ".join(line.removeprefix("/// ") for line in match.group(1).splitlines())


def repaired(name):
    """The file that the lab's fault is not in, relative to labs/."""
    is_ring = '#include "healthy_ring.cuh"' in (LABS / name / "fixed.cu").read_text(encoding="utf-8")
    return "healthy_ring.cuh" if is_ring else f"{name}/fixed.cu"


def as_code(text):
    """The text with its names, like wgmma_wait_group<0>() and shared.a, set as code."""
    name = r"__\w+\(\)|[a-z]+(?:[._]\w+)+(?:<\w+>)?(?:\(\))?"
    return re.sub(rf"(?<![`\w./])({name})(?!\.cuh|[\w(])", r"`\1`", text)


def gpu_name(record):
    """The GPU of a record, without its maker."""
    return record["machine"]["gpu"].removeprefix("NVIDIA ")


def kinds_in(report):
    """The kinds of hazard that a report names, in its order."""
    return list(dict.fromkeys(re.findall(r"^hazard \[([\w-]+)\]", report, re.MULTILINE)))


class Lab(SphinxDirective):
    """One lab."""

    required_arguments = 1
    has_content = True

    def run(self):
        name = self.arguments[0]
        broken, fixed = LABS / name / "broken.cu", LABS / name / "fixed.cu"
        for path in (broken, fixed, LABS / repaired(name)):
            self.env.note_dependency(str(path))
        self.env.note_dependency(str(LABS / "results"))
        record, rows = lab_results.newest()
        row = rows.get((name, False))
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
            f"On an {gpu_name(record)}: {lab_results.in_words(row)}. {lab_results.tools_in_words(row)}.",
            "",
            f"```{{literalinclude}} ../labs/{repaired(name)}",
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


class LabTable(SphinxDirective):
    """All labs in a table."""

    def run(self):
        self.env.note_dependency(str(LABS / "results"))
        record, rows = lab_results.newest()
        lines = [
            f"| lab | emulator | {gpu_name(record)} | compute-sanitizer |",
            "|---|---|---|---|",
        ]
        for name in lab_results.lab_names():
            row = rows.get((name, False))
            kinds = kinds_in((REPORTS / f"{name}.txt").read_text(encoding="utf-8"))
            found = "not run yet" if row is None else ", ".join(lab_results.noticed(row)) or "nothing"
            seen = re.sub(r" \(`cuda\w+`\)", "", lab_results.in_words(row))
            lines.append(f"| [`{name}`](#{name}) | `{kinds[0]}` | {seen} | {found} |")
        parent = nodes.container(classes=["generated-table", "lab-table"])
        self.state.nested_parse(StringList(lines, self.get_location()), 0, parent)
        return [parent]


class LabCount(SphinxRole):
    """One number."""

    def run(self):
        self.env.note_dependency(str(LABS / "results"))
        _, rows = lab_results.newest()
        return [nodes.inline("", str(lab_results.counts(rows)[self.text]), classes=["measured"])], []


def setup(app):
    app.add_directive("lab", Lab)
    app.add_directive("lab-table", LabTable)
    app.add_role("labs", LabCount())
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
