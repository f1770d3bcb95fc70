#!/usr/bin/env python3
"""Checks every link inside the built documentation: that the file exists, and the anchor in it; and that no page loads
anything (script, style, picture, font) from elsewhere, or names the folder that it was built from.

usage: check_links.py FOLDER_OF_HTML FOLDER_OF_SOURCES
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "source": "src", "iframe": "src", "audio": "src", "video": "src"}


class Page(HTMLParser):
    """The anchors of a page, and what it links to and loads."""

    def __init__(self, path: Path):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        elif tag == "link" and values.get("href") and values.get("rel") not in ("index", "search", "next", "prev", "canonical"):
            self.loads.append(values["href"])
        elif LOADED.get(tag) and values.get(LOADED[tag]):
            self.loads.append(values[LOADED[tag]])


def problems(site: Path, sources: Path) -> list:
    """One sentence for each link that leads nowhere, each thing that is loaded from elsewhere, and each page that shows
    where the sources lay when it was built."""
    site = site.resolve()
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    found = []
    if not pages:
        return [f"{site} holds no page"]
    for path, page in pages.items():
        name = path.relative_to(site)
        if f"{sources}/" in path.read_text(encoding="utf-8"):
            found.append(f"{name} shows the folder {sources}, which is of this machine alone")
        for is_load, target in [(False, link) for link in page.links] + [(True, load) for load in page.loads]:
            parts = urlsplit(target)
            if parts.scheme == "data" or (parts.scheme and not is_load) or (parts.netloc and not is_load):
                continue
            if parts.scheme or parts.netloc:
                found.append(f"{name} loads {target} from elsewhere")
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if file.is_dir():
                file = file / "index.html"
            if not file.is_relative_to(site) or not file.exists():
                found.append(f"{name} refers to {target}, but there is no such file")
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
                found.append(f"{name} links to {target}, but there is no such anchor")
    for style in sorted(site.rglob("*.css")):
        for target in re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')\s]+)", style.read_text(encoding="utf-8")):
            if re.match(r"(https?:)?//", target):
                found.append(f"{style.relative_to(site)} loads {target} from elsewhere")
    return found


def main() -> int:
    found = problems(Path(sys.argv[1]), Path(sys.argv[2]))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
