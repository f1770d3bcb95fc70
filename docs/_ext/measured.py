"""Measured figures in the prose, taken from the recorded results when the pages are built, so that they can't drift.

    {measured}`v4 tflops`        722 TFLOP/s         (ms, tflops, percent: of cuBLAS; tensor, dram, l2hits, registers, smclock)
    {measured}`v4 over v3`       17% faster          (in time, in the same run)
    ```{measured-table} v2 v2:3-stages v2:4-stages   a table of these rows; with :profile: that of the profiler's figures
    ```
    ```{generated} claims                            the table docs/generated/claims.md, which bench/tables.py writes
    ```
    ```{generated-plot} ladder                       docs/generated/ladder.svg, which bench/tables.py draws
    ```

Times are those of the run with every configuration (`ablations`) at 8192 cubed. A figure that the recorded results lack
is a warning; while a whole kind of results has not been recorded yet, the page says so.
"""

import sys
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

GENERATED = Path(__file__).resolve().parent.parent / "generated"
BENCH = GENERATED.parent.parent / "bench"
sys.path.insert(0, str(BENCH))
import derived  # noqa: E402
import recorded  # noqa: E402

LOGGER = logging.getLogger(__name__)
NOT_RECORDED = "not recorded"
RECORDS = {}

TIMED = {
    "ms": lambda row: f"{row['median_ms']:.3f} ms",
    "tflops": lambda row: f"{row['teraflops']:.0f} TFLOP/s",
    "percent": lambda row: f"{100 * row['ratio_to_cublas']:.1f}%",
}
PROFILED = {
    "tensor": ("tensor_pipe_percent", "{:.1f}%"),
    "dram": ("dram_percent", "{:.1f}%"),
    "l2hits": ("l2_hit_percent", "{:.1f}%"),
    "registers": ("registers", "{:.0f}"),
    "smclock": ("sm_clock_mhz", "{:.0f} MHz"),
}


def records():
    if not RECORDS:
        RECORDS.update(recorded.newest())
    return RECORDS


def timed_row(name):
    """The row at 8192 cubed; None while nothing is recorded; KeyError when the record lacks it."""
    if "ablations" not in records():
        return None
    row = derived.row_at(records()["ablations"], derived.CUBE, name)
    if row is None:
        raise KeyError(name)
    return row


def profile_row(name):
    """The profile of that row; None while nothing is recorded; KeyError when the record lacks it."""
    if "profiles" not in records():
        return None
    for row in records()["profiles"]["rows"]:
        if row["name"] == name:
            return row
    raise KeyError(name)


def profile_text(name, figure):
    row = profile_row(name)
    key, form = PROFILED[figure]
    value = None if row is None else row["metrics"][key]
    return NOT_RECORDED if value is None else form.format(value)


def comparison_text(fast, slow):
    rows = timed_row(fast), timed_row(slow)
    if None in rows:
        return NOT_RECORDED
    gain = 100 * (rows[1]["median_ms"] / rows[0]["median_ms"] - 1)
    return f"{abs(gain):.1f}% {'faster' if gain >= 0 else 'slower'}"


def figure_text(words):
    """The text for `ROW FIGURE` or `ROW over ROW`; KeyError for what does not exist."""
    if len(words) == 3 and words[1] == "over":
        return comparison_text(words[0], words[2])
    name, figure = words
    if figure in PROFILED:
        return profile_text(name, figure)
    row = timed_row(name)
    form = TIMED[figure]
    return NOT_RECORDED if row is None else form(row)


class Measured(SphinxRole):
    """One figure."""

    def run(self):
        try:
            text = figure_text(self.text.split())
        except (KeyError, ValueError) as error:
            LOGGER.warning("the recorded results have nothing for '%s' (%s)", self.text, error, location=self.get_location())
            text = NOT_RECORDED
        self.env.note_dependency(str(BENCH / "results"))
        return [nodes.inline("", text, classes=["measured"])], []


def cell(*children):
    return nodes.entry("", nodes.paragraph("", "", *children))


def table(header, rows):
    group = nodes.tgroup("", *[nodes.colspec(colwidth=1) for _ in header], cols=len(header))
    group += nodes.thead("", nodes.row("", *[cell(nodes.Text(text)) for text in header]))
    body = nodes.tbody()
    for row in rows:
        body += nodes.row("", *[cell(each if isinstance(each, nodes.Node) else nodes.Text(each)) for each in row])
    group += body
    return nodes.table("", group, classes=["measured-table"])


class MeasuredTable(SphinxDirective):
    """A table of some rows: times, or with `:profile:` what the profiler saw."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"profile": directives.flag}

    def run(self):
        names = self.arguments[0].split()
        try:
            if "profile" in self.options:
                header = ["", "tensor pipe busy", "DRAM busy", "L2 hits", "registers", "SM clock"]
                rows = [[name.upper(), *[profile_text(name, figure) for figure in PROFILED]] for name in names]
            else:
                header = ["configuration", "time", "rate", "of cuBLAS", "what it is"]
                rows = [self.timed(name) for name in names]
        except KeyError as error:
            LOGGER.warning("the recorded results have no row %s", error, location=self.get_location())
            return []
        self.env.note_dependency(str(BENCH / "results"))
        return [table(header, rows)]

    @staticmethod
    def timed(name):
        row = timed_row(name)
        label = nodes.literal("", name)
        if row is None:
            return [label, NOT_RECORDED, NOT_RECORDED, NOT_RECORDED, ""]
        return [label, *[TIMED[figure](row) for figure in ("ms", "tflops", "percent")], row["title"]]


class Generated(SphinxDirective):
    """A table that bench/tables.py has written."""

    required_arguments = 1

    def run(self):
        path = GENERATED / f"{self.arguments[0]}.md"
        self.env.note_dependency(str(path))
        if not path.exists():
            if records():
                LOGGER.warning("bench/tables.py has written no %s", path.name, location=self.get_location())
            return [nodes.paragraph("", f"{self.arguments[0]}: {NOT_RECORDED}")]
        parent = nodes.container(classes=["generated-table"])
        self.state.nested_parse(StringList(path.read_text(encoding="utf-8").splitlines(), str(path)), 0, parent)
        return [parent]


class GeneratedPlot(SphinxDirective):
    """A picture that bench/tables.py has drawn, with a caption."""

    required_arguments = 1
    has_content = True
    option_spec = {"alt": directives.unchanged_required}

    def run(self):
        name = self.arguments[0]
        caption = nodes.caption()
        self.set_source_info(caption)
        text, messages = self.state.inline_text(" ".join(self.content), self.lineno)
        caption.extend(text)
        figure = nodes.figure("", align="center")
        path = GENERATED / f"{name}.svg"
        self.env.note_dependency(str(path))
        if not path.exists():
            if records():
                LOGGER.warning("bench/tables.py has drawn no %s", path.name, location=self.get_location())
            return [nodes.paragraph("", f"Plot of {name}: {NOT_RECORDED}")]
        figure += nodes.image(uri=f"generated/{path.name}", alt=self.options["alt"])
        figure += caption
        return [figure, *messages]


def setup(app):
    app.add_role("measured", Measured())
    app.add_directive("measured-table", MeasuredTable)
    app.add_directive("generated", Generated)
    app.add_directive("generated-plot", GeneratedPlot)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
