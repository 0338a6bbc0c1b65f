"""The documentation site: built without a warning, whole without a network, narrow and wide."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

from ..docs.pages import ROOT

pytestmark = pytest.mark.slow
pytest.importorskip("furo", reason="needs the dependency group docs")
COMMAND = ("sphinx-build", "-W", "-n", "-b", "html", "-c", "docs", ".", "docs/_site")
ELSEWHERE = re.compile(r"@import|url\((?!['\"]?data:)['\"]?[^)'\"]*//")
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
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    return out


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def foreign(site: Path) -> list[str]:
    """What pages load that does not lie in the site, and style sheets that load from elsewhere."""
    loaded = [(path, target) for path in pages(site) for target in Page(path).loads - {"#"}]
    missing = [t for path, t in loaded if not (path.parent / unquote(re.split("[?#]", t)[0])).is_file()]
    styles = [path.name for path in site.rglob("*.css") if ELSEWHERE.search(path.read_text())]
    return missing + styles


def astray(site: Path) -> list[str]:
    """Links within the site that lead to no page, or to no place in it."""
    read = {path.resolve(): Page(path) for path in pages(site)}

    def stands(path: Path, target: str) -> bool:
        place, anchor = urldefrag(target)
        there = (path.parent / unquote(place)).resolve() if place else path
        return there.is_file() and (not anchor or there not in read or unquote(anchor) in read[there].places)

    local = [(path, t) for path, page in read.items() for t in page.leads if not re.match(r"\w+:", t)]
    return [target for path, target in local if not stands(path, target)]


def wide(site: Path, browser: Any, width: int) -> list[str]:
    """Pages that are wider than their window."""
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 800}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    found = []
    for path in pages(site):
        browser.get(path.as_uri())
        if browser.execute_script("return document.documentElement.scrollWidth") > width:
            found.append(path.name)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    return found


def test_the_command_is_documented() -> None:
    assert f"uv run --all-packages {' '.join(COMMAND)}" in (ROOT / "CONTRIBUTING.md").read_text()


def test_every_page_of_docs_is_there(site: Path) -> None:
    written = {path.relative_to(ROOT).with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert written <= {path.relative_to(site) for path in pages(site)}


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert foreign(site) == []


def test_every_link_within_leads_somewhere(site: Path) -> None:
    assert astray(site) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_its_window(site: Path, browser: Any, width: int) -> None:
    assert wide(site, browser, width) == []


def test_commands_have_a_button_that_copies_and_are_never_cut(site: Path, browser: Any) -> None:
    browser.get((site / "docs" / "cookbook.html").as_uri())
    blocks = browser.find_elements("css selector", "div.highlight-sh")
    buttons = browser.find_elements("css selector", "div.highlight-sh button.copybtn")
    assert len(buttons) == len(blocks) > 9
    texts = browser.find_elements("css selector", ".highlight-sh pre")
    assert [
        text.text for text in texts if text.get_property("scrollWidth") > text.get_property("clientWidth")
    ] == []


def test_faults_are_noticed(tmp_path: Path, browser: Any) -> None:
    text = """<script src="https://example.org/x.js"></script>
    <p id="a"><a href="#a">a</a> <a href="#b">b</a> <a href="c.html">c</a>
    <div style="width: 2000px">wide</div>"""
    (tmp_path / "page.html").write_text(text)
    (tmp_path / "page.css").write_text("body { background: url(//example.org/x.png) }")
    assert foreign(tmp_path) == ["https://example.org/x.js", "page.css"]
    assert sorted(astray(tmp_path)) == ["#b", "c.html"]
    assert wide(tmp_path, browser, 1280) == ["page.html"]


def test_the_search_works_from_a_file(site: Path, browser: Any) -> None:
    wait = pytest.importorskip("selenium.webdriver.support.wait", reason="needs selenium")
    browser.get(f"{(site / 'search.html').as_uri()}?q=bubblewrap")
    page = "#search-results a[href*='docs/sandboxes.html']"
    wait.WebDriverWait(browser, 20).until(lambda there: there.find_elements("css selector", page))
