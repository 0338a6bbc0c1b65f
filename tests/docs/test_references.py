"""Links lead somewhere, and every public name is documented."""

import ast
import inspect
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

import medgym_core

from .pages import PAGES, READMES, ROOT, anchors, links, name
from .samples import FOLDER


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", *READMES, *FOLDER.glob("*.md")], ids=name)
def test_links_resolve(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


def published(path: Path) -> bool:
    """Whether a file is a page of the site; what plugins say is shown in the pages of families."""
    conf = (ROOT / "docs" / "conf.py").read_text()
    patterns = dict(re.findall(r"^(\w+)_patterns = (\[.*\])$", conf, re.MULTILINE))
    included, left_out = (ast.literal_eval(patterns[name]) for name in ("include", "exclude"))
    name = str(path.resolve().relative_to(ROOT))
    pages = (*included, "plugins/*/README.md", "plugins/*/DETAILS.md", "README.md")
    return any(fnmatch(name, pattern) for pattern in pages) and name not in left_out


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pages_lead_to_pages_of_the_site(page: Path) -> None:
    paths = [page.parent / target.partition("#")[0] for target in links(page)]
    assert [str(path) for path in paths if path.suffix == ".md" and not published(path)] == []


def test_a_file_beside_the_site_is_no_page_of_it() -> None:
    assert not published(ROOT / "benchmarks" / "README.md")
    assert not published(ROOT / "tools" / "medgym" / "README.md")


def test_every_heading_has_an_anchor(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# A page\n\n## What is `measured`\n\n## A page\n")
    assert anchors(tmp_path / "page.md") == ["a-page", "what-is-measured", "a-page"]


def test_every_public_name_is_in_the_pages() -> None:
    text = "\n".join(page.read_text() for page in PAGES)
    assert [name for name in medgym_core.__all__ if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", medgym_core.__all__)
def test_every_public_object_has_a_docstring(name: str) -> None:
    value = getattr(medgym_core, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert value.__doc__
