"""One container of a Docker engine: made, started and attached to, and removed."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from errno import EPERM
from tempfile import NamedTemporaryFile
from typing import Any

from medgym_sandbox import boot, engine, lease, root
from medgym_sandbox.death import End
from medgym_sandbox.image import PYTHON, forget_image
from medgym_sandbox.limits import Limits
from medgym_sandbox.spec import BoxSpec
from medgym_sandbox.transport import DockerTransport
from medgym_sandbox.worker.calls import REFUSALS

AGENT_UID = 2_000_001
"""Uid and gid of agent code: far from any that a host's own user has. The base image names it ``agent``."""
REMAPPED_AGENT_UID = 60_001
"""The same where the engine maps users, since such maps seldom hold more than 65,536."""
LABEL = "medgym.box"
"""Label of every container made here; its value is the driver's user."""
SETUID, SETGID, KILL = 7, 6, 5
"""Capabilities of the worker: to become the agent's user and to kill its processes."""
_MASKED_PROC = (
    "/proc/acpi",
    "/proc/asound",
    "/proc/kcore",
    "/proc/latency_stats",
    "/proc/sched_debug",
    "/proc/scsi",
)
_MASKED_SYS = (
    "block",
    "bus",
    "class",
    "dev",
    "devices",
    "firmware",
    "hypervisor",
    "kernel",
    "module",
    "power",
)
HIDDEN_PROC = (*_MASKED_PROC, *root.TELLTALES)
"""What below ``/proc`` tells of the host."""
_HIDDEN = (*HIDDEN_PROC, *(f"/sys/{name}" for name in _MASKED_SYS))
_CGROUPS = "/sys/fs/cgroup"
_OF_A_TEMPLATE = frozenset({"mount", "umount2", "unshare", "setns", "mount_setattr", "sethostname"})
"""Calls that its forks need before they run agent code, to which they are refused again."""
_PROCESSES = 4
"""Processes of a container that are not the agent's."""
Binds = Sequence[tuple[str, str]]
"""Path of the host and path in the container, read-only."""


class Container:
    """One container, from creation to removal."""

    def __init__(self, spec: BoxSpec, image: str, uid: int, binds: Binds, forks: bool) -> None:
        """Create, attach and start; leaves nothing behind if that fails.

        With ``forks``, what runs there may make namespaces and mounts, in a user namespace.
        """
        with _security(forks) as security:
            self._id = _create(spec, image, _host_config(spec, uid, binds, security, forks))
        try:
            with engine.errors("start a box"):
                self.transport = DockerTransport(engine.attach(self._id))
                engine.client().start(self._id)
        except engine.EngineError:
            self.remove()
            raise

    def autopsy(self, kills_known: int) -> End:
        """How its first process ended. Agent code cannot signal it: it is another user's."""
        deadline = time.monotonic() + 5
        try:
            with engine.errors("tell why the box died"):
                while (state := engine.client().inspect_container(self._id)["State"])["Running"]:
                    if state["Paused"] or time.monotonic() > deadline:
                        break
                    time.sleep(0.1)
        except engine.EngineError as error:
            return End(engine=str(error))
        return end_of(state, self.transport.last_words)

    def remove(self) -> None:
        """Close the stream, kill and remove the container."""
        if hasattr(self, "transport"):
            self.transport.close()
        remove(self._id)


def end_of(state: Mapping[str, Any], last_words: str) -> End:
    """Read the engine's ``State`` of a container; it does not tell which kill for memory was the last."""
    if state["Running"]:
        return End(halted=state["Paused"])
    code = state["ExitCode"]
    return End(
        code=code if code < 128 else 128 - code,
        killed_for_memory=state["OOMKilled"],
        said=last_words or state.get("Error", ""),
    )


def remove(container: str) -> None:
    """Kill and remove the container of that id, unless it is gone or being removed.

    Raises:
        EngineError: if the engine refuses.
    """
    from docker.errors import APIError  # type: ignore[import-untyped]

    def force() -> None:
        engine.client().remove_container(container, force=True, v=True)

    with engine.errors("remove a box"):
        try:
            force()
        except APIError as error:
            if error.status_code == 500 and engine.facts().podman:  # it may have ended while it was killed
                force()
            elif error.status_code not in (404, 409):  # gone, or being removed by someone else
                raise


