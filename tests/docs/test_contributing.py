"""CONTRIBUTING.md is one page whose links lead somewhere; its commands are typed with those of all pages."""

from __future__ import annotations

from .pages import ROOT, links

PAGE = ROOT / "CONTRIBUTING.md"


def test_it_is_one_page() -> None:
    assert len(PAGE.read_text().splitlines()) <= 100


def test_links_lead_somewhere() -> None:
    assert [target for target in links(PAGE) if not (ROOT / target).is_file()] == []
