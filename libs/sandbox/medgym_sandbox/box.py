"""The host end of a worker: a running box, whatever backend started it."""

from __future__ import annotations

import json
import os
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from pydantic import JsonValue

from medgym_sandbox import report
from medgym_sandbox.backend import FileRefused, Relay
from medgym_sandbox.boundary import mishap
from medgym_sandbox.death import Death, End, judge
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.host import cannot_import
from medgym_sandbox.spec import BoxSpec, Execution, Failure, Outcome, Reason
from medgym_sandbox.transport import Transport
from medgym_sandbox.worker import frame

GRACE_S = 10.0
"""How long a worker may take beyond a deadline before the box counts as dead."""
FILE_TIMEOUT_S = 60.0
"""Deadline of one file transfer, seconds."""
MAX_CONTENT = 64 * 2**20
"""Most bytes of what a box packs."""

_live: weakref.WeakSet[Box] = weakref.WeakSet()


@dataclass
class _Reply:
    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    report: bytearray = field(default_factory=bytearray)
    result: dict[str, Any] = field(default_factory=dict)


class _LostError(Exception):
    """The worker is gone, or of no use."""


class _SilentError(_LostError):
    """The worker does not answer."""


class _UnconfinedError(_LostError):
    """Its child could not enter its jail; ``args[0]`` says why."""