def _create(spec: BoxSpec, image: str, host_config: Any) -> str:
    api = engine.client()
    with engine.errors("create a box"):
        try:
            created = api.create_container(
                image,
                [PYTHON, "-I", "-c", boot.BOOTSTRAP],
                name=lease.new_name(),
                hostname="sandbox",
                user="0:0",
                working_dir="/",
                stdin_open=True,
                labels={LABEL: str(os.getuid())},
                host_config=host_config,
            )
        except OSError:
            forget_image(spec.environment)  # it may be the image that is gone; then the next start builds it
            raise
    return str(created["Id"])


def _host_config(spec: BoxSpec, uid: int, binds: Binds, security: Sequence[str], forks: bool) -> Any:
    from docker.types import LogConfig, Mount, Ulimit  # type: ignore[import-untyped]

    limits, memory = spec.limits, spec.limits.memory_mb * 2**20
    config = engine.client().create_host_config(
        network_mode="none",
        dns=None if engine.facts().podman else ["127.0.0.1"],  # the host's would show; podman takes none here
        cap_drop=["ALL"],
        cap_add=["SETUID", "SETGID", "KILL"],
        security_opt=["no-new-privileges:true", *security],
        read_only=True,
        init=False,  # its first process is ours, and reaps
        ipc_mode="private",
        cgroupns="private",
        mem_limit=memory,
        memswap_limit=memory,
        mem_swappiness=0,
        nano_cpus=int(limits.cpus * 1e9),
        pids_limit=limits.pids + (_PROCESSES if forks else 1),
        ulimits=[Ulimit(name="nofile", soft=1024, hard=1024), Ulimit(name="core", soft=0, hard=0)],
        log_config=LogConfig(type="none"),
        tmpfs=_tmpfs(limits, uid),
        mounts=[
            Mount(target, source, type="bind", read_only=True, propagation="rprivate")
            for source, target in binds
        ],
    )
    if forks:  # each hides them for itself: the kernel mounts no /proc for who does not see all of it
        return {**config, "MaskedPaths": [], "ReadonlyPaths": []}
    return {**config, "MaskedPaths": _hidden(), "ReadonlyPaths": list(root.SETTINGS)}


def _hidden() -> list[str]:
    """What a container with one box covers; control groups too where it has none of its own."""
    return [*_HIDDEN, *(() if engine.facts().limits_memory else (_CGROUPS,))]


def _tmpfs(limits: Limits, uid: int) -> dict[str, str]:
    """Mount options of the folders in memory, which forks cover with their own."""
    modes = {root.WORK: f"exec,uid={uid},gid={uid},mode=0700", root.TEMPORARY: "exec,mode=1777"}
    sizes = root.folders(limits).items()
    if engine.facts().podman:  # knows neither owners nor numbers of files, and all its boxes are forks
        return {folder: f"rw,nosuid,nodev,size={size_mb}m" for folder, size_mb in sizes}
    return {
        folder: f"rw,nosuid,nodev,{root.bounds(size_mb)},{modes.get(folder, 'noexec,mode=1777')}"
        for folder, size_mb in sizes
    }


@contextmanager
def _security(forks: bool) -> Iterator[Sequence[str]]:
    """For boxes that fork: what replaces the engine's filter, which refuses namespaces, and AppArmor's.

    AppArmor's refuses mounts. Podman reads the filter from a file while it creates the container.
    """
    if not forks:
        yield ()
        return
    refused = {name for one in REFUSALS if one.error == EPERM for name in one.names} - _OF_A_TEMPLATE
    rule = {"names": sorted(refused), "action": "SCMP_ACT_ERRNO"}
    profile = json.dumps({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [rule]})
    if not engine.facts().podman:
        yield f"seccomp={profile}", "apparmor=unconfined"
        return
    with NamedTemporaryFile("w", prefix="medgym-", suffix=".json") as file:
        file.write(profile)
        file.flush()
        yield f"seccomp={file.name}", "apparmor=unconfined", "unmask=ALL"
