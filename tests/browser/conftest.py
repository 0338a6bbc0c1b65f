"""Headless Chromium, and a server that notes whatever a page fetches from elsewhere."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A browser with a fresh profile; the tests are skipped where none is installed."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("needs a browser: apt-get install chromium chromium-driver")
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    with webdriver.Chrome(options, webdriver.ChromeService(driver)) as browser:
        browser.set_page_load_timeout(30)
        yield browser


@pytest.fixture(autouse=True)
def own_log(request: pytest.FixtureRequest) -> None:
    """What an earlier page made the browser say is no fault of the next."""
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").get_log("browser")


class Canary(ThreadingHTTPServer):
    """Answers anything with a script that marks the page, and remembers the path."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Canary)
        self.fetched: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Canary(BaseHTTPRequestHandler):
    server: Canary

    def do_GET(self) -> None:
        self.server.fetched.append(self.path)
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.end_headers()
        self.wfile.write(b"document.documentElement.dataset.pwned = 'fetched'")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def canary() -> Iterator[Canary]:
    with Canary() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
