"""The emulator's event log of one CTA, and the states of a ring of stages that follow from it."""

import json
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

BARRIER = re.compile(r"^(init|expect|arrive|complete|wait) (full|empty)\[(\d+)\]$")
LOAD = re.compile(r"^load (\d+) x (\d+) to full\[(\d+)\]$")


@dataclass
class Event:
    """One event, or several alike that directly follow each other."""

    track: str
    name: str
    kind: str  # init, expect, arrive, complete, wait, load, mma, drain (wgmma.wait_group), sync, store
    role: str  # of the barrier: full, empty or nothing
    stage: int  # -1: none
    parity: int  # -1: none
    arrivals: int  # that the barrier still needs afterwards; -1: none
    nbytes: int  # that it still expects afterwards; -1: none
    since: int  # number of the event with which it began; its own for an instant
    count: int = 1


def kind_of(name: str):
    barrier, load = BARRIER.match(name), LOAD.match(name)
    if barrier:
        return barrier[1], barrier[2]
    if load:
        return "load", "full"
    for kind, beginning in (("mma", "mma "), ("sync", "sync threads"), ("store", "store to shared"),
                            ("drain", "wait_group ")):
        if name.startswith(beginning):
            return kind, ""
    raise ValueError(f"the event log holds '{name}', which the figures don't know")


def run_version(programs: Path, version: str, m: int, n: int, k: int, policy: str, seed: int) -> dict:
    """The Chrome trace that the version's program writes when the emulator runs it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.json"
        command = [programs / version, "--m", m, "--n", n, "--k", k, "--policy", policy, "--seed", seed, "--threads", 1,
                   "--init", "integer", "--events", path]
        result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if result.returncode != 0:
            raise RuntimeError(f"{version} failed with exit code {result.returncode}:\n{result.stdout}{result.stderr}")
        return json.loads(path.read_text())


def read_events(trace: dict) -> list:
    """The events in the order in which they end; runs of the same event on the same track become one with a count."""

    def end(entry):
        return entry["ts"] + entry.get("dur", 0)

    tracks = {entry["tid"]: entry["args"]["name"] for entry in trace["traceEvents"] if entry["ph"] == "M"}
    events, index_of_step = [], {}
    for entry in sorted((entry for entry in trace["traceEvents"] if entry["ph"] != "M"), key=end):
        step = end(entry)
        arguments = entry["args"]
        track, name = tracks[entry["tid"]], entry["name"]
        kind, role = kind_of(name)
        last = events[-1] if events else None
        stage = arguments.get("stage", -1)
        alike = last and kind in ("arrive", "mma", "store") and (last.track, last.name, last.stage) == (track, name, stage)
        if alike:
            last.count += 1
            last.arrivals = arguments.get("pending_arrivals", -1)
        else:
            events.append(
                Event(track, name, kind, role, stage, arguments.get("parity", -1), arguments.get("pending_arrivals", -1),
                      arguments.get("pending_bytes", -1), entry["ts"]))
        index_of_step[step] = len(events) - 1
    for event in events:  # from the log's own numbering to that of the joined events
        event.since = index_of_step[event.since]
    return events


@dataclass
class BarrierState:
    count: int
    arrivals: int
    nbytes: int = 0
    phase: int = 0  # that is under way

    @property
    def parity(self) -> int:
        return self.phase % 2


@dataclass
class RingState:
    """After one event: what each stage holds, what its barriers miss, and what everybody does."""

    stages: list = field(default_factory=list)  # [state, K-tile]
    full: list = field(default_factory=list)
    empty: list = field(default_factory=list)
    actors: dict = field(default_factory=dict)  # track: (starts|waits|has|released|done, stage, parity of its wait)


def ring_states(events: list) -> list:
    """The state after each event; stages are empty, filling, full or draining."""
    states = []
    stages, full, empty, loads = [], [], [], 0
    workers = sorted({e.track for e in events if e.track == "producer" or e.track.startswith("consumer")})
    doing = {track: ("starts", -1, -1) for track in workers}
    remaining = {track: sum(e.track == track for e in events) for track in workers}
    for number, event in enumerate(events):
        if event.kind == "init":
            barriers = full if event.role == "full" else empty
            barriers.append(BarrierState(event.arrivals, event.arrivals))
            if event.role == "full":
                stages.append(["empty", -1])
        elif event.kind in ("expect", "arrive", "load"):
            barrier = (full if event.role == "full" else empty)[event.stage]
            barrier.arrivals, barrier.nbytes = event.arrivals, event.nbytes
            if event.kind == "expect":
                stages[event.stage] = ["filling", loads]
                loads += 1
        elif event.kind == "complete":
            barrier = (full if event.role == "full" else empty)[event.stage]
            barrier.phase += 1
            barrier.arrivals, barrier.nbytes = barrier.count, 0
            stages[event.stage][0] = "full" if event.role == "full" else "empty"
        elif event.kind == "wait" and event.role == "full":
            stages[event.stage][0] = "draining"
        if event.track in doing:
            remaining[event.track] -= 1
            if event.kind == "wait":
                doing[event.track] = ("has", event.stage, event.parity)
            elif event.kind == "arrive" and doing[event.track][1] == event.stage:
                doing[event.track] = ("released", *doing[event.track][1:])
        waits = {e.track: e for i, e in enumerate(events) if e.kind == "wait" and e.since <= number < i}
        actors = {}
        for track in workers:
            if track in waits:
                wait = waits[track]
                actors[track] = ("waits", wait.stage, wait.parity)
            elif remaining[track] == 0:
                actors[track] = ("done", *doing[track][1:])
            else:
                actors[track] = doing[track]
        states.append(
            RingState([list(s) for s in stages], [BarrierState(**vars(b)) for b in full],
                      [BarrierState(**vars(b)) for b in empty], actors))
    return states
