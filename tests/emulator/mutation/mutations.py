"""Which lines of the kernels synchronise, and the mutants that follow from them."""

import re
from dataclasses import dataclass
from pathlib import Path

# A statement that synchronises, starts or awaits an asynchronous operation, or moves a phase.
SYNCHRONISING = re.compile(
    r"fence_proxy_async\(|fence_mbarrier_init\(|__syncthreads\(|mbarrier_init\(|mbarrier_arrive|mbarrier_wait_parity|"
    r"producer_acquire\(|producer_advance\(|consumer_acquire\(|consumer_advance\(|\.flip\(|wgmma_fence\(|"
    r"wgmma_commit_group\(|wgmma_wait_group|cp_async_bulk_tensor|issue_mma\(|phase \^= 1|^\s*stage = 0;|\+\+stage;$|"
    r"^\s*stage = \(stage \+ 1\)|copy_tile\([ab],|^\s*load\(k_tile"
)
DEFINITION = re.compile(r"__device__|^\s*(//|#|\*)")

# Replacements of a part of a line: what is sought, what takes its place, and a name for it.
REPLACEMENTS = [
    (r"if \(threadIdx\.x == 0\)", "if (true)", "every thread does it"),
    (r"if \(ptx::elect_sync\(\)\)", "if (ptx::elect_sync() || true)", "every lane does it"),
    (r"if \(warp_group_thread\(\) == 0\)", "if (true)", "every thread arrives"),
    (r"PhaseBits (\w+)\(1\)", r"PhaseBits \1(0)", "the other initial phase"),
    (r"PhaseBits (\w+)\(0\)", r"PhaseBits \1(1)", "the other initial phase"),
    (r"producer_initial_phase = 1", "producer_initial_phase = 0", "the other initial phase"),
    (r"consumer_initial_phase = 0", "consumer_initial_phase = 1", "the other initial phase"),
    (r"(mbarrier_init\(.*), 1\)", r"\1, 2)", "count too high"),
    (r"(mbarrier_init\(.*), warp_group_threads\)", r"\1, warp_group_threads + 1)", "count too high"),
    (r"(mbarrier_init\(.*), warp_group_threads\)", r"\1, 1)", "count too low"),
    (r"(mbarrier_init\(.*), arrivals\.(\w+)\)", r"\1, arrivals.\2 + 1)", "count too high"),
    (r"(mbarrier_init\(.*), arrivals\.consumer_arrivals\)", r"\1, 1)", "count too low"),
    (r"(arrive_expect_tx\(.*), shared\.stage_bytes\)", r"\1, shared.stage_bytes / 2)", "too few bytes"),
    (r"(arrive_expect_tx\(.*), shared\.stage_bytes\)", r"\1, shared.stage_bytes + 16)", "too many bytes"),
    (r"wgmma_wait_group<0>", "wgmma_wait_group<1>", "one group may stay in flight"),
]


@dataclass(frozen=True)
class Mutant:
    name: str  # like "v3 drop: ptx::mbarrier_arrive(shared.empty[stage]);"
    text: str  # the whole file
    line: int  # that the mutation starts at


@dataclass(frozen=True)
class Statement:
    first: int  # index of its first line
    last: int
    text: str  # on one line

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


def statements(lines: list[str]) -> list[Statement]:
    """The synchronising statements, which may span lines up to the semicolon."""
    found = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if SYNCHRONISING.search(line) and not DEFINITION.search(line):
            last = index
            while ";" not in lines[last]:
                last += 1
            code = [re.sub(r"\s*//.*", "", part) for part in lines[index : last + 1]]
            found.append(Statement(index, last, code[0] + "".join(" " + part.strip() for part in code[1:])))
            index = last
        index += 1
    return found


def _numbered(name: str, seen: dict[str, int]) -> str:
    seen[name] = seen.get(name, 0) + 1
    return name if seen[name] == 1 else f"{name} ({seen[name]})"


def _in_one_block(lines: list[str], one: Statement, other: Statement) -> bool:
    between = lines[one.last + 1 : other.first]
    return one.indent == other.indent and all(not line.strip() or line.strip().startswith("//") for line in between)


def mutants_of(label: str, path: Path) -> list[Mutant]:
    """Each synchronising statement dropped, each two neighbours swapped, and the replacements; one at a time."""
    lines = path.read_text().split("\n")
    found = statements(lines)
    seen: dict[str, int] = {}
    mutants = []

    def add(name: str, changed: list[str], line: int) -> None:
        mutants.append(Mutant(_numbered(f"{label} {name}", seen), "\n".join(changed), line + 1))

    for statement in found:
        if "issue_mma(" in statement.text:
            continue  # without it the result is wrong, but nothing is out of order
        changed = list(lines)
        changed[statement.first : statement.last + 1] = [";"] + [""] * (statement.last - statement.first)
        add(f"drop: {statement.text.strip()}", changed, statement.first)
    for one, other in zip(found, found[1:]):
        if _in_one_block(lines, one, other):
            changed = list(lines)
            changed[one.first : other.last + 1] = (
                lines[other.first : other.last + 1] + lines[one.last + 1 : other.first] + lines[one.first : one.last + 1]
            )
            add(f"swap: {one.text.strip()} <-> {other.text.strip()}", changed, one.first)
    # The release of a stage moved before the wait for its MMAs, where it stands in a branch of its own.
    text = "\n".join(lines)
    branch = re.search(r"( *ptx::wgmma_wait_group[^\n]*\n)(\n?)( *if \([^\n]*\n *ptx::mbarrier_arrive[^\n]*\n *}\n)", text)
    if branch:
        moved = text[: branch.start()] + branch[3] + branch[2] + branch[1] + text[branch.end() :]
        add("swap: the branch that arrives <-> wgmma_wait_group", moved.split("\n"), text[: branch.start()].count("\n"))
    for index, line in enumerate(lines):
        if DEFINITION.search(line) and "initial_phase" not in line:
            continue
        for sought, replacement, what in REPLACEMENTS:
            if re.search(sought, line):
                changed = list(lines)
                changed[index] = re.sub(sought, replacement, line)
                add(f"{what}: {re.sub(r'  *//.*', '', line).strip()}", changed, index)
    return mutants
