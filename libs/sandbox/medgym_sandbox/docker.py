"""Boxes in containers of a Docker engine, 20.10 or newer, local or remote."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from medgym_sandbox import boot, container, engine, host, kept, lease, reaper, root, shown
from medgym_sandbox.backend import Availability
from medgym_sandbox.boundary import mishap
from medgym_sandbox.box import Box
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.image import ensure_image
from medgym_sandbox.limits import Limits
from medgym_sandbox.spec import BoxSpec, Guarantee
from medgym_sandbox.worker.namespaces import DATA
from medgym_sandbox.worker.template import FORK

_LIMITS = frozenset({Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT, Guarantee.CPU_LIMIT})
_WITH_LANDLOCK = frozenset({Guarantee.HOST_UNSEEN, Guarantee.WORKER_SAFE})
_HIDDEN = (*container.HIDDEN_PROC, *root.SETTINGS, "/sys")
"""What a fork covers. Boxes of a container share its ``/sys``, where times tell who was the first to look."""
_forks: dict[str, bool] = {}
"""Engines whose containers can fork boxes, or cannot, as far as is known."""


class Docker:
    """The backends ``docker`` and ``docker-fresh``.

    A container serves one box after the other: its first process is a template that has imported the
    packages, and each box is a fork of it with namespaces of users, processes, network, mounts and the rest,
    and with folders in memory, of its own. Where the engine's containers may make none, and with ``fresh``,
    each box is a container, its worker the first process; under Podman, which gives the agent no folder in
    memory, it is a container's only fork.

    The worker is root with no capability but those to become the agent's user and to kill its processes. The
    attached stream carries everything and is the lifeline: when the driver's end closes, worker, template and
    container end.
    """

    def __init__(self, fresh: bool = False) -> None:
        """``fresh`` gives each box a container of its own; that is the backend ``docker-fresh``."""
        self.fresh, self.name = fresh, "docker-fresh" if fresh else "docker"

    def probe(self) -> Availability:
        """Ask the engine."""
        try:
            found = engine.facts()
        except engine.EngineError as error:
            return Availability(False, error.reason, error.fix)
        reason = f"{'Podman' if found.podman else 'Docker Engine'} {found.version}, cgroup v{found.cgroup}"
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
        """A box in a container that has served others, in a new one that will, or in one of its own."""
        reaper.employ(Docker)
        digest = self.prepare(spec)
        uid = container.REMAPPED_AGENT_UID if engine.facts().remapped else container.AGENT_UID
        podman = engine.facts().podman
        if (podman or not self.fresh) and engine.facts().landlock and _forks.get(_engine(), True):
            try:
                return self._fork(spec, digest, uid)
            except kept.RefusedError:
                _forks[_engine()] = False
        if podman:  # folders in memory of a container of its own would be root's
            raise SandboxError("Podman's containers fork no boxes here; use --sandbox bubblewrap, or Docker")
        return self._create(spec, digest, uid)

    def _fork(self, spec: BoxSpec, digest: str, uid: int) -> Box:
        """A box in a container that serves one after the other, or with ``fresh`` this one alone.

        Raises:
            RefusedError: if this engine's containers cannot.
        """
        sources = shown.sources(spec.mounts, reached=False)
        shows = shown.folders(sources)
        key = (_engine(), digest, spec.environment.preload, spec.limits)
        while not self.fresh and (waiting := kept.take(key, shows)):
            with contextlib.suppress(SandboxError):  # it died while it waited
                return _box(waiting, spec, uid, sources)
        return _box(_keep(spec, digest, uid, key, shows), spec, uid, sources, once=self.fresh)

    def _create(self, spec: BoxSpec, digest: str, uid: int) -> Box:
        """A box in a container of its own, whose first process is the worker."""
        binds = [(str(path), f"{DATA}/{name}") for name, path in spec.mounts.items()]
        own = container.Container(spec, digest, uid, binds, forks=False)
        box = Box(
            own.transport,
            level="docker",
            digest=digest,
            autopsy=own.autopsy,
            dispose=own.remove,
            folders=[*root.folders(spec.limits)],
        )
        box.boot(boot.payload(_config(spec, uid, root.reach(groups=True))), spec)
        return box

    def sweep(self) -> int:
        """Remove the containers of dead drivers of this user; returns how many."""
        removed = 0
        with mishap.noted("sweeping containers"), engine.errors("list containers"):
            filters = {"label": f"{container.LABEL}={os.getuid()}"}
            listed = engine.client().containers(all=True, filters=filters)
            for orphan in [entry["Id"] for entry in listed if _orphaned(entry)]:
                with mishap.noted("sweeping a container"):
                    container.remove(orphan)
                    removed += 1
        return removed


def _orphaned(entry: Mapping[str, Any]) -> bool:
    return any(lease.is_orphan(name.lstrip("/")) for name in entry["Names"] or ())


def _box(
    found: kept.Kept, spec: BoxSpec, uid: int, sources: Mapping[str, shown.Source], once: bool = False
) -> Box:
    """The next box of a container; with ``once``, the last."""
    box = Box(
        found.transport,
        level="docker(fork)",
        digest=found.digest,
        autopsy=found.container.autopsy,
        dispose=lambda: kept.give_back(found, not once and box.at_rest and not box.oom_kills),
        folders=[*root.folders(spec.limits)],
    )
    box.boot(FORK + boot.order(found.usual, _forked_config(spec, uid, sources, found.shows)), spec)
    return box


def _forked_config(
    spec: BoxSpec, uid: int, sources: Mapping[str, shown.Source], shows: Sequence[shown.Folder]
) -> dict[str, JsonValue]:
    view = shown.view(spec.limits, _HIDDEN, False, sources, shows, uid)
    return {**_config(spec, uid, root.reach(groups=False)), "view": view}


def _keep(spec: BoxSpec, digest: str, uid: int, key: Hashable, shows: Sequence[shown.Folder]) -> kept.Kept:
    """A container that shows these folders and forks boxes.

    Raises:
        RefusedError: if it cannot.
    """
    trial: dict[str, JsonValue] = {
        **shown.view(Limits(), _HIDDEN, False),
        "memory": {root.TEMPORARY: "size=4096"},
    }
    usual = _forked_config(host.bare(spec), uid, {}, ())
    config: dict[str, JsonValue] = {
        "turns": True,
        "usual": usual,
        "root": uid + 1,
        "agent": uid,
        "trial": trial,
        "environment": host.variables(spec, root.WORK, root.TEMPORARY, root.SEARCH_PATH),
    }
    made = container.Container(spec, digest, uid, shown.staged(shows), forks=True)
    return kept.Kept(made, digest, key, shows, usual, boot.payload(config))


def _config(spec: BoxSpec, uid: int, reach: Mapping[str, JsonValue]) -> dict[str, Any]:
    return host.worker_config(
        spec,
        work=root.WORK,
        temporary=root.TEMPORARY,
        search_path=root.SEARCH_PATH,
        data={name: f"{DATA}/{name}" for name in spec.mounts},
        uid=uid,
        landlock=reach if engine.facts().landlock else None,
        keep_capabilities=(container.SETUID, container.SETGID, container.KILL),
    )


def _engine() -> str:
    return os.environ.get("DOCKER_HOST", "")
