"""What behaviours are tried on: a backend, its boxes, and a few files to mount."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from medgym_core.errors import SandboxError
from medgym_core.task import Limits
from medgym_sandbox.backend import Relay, Sandbox, SandboxBackend
from medgym_sandbox.spec import BoxEnvironment, BoxSpec

LIMITS = Limits(memory_mb=192, pids=40, workspace_mb=16)
"""Small, so that bombs stay harmless where a backend does not contain them."""
TABLE = "table.sqlite"
"""A mounted SQLite file with the table ``person (id, name)`` of three rows."""
FOLDER = "folder"
"""A mounted folder that holds ``part.txt``."""


class Bench:
    """A backend under test. Behaviours that do no harm share a box; the others get one each."""

    def __init__(self, backend: SandboxBackend, environment: BoxEnvironment, home: Path) -> None:
        """``home`` is where box environments are kept."""
        self.backend, self.environment, self.home = backend, environment, home
        self.folder = Path(tempfile.mkdtemp(prefix="conformance-"))
        self._shared: Sandbox | None = None
        self._furnish()

    def __enter__(self) -> Self:
        """The bench itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the shared box and remove the files."""
        self.drop_shared()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def mounts(self) -> Mapping[str, Path]:
        """What every box of the bench mounts."""
        return {name: self.folder / name for name in (TABLE, FOLDER)}

    def spec(self, **changes: Any) -> BoxSpec:
        """The bench's box, with changes."""
        fields = {"environment": self.environment, "mounts": self.mounts, "limits": LIMITS, "home": self.home}
        return BoxSpec(**{**fields, **changes})

    @contextlib.contextmanager
    def box(self, relay: Relay | None = None, **changes: Any) -> Iterator[Sandbox]:
        """A box of its own."""
        with self.backend.start(self.spec(**changes)) as box:
            if relay is not None:
                box.attach(relay)
            yield box

    def shared(self) -> Sandbox:
        """The box of the harmless behaviours; a new one if the last does not answer."""
        if self._shared is not None:
            try:
                self._shared.ping()
            except SandboxError:
                self.drop_shared()
        if self._shared is None:
            self._shared = self.backend.start(self.spec())
        return self._shared

    def _furnish(self) -> None:
        self.folder.chmod(0o755)
        (self.folder / FOLDER).mkdir()
        (self.folder / FOLDER / "part.txt").write_text("part\n")
        with contextlib.closing(sqlite3.connect(self.folder / TABLE)) as connection, connection:
            connection.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)")
            rows = [(1, "Ada"), (2, "Grace"), (3, None)]
            connection.executemany("INSERT INTO person VALUES (?, ?)", rows)

    def drop_shared(self) -> None:
        """Close the box of the harmless behaviours, which may not be harmless any more."""
        if self._shared is not None:
            self._shared.close()
            self._shared = None


def token() -> str:
    """A text that occurs nowhere else on this machine."""
    return f"sentinel{secrets.token_hex(12)}"
