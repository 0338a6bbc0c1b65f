"""The docker backend; what every backend must do is in the conformance suite."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from medgym_core.errors import SandboxError
from medgym_core.sandbox import BoxSpec, Execution, Guarantee, Reason, container, docker, engine, kept, lease
from medgym_core.sandbox.container import LABEL, end_of
from medgym_core.sandbox.death import judge
from medgym_core.sandbox.docker import Docker
from medgym_core.sandbox.spec import BoxEnvironment
from medgym_core.sandbox.transport import DockerTransport
from medgym_core.task import Limits


def with_engine(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that starts containers."""
    return pytest.mark.docker(pytest.mark.usefixtures("docker_engine")(test))


@pytest.fixture
def spec(bare_environment: BoxEnvironment, tmp_path: Path) -> BoxSpec:
    return BoxSpec(environment=bare_environment, home=tmp_path, limits=Limits(memory_mb=128))


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_client", "_facts"):
        monkeypatch.setattr(engine, name, getattr(engine, name).__wrapped__)
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent.sock")


@pytest.fixture(autouse=True)
def nobody_waits() -> Iterator[None]:
    kept.remove_all()
    yield
    kept.remove_all()


@pytest.fixture(params=[False, True], ids=["docker", "docker-fresh"])
def backend(request: pytest.FixtureRequest) -> Docker:
    return Docker(fresh=request.param)


def own_containers() -> list[str]:
    """Ids of the containers that this process has made and not removed."""
    listed = engine.client().containers(all=True, filters={"label": LABEL})
    return [entry["Id"] for entry in listed if f"-{os.getpid()}-" in "".join(entry["Names"] or ())]


def running(container: str) -> bool:
    return any(entry["Id"] == container for entry in engine.client().containers())


@with_engine
def test_a_box_runs_and_leaves_nothing(spec: BoxSpec, backend: Docker) -> None:
    with backend.start(spec) as box:
        assert len(own_containers()) == 1
        outcome = box.run(Execution(source="import os; answer = [os.getuid(), os.getcwd()]"))
    assert outcome.answer == '[2000001, "/workspace"]'
    assert box.digest.startswith("sha256:")
    assert box.level == ("docker" if backend.fresh else "docker(fork)")
    kept.remove_all()
    assert own_containers() == []


@with_engine
def test_a_container_serves_one_box_after_the_other(spec: BoxSpec) -> None:
    found = []
    for _ in range(3):
        with Docker().start(spec):
            found += own_containers()
    assert len(found) == 3
    assert len({*found}) == 1


@with_engine
def test_two_boxes_at_once_have_two_containers(spec: BoxSpec) -> None:
    with Docker().start(spec), Docker().start(spec):
        assert len(own_containers()) == 2
    with Docker().start(spec):
        assert len(own_containers()) == 2


