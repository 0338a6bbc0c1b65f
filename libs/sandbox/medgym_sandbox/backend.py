"""The contracts of a sandbox: a backend starts boxes, a box executes."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from medgym_sandbox.spec import BoxSpec, Execution, Guarantee, Outcome


@dataclass(frozen=True)
class Availability:
    """Whether a backend can start boxes on this machine now, as found by a live probe."""

    ok: bool
    """Whether it can."""
    reason: str
    """What was found, one line."""
    fix: str = ""
    """The command or setting that fixes the gap, if any."""


class FileRefused(Exception):  # noqa: N818 - the agent's doing, not an error of ours
    """A file could not be read from or written to the box; the agent's doing, not an error of ours.

    ``args[0]`` is one of ``missing``, ``too_large``, ``not_regular``, ``denied``, ``no_space``, ``box_died``.
    """


class Sandbox(Protocol):
    """One running box. Serves one episode, one thread at a time, and is never reused."""

    level: str
    """Isolation level, such as ``docker`` or ``bubblewrap(no-cgroup)``; recorded in every trajectory."""
    digest: str
    """Identity of the environment inside: image id, or digest of the locked package list."""

    def run(self, execution: Execution) -> Outcome:
        """Run to the end or the deadline.

        A box that dies gives ``Reason.BOX_DIED``, then and whenever it is asked again.

        Raises:
            SandboxError: if it is proved that the box did not die of what agent code did
                (:mod:`medgym_sandbox.death`), or it was closed.
        """
        ...

    def write(self, path: str, data: bytes) -> None:
        """Write a file below the work directory, owned by the agent.

        Raises:
            FileRefused: if the box's file system refuses, or the box died of what agent code did.
            SandboxError: if it is dead otherwise.
        """
        ...

    def read(self, path: str, max_bytes: int) -> bytes:
        """Read a regular file below the work directory, following no link.

        Raises:
            FileRefused: if it is missing, too large or not a plain file, or the box died of what agent code
                did.
            SandboxError: if it is dead otherwise.
        """
        ...

    def pack(self) -> bytes:
        """What agent code left in its folders, for ``BoxSpec.content``: bytes, modes, times of change, links.

        Equal states give equal bytes.

        Raises:
            FileRefused: if it is too large, a folder cannot be listed, or the box died of what agent code
                did.
            SandboxError: if it is dead otherwise.
        """
        ...

    def attach(self, relay: Relay) -> None:
        """Serve the box's declared ports from ``relay``; before the first execution."""
        ...

    def ping(self) -> None:
        """Return if the worker answers.

        Raises:
            SandboxError: if it does not.
        """
        ...

    def close(self) -> None:
        """Kill the box and remove every trace; idempotent. Never raises: what is left, a sweep removes."""
        ...

    def __enter__(self) -> Self:
        """The box itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        ...


class SandboxBackend(Protocol):
    """A way to start boxes. Stateless between boxes; safe to call from several threads."""

    name: str
    """Name, as given to ``--sandbox``."""

    def probe(self) -> Availability:
        """Find out, by trying, whether boxes can be started here."""
        ...

    def guarantees(self) -> frozenset[Guarantee]:
        """What this backend promises on this machine."""
        ...

    def prepare(self, spec: BoxSpec) -> str:
        """Make what every box of ``spec.environment`` needs (image, package folder); return its digest.

        Raises:
            SandboxError: with the fix, if it cannot be made.
        """
        ...

    def start(self, spec: BoxSpec) -> Sandbox:
        """Start a box; returns when its worker is ready.

        Raises:
            FileRefused: if it cannot hold ``spec.content``, which agent code made.
            SandboxError: if it cannot be started.
        """
        ...

    def sweep(self) -> int:
        """Remove what dead drivers left behind; returns how many things."""
        ...


class Relay(Protocol):
    """Host end of the service relay: frames about connections that code in the box opened."""

    def take(self, kind: int, number: int, payload: bytes, until: float) -> bytes:
        """A frame about connection ``number`` came; returns the frames to send back.

        No request is taken up after ``until``, by the monotonic clock.
        """
        ...
