"""How Sphinx builds the documentation; docs/build_site.py calls it and passes the folder of Doxygen's XML."""

import os
import sys
from pathlib import Path

docs = Path(__file__).resolve().parent
sys.path.insert(0, str(docs / "_ext"))

project = "hopper-matmul"
author = "the authors of hopper-matmul"
copyright = author

extensions = ["myst_parser", "breathe", "sphinx_copybutton", "sphinx_design", "flat_namespaces", "inline_svg", "labs", "measured", "relative_diffs"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block", "fieldlist"]
myst_heading_anchors = 4
exclude_patterns = ["_ext", "_static", "figures", "generated", "reports", "requirements.txt"]

primary_domain = "cpp"
highlight_language = "cpp"
nitpicky = True
# Names that others define and document: the C++ standard library, CUDA and its driver, Boost, JSON for Modern C++; and
# the one macro that a default value names, because C++ names don't refer to macros.
nitpick_ignore_regex = [
    (r"cpp:.*", r"std(::.*)?"),
    (r"cpp:.*", r"(std::)?(u?int\d+_t|uintptr_t|size_t)"),
    (r"cpp:.*", r"(half2?|uint4|dim3|CUtensorMap|CUstream_st|libraryPropertyType|cuda\w+|cublas\w+)(::.*)?"),
    (r"cpp:.*", r"PFN_cu\w+"),
    (r"cpp:.*", r"(boost|nlohmann)(::.*)?"),
    (r"cpp:.*", r"HOPPER_MAX_WAIT_MILLISECONDS"),
]

breathe_projects = {project: os.environ.get("HOPPER_DOXYGEN_XML", "")}
breathe_default_project = project
breathe_default_members = ("members",)
breathe_show_include = False
breathe_domain_by_extension = {"cuh": "cpp", "hpp": "cpp", "h": "cpp"}

copybutton_exclude = ".linenos, .gp"
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "hopper-matmul"
html_favicon = "_static/favicon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css", "figure_palette.css", "interactive.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#00609a", "color-brand-content": "#00609a"},
    "dark_css_variables": {"color-brand-primary": "#6cbcf5", "color-brand-content": "#6cbcf5"},
}
pygments_style = "default"
pygments_dark_style = "github-dark"
