"""A Docker engine that dies under a run, and comes back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from medgym_core.errors import SandboxError
from medgym_core.task import Limits
from medgym_sandbox import engine, kept
from medgym_sandbox.docker import Docker
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution

ENGINE = "/var/run/docker.sock"


class Relay:
    """Stands between us and the engine, so that the engine can die for us alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ends: list[socket.socket] = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                ours, _ = self.listener.accept()
            except OSError:
                return
            theirs = socket.socket(socket.AF_UNIX)
            theirs.connect(ENGINE)
            self.ends += [ours, theirs]
            for pair in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=pump, args=pair, daemon=True).start()

    def die(self) -> None:
        self.path.unlink(missing_ok=True)
        for end in (self.listener, *self.ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def pump(source: socket.socket, sink: socket.socket) -> None:
    with source, suppress(OSError):
        while data := source.recv(2**16):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)


@pytest.fixture
def relay(
    docker_engine: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Relay]]:
    if not Path(ENGINE).is_socket():
        pytest.skip("no local Docker engine")
    path = tmp_path / "engine.sock"
    for name in ("_client", "_facts"):
        monkeypatch.setattr(engine, name, getattr(engine, name).__wrapped__)
    monkeypatch.setenv("DOCKER_HOST", f"unix://{path}")
    opened: list[Relay] = []
    yield lambda: opened.append(Relay(path)) or opened[-1]  # type: ignore[func-returns-value]
    for one in opened:
        one.die()


@pytest.mark.docker
def test_a_dead_engine_is_our_failure_and_none_starts_until_it_is_back(
    own_containers: Callable[[], list[str]], relay: Callable[[], Relay], tmp_path: Path
) -> None:
    first = relay()
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "requirements.txt").write_text("")
    spec = BoxSpec(environment=BoxEnvironment(tmp_path / "bare"), home=tmp_path, limits=Limits(memory_mb=128))
    box = Docker().start(spec)
    threading.Timer(0.5, first.die).start()
    with pytest.raises(SandboxError):
        box.run(Execution(source="import time; time.sleep(60)"))
    with pytest.raises(SandboxError, match="no engine answers"):
        Docker().start(spec)
    relay()
    box.close()
    with Docker().start(spec) as again:
        assert again.run(Execution(source="answer = 1")).answer == "1"
    kept.remove_all()
    (left,) = own_containers()  # nobody could remove it; the sweep of the next run would
    engine.client().remove_container(left, force=True)
