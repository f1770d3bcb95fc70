#!/usr/bin/env python3
"""Builds the documentation: its own Python environment (once), Doxygen's XML, then the pages.

Any warning is an error. Needs doxygen and python3-venv (./setup.sh --docs installs them); the first run downloads the
packages of requirements.txt, later runs need no network.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

DOCS = Path(__file__).resolve().parent


def fail(message: str) -> None:
    print(f"docs: {message}", file=sys.stderr)
    sys.exit(2)


def run(*command, **options) -> None:
    status = subprocess.run([str(part) for part in command], **options).returncode
    if status != 0:
        fail(f"'{Path(command[0]).name}' failed with exit code {status}; its messages stand above")


def environment(folder: Path) -> Path:
    """The Python environment in `folder`, made anew when requirements.txt has changed; returns its interpreter."""
    wanted = (DOCS / "requirements.txt").read_text()
    stamp = folder / "installed_requirements.txt"
    python = folder / "bin" / "python"
    if stamp.exists() and stamp.read_text() == wanted and python.exists():
        return python
    if subprocess.run([sys.executable, "-c", "import ensurepip, venv"], capture_output=True).returncode != 0:
        fail(f"{sys.executable} can't make environments; ./setup.sh --docs installs python3-venv")
    run(sys.executable, "-m", "venv", "--clear", folder)
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r",
        DOCS / "requirements.txt")
    stamp.write_text(wanted)
    return python


def doxygen_xml(output: Path) -> Path:
    """Runs Doxygen over common/ and emulator/; returns the folder of its XML."""
    if shutil.which("doxygen") is None:
        fail("doxygen is not installed; ./setup.sh --docs installs it")
    folder = output / "doxygen"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = (DOCS / "Doxyfile.in").read_text().replace("@source@", str(DOCS.parent)).replace("@output@", str(folder))
    (folder / "Doxyfile").write_text(settings)
    run("doxygen", folder / "Doxyfile")
    name_files_by_path(folder / "xml")
    drop_private_members(folder / "xml")
    return folder / "xml"


def name_files_by_path(xml: Path) -> None:
    """Gives each file in Doxygen's index its path for a name; Breathe can't tell two files of one name apart otherwise."""
    index = ElementTree.parse(xml / "index.xml")
    for compound in index.iterfind("compound[@kind='file']"):
        location = ElementTree.parse(xml / f"{compound.get('refid')}.xml").find("compounddef/location")
        compound.find("name").text = location.get("file")
    index.write(xml / "index.xml", encoding="utf-8", xml_declaration=True)


def drop_private_members(xml: Path) -> None:
    """Doxygen leaves private members out of its own pages, but not out of its XML."""
    for path in xml.glob("*.xml"):
        tree = ElementTree.parse(path)
        private = [(compound, section) for compound in tree.iterfind("compounddef") for section in compound.iterfind("sectiondef")
                   if section.get("kind").startswith("private")]
        for compound, section in private:
            compound.remove(section)
        if private:
            tree.write(path, encoding="utf-8", xml_declaration=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, help="folder for everything that is built; the pages come to OUTPUT/html")
    output = parser.parse_args().output.resolve()

    python = environment(output / "environment")
    xml = doxygen_xml(output)
    run(python, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", "-E", "-j", "auto", "-d", output / "doctrees", "-b", "html",
        DOCS, output / "html", env={**os.environ, "HOPPER_DOXYGEN_XML": str(xml)})
    print(f"docs: built {output / 'html' / 'index.html'}")


if __name__ == "__main__":
    main()
