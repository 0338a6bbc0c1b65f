"""The viewer's server: on the loopback address, read-only, for whoever knows its address.

The address holds a token, since others who work on the same machine reach its loopback too and a run may
hold labelled data. The Host header is checked, so that no name of a foreign site leads here (DNS rebinding).
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from markupsafe import escape as for_html

from medgym_core.errors import ConfigError, MedgymError
from medgym_core.report.escape import escape
from medgym_view.render import policy
from medgym_view.report import SCRIPT as REPORT_SCRIPT
from medgym_view.selection import Shelf
from medgym_view.viewer import SCRIPT, Library, Viewer

LOOPBACK = "127.0.0.1"
SCRIPTS = (SCRIPT, REPORT_SCRIPT)
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": f"{policy(*SCRIPTS)}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What every page is sent with."""


NOWHERE = "There is no such page."


class ViewerServer(ThreadingHTTPServer):
    """Serves the viewer of one run, or of a folder of runs, until it is shut down."""

    daemon_threads = True

    def __init__(self, run: Path, port: int = 0, identifiers: bool = False) -> None:
        """Scans ``run`` and listens at ``port``, or at a free one; ``identifiers`` as in :class:`Shelf`.

        Raises:
            ConfigError: if ``run`` is not the folder of a run and none lies below it, or the port is taken.
        """
        self.token = secrets.token_urlsafe(24)
        root = f"/{self.token}/"
        many = run.is_dir() and not (run / "journal").is_dir()
        self.viewer: Viewer | Library = (
            Library(run, root, identifiers) if many else Viewer(Shelf(run, identifiers), root)
        )
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except OSError as error:
            raise ConfigError(f"port {port} is not free ({error.strerror}); choose another --port") from error
        self.hosts = {f"{name}:{self.server_port}" for name in (LOOPBACK, "localhost")}

    @property
    def url(self) -> str:
        """The address to open."""
        return f"http://{LOOPBACK}:{self.server_port}/{self.token}/"


class _Handler(BaseHTTPRequestHandler):
    server: ViewerServer
    server_version = "medgym"
    sys_version = ""
    timeout = 60

    def do_GET(self) -> None:
        """Send the page that is asked for."""
        status, page = self._answer()
        body = page.encode()
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: addresses hold the token."""

    def _answer(self) -> tuple[HTTPStatus, str]:
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            return HTTPStatus.FORBIDDEN, "This viewer answers at its own address only."
        path, _, query = self.path.partition("?")
        token, _, rest = path.removeprefix("/").partition("/")
        if not hmac.compare_digest(token.encode(), self.server.token.encode()):
            return HTTPStatus.NOT_FOUND, NOWHERE
        try:
            page = self.server.viewer.page(rest, query)
        except MedgymError as error:
            return HTTPStatus.INTERNAL_SERVER_ERROR, for_html(escape(str(error)))
        return (HTTPStatus.OK, page) if page else (HTTPStatus.NOT_FOUND, NOWHERE)


def serve(run: Path, port: int, announce: Callable[[str], None], identifiers: bool = False) -> None:
    """Show ``run``, or the runs below it, until the caller is interrupted; ``announce`` gets the address.

    ``identifiers`` as in :class:`Shelf`.

    Raises:
        ConfigError: as :class:`ViewerServer`.
    """
    with ViewerServer(run, port, identifiers) as server:
        announce(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
