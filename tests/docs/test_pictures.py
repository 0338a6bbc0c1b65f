"""Pictures are there, fetch nothing, and show what was typed and printed."""

import re
from pathlib import Path

import pytest

from . import pictures
from .pages import PAGES, ROOT

IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")


def _shown() -> list[tuple[Path, str]]:
    pages = (*PAGES, ROOT / "README.md")
    return [(page.parent / path, words) for page in pages for words, path in IMAGE.findall(page.read_text())]


def test_every_image_is_there_and_described_in_words() -> None:
    assert [path for path, words in _shown() if not path.is_file() or not words] == []


def test_every_picture_is_shown() -> None:
    assert set(pictures.PICTURES.iterdir()) <= {path.resolve() for path, _ in _shown()}


def test_pictures_fetch_nothing() -> None:
    drawn = [path.read_text() for path in pictures.PICTURES.glob("*.svg")]
    assert drawn
    assert [text for text in drawn if re.search(r"url\((?!#)|href=|src=|@import", text)] == []


def test_the_terminal_shows_what_was_typed_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "TYPED", ("medgym --version",))
    drawn = pictures.terminal(tmp_path)
    assert "medgym&#160;--version" in drawn
    assert "@font-face" not in drawn


def test_the_front_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 200
