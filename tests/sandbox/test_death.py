"""Whose doing the end of a box is: by proof, the same on every backend."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_prove.conformance.witness import busy
from medgym_sandbox import boot, cgroup
from medgym_sandbox.backend import FileRefused, SandboxBackend
from medgym_sandbox.box import Box
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.death import End, judge
from medgym_sandbox.docker import Docker
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution, Reason

KILLED = -signal.SIGKILL
OURS = [
    End(engine="Docker could not be reached"),
    End(halted=True),
    End(),
    End(code=0),
    End(code=KILLED, killed_for_memory=False),
    End(code=-signal.SIGTERM, killed_for_memory=False),
    End(code=KILLED, killed_for_memory=True, own_limit=False),
]
AGENTS = [
    End(code=KILLED, killed_for_memory=True),
    End(code=KILLED, killed_for_memory=None),
    End(code=KILLED, killed_for_memory=False, shielded=False),
    End(code=-signal.SIGSEGV, killed_for_memory=False),
    End(code=70, killed_for_memory=False),
]
Start = Callable[..., Box]


@pytest.mark.parametrize("end", OURS)
def test_what_is_proved_is_ours(end: End) -> None:
    assert not judge(end).by_agent


@pytest.mark.parametrize("end", AGENTS)
def test_what_is_not_proved_is_the_agents(end: End) -> None:
    assert judge(end).by_agent


def test_silence_proves_nothing() -> None:
    assert judge(End(), stalled=True).by_agent


@pytest.fixture(
    params=[
        Process,
        pytest.param(Bubblewrap, marks=pytest.mark.bubblewrap),
        pytest.param(Docker, marks=pytest.mark.docker),
    ]
)
def backend(request: pytest.FixtureRequest) -> SandboxBackend:
    backend: SandboxBackend = request.param()
    if isinstance(backend, Docker):
        request.getfixturevalue("docker_engine")
    if not backend.probe().ok:
        pytest.skip(backend.probe().reason)
    return backend


@pytest.fixture
def spec(bare_environment: BoxEnvironment, tmp_path: Path) -> BoxSpec:
    return BoxSpec(environment=bare_environment, home=tmp_path)


@pytest.mark.parametrize("groups", [True, False])
def test_a_worker_killed_from_outside_is_ours(
    backend: SandboxBackend, spec: BoxSpec, groups: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not groups:
        monkeypatch.setattr(cgroup.Cgroup, "create", lambda limits: None)
    with backend.start(spec) as box:
        with busy(box, os.urandom(8).hex()) as (worker, outcome):
            os.kill(worker, signal.SIGKILL)
            with pytest.raises(SandboxError, match="killed from outside"):
                outcome.result()
        with pytest.raises(SandboxError, match="closed"):
            box.run(Execution(source=""))


@pytest.mark.slow
def test_a_kill_for_memory_before_does_not_blame_the_agent_for_one_from_outside(spec: BoxSpec) -> None:
    if not cgroup.allowed():
        pytest.skip("needs control groups")
    with Process().start(spec) as box:
        assert box.run(Execution(source="x = b'x' * (3 << 30)")).reason is Reason.MEMORY
        with busy(box, os.urandom(8).hex()) as (worker, outcome):
            os.kill(worker, signal.SIGKILL)
            with pytest.raises(SandboxError, match="killed from outside"):
                outcome.result()


def weaken(monkeypatch: pytest.MonkeyPatch, module: str, old: str, new: str) -> None:
    sources = dict(boot._sources())
    assert old in sources[f"worker.{module}"]
    sources[f"worker.{module}"] = sources[f"worker.{module}"].replace(old, new)
    monkeypatch.setattr(boot, "_sources", lambda: sources)


@pytest.fixture
def fragile(monkeypatch: pytest.MonkeyPatch, spec: BoxSpec) -> BoxSpec:
    """A box whose worker breaks on an environment that agent code leaves behind."""
    weaken(
        monkeypatch,
        "main",
        "        started = time.monotonic()\n",
        "        started = time.monotonic()\n"
        "        assert not os.path.exists(os.path.join(self._work.path, 'poison'))\n",
    )
    return spec


@pytest.mark.bubblewrap
def test_a_worker_that_fails_after_an_action_dies_of_the_agent(fragile: BoxSpec) -> None:
    with Bubblewrap().start(fragile) as box:
        assert box.run(Execution(source="open('poison', 'w')")).ok
        for _ in range(2):
            outcome = box.run(Execution(source=""))
            assert outcome.reason is Reason.BOX_DIED
            assert "exit code 70; AssertionError" in outcome.stderr
        with pytest.raises(FileRefused, match="box_died"):
            box.read("poison", 1)
        with pytest.raises(FileRefused, match="box_died"):
            box.write("notes.txt", b"?")


@pytest.mark.bubblewrap
def test_a_worker_that_fails_before_any_action_is_ours(fragile: BoxSpec) -> None:
    with Bubblewrap().start(fragile) as box:
        box.write("poison", b"")
        with pytest.raises(SandboxError, match="exit code 70"):
            box.read("poison", 1)


@pytest.mark.bubblewrap
@pytest.mark.parametrize("acted", [False, True])
def test_a_jail_that_cannot_be_entered_is_ours_until_agent_code_ran(
    spec: BoxSpec, monkeypatch: pytest.MonkeyPatch, acted: bool
) -> None:
    enter = "jail.enter(confinement)\n"
    weaken(
        monkeypatch,
        "child",
        enter,
        enter
        + " " * 12
        + "os.chdir(work.path)\n"
        + " " * 12
        + f"if os.path.exists('poison') or not {acted}: raise OSError('no jail')\n",
    )
    with Bubblewrap().start(spec) as box:
        if not acted:
            with pytest.raises(SandboxError, match="cannot confine its children: no jail"):
                box.run(Execution(source="open('ran', 'w')"))
            return
        assert box.run(Execution(source="open('poison', 'w')")).ok
        assert box.run(Execution(source="open('ran', 'w')")).reason is Reason.BOX_DIED


def test_agent_code_cannot_say_that_it_is_not_confined(backend: SandboxBackend, spec: BoxSpec) -> None:
    forged = """
import json, os
lie = json.dumps({"jail_failed": "no", "unconfined": "no", "refused": "no"}).encode()
for descriptor in range(64):
    try:
        os.write(descriptor, lie)
    except OSError:
        pass
os._exit(70)
"""
    with backend.start(spec) as box:
        assert box.run(Execution(source=forged)).reason is Reason.ERROR
        box.write("file", b"x")
        assert box.read("file", 1) == b"x"


@pytest.mark.parametrize("mode", [0, 0o100, 0o200, 0o300, 0o400])
def test_a_work_directory_that_was_locked_is_opened(
    backend: SandboxBackend, spec: BoxSpec, mode: int
) -> None:
    with backend.start(spec) as box:
        for path in (".", os.devnull):
            box.run(Execution(source=f"import os; open('kept', 'w').write('x'); os.chmod({path!r}, {mode})"))
        box.write("again", b"y")
        assert box.read("kept", 1) == b"x"
        assert box.run(Execution(source="answer = sorted(open('kept').read())")).answer == '["x"]'


@pytest.mark.slow
def test_a_stopped_worker_is_ours(spec: BoxSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_sandbox.box.GRACE_S", 0.5)
    with Process().start(spec) as box:
        with busy(box, os.urandom(8).hex()) as (worker, _):
            pass
        os.kill(worker, signal.SIGSTOP)
        with pytest.raises(SandboxError, match="stopped from outside"):
            box.run(Execution(source="", timeout_s=0.1))
