"""A chat-completions server that does as it is told, briefs, and a box that protects nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.agent import AgentConfig, Brief, Reply
from medgym_core.agent.llm import LanguageModel
from medgym_core.answer import Integer
from medgym_core.builds.training import Example, Training
from medgym_core.task import ActionCall, Task, Turn


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
    """Serves the scripted responses in order, then repeats the last; keeps what it was asked."""

    def __init__(self) -> None:
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


TOOLS = [{"type": "function", "function": {"name": "code_execution", "parameters": {"type": "object"}}}]


class Untrained(Training):
    """A family without training splits."""

    def __init__(self) -> None:
        """Holds nothing."""

    def examples(self, apart_from: str) -> Sequence[Example]:
        """None."""
        return ()


def brief_of(
    *turns: Turn,
    seed: int = 0,
    temperature: float = 0.0,
    tier: Tier = Tier.OPEN,
    reference: Any = tuple,
    training: Any = None,
    protocol: Any = "default",
    **task: Any,
) -> Brief:
    """The brief of a task with these turns."""
    turns = turns or (Turn(question="How many patients are older than 50?", answer=Integer()),)
    made = Task(family="fake", split="test", index=0, category="c", turns=turns, **task)
    return Brief(
        task=made,
        system="the rules",
        prompt=turns[0].question,
        tools=TOOLS,
        seed=seed,
        temperature=temperature,
        tier=tier,
        reference=reference,
        training=lambda: training or Untrained(),
        protocol=protocol,
    )


@pytest.fixture
def make_brief() -> Callable[..., Brief]:
    return brief_of


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


RUNNER = """
import json
scope = {"__name__": "__main__"}
try:
    exec(compile(open("main.py").read(), "main.py", "exec"), scope)
finally:
    if "answer" in scope:
        open("answer.json", "w").write(json.dumps(scope["answer"]))
"""


@dataclass
class Ran:
    """What one program did."""

    stdout: str = ""
    exit_code: int = 0
    answer: str | None = None
    died: bool = False


class Box:
    """A folder and an interpreter: no isolation at all. Code that sends signals is not run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def run(self, code: str, script: str = RUNNER) -> Ran:
        if "os.kill(" in code or "tried(os.kill" in code:
            return self._pretend(code)
        (self.folder / "main.py").write_text(code)
        answer = self.folder / "answer.json"
        answer.unlink(missing_ok=True)
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=20)
        return Ran(done.stdout, done.returncode, answer.read_text() if answer.exists() else None)

    def run_with_test(self, code: str, test: str) -> int:
        """Exit status of the code and a test of it in one process."""
        return self.run(f"{code}\n{test}", "exec(open('main.py').read())").exit_code

    def _pretend(self, code: str) -> Ran:
        """A signal to the worker takes the box with it; what it would have done is read, not executed."""
        return Ran(died=True) if "tried(os.kill, worker, signal.SIGKILL)" in code else Ran()


@dataclass
class Played:
    """An episode of an attack."""

    box: Box | None
    replies: list[Reply] = field(default_factory=list)
    submissions: list[str] = field(default_factory=list)
    last: Ran = field(default_factory=Ran)


def silent(**asked: object) -> str:
    return ""


def _perform(call: ActionCall, played: Played, info: Callable[..., str]) -> str:
    code = call.arguments.get("code")
    if call.name == "request_info":
        return info(**call.arguments)
    if call.name != "code_execution" or not isinstance(code, str):
        return "malformed"
    if played.box is not None:
        played.last = played.box.run(code)
    if call.arguments.get("submit") is not True:
        return played.last.stdout
    played.submissions.append(code)
    return "recorded"


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path / "work")


@pytest.fixture
def play() -> Callable[..., Played]:
    """Plays an agent to its end; without a box, nothing it sends is executed."""

    def run(agent: Any, brief: Brief, box: Box | None = None, info: Callable[..., str] = silent) -> Played:
        policy, played, observation = agent.start(brief), Played(box), brief.prompt
        while (reply := policy.act(observation)).text or reply.calls:
            played.replies.append(reply)
            assert len(played.replies) <= 100
            observation = "".join(_perform(call, played, info) for call in reply.calls) or "malformed"
        return played

    return run
