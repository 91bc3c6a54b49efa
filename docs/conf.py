"""How the documentation is built: ``make docs``; every warning is an error."""

import shutil
import sys
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Cutpoint"
author = "the Cutpoint developers"
release = version = metadata.version("cutpoint")

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "matplotlib.sphinxext.plot_directive",
    "sphinx_gallery.gen_gallery",
    "command_pages",
    "room_graph",
]
exclude_patterns = ["_build", "_ext", "studies/parts"]
templates_path = ["_templates"]

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
# What estimators inherit refers to labels of scikit-learn's own documentation.
suppress_warnings = ["ref.ref"]

# Pictures are drawn by code in the pages, or in examples/, whenever the site is built.
plot_html_show_formats = False
plot_html_show_source_link = False
plot_formats = [("png", 110)]
plot_rcparams = {"figure.figsize": (7, 3.4), "font.size": 9, "figure.constrained_layout.use": True}
plot_apply_rcparams = True
sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"/plot_",
    "ignore_pattern": r"spark_\w+\.py",  # what needs a cluster is no picture
    "download_all_examples": False,
    "show_signature": False,
    "only_warn_on_example_error": False,
    "min_reported_time": 1e9,
    "write_computation_times": False,
}
linkcheck_ignore = [r"https?://.*"]  # offline; what is outside is not ours to check at every build

autosummary_generate = True
autodoc_typehints = "none"  # numpydoc's sections have them
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

html_theme = "pydata_sphinx_theme"
html_title = "Cutpoint"
html_theme_options = {
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars = {"**": ["sidebar-nav-bs"]}
html_show_sourcelink = False
project_copyright = "the Cutpoint developers, MIT licence"


def _copy_studies(app, error):
    """Put the pages of the studies, which `cutpoint study all` has written, beside the others."""
    pages = sorted((Path(app.srcdir) / "studies").glob("*.html"))
    if error is None and pages:
        target = Path(app.outdir) / "studies"
        target.mkdir(exist_ok=True)
        for page in pages:
            shutil.copy(page, target)


def setup(app):
    """Let Sphinx know what else is to be done."""
    app.connect("build-finished", _copy_studies)