@with_engine
def test_a_container_serves_boxes_of_other_mounts_below_the_same_folder(
    spec: BoxSpec, tmp_path: Path
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


@with_engine
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


@with_engine
def test_a_container_that_died_while_it_waited_is_replaced(spec: BoxSpec) -> None:
    Docker().start(spec).close()
    (waiting,) = own_containers()
    engine.client().remove_container(waiting, force=True)
    with Docker().start(spec) as box:
        box.ping()
        assert own_containers() != [waiting]


@with_engine
def test_only_few_containers_wait(spec: BoxSpec) -> None:
    for memory in range(128, 128 + kept.MOST + 2):
        Docker().start(spec.model_copy(update={"limits": Limits(memory_mb=memory)})).close()
    assert len(own_containers()) == kept.MOST


@with_engine
def test_a_box_closed_at_work_takes_its_container_along(spec: BoxSpec) -> None:
    interrupt = threading.Timer(0.3, signal.pthread_kill, [threading.get_ident(), signal.SIGINT])
    with contextlib.suppress(KeyboardInterrupt), Docker().start(spec) as box:
        interrupt.start()
        pytest.fail(str(box.run(Execution(source="import time; time.sleep(20)"))))
    assert own_containers() == []


@with_engine
def test_kills_of_an_earlier_box_are_not_counted(spec: BoxSpec) -> None:
    with Docker().start(spec) as box:
        assert box.run(Execution(source="x = b'x' * 2**28")).reason is Reason.MEMORY
    with Docker().start(spec) as box:
        assert box.run(Execution(source="raise SystemExit(3)")).reason is Reason.ERROR
        assert len(own_containers()) == 1


@with_engine
def test_where_no_container_can_fork_each_box_has_its_own(
    spec: BoxSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(container, "_security", list)  # the engine's own filter refuses namespaces
    monkeypatch.setattr(docker, "_forks", {})
    with Docker().start(spec) as box:
        assert box.level == "docker"
        assert docker._forks == {"": False}
        assert box.run(Execution(source="print(1)")).stdout == "1\n"
    assert own_containers() == []


@with_engine
def test_a_box_that_may_not_be_created_says_why(spec: BoxSpec, backend: Docker) -> None:
    lost = spec.model_copy(update={"mounts": {"lost": Path("/nonexistent/data")}})
    with pytest.raises(SandboxError, match="folder that the engine cannot see"):
        backend.start(lost)
    assert own_containers() == []


@with_engine
def test_a_module_that_is_not_installed_is_named(spec: BoxSpec, backend: Docker) -> None:
    environment = BoxEnvironment(spec.environment.recipe, preload=("nonexistent_module",))
    with pytest.raises(SandboxError, match=r"nonexistent_module.*requirements\.txt"):
        backend.start(spec.model_copy(update={"environment": environment}))
    assert own_containers() == []


@with_engine
def test_memory_is_named_and_the_box_goes_on(spec: BoxSpec, backend: Docker) -> None:
    with backend.start(spec) as box:
        assert box.run(Execution(source="x = b'x' * 2**28")).reason is Reason.MEMORY
        assert box.run(Execution(source="print(1)")).stdout == "1\n"


@with_engine
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


@with_engine
def test_a_container_killed_from_outside_is_our_failure(spec: BoxSpec, backend: Docker) -> None:
    with backend.start(spec) as box:
        (container,) = own_containers()
        threading.Timer(0.3, engine.client().kill, [container]).start()
        with pytest.raises(SandboxError, match="killed from outside"):
            box.run(Execution(source="import time; time.sleep(20)"))
    assert own_containers() == []


@with_engine
@pytest.mark.skipif(os.getuid() != 0, reason="only root can kill in a container")
@pytest.mark.parametrize("place", [0, 1, 2], ids=["what waits for the template", "template", "worker"])
def test_whatever_of_a_container_is_killed_from_outside_is_told(spec: BoxSpec, place: int) -> None:
    with Docker().start(spec) as box:
        shown = engine.client().top(own_containers()[0], "-o pid")
        pids = sorted(int(pid) for (pid,) in shown["Processes"])
        threading.Timer(0.3, os.kill, [pids[place], signal.SIGKILL]).start()
        with pytest.raises(SandboxError, match="killed from outside"):
            box.run(Execution(source="import time; time.sleep(20)"))


@with_engine
def test_a_container_removed_from_outside_is_our_failure(spec: BoxSpec) -> None:
    with Docker().start(spec) as box:
        engine.client().remove_container(own_containers()[0], force=True)
        with pytest.raises(SandboxError, match="died"):
            box.ping()


@with_engine
def test_the_container_has_what_was_promised(spec: BoxSpec, backend: Docker) -> None:
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
from medgym_core.family import BoxEnvironment
from medgym_core.sandbox import BoxSpec, Execution
from medgym_core.sandbox.docker import Docker
recipe, home = map(Path, sys.argv[1:])
box = Docker().start(BoxSpec(environment=BoxEnvironment(recipe), home=home))
print("started", flush=True)
box.run(Execution(source="while True: pass"))
"""


@with_engine
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


@with_engine
def test_a_sweep_spares_the_living(spec: BoxSpec) -> None:
    with Docker().start(spec) as box:
        Docker().sweep()
        box.ping()


@with_engine
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


@with_engine
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


def multiplexed(parts: list[tuple[int, bytes]]) -> bytes:
    return b"".join(bytes([kind, 0, 0, 0]) + len(data).to_bytes(4, "big") + data for kind, data in parts)


@given(
    parts=st.lists(st.tuples(st.sampled_from([1, 2]), st.binary(min_size=1, max_size=40)), max_size=8),
    cuts=st.lists(st.integers(0, 400), max_size=6),
)
def test_the_two_outputs_are_told_apart_wherever_the_stream_is_cut(
    parts: list[tuple[int, bytes]], cuts: list[int]
) -> None:
    wire = multiplexed(parts)
    theirs, ours = socket.socketpair()
    transport, received = DockerTransport(ours), b""
    with theirs:
        for piece in _pieces(wire, cuts):
            theirs.sendall(piece)
    while data := transport.receive(5):
        received += data
    transport.close()
    assert received == b"".join(data for kind, data in parts if kind == 1)


def _pieces(wire: bytes, cuts: list[int]) -> Iterator[bytes]:
    edges = [0, *sorted(min(cut, len(wire)) for cut in cuts), len(wire)]
    yield from (wire[a:b] for a, b in itertools.pairwise(edges))


def test_the_transport_keeps_the_last_words_and_its_deadline() -> None:
    theirs, ours = socket.socketpair()
    transport = DockerTransport(ours)
    with theirs:
        theirs.sendall(multiplexed([(2, b"Traceback\nBoom: no\n")]))
        with pytest.raises(TimeoutError):
            transport.receive(0.05)
    transport.close()
    assert transport.last_words == "Boom: no"
