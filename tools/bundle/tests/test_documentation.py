from pathlib import Path

import pytest

from medgym_bundle import documentation as module
from medgym_bundle.documentation import documentation

PAGES = {"README.md", "docs/a.md", "docs/b/c.png", "plugins/x/README.md", "plugins/x/DETAILS.md"}


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with pages, a picture and other things."""
    for name in (*PAGES, "plugins/x/x.py", "runs/r"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(module, "checkout", lambda: tmp_path / "registry.json")
    return tmp_path


def test_pages_keep_their_places_so_that_links_lead_on(checkout: Path) -> None:
    assert set(documentation()) == PAGES


def test_the_built_site_goes_before_the_pages(checkout: Path) -> None:
    (checkout / "docs" / "_site").mkdir()
    (checkout / "docs" / "_site" / "index.html").touch()
    assert set(documentation()) == {"index.html"}


def test_an_installed_wheel_has_no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "checkout", lambda: None)
    assert documentation() == {}
