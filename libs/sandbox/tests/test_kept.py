"""Containers that serve one box after the other."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from medgym_sandbox import container, docker, engine, kept
from medgym_sandbox.docker import Docker
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.limits import Limits
from medgym_sandbox.spec import BoxSpec, Execution, Reason

Owned = Callable[[], list[str]]
"""Looks up the containers of this process."""


@pytest.mark.docker
def test_a_container_serves_one_box_after_the_other(spec: BoxSpec, own_containers: Owned) -> None:
    found = []
    for _ in range(3):
        with Docker().start(spec):
            found += own_containers()
    assert len(found) == 3
    assert len({*found}) == 1


@pytest.mark.docker
def test_two_boxes_at_once_have_two_containers(spec: BoxSpec, own_containers: Owned) -> None:
    with Docker().start(spec), Docker().start(spec):
        assert len(own_containers()) == 2
    with Docker().start(spec):
        assert len(own_containers()) == 2


@pytest.mark.docker
def test_a_container_serves_boxes_of_other_mounts_below_the_same_folder(
    spec: BoxSpec, tmp_path: Path, own_containers: Owned
) -> None:
    tmp_path.chmod(0o755)
    for name in ("one", "two"):
        (tmp_path / name).write_text(name)
        changed = spec.model_copy(update={"mounts": {name: tmp_path / name}})
        with Docker().start(changed) as box:
            seen = box.run(
                Execution(source=f"import os; print(os.listdir('/data'), open('data/{name}').read())")
            )
            assert seen.stdout == f"['{name}'] {name}\n"
            assert len(own_containers()) == 1


@pytest.mark.docker
def test_a_container_that_died_while_it_waited_is_replaced(spec: BoxSpec, own_containers: Owned) -> None:
    Docker().start(spec).close()
    (waiting,) = own_containers()
    engine.client().remove_container(waiting, force=True)
    with Docker().start(spec) as box:
        box.ping()
        assert own_containers() != [waiting]


@pytest.mark.docker
def test_only_few_containers_wait(spec: BoxSpec, own_containers: Owned) -> None:
    for memory in range(128, 128 + kept.MOST + 2):
        Docker().start(spec.model_copy(update={"limits": Limits(memory_mb=memory)})).close()
    assert len(own_containers()) == kept.MOST


@pytest.mark.docker
def test_a_box_closed_at_work_takes_its_container_along(spec: BoxSpec, own_containers: Owned) -> None:
    interrupt = threading.Timer(0.3, signal.pthread_kill, [threading.get_ident(), signal.SIGINT])
    with contextlib.suppress(KeyboardInterrupt), Docker().start(spec) as box:
        interrupt.start()
        pytest.fail(str(box.run(Execution(source="import time; time.sleep(20)"))))
    assert own_containers() == []


@pytest.mark.docker
def test_kills_of_an_earlier_box_are_not_counted(spec: BoxSpec, own_containers: Owned) -> None:
    with Docker().start(spec) as box:
        assert box.run(Execution(source="x = b'x' * 2**28")).reason is Reason.MEMORY
    with Docker().start(spec) as box:
        assert box.run(Execution(source="raise SystemExit(3)")).reason is Reason.ERROR
        assert len(own_containers()) == 1


@pytest.mark.docker
def test_where_no_container_can_fork_each_box_has_its_own(
    spec: BoxSpec, monkeypatch: pytest.MonkeyPatch, own_containers: Owned
) -> None:
    monkeypatch.setattr(container, "_security", lambda forks: nullcontext(()))  # theirs refuses namespaces
    monkeypatch.setattr(docker, "_forks", {})
    with Docker().start(spec) as box:
        assert box.level == "docker"
        assert docker._forks == {"": False}
        assert box.run(Execution(source="print(1)")).stdout == "1\n"
    assert own_containers() == []


@pytest.mark.docker
@pytest.mark.skipif(os.getuid() != 0, reason="only root can kill in a container")
@pytest.mark.parametrize("place", [0, 1, 2], ids=["what waits for the template", "template", "worker"])
def test_whatever_of_a_container_is_killed_from_outside_is_told(
    spec: BoxSpec, place: int, own_containers: Owned
) -> None:
    with Docker().start(spec) as box:
        shown = engine.client().top(own_containers()[0], "-o pid")
        pids = sorted(int(pid) for (pid,) in shown["Processes"])
        threading.Timer(0.3, os.kill, [pids[place], signal.SIGKILL]).start()
        with pytest.raises(SandboxError, match="killed from outside"):
            box.run(Execution(source="import time; time.sleep(20)"))
