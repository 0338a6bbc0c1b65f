"""Links lead somewhere, and every public name is documented."""

import inspect
from pathlib import Path

import pytest

import medgym_core

from .pages import PAGES, ROOT, anchors, links


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), target


def test_anchors_are_read_from_headings(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# A page\n\n## What is `measured`\n")
    assert anchors(tmp_path / "page.md") == {"a-page", "what-is-measured"}


def test_every_public_name_is_in_the_pages() -> None:
    text = "\n".join(page.read_text() for page in PAGES)
    assert [name for name in medgym_core.__all__ if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", medgym_core.__all__)
def test_every_public_object_has_a_docstring(name: str) -> None:
    value = getattr(medgym_core, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert value.__doc__
