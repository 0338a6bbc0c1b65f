"""Commands around a stranger's code: few variables, no network, never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from medgym_prove.proposal.interruption import INTERRUPTION

KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT")
"""Variables that every command is given; all others stay here, secrets with them."""
INDEX = (
    *("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "UV_CACHE_DIR", "PIP_CACHE_DIR"),
    *("UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_URL", "UV_EXTRA_INDEX_URL", "UV_FIND_LINKS", "UV_OFFLINE"),
    *("UV_NATIVE_TLS", "UV_SYSTEM_CERTS", "UV_LINK_MODE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"),
    *("PIP_FIND_LINKS", "PIP_NO_INDEX", "PIP_CERT", "PIP_CONFIG_FILE", "PIP_TRUSTED_HOST"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
    *(
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
        "NO_PROXY",
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "no_proxy",
    ),
)
"""Variables that installers are given besides, to find a package index; no code of the plugin sees them."""
_APART = 'ip link set lo up 2>/dev/null; exec "$@"'


class Done(NamedTuple):
    """A command that ended."""

    code: int
    """Its exit code."""
    out: bytes
    """What it printed; at most :data:`MOST_OUTPUT` bytes."""
    error: str
    """The last lines of its standard error."""


LONGEST_DEATH_S = 2.0
"""Wait for what was killed, at most, seconds; where nobody reaps orphans their group never empties."""
LAST = 6
"""Lines of a command's errors that are shown."""
MOST_OUTPUT = 16 * 2**20
"""Bytes of output that are read of a command."""


def variables(names: Sequence[str], **more: str) -> dict[str, str]:
    """Those of ``names`` that are set here, and ``more``."""
    return {**{name: os.environ[name] for name in names if name in os.environ}, **more}


@cache
def offline() -> tuple[str, ...]:
    """What to put before a command to cut it off the network; nothing where this system cannot."""
    for user in ((), ("--map-current-user",)):
        prefix = ("unshare", *user, "--net", "--", "sh", "-c", _APART, "sh")
        try:
            if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0:
                return prefix
        except FileNotFoundError:
            return ()
    return ()


def run(
    commands: Sequence[Sequence[str]], given: Sequence[Mapping[str, str]], places: Sequence[Path]
) -> list[Done]:
    """Run ``commands`` at once, each with its variables and in its folder, and wait for all of them.

    If this process is interrupted they are killed, with what they started.
    """
    with ExitStack() as stack:
        running = [
            stack.enter_context(_started(command, own, place))
            for command, own, place in zip(commands, given, places, strict=True)
        ]
        for process in running:
            process.wait()
    return [_done(process.returncode, place) for process, place in zip(running, places, strict=True)]


@contextmanager
def started(command: Sequence[str], **settings: Any) -> Iterator[subprocess.Popen[bytes]]:
    """``command`` in a session of its own, with settings of ``Popen``; killed at the end, and all it left."""
    process = None
    try:
        with INTERRUPTION.postponed():
            process = subprocess.Popen(command, start_new_session=True, **settings)
        yield process
    finally:
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # also what a finished command left running
            process.wait()
            _outlast(process.pid)
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()


@contextmanager
def _started(
    command: Sequence[str], own: Mapping[str, str], place: Path
) -> Iterator[subprocess.Popen[bytes]]:
    with (place / "stdout").open("wb") as out, (place / "stderr").open("wb") as error:
        given = {"env": own, "cwd": place, "stdin": subprocess.DEVNULL, "stdout": out, "stderr": error}
        with started(command, **given) as process:
            yield process


def _outlast(group: int) -> None:
    """Wait until nothing of a killed group is left: what still dies may write into folders being removed."""
    until = time.monotonic() + LONGEST_DEATH_S
    with suppress(ProcessLookupError):
        while time.monotonic() < until:
            os.killpg(group, 0)
            time.sleep(0.01)


def _done(code: int, place: Path) -> Done:
    with (place / "stdout").open("rb") as out:
        printed = out.read(MOST_OUTPUT)
    with (place / "stderr").open("rb") as error:
        error.seek(max(0, (place / "stderr").stat().st_size - 4000))
        lines = [line.strip() for line in error.read().decode(errors="replace").splitlines()]
    return Done(code, printed, "; ".join([line for line in lines if line][-LAST:]))
