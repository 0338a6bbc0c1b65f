"""Connections from boxes to services: nothing that code in a box sends blocks, floods or ends the host."""

from __future__ import annotations

import json
import math
import time
import tracemalloc
from collections.abc import Iterator

import pytest

from medgym_sandbox.box import Box
from medgym_sandbox.conversation import MAX_BODY
from medgym_sandbox.process import Process
from medgym_sandbox.request import Request, Response
from medgym_sandbox.service import MAX_HELD, ServiceRelay
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution, Outcome, Reason
from medgym_sandbox.worker import frame

PORT = 18_123
CLIENT = f"""
import socket
def connect():
    return socket.create_connection(("127.0.0.1", {PORT}))
def ask(data, end=False):
    with connect() as client:
        client.sendall(data)
        if end:
            client.shutdown(socket.SHUT_WR)
        said = b""
        while chunk := client.recv(65536):
            said += chunk
    return said.decode("latin-1")
"""


class Echo:
    """Says how much came; ``/large`` answers a megabyte, ``/broken`` fails, ``/bad`` answers no HTTP."""

    def __init__(self) -> None:
        self.answered = 0

    def respond(self, request: Request) -> Response:
        self.answered += 1
        if request.target == "/broken":
            raise RecursionError("a bug of the plugin")
        if request.target == "/bad":
            return Response(headers=(("X", "a\r\nb"),))
        body = b"x" * 2**20 if request.target == "/large" else str(len(request.body)).encode()
        return Response(body=body)

    def snapshot(self) -> None: ...

    def fork(self) -> Echo: ...

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def box(bare_environment: BoxEnvironment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    spec = BoxSpec(environment=bare_environment, home=tmp_path_factory.mktemp("h"), ports=(PORT,))
    with Process().start(spec) as box:
        yield box


def run(box: Box, source: str, service: Echo | None = None, **options: object) -> Outcome:
    box.attach(ServiceRelay({PORT: service or Echo()}))
    return box.run(Execution(source=CLIENT + source, **options))  # type: ignore[arg-type]


def reported(box: Box, source: str, service: Echo | None = None) -> object:
    outcome = run(box, source, service, timeout_s=30)
    assert outcome.answer is not None, outcome
    return json.loads(outcome.answer)


def test_pipelined_requests_that_nobody_reads_stop_the_sender(box: Box) -> None:
    service = Echo()
    source = """
client = connect()
client.settimeout(0.5)
try:
    while True:
        client.sendall(b"GET /large HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" * 1000)
except TimeoutError:
    answer = "stopped"
"""
    assert reported(box, source, service) == "stopped"
    assert service.answered < 20  # what the box has not read is not even asked of the service


def test_pipelined_requests_are_all_answered_in_order(box: Box) -> None:
    source = """
import re
bodies = [b"x" * number for number in range(500)]
head = b"POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: %d\\r\\n\\r\\n"
posts = [head % len(body) + body for body in bodies]
answer = re.findall(r"\\r\\n\\r\\n(\\d+)", ask(b"".join(posts), end=True))
"""
    assert reported(box, source) == [str(number) for number in range(500)]


def test_the_box_serves_on_after_a_flood(box: Box) -> None:
    flood = """
clients = [connect() for _ in range(100)]
for client in clients:
    client.setblocking(False)
    try:
        while client.send(b"GET /large HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n" * 1000):
            pass
    except BlockingIOError:
        pass
"""
    assert run(box, flood, timeout_s=30).ok
    assert reported(box, "answer = ask(b'GET / HTTP/1.0\\r\\n\\r\\n')[-5:]") == "\r\n\r\n0"


def test_many_unfinished_bodies_fill_no_memory(box: Box) -> None:
    source = f"""
import time
head = b"POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: {MAX_BODY}\\r\\n\\r\\n"
body = memoryview(head + b"x" * ({MAX_BODY} - 1))
sent = {{connect(): 0 for _ in range(120)}}
end = time.monotonic() + 2
while time.monotonic() < end:
    for client, begun in sent.items():
        client.setblocking(False)
        try:
            sent[client] = begun + client.send(body[begun : begun + 65536])
        except BlockingIOError:
            pass
answer = sum(sent.values())
"""
    tracemalloc.start()
    assert int(str(reported(box, source))) > MAX_BODY  # one at least came in whole
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < MAX_HELD + 3 * MAX_BODY


@pytest.mark.slow
def test_large_bodies_come_in_one_after_the_other(box: Box) -> None:
    source = f"""
from concurrent.futures import ThreadPoolExecutor
head = b"POST / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nContent-Length: {MAX_BODY}\\r\\n\\r\\n"
with ThreadPoolExecutor(4) as pool:
    answer = [said[-7:] for said in pool.map(ask, [head + b"x" * {MAX_BODY}] * 4)]
"""
    assert reported(box, source) == [str(MAX_BODY)] * 4


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n", 400),
        (b"\x16\x03\x01 garbage \xff\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000, 431),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (MAX_BODY + 1), 413),
        (b"GET /broken HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 500),
        (b"GET /bad HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 500),
        (b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n", 200),
    ],
)
def test_what_is_no_request_is_answered_and_ends(box: Box, sent: bytes, status: int) -> None:
    rest = MAX_BODY + 1 if status == 413 else 0
    said = str(reported(box, f"answer = ask({sent!r} + b'z' * {rest})"))
    assert said.startswith(f"HTTP/1.1 {status}")


def test_a_client_that_sends_no_more_still_hears(box: Box) -> None:
    asked = "ask(b'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n', end=True)"
    assert str(reported(box, f"answer = {asked}")).startswith("HTTP/1.1 200")


def test_a_client_that_leaves_is_forgotten(box: Box) -> None:
    relay = ServiceRelay({PORT: Echo()})
    box.attach(relay)
    source = (
        "clients = [connect() for _ in range(60)]\nfor c in clients: c.send(b'GET /large HTTP/1.1\\r\\n')"
    )
    box.run(Execution(source=CLIENT + source))
    assert not relay._connections


def test_answers_wait_for_the_window() -> None:
    relay = ServiceRelay({PORT: Echo()})
    relay.take(frame.OPEN, 1, json.dumps({"port": PORT}).encode(), math.inf)
    asked = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n" * 3
    first = relay.take(frame.DATA, 1, asked, math.inf)
    assert len(first) < frame.CREDIT + 100
    later = relay.take(frame.WINDOW, 1, frame.pack_count(4 * 2**20), math.inf)
    assert 3 * 2**20 < len(first) + len(later) < 3 * 2**20 + 1000


class Slow(Echo):
    """Takes its time over each answer."""

    def respond(self, request: Request) -> Response:
        time.sleep(0.2)
        return super().respond(request)


def test_a_deadline_ends_the_service_too(box: Box) -> None:
    slow = Slow()
    box.attach(ServiceRelay({PORT: slow}))
    asked = "b'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' * 20"
    source = (
        f"clients = [connect() for _ in range(10)]\nfor c in clients: c.sendall({asked})\nwhile True: pass"
    )
    started = time.monotonic()
    outcome = box.run(Execution(source=CLIENT + source, timeout_s=3))  # a busy machine may pause for one
    assert outcome.reason is Reason.TIMEOUT
    assert time.monotonic() - started < 20  # answering all 200 would take 40 seconds
    assert box.run(Execution(source="answer = 1", timeout_s=5)).answer == "1"
    assert 0 < slow.answered < 30