class Box:
    """A running box. Made by a backend from a stream to a worker that is being booted."""

    def __init__(
        self,
        transport: Transport,
        *,
        level: str,
        digest: str,
        autopsy: Callable[[int], End],
        dispose: Callable[[], None],
        folders: Sequence[str],
        oom_kills: Callable[[], int] | None = None,
    ) -> None:
        """``autopsy`` finds out how the worker ended, given the kills for memory known so far.

        ``dispose`` removes the box and every trace, once; agent code may write to ``folders``; ``oom_kills``
        counts kills for memory where only the host can see them.
        """
        self.level, self.digest = level, digest
        self._folders: list[JsonValue] = [*folders]
        self.facts: Mapping[str, JsonValue] = {}
        self._transport = transport
        self._relay: Relay | None = None
        self._autopsy, self._dispose, self._oom = autopsy, dispose, oom_kills
        self._decoder = frame.Decoder()
        self._requests = self.oom_kills = 0
        self._acted = False  # whether agent code has run here
        self._death: Death | None = None
        self._closed = self.at_rest = False  # whether the worker is known to have nothing to do
        _live.add(self)

    def boot(self, payload: bytes, spec: BoxSpec, timeout_s: float = 120.0) -> None:
        """Send the worker, and what its folders shall hold, and wait until it is ready.

        Raises:
            FileRefused, SandboxError: as of a backend's ``start``, or a package cannot be imported.
        """
        head = {"op": "unpack", "folders": self._folders, "timeout_s": FILE_TIMEOUT_S}
        self._acted = bool(spec.content)  # what ends a box may be what agent code left in another
        try:
            self._transport.send(payload)
            if spec.content:
                self._transport.send(frame.pack_request(0, head, spec.content))
            reply = self._await(0, frame.READY, time.monotonic() + timeout_s)
        except (_LostError, OSError) as error:
            death = self._lose(error)
            if death.by_agent:
                raise FileRefused("box_died") from error
            raise SandboxError(f"the {self.level} box did not start: {death.reason}") from error
        self.facts, self.at_rest = reply.result, True
        if missing := reply.result["missing"]:
            self.close()
            raise SandboxError(cannot_import(missing))
        if not reply.result["furnished"]:
            self.close()
            raise (
                FileRefused("no_space") if spec.content else SandboxError("the box took no links to its data")
            )

    def run(self, execution: Execution) -> Outcome:
        """Run to the end or the deadline; see :class:`medgym_sandbox.backend.Sandbox`."""
        head = {"op": "run", **execution.model_dump(mode="json")}
        started, acted = time.monotonic(), self._acted
        try:
            self._acted = True
            reply = self._ask(head, b"", execution.timeout_s)
        except _LostError as error:
            self._acted = acted or not isinstance(error, _UnconfinedError)
            reason = self._blame(error)
            return Outcome(reason=Reason.BOX_DIED, stderr=reason, duration_s=time.monotonic() - started)
        return self._outcome(reply, execution)

    def write(self, path: str, data: bytes) -> None:
        """Write a file below the work directory."""
        self._transfer({"op": "write", "path": path}, data)

    def read(self, path: str, max_bytes: int) -> bytes:
        """Read a regular file below the work directory."""
        data = bytes(self._transfer({"op": "read", "path": path, "max_bytes": max_bytes}, b"").stdout)
        if len(data) > max_bytes:
            raise FileRefused("too_large")
        return data

    def pack(self) -> bytes:
        """What agent code left in its folders."""
        head: dict[str, JsonValue] = {"op": "pack", "folders": self._folders, "max_bytes": MAX_CONTENT}
        return bytes(self._transfer(head, b"").stdout)

    def attach(self, relay: Relay) -> None:
        """Serve the declared ports from ``relay``."""
        self._relay = relay

    def ping(self) -> None:
        """Return if the worker answers."""
        try:
            self._ask({"op": "ping"}, b"", FILE_TIMEOUT_S)
        except _LostError as error:
            raise SandboxError(f"the {self.level} box died: {self._lose(error).reason}") from None

    def close(self) -> None:
        """Kill the box and remove every trace; what stays is noted, and left to the next sweep."""
        if not self._closed:
            self._closed = True
            with mishap.noted("closing a box's stream"):
                self._transport.close()
            with mishap.noted(f"removing a {self.level} box"):
                self._dispose()

    def __enter__(self) -> Self:
        """The box itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def abandon(self) -> None:
        """Close this process's copy of the stream, and nothing else (for a forked child)."""
        self._closed = True
        self._transport.close()

    def _transfer(self, head: dict[str, JsonValue], body: bytes) -> _Reply:
        try:
            reply = self._ask({**head, "timeout_s": FILE_TIMEOUT_S}, body, FILE_TIMEOUT_S)
        except _LostError as error:
            self._blame(error)
            raise FileRefused("box_died") from None
        if refused := report.read(reply.report).refused:
            raise FileRefused(refused)
        if reply.result["exit_code"] != 0:
            raise FileRefused("denied")
        return reply

    def _blame(self, error: _LostError) -> str:
        """Why the box is lost, where that counts as the agent's doing.

        Raises:
            SandboxError: where it is our failure.
        """
        death = self._lose(error)
        if not death.by_agent:
            raise SandboxError(f"the {self.level} box died: {death.reason}") from None
        return death.reason

    def _lose(self, error: Exception) -> Death:
        """Find out, once, why the box is lost, and close it."""
        if self._death is None:
            if isinstance(error, _UnconfinedError):
                death = Death(True, f"it cannot confine its children: {error}")
            else:
                death = judge(self._autopsy(self.oom_kills), stalled=isinstance(error, _SilentError))
            self._death = Death(death.by_agent and self._acted, death.reason)
            self.close()
        return self._death

    def _ask(self, head: Mapping[str, Any], body: bytes, timeout_s: float) -> _Reply:
        if self._death is not None and self._death.by_agent:
            raise _LostError
        if self._closed:
            raise SandboxError(f"the {self.level} box is closed; start another")
        self._requests, self.at_rest = self._requests + 1, False
        self._send(frame.pack_request(self._requests, head, body))
        reply = self._await(self._requests, frame.RESULT, time.monotonic() + timeout_s + GRACE_S)
        self.at_rest = True
        if why := reply.result.get("unconfined"):
            raise _UnconfinedError(why)
        return reply

    def _send(self, data: bytes) -> None:
        try:
            self._transport.send(data)
        except TimeoutError as error:
            raise _SilentError from error
        except OSError as error:
            raise _LostError from error

    def _await(self, channel: int, last: int, deadline: float) -> _Reply:
        """Collect frames until the one of kind ``last`` on ``channel``, serving connections meanwhile."""
        reply = _Reply()
        into = {frame.STDOUT: reply.stdout, frame.STDERR: reply.stderr, frame.REPORT: reply.report}
        while True:
            for kind, number, payload in self._receive(deadline):
                if kind == frame.GONE:
                    raise _LostError
                if kind >= frame.OPEN:
                    self._serve(kind, number, payload, deadline - GRACE_S)
                elif number == channel and kind in into:
                    into[kind] += payload
                elif number == channel and kind == last:
                    reply.result = json.loads(payload)
                    return reply

    def _receive(self, deadline: float) -> list[tuple[int, int, bytes]]:
        try:
            data = self._transport.receive(deadline - time.monotonic())
            if not data:
                raise _LostError
            return list(self._decoder.feed(data))
        except (TimeoutError, frame.MalformedError) as error:
            raise _SilentError from error

    def _serve(self, kind: int, connection: int, payload: bytes, until: float) -> None:
        if self._relay is not None and (answer := self._relay.take(kind, connection, payload, until)):
            self._send(answer)

    def _outcome(self, reply: _Reply, execution: Execution) -> Outcome:
        reported, result = report.read(reply.report, execution.answer_bytes), reply.result
        head, dropped = execution.output_bytes // 2, result["dropped"]
        reason = self._reason(result, reported.failure)
        return Outcome(
            reason=reason,
            exit_code=result["exit_code"],
            stdout=report.shown(reply.stdout, head, dropped[0]),
            stderr=report.shown(reply.stderr, head, dropped[1]),
            dropped_bytes=sum(dropped),
            answer=reported.answer if reason is Reason.COMPLETED else None,
            answer_error=reported.answer_error,
            failure=reported.failure,
            duration_s=result["duration_s"],
        )

    def _reason(self, result: Mapping[str, Any], failure: Failure | None) -> Reason:
        kills = self._oom() if self._oom else result["oom_kills"]
        out_of_memory = kills > self.oom_kills or (failure is not None and failure.type == "MemoryError")
        self.oom_kills = kills
        code = result["exit_code"]
        if code is None:
            return Reason.TIMEOUT
        if code != 0 and out_of_memory:
            return Reason.MEMORY
        if code < 0:
            return Reason.KILLED
        return Reason.COMPLETED if code == 0 else Reason.ERROR


def _abandon_all() -> None:
    for box in list(_live):
        box.abandon()


# A forked child that kept a stream open would keep its box alive after the driver's death.
os.register_at_fork(after_in_child=_abandon_all)
