"""What only the process backend does; the rest is the conformance suite's."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from errno import EPERM
from pathlib import Path

import pytest

from medgym_sandbox import cgroup, kernel
from medgym_sandbox.box import Box
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution, Guarantee, Reason


@pytest.fixture(scope="module")
def box(bare_environment: BoxEnvironment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with Process().start(BoxSpec(environment=bare_environment, home=tmp_path_factory.mktemp("h"))) as box:
        yield box


def reported(box: Box, source: str) -> object:
    outcome = box.run(Execution(source=source))
    assert outcome.answer is not None, outcome
    return json.loads(outcome.answer)


def test_the_level_names_what_confines(box: Box) -> None:
    landlock = "landlock" if kernel.landlock_abi() >= kernel.LANDLOCK_ABI else "no-landlock"
    groups = "cgroup" if cgroup.allowed() else "no-cgroup"
    namespaces = "namespaces" if kernel.namespaces() else "no-namespaces"
    assert box.level == f"process({landlock},{groups},{namespaces})"


def test_a_database_that_is_gone_is_said_so(box: Box) -> None:
    outcome = box.run(Execution(language="sql", source="SELECT 1", database="data/gone.sqlite"))
    assert outcome.failure is not None
    assert outcome.failure.type == "sqlite3.OperationalError"
    assert "unable to open database file" in outcome.failure.message


def test_an_answer_is_heard_though_the_program_has_replaced_what_writes(box: Box) -> None:
    outcome = box.run(Execution(source="import os; os.write = os._exit = lambda *_: None; answer = 1"))
    assert (outcome.reason, outcome.answer) == (Reason.COMPLETED, "1")


def test_attributes_stay_but_copying_works(box: Box) -> None:
    source = """
import os, shutil
open('a', 'w').close()
shutil.copy2('a', 'b')
os.chmod('b', 0)
answer = os.stat('b').st_mode & 0o400
"""
    assert reported(box, source) == 0o400


def test_attributes_of_host_files_stay(box: Box, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(mode=0o600)
    reported(box, f"import os\nos.chmod({str(file)!r}, 0o777)\nanswer = 1")
    assert file.stat().st_mode & 0o777 == 0o600


def test_datagram_socket_pairs_are_refused(box: Box) -> None:
    source = """
import socket
socket.socketpair()
try:
    socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    answer = 'made'
except OSError:
    answer = 'refused'
"""
    assert reported(box, source) == "refused"


def test_without_landlock_little_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 0)
    promised = Process().guarantees()
    assert promised.isdisjoint({Guarantee.NO_HOST_FILES, Guarantee.BLIND, Guarantee.WORKER_SAFE})
    assert "6.12" in Process().probe().fix


def test_what_confines_decides_what_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 6)
    monkeypatch.setattr(kernel, "namespaces", lambda: False)
    monkeypatch.setattr(kernel, "own_processes", lambda: False)
    without = Process().guarantees()
    assert Guarantee.NO_HOST_FILES in without
    assert without.isdisjoint({Guarantee.BLIND, Guarantee.SERVICES, Guarantee.DISK_LIMIT})
    monkeypatch.setattr(kernel, "namespaces", lambda: True)
    assert Process().guarantees() - without >= {Guarantee.SERVICES, Guarantee.DISK_LIMIT}
    assert Guarantee.BLIND not in Process().guarantees()
    monkeypatch.setattr(kernel, "own_processes", lambda: True)
    assert Guarantee.BLIND in Process().guarantees()


def test_the_probe_tells_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 6)
    monkeypatch.setattr(kernel, "own_processes", lambda: True)
    assert Process().probe().fix == ""
    monkeypatch.setattr(kernel, "own_processes", lambda: False)
    assert "user namespaces" in Process().probe().fix


def test_ports_are_refused_without_namespaces(
    bare_environment: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "namespaces", lambda: False)
    with pytest.raises(SandboxError, match="network namespace"):
        Process().start(BoxSpec(environment=bare_environment, ports=(80,), home=tmp_path))


def test_questions_about_others_are_refused_without_namespaces(
    bare_environment: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "namespaces", lambda: False)
    source = """
import os
calls = (os.pidfd_open, os.getpgid, os.getsid, os.sched_getaffinity, os.sched_getscheduler)
calls += (lambda pid: os.getpriority(os.PRIO_PROCESS, pid),)
answer = []
for call in calls:
    try:
        answer.append(call(1) and 'reported')
    except OSError as error:
        answer.append(error.errno)
answer += [os.getpgid(0) > 0, os.getpriority(os.PRIO_PROCESS, 0) is not None]
"""
    with Process().start(BoxSpec(environment=bare_environment, home=tmp_path)) as box:
        assert reported(box, source) == [EPERM] * 6 + [True, True]


def test_all_boxes_find_the_same_places(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    if not kernel.namespaces():
        pytest.skip("without namespaces each box has a folder of its own name")
    spec = BoxSpec(environment=bare_environment, home=tmp_path)
    look = (
        "import os, tempfile\nanswer = [os.getcwd(), tempfile.gettempdir(), os.getpid() < 100, os.uname()[1]]"
    )
    with Process().start(spec) as first, Process().start(spec) as second:
        assert reported(first, look) == reported(second, look)


@pytest.mark.slow
def test_a_scratch_folder_goes_with_its_box(
    bare_environment: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "namespaces", lambda: False)
    litter = """
import os
os.mkdir('closed')
os.open('closed', 0)
for _ in range(1500):
    os.mkdir('d')
    os.chdir('d')
answer = 1
"""
    with Process().start(BoxSpec(environment=bare_environment, home=tmp_path)) as box:
        work = Path(str(reported(box, "import os\nanswer = os.getcwd()")))
        reported(box, litter)
        os.chmod(work / "closed", 0o300)
        assert work.is_dir()
    assert not work.parent.exists()


def test_processes_are_limited_where_they_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "allowed", lambda: False)
    for uid, namespaces in ((0, True), (1000, False), (1000, True)):
        monkeypatch.setattr(os, "getuid", lambda uid=uid: uid)
        monkeypatch.setattr(kernel, "namespaces", lambda namespaces=namespaces: namespaces)
        limited = Guarantee.PROCESS_LIMIT in Process().guarantees()
        assert limited == (uid != 0 and namespaces)


@pytest.mark.skipif(not kernel.namespaces(), reason="no namespaces: shared memory would be the host's")
def test_locks_and_pools_work_as_in_the_other_backends(box: Box) -> None:
    source = """
import multiprocessing, os
from multiprocessing.pool import ThreadPool
lock = multiprocessing.Lock()
with lock, ThreadPool(2) as pool:
    answer = [pool.map(abs, [-1, 2]), os.listdir('/dev/shm')]
"""
    assert reported(box, source) == [[1, 2], []]
