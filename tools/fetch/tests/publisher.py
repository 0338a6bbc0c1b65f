"""A publisher on this machine: serves bytes over HTTP, in ranges, and misbehaves as it is asked to."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from medgym_core import Remote, Tier
from medgym_fetch.cache import ensure_files


class Publisher:
    """What is served, and how badly."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        """Path without the leading slash, to what is there."""
        self.cuts: list[int] = []
        """After how many bytes of the body each of the next answers ends."""
        self.status: dict[str, int] = {}
        """Path to the status that it is answered with."""
        self.redirects: dict[str, str] = {}
        """Path to where it leads."""
        self.user = ""
        """``NAME:PASSWORD`` that must be sent."""
        self.ranges = True
        """Whether a part may be asked for."""
        self.asked: list[tuple[str, str, str]] = []
        """Path, range and authorization of every request."""
        self.base = ""
        """Its address, with the slash."""

    def remote(self, tier: Tier = Tier.OPEN, **fields: Any) -> Remote:
        """All that it serves, each file pinned, unless ``fields`` say otherwise."""
        pinned = {name: hashlib.sha256(data).hexdigest() for name, data in self.files.items()}
        known = {"id": "set-1.0", "title": "A set", "page": f"{self.base}about", "licence": "ODbL 1.0"}
        known |= {"licence_page": f"{self.base}licence", "base": self.base, "files": pinned}
        return Remote.model_validate({**known, "tier": tier, **fields})


@contextmanager
def publishing() -> Iterator[Publisher]:
    """A publisher that answers meanwhile."""
    publisher = Publisher()
    handler = type("Handler", (_Handler,), {"publisher": publisher})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        publisher.base = f"http://127.0.0.1:{server.server_port}/"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield publisher
        finally:
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    publisher: Publisher

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        known, path = self.publisher, self.path.lstrip("/").partition("?")[0]
        credentials = self.headers.get("Authorization", "")
        known.asked.append((path, self.headers.get("Range", ""), credentials))
        if path in known.redirects:
            self._answer(302, b"", {"Location": known.redirects[path]})
        elif path in known.status:
            self._answer(known.status[path], b"no")
        elif known.user and credentials != f"Basic {base64.b64encode(known.user.encode()).decode()}":
            self._answer(401, b"who?")
        elif path not in known.files:
            self._answer(404, b"not here")
        else:
            self._give(known.files[path])

    def _give(self, data: bytes) -> None:
        first = int((self.headers.get("Range") or "bytes=0-").removeprefix("bytes=").rstrip("-"))
        if not first or not self.publisher.ranges:
            self._answer(200, data)
        elif first >= len(data):
            self._answer(416, b"")
        else:
            self._answer(206, data[first:], {"Content-Range": f"bytes {first}-{len(data) - 1}/{len(data)}"})

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        cut = self.publisher.cuts.pop(0) if self.publisher.cuts and status in (200, 206) else len(body)
        self.wfile.write(body[:cut])
        self.close_connection = True


def ensure(remote: Remote, home: Path, **options: Any) -> dict[str, bytes]:
    """The bytes of every file that is brought below ``home``, by name."""
    return {
        name: path.read_bytes() for name, path in ensure_files(remote, home, pause_s=0, **options).items()
    }
