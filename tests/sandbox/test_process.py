"""What only the process tier does; the rest is the conformance suite's."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from medgym_core.family import BoxEnvironment
from medgym_core.sandbox import BoxSpec, Execution, Guarantee, cgroup, kernel
from medgym_core.sandbox.box import Box
from medgym_core.sandbox.process import Process


@pytest.fixture(scope="module")
def box(bare_environment: BoxEnvironment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with Process().start(BoxSpec(environment=bare_environment, home=tmp_path_factory.mktemp("h"))) as box:
        yield box


def told(box: Box, source: str) -> object:
    outcome = box.run(Execution(source=source))
    assert outcome.answer is not None, outcome
    return json.loads(outcome.answer)


def test_the_level_names_what_confines(box: Box) -> None:
    landlock = "landlock" if kernel.landlock_abi() >= kernel.LANDLOCK_ABI else "no-landlock"
    groups = "cgroup" if cgroup.allowed() else "no-cgroup"
    namespaces = "namespaces" if kernel.namespaces() else "no-namespaces"
    assert box.level == f"process({landlock},{groups},{namespaces})"


def test_attributes_stay_but_copying_works(box: Box) -> None:
    source = """
import os, shutil
open('a', 'w').close()
shutil.copy2('a', 'b')
os.chmod('b', 0)
answer = os.stat('b').st_mode & 0o400
"""
    assert told(box, source) == 0o400


def test_attributes_of_host_files_stay(box: Box, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(mode=0o600)
    told(box, f"import os\nos.chmod({str(file)!r}, 0o777)\nanswer = 1")
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
    assert told(box, source) == "refused"


def test_without_landlock_little_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 0)
    promised = Process().guarantees()
    assert promised.isdisjoint({Guarantee.NO_HOST_FILES, Guarantee.BLIND, Guarantee.WORKER_SAFE})
    assert "6.12" in Process().probe().mend


def test_processes_are_limited_where_they_are_counted_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroup, "allowed", lambda: False)
    for uid, namespaces in ((0, True), (1000, False), (1000, True)):
        monkeypatch.setattr(os, "getuid", lambda uid=uid: uid)
        monkeypatch.setattr(kernel, "namespaces", lambda namespaces=namespaces: namespaces)
        limited = Guarantee.PROCESS_LIMIT in Process().guarantees()
        assert limited == (uid != 0 and namespaces)
