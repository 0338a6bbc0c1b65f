"""A service on a loopback port of this machine, to try it and to test clients against it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

from medgym_core import Request, Service


def server(service: Service, port: int = 0) -> HTTPServer:
    """A server on 127.0.0.1 that answers one request at a time; port 0 takes a free one."""

    class Exchange(BaseHTTPRequestHandler):
        def _respond(self) -> None:
            size = int(self.headers.get("Content-Length", "0"))
            headers = tuple((name.lower(), value) for name, value in self.headers.items())
            request = Request(
                method=self.command, target=self.path, headers=headers, body=self.rfile.read(size)
            )
            response = service.respond(request)
            self.send_response(response.status)
            for name, value in (*response.headers, ("Content-Length", str(len(response.body)))):
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(response.body)

        do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = _respond  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    return HTTPServer(("127.0.0.1", port), Exchange)


@contextmanager
def serving(service: Service) -> Iterator[str]:
    """Serve in a thread while the context is open; gives ``http://127.0.0.1:PORT``."""
    http = server(service)
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}"
    finally:
        http.shutdown()
        thread.join()
        http.server_close()
