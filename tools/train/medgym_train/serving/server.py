"""The chat-completions protocol over HTTP, for one model on this machine."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from medgym_core.errors import AgentError, ConfigError
from medgym_train.serving.engine import Engine
from medgym_train.serving.request import Request
from medgym_train.serving.response import completion

LOOPBACK = "127.0.0.1"
MAX_BODY = 64 * 2**20
"""Bytes of a request, at most."""
LISTENING_S = 0.5
"""How often a request that waits looks whether its client is still there, seconds."""


class RefusedError(Exception):
    """A request that is answered with an error, of OpenAI's form."""

    def __init__(
        self, status: int, message: str, kind: str = "invalid_request_error", code: str = ""
    ) -> None:
        """With the HTTP status, what is wrong, and OpenAI's ``type`` and ``code``."""
        super().__init__(message)
        self.status = status
        self.body = {"error": {"message": message, "type": kind, "param": None, "code": code or None}}


class ModelServer(ThreadingHTTPServer):
    """Serves one engine; a thread waits for each request."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, engine: Engine, name: str, port: int = 0, host: str = LOOPBACK) -> None:
        """Listens, at a free port if ``port`` is 0.

        Raises:
            ConfigError: if the port is taken or the host is none of this machine.
        """
        self.engine, self.name = engine, name
        try:
            super().__init__((host, port), _Handler)
        except OSError as error:
            raise ConfigError(f"cannot listen at {host}:{port} ({error.strerror}); choose another") from error

    @property
    def url(self) -> str:
        """What ``--base-url`` takes."""
        return f"http://{self.server_address[0]!s}:{self.server_port}/v1"

    def begin(self, body: bytes) -> tuple[Request, list[int], Future[Any]]:
        """Ask the engine for what a request's ``body`` asks for.

        Raises:
            RefusedError: if the body is malformed, asks for what is not offered, or does not fit the context.
        """
        request = self._read(body)
        try:
            prompt: list[int] = self.engine.tokenizer.apply_chat_template(
                request.conversation(),
                tools=request.offered,
                add_generation_prompt=True,
                tokenize=True,
                return_dict=False,
            )
        except Exception as error:  # a template is the model's own program, and raises what it likes
            raise RefusedError(400, f"the chat template refuses these messages: {error}") from error
        room = self.engine.context - len(prompt)
        if not prompt or room < 1:
            message = f"the maximum context length is {self.engine.context} tokens; these are {len(prompt)}"
            raise RefusedError(400, message, code="context_length_exceeded")
        return request, prompt, self.engine.write(prompt, request.sampling(room))

    def _read(self, body: bytes) -> Request:
        try:
            request = Request.model_validate_json(body)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"])) or "the body"
            raise RefusedError(400, f"{place}: {first['msg']}") from error
        if request.model != self.name:
            message = f"the model {request.model!r} is not here; {self.name!r} is"
            raise RefusedError(404, message, code="model_not_found")
        return request


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """The list of models."""
        if self.path != "/v1/models":
            return self._refuse(RefusedError(404, f"nothing is at {self.path}"))
        model = {"id": self.server.name, "object": "model", "created": 0, "owned_by": "medgym"}
        self._send(200, {"object": "list", "data": [model]})

    def do_POST(self) -> None:
        """A completion."""
        try:
            body = self._body()
            if self.path != "/v1/chat/completions":
                raise RefusedError(404, f"nothing is at {self.path}")
            request, prompt, future = self.server.begin(body)
            written = self._await(future)
        except RefusedError as error:
            return self._refuse(error)
        except AgentError as error:
            return self._refuse(RefusedError(500, str(error), "server_error"))
        if written is not None:
            self._send(200, completion(request, prompt, written, self.server.engine.tokenizer))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: requests hold data."""

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BODY:
            self.close_connection = True
            raise RefusedError(413, f"a body of at most {MAX_BODY} bytes with its Content-Length is expected")
        return self.rfile.read(int(length))

    def _await(self, future: Future[Any]) -> Any:
        """What was written; None if the client left meanwhile, whose sequence leaves the batch."""
        while True:
            try:
                return future.result(LISTENING_S)
            except TimeoutError:
                if self._gone():
                    future.cancel()
                    self.close_connection = True
                    return None

    def _gone(self) -> bool:
        self.connection.setblocking(False)
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self.connection.setblocking(True)

    def _refuse(self, error: RefusedError) -> None:
        self._send(error.status, error.body)

    def _send(self, status: int, document: dict[str, Any]) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def serve(
    folder: Path,
    name: str,
    port: int,
    host: str,
    batch: int,
    announce: Callable[[ModelServer], None],
    threads: int | None = None,
) -> None:
    """Serve the model in ``folder`` under ``name`` until interrupted; ``announce`` is called when it listens.

    Raises:
        ConfigError: as :class:`Engine` and :class:`ModelServer`.
    """
    engine = Engine(folder, batch, threads)
    try:
        with ModelServer(engine, name, port, host) as server:
            announce(server)
            server.serve_forever()
    except KeyboardInterrupt:
        return
    finally:
        engine.close()
