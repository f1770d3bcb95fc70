"""Shows what a header declares directly under its heading, without a box around it for each namespace.

Breathe declares a namespace once for every header that opens it; that is no duplicate, so Sphinx's warning about it is
dropped. Two declarations of anything else still are an error.
"""

import logging
import re

from breathe.renderer.sphinxrenderer import SphinxRenderer
from docutils import nodes
from sphinx import addnodes

NAMESPACE_AGAIN = re.compile(r"Duplicate C\+\+ declaration.*cpp:type:: \w+'", re.DOTALL)

declare_namespace = SphinxRenderer.visit_namespace


def visit_namespace(self, node):
    contents = []
    for declared in declare_namespace(self, node):
        if isinstance(declared, addnodes.desc):
            anchors = [anchor for signature in declared.findall(addnodes.desc_signature) for anchor in signature["ids"]
                       if signature.parent is declared]
            if anchors:
                contents.append(nodes.target("", "", ids=anchors))
            contents += [child for child in declared[-1].children if isinstance(child, nodes.Node)]
    return contents


def setup(app):
    SphinxRenderer.visit_namespace = visit_namespace
    logging.getLogger("sphinx.sphinx.domains.cpp").addFilter(lambda record: not NAMESPACE_AGAIN.search(record.getMessage()))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
