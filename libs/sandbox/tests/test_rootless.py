"""Engines without root, and Podman behind Docker's API: what they say of themselves, and what they lack."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from medgym_sandbox import container, engine, image
from medgym_sandbox.docker import Docker
from medgym_sandbox.limits import Limits
from medgym_sandbox.spec import Guarantee

FRESHLY = engine._facts.__wrapped__
"""The question without the memory of its answer."""
LIMITS = {Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT, Guarantee.CPU_LIMIT}
INFO = dict.fromkeys(("MemoryLimit", "SwapLimit", "PidsLimit", "CpuCfsQuota"), True)


class Engine:
    """Answers as Podman 4.3.1 does, or as Docker."""

    def __init__(self, podman: bool, rootless: bool = True, cgroup: str = "1") -> None:
        self._info = {"ServerVersion": "4.3.1", "CgroupVersion": cgroup, "Rootless": rootless, **INFO}
        self._name = "Podman Engine" if podman else "Engine"

    def info(self) -> dict[str, Any]:
        return self._info

    def version(self) -> dict[str, Any]:
        return {"Components": [{"Name": self._name}, {"Name": "Conmon"}]}

    def pull(self, *reference: str, stream: bool, decode: bool) -> Iterator[dict[str, str]]:
        assert (reference, stream, decode) == (("debian", "bookworm-slim"), True, True)
        yield {"stream": "Trying to pull"}
        yield {"error": "no such host"}


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts an engine in the place of the real one."""

    def put(found: Engine) -> engine.Facts:
        monkeypatch.setattr(engine, "_client", lambda pid: found)
        monkeypatch.setattr(engine, "_facts", FRESHLY)
        return engine.facts()

    return put


@pytest.mark.parametrize(
    ("rootless", "cgroup", "limited"), [(True, "1", False), (True, "2", True), (False, "1", True)]
)
def test_limits_that_it_ignores_are_not_promised(
    answers: Any, rootless: bool, cgroup: str, limited: bool
) -> None:
    found = answers(Engine(True, rootless, cgroup))
    assert (found.podman, found.remapped, found.limits_memory) == (True, rootless, limited)
    assert (Docker().guarantees() >= LIMITS) is limited
    assert Docker().probe().reason.startswith("Podman 4.3.1, cgroup v")


def test_the_filter_is_a_file_for_podman_and_text_for_docker(answers: Any) -> None:
    answers(Engine(podman=True))
    with container._security(forks=True) as (path, _, unmask):
        profile = json.loads(Path(path.removeprefix("seccomp=")).read_text())
    assert unmask == "unmask=ALL"
    assert not Path(path.removeprefix("seccomp=")).exists()
    answers(Engine(podman=False))
    with container._security(forks=True) as (text, _):
        assert json.loads(text.removeprefix("seccomp=")) == profile


def test_folders_in_memory_have_options_that_it_knows(answers: Any) -> None:
    answers(Engine(podman=True))
    assert not any(
        "uid=" in options or "nr_inodes" in options for options in container._tmpfs(Limits(), 7).values()
    )
    answers(Engine(podman=False))
    assert "uid=7" in container._tmpfs(Limits(), 7)["/workspace"]


def test_a_pull_that_fails_in_an_answer_of_success_says_why(answers: Any) -> None:
    answers(Engine(podman=True))
    with pytest.raises(engine.EngineError, match="could not pull debian:bookworm-slim: no such host"):
        image._pull("debian:bookworm-slim")


@pytest.mark.parametrize("cgroup", ["1", "2"])
def test_control_groups_of_the_host_are_covered_where_there_are_no_own_ones(
    answers: Any, cgroup: str
) -> None:
    answers(Engine(podman=False, cgroup=cgroup))
    assert ("/sys/fs/cgroup" in container._hidden()) is (cgroup == "1")
