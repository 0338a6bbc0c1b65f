"""The worker: imports the heavy packages once, then forks a jailed child for each request."""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import stat
import sys
import time
from collections.abc import Iterable, Mapping
from typing import Any

from . import (
    child,
    files,
    frame,
    jail,
    kills,
    landlock,
    libc,
    lifeline,
    program,
    relay,
    seccomp,
    stream,
    tree,
)

_CHUNK = 65536
_BOOT_S = 10.0
_PAUSE_MS = 10
"""A driver that pauses for longer is not about to close the box: then the next child is worth preparing."""
_REPORT_SLACK = 262_144


def run(config: Mapping[str, Any], source: int, sink: int) -> None:
    """Serve requests from ``source`` until it ends, answering on ``sink``; then die with all below."""
    code = 70
    try:
        Worker(config, source, sink).serve()
    except stream.EndedError:
        code = 0
    except (
        Exception
    ):  # reported to the driver through the log, with an exit code that is not the stream's end
        sys.excepthook(*sys.exc_info())
    finally:
        child.kill_all()
        os._exit(code)


class Capture:
    """One output of a child: the head is sent as it comes, the tail is kept, the middle is counted."""

    def __init__(self, kind: int, head: int, tail: int) -> None:
        """``head`` and ``tail`` are byte counts; ``kind`` is the frame kind to send."""
        self.kind, self.dropped = kind, 0
        self._head, self._tail_size, self._tail = head, tail, bytearray()

    def take(self, data: bytes) -> bytes:
        """Bytes to send now."""
        now, rest = data[: self._head], data[self._head :]
        self._head -= len(now)
        self._tail += rest
        excess = len(self._tail) - self._tail_size
        if excess > 0:
            self.dropped += excess
            del self._tail[:excess]
        return now

    def tail(self) -> bytes:
        """The kept tail, at the end."""
        return bytes(self._tail)


class Worker:
    """One box's worker."""

    def __init__(self, config: Mapping[str, Any], source: int, sink: int) -> None:
        """Boot: folders, guard, imports, jail, links to the data, listeners; then says READY."""
        self._stream, self._kills_before = stream.Stream(source, sink), kills.counted()
        self._work = child.Work(config["work"], stat.S_IMODE(os.stat(config["work"]).st_mode))
        self._requests: list[tuple[int, bytes]] = []
        jail.guard_worker()  # not before: a guarded process may not write its own uid map
        self._wake, write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a handler would let agent code of the same uid in
        missing: dict[str, str] = {}
        if config["preload"]:  # else the template has imported it
            with lifeline.watched(source):
                missing = import_all(config["preload"])
        self._jail = _prepare_jail(config["jail"])
        if not config["bounded"]:
            jail.bound_privileges(config["jail"]["keep_capabilities"])
        libc.keep_capabilities(config["jail"]["keep_capabilities"])
        self._relay = relay.Relay(config["ports"], self._stream.send)
        jail.bind(config["jail"]["limits"])
        self._idle: child.Child | None = None
        gc.freeze()  # what is imported stays as it is, and stays shared with the children
        furnished = self._furnish(config)
        if filters := _filters(config["jail"]):  # not before: they may keep modes and times as they are
            seccomp.install(filters)
        facts = {"python": ".".join(map(str, sys.version_info[:3])), "landlock": landlock.abi()}
        self._send(frame.READY, 0, facts | {"missing": missing, "furnished": furnished})

    def serve(self) -> None:
        """Answer requests until the stream ends.

        Raises:
            EndedError: then.
        """
        while True:
            while self._requests:
                self._answer(*self._requests.pop(0))
            if self._idle is None and self._stream.is_quiet(_PAUSE_MS):
                self._idle = self._prepare()
            self._take_in(self._stream.receive())

    def _furnish(self, config: Mapping[str, Any]) -> bool:
        """Fill the folders with what another box held, or else links to the data; whether that was done."""
        if config["unpack"]:
            while not self._requests:
                self._take_in(self._stream.receive())
            channel, payload = self._requests.pop()
            return self._serve_child(channel, frame.unpack_request(payload)[0], payload) == 0
        link = {"op": "link", "data": config["data"], "timeout_s": _BOOT_S}
        return not config["data"] or self._serve_child(0, link, frame.request_payload(link)) == 0

    def _answer(self, channel: int, payload: bytes) -> None:
        request = frame.unpack_request(payload)[0]
        if request["op"] == "end":
            raise stream.EndedError
        if request["op"] == "ping":
            self._send(frame.RESULT, channel, {})
        else:
            self._serve_child(channel, request, payload)

    def _prepare(self) -> child.Child:
        """The next child; like a fresh interpreter it does not repeat the last one's draws."""
        if "numpy.random" in sys.modules:
            sys.modules["numpy.random"].seed()
        return child.prepare(_perform, self._jail, self._work)

    def _take(self) -> child.Child:
        """The child that waits, or a new one if that has died since."""
        idle, self._idle = self._idle, None
        if idle is not None and child.reap(idle.pid) is not None:
            idle.order(b"")
            idle.close()
            idle = None
        return idle or self._prepare()

    def _serve_child(self, channel: int, request: Mapping[str, Any], payload: bytes) -> int | None:
        """Let one child do it to its end or deadline, passing on what it says; nothing outlives it.

        Returns its exit code, None at the deadline.
        """
        started = time.monotonic()
        running = self._take()
        unconfined = running.unconfined()
        running.order(payload)
        captures = _captures(running, request)
        status = self._pump(channel, running, captures, started + request["timeout_s"])
        child.kill_all()
        self._relay.drop_all()
        for descriptor, capture in captures.items():
            while self._forward(channel, descriptor, capture):
                pass
            self._stream.send(capture.kind, channel, capture.tail())
        running.close()
        code = None if status is None else os.waitstatus_to_exitcode(status)
        result = {
            "exit_code": code,
            "duration_s": time.monotonic() - started,
            "oom_kills": kills.counted() - self._kills_before,
            "dropped": [captures[running.stdout].dropped, captures[running.stderr].dropped],
            "unconfined": unconfined,
        }
        self._send(frame.RESULT, channel, result)
        return code

    def _pump(
        self, channel: int, running: child.Child, captures: dict[int, Capture], deadline: float
    ) -> int | None:
        """Move bytes until the child has ended; returns its wait status, or None when time ran out."""
        opened = set(captures)
        while (left := deadline - time.monotonic()) > 0:
            for descriptor, events in self._poll(opened, left):
                if descriptor in opened:
                    if self._forward(channel, descriptor, captures[descriptor]) is None:
                        opened.discard(descriptor)
                elif descriptor == self._wake:
                    os.read(self._wake, _CHUNK)
                    status = child.reap(running.pid)
                    if status is not None:
                        return status
                elif descriptor in (self._stream.source, self._stream.sink):
                    self._take_in(self._stream.handle(descriptor, events))
                else:
                    self._relay.handle(descriptor)
        return None

    def _poll(self, opened: Iterable[int], seconds: float) -> list[tuple[int, int]]:
        """What is ready; nothing is taken from the child while the driver does not take what there is."""
        poll, room = select.poll(), not self._stream.full
        wanted = self._stream.events() | dict.fromkeys((self._wake, *(opened if room else ())), select.POLLIN)
        for descriptor, events in (*wanted.items(), *self._relay.events(room)):
            poll.register(descriptor, events)
        return poll.poll(seconds * 1000)

    def _forward(self, channel: int, descriptor: int, capture: Capture) -> bool | None:
        """Move what a pipe holds; True if there was something, False if not now, None at its end."""
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        self._stream.send(capture.kind, channel, capture.take(data))
        return True if data else None

    def _take_in(self, frames: Iterable[stream.Frame]) -> None:
        for kind, channel, payload in frames:
            if kind == frame.REQUEST:
                self._requests.append((channel, payload))
            else:
                self._relay.deliver(kind, channel, payload)

    def _send(self, kind: int, channel: int, facts: Mapping[str, Any]) -> None:
        """Send a frame of JSON, and all that waits before it."""
        self._stream.send(kind, channel, json.dumps(facts).encode())
        self._take_in(self._stream.drain())


