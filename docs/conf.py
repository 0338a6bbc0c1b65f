"""The documentation site: ``sphinx-build -W -n -b html -c docs . docs/_site``.

Sphinx reads from the repository's root, so that a link between pages is the same here and there.
"""

import re

from sphinx.application import Sphinx

project = html_title = "medgym"
extensions = ["myst_parser", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "libs/*/README.md", "tools/*/README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
exclude_patterns = [".*", "docs/_site", "tools/medgym/README.md"]
myst_heading_anchors = 4
smartquotes = False
copybutton_selector = "div:not(.highlight-text) > div.highlight > pre"  # what is shown is not typed
html_theme = "furo"
html_static_path = ["site/static"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "forward.html"}
templates_path = ["site"]
html_use_index = html_show_sphinx = html_show_copyright = html_copy_source = False
html_show_search_summary = False  # it fetches pages, which browsers refuse to pages opened from files


def as_pages(app: Sphinx, name: str, source: list[str]) -> None:
    """What plugins say is whole in the pages of families, the project's README on the first page."""
    source[0] = re.sub(r"plugins/([\w-]+)/(?:README|DETAILS)\.md", r"docs/families/\1.md", source[0])
    source[0] = source[0].replace("../README.md", "../docs/index.md")


def setup(app: Sphinx) -> None:
    """Sphinx's own hook."""
    app.connect("source-read", as_pages)
