"""What hostile agents write is text to a real browser, in the report and in the viewer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_core.journal import JournalWriter
from medgym_core.report.figures import standings
from medgym_core.trajectory import Episode
from medgym_view.report import write_report
from medgym_view.server import ViewerServer
from medgym_view.viewer import Viewer

from .hostile import MARK, attack, payloads


@pytest.fixture
def run(tmp_path: Path, make_episode: Callable[..., Episode], canary: Any) -> Path:
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(episode, {}) for episode in attack(make_episode, canary.url)])
    return tmp_path / "run"


@pytest.fixture
def addresses(run: Path) -> Iterator[list[str]]:
    """The viewer's pages of the run: the list, every episode, a comparison."""
    with ViewerServer(run) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        assert isinstance(server.viewer, Viewer)
        ids = list(server.viewer.shelf.entries)
        yield [
            server.url,
            *(f"{server.url}episode/{id}?family=<script>" for id in ids),
            f"{server.url}reference/{ids[0]}",
            f"{server.url}samples/{ids[0]}/{ids[1]}",
            f"{server.url}report",
        ]
        server.shutdown()
        thread.join()


def visit(browser: Any, address: str) -> None:
    """Open ``address``, and wait until scripts see its page: a page that may not share a process with the one
    before it (its opener policy) begins as an empty one."""
    browser.get(address)
    deadline = time.monotonic() + 30
    while not browser.execute_script(
        "return document.URL.startsWith(arguments[0])", address.partition("?")[0]
    ):
        assert time.monotonic() < deadline, browser.current_url


def assert_harmless(browser: Any, canary: Any) -> None:
    """No script of the agent ran, no element of its making exists, nothing was fetched, the layout holds."""
    found = browser.execute_script(
        """const all = [...document.querySelectorAll('*')];
        return {
          pwned: document.documentElement.dataset.pwned,
          scripts: document.scripts.length,
          foreign: document.querySelectorAll('img, iframe, base, link, image, plaintext, #bait').length,
          handlers: all.filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length,
          links: [...document.links].filter(a => a.origin !== location.origin).length,
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          unseen: /[\\u0000\\u001b\\u202a-\\u202e\\u2066-\\u2069\\u200b]/.test(document.body.textContent),
        }"""
    )
    expected = {
        "pwned": None,
        "scripts": 1,
        "foreign": 0,
        "handlers": 0,
        "links": 0,
        "wide": 0,
        "unseen": False,
    }
    assert found == expected, browser.execute_script("return document.URL + document.body.textContent")[:500]
    assert canary.fetched == []
    refused = [entry["message"] for entry in browser.get_log("browser") if "favicon" not in entry["message"]]
    assert refused == []


@pytest.mark.parametrize("width", [1280, 480])
def test_the_report_holds(run: Path, browser: Any, canary: Any, tmp_path: Path, width: int) -> None:
    write_report(tmp_path / "page.html", standings([run, run]))
    browser.set_window_size(width, 900)
    browser.get((tmp_path / "page.html").as_uri())
    assert_harmless(browser, canary)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 480])
def test_the_viewer_holds(addresses: list[str], browser: Any, canary: Any, width: int) -> None:
    browser.set_window_size(width, 900)
    for address in addresses:
        visit(browser, address)
        assert_harmless(browser, canary)


def test_the_policy_holds_alone_where_escaping_fails(
    run: Path, browser: Any, canary: Any, tmp_path: Path
) -> None:
    write_report(tmp_path / "page.html", standings([run]))
    page = (tmp_path / "page.html").read_text()
    broken = page.replace("<main>", "<main>" + "".join(payloads(canary.url)[:2]) + payloads(canary.url)[3])
    (tmp_path / "page.html").write_text(broken)
    browser.get((tmp_path / "page.html").as_uri())
    assert browser.execute_script("return document.documentElement.dataset.pwned") is None
    assert canary.fetched == []
    assert "Content Security Policy" in str(browser.get_log("browser"))


def test_the_attack_works_where_nothing_guards(browser: Any, canary: Any, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(f"<!doctype html><img src={canary.url}/image><script>{MARK}</script>")
    browser.get((tmp_path / "page.html").as_uri())
    assert browser.execute_script("return document.documentElement.dataset.pwned") == "run"
    assert canary.fetched == ["/image"]
    browser.get_log("browser")