def _captures(running: child.Child, request: Mapping[str, Any]) -> dict[int, Capture]:
    if request["op"] in ("read", "pack"):
        head, tail = request["max_bytes"] + 1, 0
    else:
        head = tail = request.get("output_bytes", 1024) // 2
    report = request.get("answer_bytes", 0) * 6 + _REPORT_SLACK  # JSON within JSON may grow sixfold
    return {
        running.stdout: Capture(frame.STDOUT, head, tail),
        running.stderr: Capture(frame.STDERR, head, tail),
        running.report: Capture(frame.REPORT, report, 0),
    }


def import_all(names: Iterable[str]) -> dict[str, str]:
    """Import the heavy packages; returns what failed, with the reason."""
    missing = {}
    for name in names:
        try:
            importlib.import_module(name)
        except Exception as error:  # a broken package may raise anything on import; the host reports it
            missing[name] = f"{type(error).__name__}: {error}"
    return missing


def _prepare_jail(settings: Mapping[str, Any]) -> dict[str, Any]:
    reach = settings["landlock"]
    return {
        "limits": settings["limits"],
        "group": settings["group"],
        "uid": settings["uid"],
        "gid": settings["gid"],
        "landlock": landlock.ruleset(**reach) if reach else None,
    }


def _perform(request: Mapping[str, Any], body: memoryview, report: child.Report) -> int:
    """A child's whole life: what the request asks for."""
    if request["op"] == "run":
        return program.run(request, report)
    if request["op"] == "write":
        return files.write(request, body, report)
    if request["op"] == "read":
        return files.read(request, report)
    if request["op"] == "pack":
        return tree.pack(request["folders"], request["max_bytes"], report)
    if request["op"] == "unpack":
        return tree.unpack(request["folders"], body)
    return _link_data(request["data"])


def _filters(settings: Mapping[str, Any]) -> bytes | None:
    if not settings["seccomp"]:
        return None
    return seccomp.program(settings["inet"], settings["host_files"], settings["host_processes"])


def _link_data(data: Mapping[str, str]) -> int:
    """Make ``data/NAME`` in the work directory point at each mount."""
    for name, target in data.items():
        link = os.path.join("data", name)
        os.makedirs(os.path.dirname(link), exist_ok=True)
        os.symlink(target, link)
    return 0
