"""The Docker engine: one API client a process, what the engine can do, its errors in our words."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from medgym_sandbox import root
from medgym_sandbox.errors import SandboxError

TIMEOUT_S = 120
"""Deadline of one API call, seconds; builds and exports count from byte to byte."""


_SYSTEM = re.compile(r"""\[Errno -?\d+\] ([^"')\]]+)|Error\(\d+, '([^']+)'\)""")
"""An error of the system's, as Python prints it within others."""


class EngineError(SandboxError):
    """The engine refused or did not answer."""

    def __init__(self, reason: str, fix: str) -> None:
        """``fix`` may be empty."""
        super().__init__(f"{reason}; {fix}" if fix else reason)
        self.reason, self.fix = reason, fix


@dataclass(frozen=True)
class Facts:
    """What the engine says of itself."""

    version: str
    """Its version, such as ``20.10.24``."""
    cgroup: str
    """Version of the control groups it uses, ``1`` or ``2``."""
    podman: bool
    """Whether it is Podman, whose API takes the path of a filter of system calls, not the filter."""
    remapped: bool
    """Whether users of a container are mapped to others (rootless, userns-remap); such maps are small."""
    limits_memory: bool
    """Whether it can hold a container to its memory, swap included."""
    limits_processes: bool
    """Whether it can hold a container to a number of processes."""
    limits_processors: bool
    """Whether it can hold a container to a share of the processors."""
    landlock: bool
    """Whether its kernel has Landlock, as far as can be known: by this machine's, if both run the same."""


def client() -> Any:
    """The ``docker.APIClient`` of this process, for the engine that ``DOCKER_HOST`` names or the local one.

    Raises:
        EngineError: with the fix, if no engine answers.
    """
    return _client(os.getpid())


def facts() -> Facts:
    """What the engine can do, asked once a process.

    Raises:
        EngineError: if no engine answers.
    """
    return _facts(os.getpid())


@cache
def _client(pid: int) -> Any:
    """``pid`` keeps a forked child from sharing its parent's connections."""
    import docker  # type: ignore[import-untyped]

    with errors("be reached"):
        _knock()
        return docker.APIClient(version="auto", timeout=TIMEOUT_S, **docker.utils.kwargs_from_env())


def _knock() -> None:
    """Find out whether anyone listens at the local socket, since the SDK leaks one when no one does."""
    host = _host()
    if host.startswith("unix://"):
        with socket.socket(socket.AF_UNIX) as visitor:
            visitor.connect(host.removeprefix("unix://"))


def _host() -> str:
    return os.environ.get("DOCKER_HOST") or "unix:///var/run/docker.sock"


@cache
def _facts(pid: int) -> Facts:
    with errors("be asked what it can do"):
        info, parts = client().info(), client().version().get("Components") or ()
    security = " ".join(info.get("SecurityOptions") or ())
    cgroup = info.get("CgroupVersion", "1")
    rootless = "name=rootless" in security or bool(info.get("Rootless"))
    limits = cgroup != "1" or not rootless  # Podman says that it limits where it ignores every limit
    return Facts(
        version=info["ServerVersion"],
        cgroup=cgroup,
        podman=any("Podman" in part["Name"] for part in parts),
        remapped=rootless or "name=userns" in security,
        limits_memory=limits and bool(info.get("MemoryLimit") and info.get("SwapLimit")),
        limits_processes=limits and bool(info.get("PidsLimit")),
        limits_processors=limits and bool(info.get("CpuCfsQuota")),
        landlock=info.get("KernelVersion") == os.uname().release and root.landlocked(),
    )


def attach(container: str) -> Any:
    """The raw stream to a container's standard streams; a socket, or for TLS and SSH what stands for one."""
    stream = client().attach_socket(container, {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
    inner = getattr(stream, "_sock", stream)
    if type(inner) is not socket.socket:
        return inner
    own = inner.dup()  # the SDK's objects hold the descriptor open beyond close()
    stream._response.close()
    stream.close()
    inner.close()
    return own


def save(references: Sequence[str]) -> Iterator[bytes]:
    """The images called ``references`` in one archive, as ``docker save`` writes it; layers are there once.

    Raises:
        EngineError: with the fix, if one is not here.
    """
    with errors(f"save {', '.join(references)}"):
        api = client()
        url = f"{api.base_url}/v{api.api_version}/images/get"
        with api.get(url, params={"names": list(references)}, stream=True) as answer:
            api._raise_for_status(answer)
            yield from answer.iter_content(2**20)


@contextmanager
def errors(doing: str) -> Iterator[None]:
    """Turn what the SDK raises into an :class:`EngineError` saying that Docker could not ``doing``."""
    from docker.errors import APIError, DockerException  # type: ignore[import-untyped]
    from urllib3.exceptions import HTTPError

    try:
        yield
    except APIError as error:
        said = str(error.explanation or error).strip()
        raise EngineError(f"Docker could not {doing}: {said}", _fix_refusal(said)) from error
    except (DockerException, HTTPError, OSError) as error:
        reason, fix = _absence(str(error))
        raise EngineError(f"Docker could not {doing}: {reason}", fix) from error


def _fix_refusal(said: str) -> str:
    if "bind source path does not exist" in said:
        return (
            "a mount names a folder that the engine cannot see. With a remote DOCKER_HOST the data must "
            "lie at the same path on the engine's machine; or use --sandbox bubblewrap"
        )
    if "No such image" in said:
        return "it was removed while in use; the next box builds it again"
    return ""


def _cause(said: str) -> str:
    """What the system said, out of what the layers above it made of that."""
    causes = [next(filter(None, found)) for found in _SYSTEM.findall(said)]
    return causes[-1].strip() if causes else said


def _absence(said: str) -> tuple[str, str]:
    """What is wrong when no answer comes, and the fix."""
    host = _host()
    if "Permission" in said:
        return f"this user may not use {host}", (
            "`sudo usermod -aG docker $USER` and a new login let it (members of that group are as powerful "
            "as root), or use an engine without root (docs/sandboxes.md, Without root)"
        )
    if "timed out" in said.lower():
        return f"the engine at {host} did not answer in time", "look at its log, or restart it"
    return f"no engine answers at {host} ({_cause(said)})", (
        "start it (`sudo systemctl start docker`), install one (Debian: `sudo apt-get install docker.io`), "
        "or point DOCKER_HOST at one, such as an engine without root (docs/sandboxes.md, Without root)"
    )
