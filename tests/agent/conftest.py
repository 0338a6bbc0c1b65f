"""A chat-completions server that does as it is told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from medgym_core.agent import AgentConfig
from medgym_core.agent.llm import GREETING, LanguageModel
from medgym_testing.fixtures import box, make_brief, play


@dataclass
class Scripted:
    """One scripted response."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    """Bytes held back although announced; the connection then closes."""
    hang: bool = False
    """Whether to say nothing until the test is over."""


def said(content: str | None = "hello", *, finish_reason: str = "stop", **more: Any) -> Scripted:
    """A well-formed response; ``message``, ``choice`` and ``top`` add fields at their level."""
    message = {"role": "assistant", "content": content} | more.get("message", {})
    choice = {"index": 0, "message": message, "finish_reason": finish_reason} | more.get("choice", {})
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "usage": usage}
    return Scripted(json.dumps(body | {"choices": [choice]} | more.get("top", {})).encode())


def refused(status: int, message: str, code: str | None = None, **headers: str) -> Scripted:
    """An error response; an underscore in a header's name stands for a hyphen."""
    body = json.dumps({"error": {"message": message, "code": code}}).encode()
    return Scripted(body, status, {name.replace("_", "-"): value for name, value in headers.items()})


def called(*calls: tuple[str, str], content: str | None = None) -> Scripted:
    """A response with tool calls, given as (name, arguments)."""
    wanted = [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for number, (name, arguments) in enumerate(calls)
    ]
    return said(content, finish_reason="tool_calls", message={"tool_calls": wanted})


class ChatServer:
    """Serves the scripted responses in order, then repeats the last; keeps what it was asked.

    While ``ready`` it answers by itself, and forgets, the request that finds out whether it answers.
    """

    def __init__(self) -> None:
        self.ready = True
        self.script: list[Scripted] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.over = threading.Event()
        self._lock = threading.Lock()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                owner._respond(self, json.loads(body))

            def log_message(self, *args: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def _respond(self, handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        with self._lock:
            if self.ready and request["messages"][-1]["content"] == GREETING:
                response = said("Ready.")
            else:
                response = self.script.pop(0) if len(self.script) > 1 else self.script[0]
                self.requests.append(request)
            self.headers.append({name.lower(): value for name, value in handler.headers.items()})
            self.paths.append(handler.path)
        handler.close_connection = True
        if response.hang:
            self.over.wait(10)
            return
        handler.send_response(response.status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(response.body))}
        for name, value in (headers | response.headers).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(response.body[: len(response.body) - response.cut])

    def close(self) -> None:
        self.over.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@pytest.fixture
def server() -> Iterator[ChatServer]:
    chat = ChatServer()
    yield chat
    chat.close()


@pytest.fixture
def model(server: ChatServer) -> Iterator[Callable[..., LanguageModel]]:
    """Makes models at the server; options are those of the agent, with next to no waiting."""
    made: list[LanguageModel] = []

    def make(key: str = "sk-secret-key", **options: Any) -> LanguageModel:
        options = {"backoff_s": 0.001, "max_retries": 2, "timeout_s": 5.0} | options
        config = AgentConfig(model="m", base_url=server.url, api_key=key, options=options)
        made.append(LanguageModel(config))
        return made[-1]

    yield make
    for each in made:
        each.close()


@dataclass(frozen=True)
class Responses:
    """Makers of scripted responses."""

    said: Callable[..., Scripted] = said
    refused: Callable[..., Scripted] = refused
    called: Callable[..., Scripted] = called
    raw: type[Scripted] = Scripted


@pytest.fixture
def responses() -> Responses:
    return Responses()


__all__ = ["box", "make_brief", "model", "play", "responses", "server"]
