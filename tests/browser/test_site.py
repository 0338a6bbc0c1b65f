"""The documentation site: built without a warning, whole without a network, narrow and wide."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

from tests.docs.pages import ROOT

pytestmark = pytest.mark.slow
pytest.importorskip("furo", reason="needs the dependency group docs")
COMMAND = ("sphinx-build", "-W", "-n", "-b", "html", "-c", "docs", ".", "docs/_site")
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """What a page loads, where it leads, and the places in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: set[str] = set()
        self.leads: set[str] = set()
        self.places: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.places |= {found["id"]} if "id" in found else set()
        if tag in LOADED and LOADED[tag] in found:
            self.loads.add(found[LOADED[tag]])
        if tag == "a" and "href" in found:
            self.leads.add(found["href"])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built by the documented command into another folder."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", *COMMAND[1:-1], "-q", str(out)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    return out


def pages(site: Path) -> Iterator[Path]:
    return (path for path in sorted(site.rglob("*.html")))


def test_the_command_is_documented() -> None:
    assert f"uv run --all-packages {' '.join(COMMAND)}" in (ROOT / "CONTRIBUTING.md").read_text()


def test_every_page_of_docs_is_there(site: Path) -> None:
    written = {path.relative_to(ROOT).with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert written <= {path.relative_to(site) for path in pages(site)}


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for path in pages(site):
        for target in Page(path).loads - {"#"}:
            assert (path.parent / unquote(re.split("[?#]", target)[0])).is_file(), (path, target)
    for path in site.rglob("*.css"):
        assert not re.search(r"@import|url\((?!['\"]?data:)['\"]?[^)'\"]*//", path.read_text()), path


def test_every_link_within_leads_somewhere(site: Path) -> None:
    read = {path.resolve(): Page(path) for path in pages(site)}
    for path, page in read.items():
        for target in page.leads:
            place, anchor = urldefrag(target)
            there = (path.parent / unquote(place)).resolve() if place else path
            if not re.match(r"\w+:", target):
                assert there.is_file(), (path, target)
                assert not anchor or there.suffix != ".html" or anchor in read[there].places, (path, target)


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_its_window(site: Path, browser: Any, width: int) -> None:
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 800}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    wide: dict[str, int] = {}
    for path in pages(site):
        browser.get(path.as_uri())
        found = browser.execute_script("return document.documentElement.scrollWidth")
        wide |= {path.name: found} if found > width else {}
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide == {}


def test_the_search_works_from_a_file(site: Path, browser: Any) -> None:
    wait = pytest.importorskip("selenium.webdriver.support.wait", reason="needs selenium")
    browser.get(f"{(site / 'search.html').as_uri()}?q=bubblewrap")
    found = wait.WebDriverWait(browser, 20).until(
        lambda there: there.find_elements("css selector", "#search-results li a")
    )
    assert any("sandboxes.html" in link.get_attribute("href") for link in found)
