"""What became of the labs on a GPU: the newest record of tools/gpu_labs.py in labs/results, checked and put into words."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LABS = ROOT / "labs"
TOOLS = ("racecheck", "synccheck", "memcheck")
LAUNCHES_FORM = {"runs": int, "wrong_runs": int, "most_wrong_elements": int, "failure": str}
EXAMINED_FORM = {"reports": (int, type(None)), "right": bool, "failure": str, "first_report": str}
# memcheck reports every thread that the program's own bounded wait has stopped.
OWN_TRAP = "Trace/breakpoint trap"


class InvalidRecord(Exception):
    """A record is not what it should be; the message says where."""


def lab_names():
    """The labs: the folders of labs/ that hold a broken.cu."""
    return sorted(path.parent.name for path in LABS.glob("*/broken.cu"))


def _check_form(value, form, where):
    for key, kind in form.items():
        if key not in value or not isinstance(value[key], kind) or (isinstance(value[key], bool) and kind is int):
            raise InvalidRecord(f"{where}.{key} is missing or of another kind")


def check(record, names):
    """Raises InvalidRecord unless the record holds what it should of each of its labs: the lab and its twin, launches,
    every tool. Labs that came after the record may be missing."""
    if record.get("schema") != "hopper-matmul-labs" or record.get("schema_version") != 1:
        raise InvalidRecord("it is no record of tools/gpu_labs.py")
    _check_form(record, {"date": str, "commit": str, "command": str, "few_k_tiles": int, "many_k_tiles": int}, "it")
    _check_form(record.get("machine", {}), {"gpu": str}, "machine")
    rows = {}
    for row in record["rows"]:
        where = f"{row.get('lab')}{' (fixed)' if row.get('fixed') else ''}"
        _check_form(row, {"lab": str, "fixed": bool, "few": dict, "many": dict, "sanitizer": dict}, where)
        for launches in ("few", "many"):
            _check_form(row[launches], LAUNCHES_FORM, f"{where}.{launches}")
            if row[launches]["runs"] == 0 and not row[launches]["failure"]:
                raise InvalidRecord(f"{where}.{launches} holds no launch and no failure")
        for tool in TOOLS:
            _check_form(row["sanitizer"].get(tool, {}), EXAMINED_FORM, f"{where}.{tool}")
        rows[row["lab"], row["fixed"]] = row
    for name, fixed in rows:
        if name not in names:
            raise InvalidRecord(f"there is no lab {name} any more; run tools/gpu_labs.py anew")
        if (name, not fixed) not in rows:
            raise InvalidRecord(f"of {name} there is only one of the broken kernel and its twin")
    for (name, fixed), row in rows.items():
        if fixed and (not all_right(row) or noticed(row)):
            raise InvalidRecord(f"the repaired twin of {name} did not pass")
    return rows


def newest(folder=LABS / "results"):
    """The newest record and its rows by lab and whether it is the twin."""
    records = []
    for path in sorted(folder.glob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            records.append((record["date"], record, check(record, lab_names())))
        except (OSError, ValueError, KeyError, InvalidRecord) as error:
            raise InvalidRecord(f"{path.relative_to(ROOT)}: {error}") from None
    if not records:
        raise InvalidRecord(f"there is no record in {folder}")
    _, record, rows = max(records, key=lambda each: each[0])
    return record, rows


def launches(row):
    """All launches of a row."""
    return row["few"]["runs"] + row["many"]["runs"]


def all_right(row):
    """Whether every launch ended with the right numbers."""
    return not any(row[each]["failure"] or row[each]["wrong_runs"] for each in ("few", "many"))


def noticed(row):
    """The tools that reported more than the program's own trap, each with its first report."""
    found = {}
    for tool in TOOLS:
        examined = row["sanitizer"][tool]
        if examined["reports"] and examined["first_report"] != OWN_TRAP:
            found[tool] = re.sub(r" at hopper::.*", "", examined["first_report"]).removeprefix("Error: ").rstrip(".")
    return found


def in_words(row):
    """What was seen of a row's launches, in a few words."""
    if row is None:
        return "not run yet"
    if all_right(row):
        return f"right in all {launches(row)} launches"
    failures = {row["few"]["failure"], row["many"]["failure"]}
    if failures == {""} and row["few"]["wrong_runs"] + row["many"]["wrong_runs"] == launches(row):
        return f"wrong in all {launches(row)} launches"
    parts = []
    for each in (row["few"], row["many"]):
        part = f"right in {each['runs'] - each['wrong_runs']} of {each['runs']} launches, then " if each["runs"] else ""
        stuck = re.match(r"stuck: (parity \d) of the (\w+) barrier", each["failure"])
        if stuck:
            part += f"stuck: {stuck[1]} of the {stuck[2]} barrier never completes"
        elif each["failure"]:
            part += f"the launch fails (`{each['failure']}`)"
        else:
            part = part.removesuffix(", then ")
        parts.append(part)
    return parts[0] if parts[0] == parts[1] else "; with many K-tiles ".join(parts)


def tools_in_words(row):
    """What compute-sanitizer said, in a sentence of Markdown."""
    if row is None:
        return "`tools/gpu_labs.py` runs it there"
    found = noticed(row)
    silent = [tool for tool in TOOLS if tool not in found]
    said = [f"{tool} reports *{text}*" for tool, text in found.items()]
    if silent:
        said.append(f"{' and '.join(filter(None, [', '.join(silent[:-1]), silent[-1]]))} report{'s' if len(silent) == 1 else ''} nothing")
    return "; ".join(said)


def counts(rows):
    """How many labs there are, gave right numbers in every launch, and did so without a report of any tool; and how many
    each tool noticed."""
    broken = [row for (_, fixed), row in rows.items() if not fixed]
    return {
        "labs": len(broken),
        "launches": max(launches(row) for row in broken),
        "right": sum(all_right(row) for row in broken),
        "silent": sum(all_right(row) and not noticed(row) for row in broken),
        **{tool: sum(tool in noticed(row) for row in broken) for tool in TOOLS},
    }
