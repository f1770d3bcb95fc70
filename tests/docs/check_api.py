#!/usr/bin/env python3
"""Checks that every header and every public name of common/, harness/ and emulator/ is in the built documentation."""

import re
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

# Twins of documented headers, and the header that spells out an instruction in all its shapes; api/ptx.md lists them.
UNLISTED = re.compile(r"emulator/(ptx/.*|device/.*|cuda_fp16\.h|cuda_runtime\.h)|common/ptx/wgmma_shapes\.cuh")
NAMESPACES = re.compile(r"(hopper|matmul|emulator)(::|$)")


def headers(source: Path) -> set:
    found = (path for room in ("common", "harness", "emulator") for path in (source / room).rglob("*"))
    return {str(path.relative_to(source)) for path in found if path.suffix in (".hpp", ".cuh", ".h")}


def listed_headers(source: Path) -> set:
    pages = "".join(path.read_text() for path in (source / "docs" / "api").glob("*.md"))
    return set(re.findall(r"\{doxygenfile\} (\S+)", pages)) | {name for name in headers(source) if UNLISTED.fullmatch(name)}


def public_names(xml: Path) -> set:
    """The qualified names of all namespaces' members and of all public members of classes."""
    names = set()
    for path in xml.glob("*.xml"):
        for compound in ElementTree.parse(path).iterfind("compounddef"):
            owner = compound.findtext("compoundname")
            if compound.get("kind") not in ("namespace", "class", "struct") or not NAMESPACES.match(owner):
                continue
            if compound.get("prot", "public") != "public":
                continue
            if compound.get("kind") != "namespace":
                names.add(owner)
            for member in compound.iterfind("sectiondef/memberdef"):
                if member.get("prot") == "public" and member.get("kind") != "friend":
                    names.add(f"{owner}::{member.findtext('name')}")
    return {re.sub(r"<.*>", "", name) for name in names if "@" not in name}


def documented_names(site: Path) -> set:
    """The C++ names that the documentation's own index of objects holds."""
    data = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(data).decode().splitlines()
    return {line.split(" cpp:")[0] for line in lines if " cpp:" in line}


def missing(wanted: set, documented: set) -> set:
    without_arguments = {re.sub(r"(?<!operator)[(<].*", "", name) for name in documented}
    return {name for name in wanted if name not in without_arguments}


def main() -> int:
    source, output = Path(sys.argv[1]), Path(sys.argv[2])
    found = [f"{name} is on no page of docs/api" for name in sorted(headers(source) - listed_headers(source))]
    found += [f"docs/api lists {name}, which does not exist" for name in sorted(listed_headers(source) - headers(source))]
    wanted = public_names(output / "doxygen" / "xml")
    if len(wanted) < 100:
        found.append(f"Doxygen's XML holds only {len(wanted)} public names")
    found += [f"{name} is not documented" for name in sorted(missing(wanted, documented_names(output / "html")))]
    for problem in found:
        print(problem, file=sys.stderr)
    print(f"{len(wanted)} public names")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
