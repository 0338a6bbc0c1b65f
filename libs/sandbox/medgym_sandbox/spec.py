"""What a box is asked for and what comes back: pure data, the same on every backend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import Field

from medgym_sandbox.boundary.frozen import Frozen
from medgym_sandbox.home import default_home
from medgym_sandbox.limits import Limits, RelativePath


@dataclass(frozen=True)
class BoxEnvironment:
    """The Python environment that a family's boxes have, on every backend."""

    recipe: Path
    """Folder with ``Dockerfile`` (its layer on the shared base) and ``requirements.txt`` (exact pins)."""
    preload: tuple[str, ...] = ()
    """Modules the warm worker imports once, such as ``("numpy", "pandas")``."""


class Guarantee(StrEnum):
    """What a backend may promise. Each conformance behaviour names the one it tests."""

    EXECUTION = "execution"
    """Python, SQL and shell run, each execution in a fresh interpreter state, with typed results."""
    SERVICES = "services"
    """Declared ports are relayed to the host, and open no other way."""
    FILES = "files"
    """Files go in and out byte for byte, with caps; links and special files are refused."""
    FORK = "fork"
    """A box started from what another packed holds the same; neither sees what happens in the other."""
    OUTPUT_CAP = "output_cap"
    """Output floods are cut, head and tail kept, memory bounded on both sides."""
    TIMEOUT = "timeout"
    """A deadline kills the whole process tree of an execution."""
    REAP = "reap"
    """No process outlives the execution that started it."""
    PROCESS_LIMIT = "process_limit"
    """Fork and thread bombs stop at ``Limits.pids``; the box goes on."""
    MEMORY_LIMIT = "memory_limit"
    """The box's whole tree is held to ``Limits.memory_mb``, and an excess is named."""
    CPU_LIMIT = "cpu_limit"
    """The box's whole tree is held to ``Limits.cpus`` cores."""
    DISK_LIMIT = "disk_limit"
    """The work directory is held to ``Limits.workspace_mb``, every folder to a number of files."""
    NO_NETWORK = "no_network"
    """No address beyond the box's own loopback is reachable, by any socket family."""
    NO_HOST_FILES = "no_host_files"
    """No host file is readable but the box environment, the system libraries and the declared mounts."""
    OWN_ROOT = "own_root"
    """The box has a file tree of its own: a host path cannot even be found to exist."""
    HOST_UNSEEN = "host_unseen"
    """Of the host only processors, memory and load show: no path, mount, symbol or boot parameter."""
    READ_ONLY_DATA = "read_only_data"
    """Mounts cannot be changed from inside."""
    WORKER_SAFE = "worker_safe"
    """Agent code cannot signal, trace, limit or starve the worker, nor write its frames."""
    UID_SPLIT = "uid_split"
    """Agent code runs under a uid that the worker does not share."""
    BLIND = "blind"
    """Boxes see neither each other nor the host's processes and name, and cannot meet in files or memory."""
    CLEAN_ENVIRONMENT = "clean_environment"
    """No medgym module, no host variable and no secret is present."""
    DEATH_REASON = "death_reason"
    """A box that dies says why."""
    CLEAN_CLOSE = "clean_close"
    """Closing leaves no process, folder, mount, cgroup or container."""
    DIES_WITH_DRIVER = "dies_with_driver"
    """When the driver is killed, the box is gone within 5 s, and every trace by then or at the next sweep."""


class BoxSpec(Frozen):
    """One box to start."""

    environment: BoxEnvironment
    """Python environment and warm imports."""
    mounts: Mapping[RelativePath, Path] = Field(default_factory=dict)
    """Name below ``data/`` to absolute host path; read-only."""
    ports: tuple[int, ...] = ()
    """Loopback ports relayed to the host."""
    limits: Limits = Limits()
    """Budgets of the box."""
    content: bytes = Field(default=b"", repr=False)
    """What agent code finds in its folders at first: another box's ``pack()``; empty for a fresh box."""
    home: Path = Field(default_factory=default_home)
    """Where package folders for boxes without an image are kept."""


class Execution(Frozen):
    """One program to run in a box."""

    language: Literal["python", "sql", "shell"] = "python"
    """Python source, one SQL statement, or a shell command line."""
    source: str
    """The text."""
    timeout_s: float = Field(default=60.0, gt=0)
    """Wall-clock deadline, seconds."""
    output_bytes: int = Field(default=16_384, ge=256)
    """Bytes kept of each of stdout and stderr: first half head, second half tail."""
    answer_bytes: int = Field(default=65_536, ge=0)
    """Cap of the JSON text of ``answer``."""
    database: str | None = None
    """For SQL: path of the SQLite file relative to the work directory, such as ``data/mimic.sqlite``."""
    stdin: str = ""
    """Text on standard input."""
    inspect: bool = False
    """On failure, also describe the local variables of the failing frame (``debugging``)."""


class Failure(Frozen):
    """Why a program stopped, as reported by the box. Untrusted: feedback for the agent, never graded."""

    type: str
    """Exception class, such as ``KeyError`` or ``sqlite3.OperationalError``."""
    message: str = ""
    """Its text."""
    line: int | None = None
    """1-based line of the submitted source."""
    column: int | None = None
    """1-based column, for syntax errors."""
    text: str = ""
    """That line of source."""
    traceback: str = ""
    """Traceback through the submitted source only."""
    names: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    """Existing names near the fault, by group: ``variables``, ``columns of df``, ``tables``, ``files``..."""
    variables: Mapping[str, str] = Field(default_factory=dict)
    """With ``inspect``: local variable to a short description (type, shape, dtype, value)."""


class Reason(StrEnum):
    """How an execution ended."""

    COMPLETED = "completed"
    """Ran to its end, or left by ``sys.exit(0)``."""
    ERROR = "error"
    """Raised, or ended with a non-zero exit code."""
    TIMEOUT = "timeout"
    """Hit its deadline and was killed."""
    MEMORY = "memory"
    """Killed for memory."""
    KILLED = "killed"
    """Ended by a signal."""
    BOX_DIED = "box_died"
    """Took the whole box down; the box is gone."""


class Outcome(Frozen):
    """What an execution did. Everything in it but ``reason`` and the figures is agent-controlled text."""

    reason: Reason
    """How it ended."""
    exit_code: int | None = None
    """Exit code; None when killed."""
    stdout: str = ""
    """Standard output; invalid bytes are backslash-escaped, a dropped middle is marked."""
    stderr: str = ""
    """Standard error, likewise."""
    dropped_bytes: int = 0
    """Bytes of output dropped by the cap."""
    answer: str | None = None
    """JSON text of ``answer``, if there is one; SQL gives ``{"columns": [...], "rows": [[...]]}``."""
    answer_error: str = ""
    """Why there is no answer although the variable was set: not serialisable, or over the cap."""
    failure: Failure | None = None
    """What went wrong, if it did."""
    duration_s: float = 0.0
    """Wall-clock time in the box, seconds."""

    @property
    def ok(self) -> bool:
        """Whether it ran to its end."""
        return self.reason is Reason.COMPLETED
