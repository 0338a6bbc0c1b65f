"""Boxes as containers of a Docker engine, 20.10 or newer, local or remote."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

from medgym_core.boundary import mishap
from medgym_core.sandbox import boot, engine, host, lease, reaper, root
from medgym_core.sandbox.backend import Availability
from medgym_core.sandbox.box import Box
from medgym_core.sandbox.death import End
from medgym_core.sandbox.image import PYTHON, ensure_image, forget_image
from medgym_core.sandbox.spec import BoxSpec, Guarantee
from medgym_core.sandbox.transport import DockerTransport

AGENT_UID = 2_000_001
"""Uid and gid of agent code: far from any that a host's own user has. The base image names it ``agent``."""
REMAPPED_AGENT_UID = 60_001
"""The same where the engine maps users, since such maps seldom hold more than 65,536."""
LABEL = "medgym.box"
"""Label of every container made here; its value is the driver's user."""
_SETUID, _SETGID, _KILL = 7, 6, 5
_MASKED = (
    "/proc/acpi",
    "/proc/asound",
    "/proc/kcore",
    "/proc/latency_stats",
    "/proc/sched_debug",
    "/proc/scsi",
)
_READ_ONLY = ("/proc/sys", "/proc/sysrq-trigger")
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
_LIMITS = frozenset({Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT, Guarantee.CPU_LIMIT})
_WITH_LANDLOCK = frozenset({Guarantee.HOST_UNSEEN, Guarantee.WORKER_SAFE})


class Docker:
    """The ``docker`` backend.

    The worker is the container's PID 1: root with no capability but those to become the agent's user and to
    kill its processes. The attached stream carries everything and is the lifeline: when the driver's end
    closes, the worker ends and the container with it.
    """

    name = "docker"

    def probe(self) -> Availability:
        """Ask the engine."""
        try:
            found = engine.facts()
        except engine.EngineError as error:
            return Availability(False, error.reason, error.fix)
        reason = f"Docker Engine {found.version}, cgroup v{found.cgroup}"
        if found.limits_memory and found.limits_processes:
            return Availability(True, reason)
        return Availability(
            True,
            f"{reason}; this engine does not enforce every limit on memory, swap and processes",
            "use cgroup v2 with delegation, or boot with `cgroup_enable=memory swapaccount=1`",
        )

    def guarantees(self) -> frozenset[Guarantee]:
        """Everything, but for limits that this engine cannot enforce and what takes Landlock."""
        found = engine.facts()
        promised = set(Guarantee) - _LIMITS - _WITH_LANDLOCK
        if found.landlock:
            promised |= _WITH_LANDLOCK
        if found.limits_processors:
            promised.add(Guarantee.CPU_LIMIT)
        if found.limits_memory:
            promised.add(Guarantee.MEMORY_LIMIT)
        if found.limits_processes:
            promised.add(Guarantee.PROCESS_LIMIT)
        return frozenset(promised)

    def prepare(self, spec: BoxSpec) -> str:
        """Find or build the image; returns its id."""
        return ensure_image(spec.environment, spec.home).id

    def start(self, spec: BoxSpec) -> Box:
        """Create, attach to and start a container, and boot the worker over the stream."""
        reaper.employ(Docker)
        digest = self.prepare(spec)
        uid = REMAPPED_AGENT_UID if engine.facts().remapped else AGENT_UID
        container = _Container(spec, digest, uid)
        box = Box(
            container.transport,
            level=self.name,
            digest=digest,
            autopsy=container.autopsy,
            dispose=container.remove,
            folders=[*root.folders(spec.limits)],
        )
        box.boot(boot.payload(_config(spec, uid)), spec)
        return box

    def sweep(self) -> int:
        """Remove the containers of dead drivers of this user; returns how many."""
        removed = 0
        with mishap.noted("sweeping containers"), engine.errors("list containers"):
            filters = {"label": f"{LABEL}={os.getuid()}"}
            listed = engine.client().containers(all=True, filters=filters)
            for orphan in [entry["Id"] for entry in listed if _orphaned(entry)]:
                with mishap.noted("sweeping a container"):
                    _remove(orphan)
                    removed += 1
        return removed


def _orphaned(entry: Mapping[str, Any]) -> bool:
    return any(lease.is_orphan(name.lstrip("/")) for name in entry["Names"] or ())


class _Container:
    """One container, from creation to removal."""

    def __init__(self, spec: BoxSpec, image: str, uid: int) -> None:
        """Create, attach and start; leaves nothing behind if that fails."""
        self._id = _create(spec, image, uid)
        try:
            with engine.errors("start a box"):
                self.transport = DockerTransport(engine.attach(self._id))
                engine.client().start(self._id)
        except engine.EngineError:
            self.remove()
            raise

    def autopsy(self, kills_known: int) -> End:
        """How the worker ended. Agent code cannot signal it: it is the first process, and another user's."""
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
        """Kill and remove the container."""
        _remove(self._id)


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


def _create(spec: BoxSpec, image: str, uid: int) -> str:
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
                host_config=_host_config(spec, uid),
            )
        except OSError:
            forget_image(spec.environment)  # it may be the image that is gone; then the next start builds it
            raise
    return str(created["Id"])


def _host_config(spec: BoxSpec, uid: int) -> Any:
    from docker.types import LogConfig, Mount, Ulimit  # type: ignore[import-untyped]

    limits, memory = spec.limits, spec.limits.memory_mb * 2**20
    modes = {root.WORK: f"exec,uid={uid},gid={uid},mode=0700", root.TEMPORARY: "exec,mode=1777"}
    config = engine.client().create_host_config(
        network_mode="none",
        cap_drop=["ALL"],
        cap_add=["SETUID", "SETGID", "KILL"],
        security_opt=["no-new-privileges:true"],
        read_only=True,
        init=False,  # the worker is PID 1 and reaps
        ipc_mode="private",
        cgroupns="private",
        mem_limit=memory,
        memswap_limit=memory,
        mem_swappiness=0,
        nano_cpus=int(limits.cpus * 1e9),
        pids_limit=limits.pids + 1,  # the worker
        ulimits=[Ulimit(name="nofile", soft=1024, hard=1024), Ulimit(name="core", soft=0, hard=0)],
        log_config=LogConfig(type="none"),
        tmpfs={
            folder: f"rw,nosuid,nodev,{root.bounds(size_mb)},{modes.get(folder, 'noexec,mode=1777')}"
            for folder, size_mb in root.folders(limits).items()
        },
        mounts=[
            Mount(f"/data/{name}", str(path), type="bind", read_only=True, propagation="rprivate")
            for name, path in spec.mounts.items()
        ],
    )
    masked = [
        *_MASKED,
        *root.TELLTALES,
        *(f"/sys/{name}" for name in _MASKED_SYS),
    ]
    return {**config, "MaskedPaths": masked, "ReadonlyPaths": list(_READ_ONLY)}


def _config(spec: BoxSpec, uid: int) -> dict[str, Any]:
    return host.worker_config(
        spec,
        work=root.WORK,
        temporary=root.TEMPORARY,
        search_path=root.SEARCH_PATH,
        data={name: f"/data/{name}" for name in spec.mounts},
        uid=uid,
        landlock=root.reach() if engine.facts().landlock else None,
        keep_capabilities=(_SETUID, _SETGID, _KILL),
    )


def _remove(container: str) -> None:
    from docker.errors import APIError  # type: ignore[import-untyped]

    with engine.errors("remove a box"):
        try:
            engine.client().remove_container(container, force=True, v=True)
        except APIError as error:
            if error.status_code not in (404, 409):  # gone, or being removed by someone else
                raise
