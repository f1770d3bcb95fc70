"""Puts the project's own SVG figures into the page itself, so that they follow the theme's light and dark mode and their
text can be searched and selected. Plots with their own light and dark variant stay images."""

import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

VARIANTS = {"only-light", "only-dark"}


def inline(svg: str, label: str, ordinal: int) -> str:
    """The SVG without its XML prolog, with identifiers that are unique in the page and the image's label."""
    svg = svg[svg.index("<svg") :]
    for identifier in set(re.findall(r'\bid="([^"]+)"', svg)):
        unique = f"figure-{ordinal}-{identifier}"
        svg = svg.replace(f'id="{identifier}"', f'id="{unique}"').replace(f"url(#{identifier})", f"url(#{unique})")
        svg = svg.replace(f'aria-labelledby="{identifier}', f'aria-labelledby="{unique}')
    return f'<div class="inline-figure">{svg}</div>' if label is None else svg


class InlineSvg(SphinxPostTransform):
    """Replaces each image node that shows a figure of docs/figures by the figure's text."""

    default_priority = 200
    formats = ("html",)

    def run(self, **kwargs):
        for ordinal, image in enumerate(list(self.document.findall(nodes.image))):
            path = Path(self.app.srcdir) / image["uri"]
            if path.suffix != ".svg" or path.parent.name != "figures" or VARIANTS & set(image.get("classes", [])):
                continue
            text = path.read_text(encoding="utf-8")
            if 'class="project-figure"' not in text:
                continue
            image.replace_self(nodes.raw("", inline(text, None, ordinal), format="html"))


def setup(app):
    app.add_post_transform(InlineSvg)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
