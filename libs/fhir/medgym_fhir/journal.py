"""What an episode created on a server that others use too: one file, lock and notes."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from medgym_core import ConfigError


class Journal:
    """References of created resources, on disk before the agent hears of them; held by one job."""

    def __init__(self, path: Path, server: str) -> None:
        """Take the file and read what a job that was cut off left in it.

        Raises:
            ConfigError: if another job holds it.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+", encoding="ascii")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise ConfigError(
                f"another job uses the FHIR server {server}; run one job at a time (--jobs 1), "
                "or use the embedded server"
            ) from None
        self._file.seek(0)
        # A last line without its end was cut off while it was written.
        self.noted = [line.rstrip("\n") for line in self._file if line.endswith("\n")]

    def note(self, reference: str) -> None:
        """Add one reference."""
        self._file.write(reference + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.noted.append(reference)

    def clear(self) -> None:
        """Forget them all."""
        self._file.truncate(0)
        self.noted = []

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
