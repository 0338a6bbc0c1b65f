"""The docker backend; what every backend must do is in the conformance suite."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_sandbox import engine, kept, lease
from medgym_sandbox.container import LABEL, end_of
from medgym_sandbox.death import judge
from medgym_sandbox.docker import Docker
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution, Guarantee, Reason

Owned = Callable[[], list[str]]
"""Looks up the containers of this process."""


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_client", "_facts"):
        monkeypatch.setattr(engine, name, getattr(engine, name).__wrapped__)
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent.sock")


@pytest.fixture(params=[False, True], ids=["docker", "docker-fresh"])
def backend(request: pytest.FixtureRequest) -> Docker:
    return Docker(fresh=request.param)


def running(container: str) -> bool:
    return any(entry["Id"] == container for entry in engine.client().containers())


@pytest.mark.docker
def test_a_box_runs_and_leaves_nothing(spec: BoxSpec, backend: Docker, own_containers: Owned) -> None:
    with backend.start(spec) as box:
        assert len(own_containers()) == 1
        outcome = box.run(Execution(source="import os; answer = [os.getuid(), os.getcwd()]"))
    assert outcome.answer == '[2000001, "/workspace"]'
    assert box.digest.startswith("sha256:")
    assert box.level == ("docker" if backend.fresh else "docker(fork)")
    kept.remove_all()
    assert own_containers() == []


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_data_in_a_closed_folder_and_behind_a_link_is_seen(
    spec: BoxSpec, tmp_path: Path, backend: Docker
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "table").write_text("read")
    (tmp_path / "link").symlink_to(closed / "table")
    given = spec.model_copy(update={"mounts": {"table": closed / "table", "link": tmp_path / "link"}})
    with backend.start(given) as box:
        seen = box.run(Execution(source="print(open('/data/table').read(), open('/data/link').read())"))
    assert seen.stdout == "read read\n"


@pytest.mark.docker
def test_a_box_that_may_not_be_created_says_why(
    spec: BoxSpec, backend: Docker, own_containers: Owned
) -> None:
    lost = spec.model_copy(update={"mounts": {"lost": Path("/nonexistent/data")}})
    with pytest.raises(SandboxError, match="folder that the engine cannot see"):
        backend.start(lost)
    assert own_containers() == []


@pytest.mark.docker
def test_a_module_that_is_not_installed_is_named(
    spec: BoxSpec, backend: Docker, own_containers: Owned
) -> None:
    environment = BoxEnvironment(spec.environment.recipe, preload=("nonexistent_module",))
    with pytest.raises(SandboxError, match=r"nonexistent_module.*requirements\.txt"):
        backend.start(spec.model_copy(update={"environment": environment}))
    assert own_containers() == []


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_the_hosts_name_server_is_not_seen(spec: BoxSpec, backend: Docker) -> None:
    with backend.start(spec) as box:
        outcome = box.run(Execution(source="answer = open('/etc/resolv.conf').read().split()"))
    assert outcome.answer is not None
    assert json.loads(outcome.answer)[:2] == ["nameserver", "127.0.0.1"]
    assert outcome.answer.count("nameserver") == 1


@pytest.mark.usefixtures("docker_engine")
def test_memory_is_named_and_the_box_goes_on(spec: BoxSpec, backend: Docker) -> None:
    with backend.start(spec) as box:
        assert box.run(Execution(source="x = b'x' * 2**28")).reason is Reason.MEMORY
        assert box.run(Execution(source="print(1)")).stdout == "1\n"


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_files_do_not_fill_the_memory(spec: BoxSpec, backend: Docker) -> None:
    fill = "with open('full', 'ab') as f:\n    while True:\n        f.write(bytes(2**20))"
    with backend.start(spec) as box:
        assert [box.run(Execution(source=fill)).reason for _ in range(2)] == [Reason.ERROR] * 2
        assert box.run(Execution(source="x = b'x' * 2**24")).ok


@pytest.mark.parametrize(
    ("code", "out_of_memory", "by_agent", "reason"),
    [
        (137, True, True, "killed for memory"),
        (137, False, False, "killed from outside"),
        (0, True, False, "stream to the driver broke"),
        (1, False, True, "exit code 1; Boom"),
    ],
)
def test_what_is_proved_ours_is_not_blamed_on_the_agent(
    code: int, out_of_memory: bool, by_agent: bool, reason: str
) -> None:
    state = {"Running": False, "ExitCode": code, "OOMKilled": out_of_memory}
    death = judge(end_of(state, "Boom"))
    assert death.by_agent is by_agent
    assert reason in death.reason


@pytest.mark.docker
def test_a_container_killed_from_outside_is_our_failure(
    spec: BoxSpec, backend: Docker, own_containers: Owned
) -> None:
    with backend.start(spec) as box:
        (container,) = own_containers()
        threading.Timer(0.3, engine.client().kill, [container]).start()
        with pytest.raises(SandboxError, match="killed from outside"):
            box.run(Execution(source="import time; time.sleep(20)"))
    assert own_containers() == []


@pytest.mark.docker
def test_a_container_removed_from_outside_is_our_failure(spec: BoxSpec, own_containers: Owned) -> None:
    with Docker().start(spec) as box:
        engine.client().remove_container(own_containers()[0], force=True)
        with pytest.raises(SandboxError, match="died"):
            box.ping()


@pytest.mark.docker
def test_the_container_has_what_was_promised(spec: BoxSpec, backend: Docker, own_containers: Owned) -> None:
    with backend.start(spec):
        found = engine.client().inspect_container(own_containers()[0])["HostConfig"]
    assert (found["NetworkMode"], found["IpcMode"], found["CgroupnsMode"]) == ("none", "private", "private")
    assert found["CapDrop"] == ["ALL"]
    assert sorted(found["CapAdd"]) == ["KILL", "SETGID", "SETUID"]
    assert found["ReadonlyRootfs"]
    assert not found["Privileged"]
    assert found["Memory"] == found["MemorySwap"] == 128 * 2**20
    assert found["LogConfig"]["Type"] == "none"


DRIVER = """
import sys, time
from pathlib import Path
from medgym_sandbox.docker import Docker
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution
recipe, home = map(Path, sys.argv[1:])
box = Docker().start(BoxSpec(environment=BoxEnvironment(recipe), home=home))
print("started", flush=True)
box.run(Execution(source="while True: pass"))
"""


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_a_killed_driver_takes_its_box_along(spec: BoxSpec) -> None:
    Docker().prepare(spec)
    arguments = [sys.executable, "-c", DRIVER, str(spec.environment.recipe), str(spec.home)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE) as driver:
        assert driver.stdout is not None
        assert driver.stdout.readline() == b"started\n"
        listed = engine.client().containers(filters={"label": LABEL})
        (container,) = [e["Id"] for e in listed if f"-{driver.pid}-" in "".join(e["Names"] or ())]
        driver.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 120
    while running(container) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not running(container)
    Docker().sweep()  # or the reaper, whichever comes first
    assert container not in [e["Id"] for e in engine.client().containers(all=True)]


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_a_sweep_spares_the_living(spec: BoxSpec) -> None:
    with Docker().start(spec) as box:
        Docker().sweep()
        box.ping()


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_a_sweep_leaves_the_boxes_of_other_users(spec: BoxSpec) -> None:
    host, boot = lease.new_name().split("-")[1], "1"
    names = {user: f"medgym-{host}-{2**22}-{boot}-{user}" for user in ("1234567", str(os.getuid()))}
    image = Docker().prepare(spec)
    client = engine.client()
    made = {
        user: client.create_container(image, ["true"], name=name, labels={LABEL: user})["Id"]
        for user, name in names.items()
    }
    try:
        assert Docker().sweep() >= 1
        left = {entry["Id"] for entry in client.containers(all=True)}
        assert made["1234567"] in left
        assert made[str(os.getuid())] not in left
    finally:
        client.remove_container(made["1234567"], force=True)


@pytest.mark.docker
@pytest.mark.usefixtures("docker_engine")
def test_this_engine_gives_every_guarantee() -> None:
    assert Docker().guarantees() == set(Guarantee)
    assert Docker().probe().ok


@pytest.mark.usefixtures("no_engine")
def test_without_an_engine_the_probe_tells_the_fix() -> None:
    found = Docker().probe()
    assert not found.ok
    assert "no engine answers at unix:///nonexistent.sock" in found.reason
    assert "systemctl start docker" in found.fix


@pytest.mark.usefixtures("no_engine")
def test_without_an_engine_nothing_starts(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="no engine answers"):
        Docker().start(BoxSpec(environment=bare_environment, home=tmp_path))


def test_a_socket_one_may_not_use_names_the_group() -> None:
    with pytest.raises(engine.EngineError, match="usermod"), engine.errors("be reached"):
        raise PermissionError(13, "Permission denied")
