"""What only bubblewrap does; the rest is the conformance suite's."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from medgym_sandbox import bubblewrap, cgroup, kernel, root
from medgym_sandbox.box import Box
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.errors import SandboxError
from medgym_sandbox.shell import UID
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Execution, Guarantee

pytestmark = pytest.mark.bubblewrap


@pytest.fixture(scope="module")
def box(bare_environment: BoxEnvironment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    if not (found := Bubblewrap().probe()).ok:
        pytest.skip(found.reason)
    with Bubblewrap().start(BoxSpec(environment=bare_environment, home=tmp_path_factory.mktemp("h"))) as box:
        yield box


def reported(box: Box, source: str) -> object:
    outcome = box.run(Execution(source=source))
    assert outcome.answer is not None, outcome
    return json.loads(outcome.answer)


def test_the_agent_has_a_name_and_a_host(box: Box) -> None:
    source = """
import getpass, os, pwd, socket, time
user = pwd.getpwuid(os.getuid())
answer = [user.pw_uid, user.pw_name, user.pw_dir, getpass.getuser(), socket.gethostname()]
answer += [socket.gethostbyname('localhost'), time.tzname[0]]
"""
    assert reported(box, source) == [UID, "agent", "/workspace", "agent", "sandbox", "127.0.0.1", "UTC"]


def test_the_worker_is_the_first_process(box: Box) -> None:
    assert reported(box, "import os; answer = os.getppid()") == 1


def test_what_the_host_installed_beside_python_is_not_seen(box: Box) -> None:
    """Whatever an installation of the host's own, or the system's, has in its folder of programs."""
    source = """
import os, sys
home = os.path.dirname(os.path.realpath(sys.executable))
answer = [home, sorted(os.listdir(home))]
"""
    home, programs = reported(box, source)  # type: ignore[misc]
    if home != "/usr/bin":
        assert programs == [Path(sys.executable).resolve().name]


def test_loopback_works_inside(box: Box) -> None:
    source = """
import socket
with socket.create_server(('127.0.0.1', 0)) as server:
    with socket.create_connection(server.getsockname()) as client:
        client.sendall(b'hello')
        answer = server.accept()[0].recv(5).decode()
"""
    assert reported(box, source) == "hello"


def test_the_level_says_whether_the_tree_is_limited(box: Box) -> None:
    assert box.level == ("bubblewrap" if cgroup.allowed() else "bubblewrap(no-cgroup)")


@pytest.mark.parametrize(
    ("uid", "groups", "missing"),
    [
        (0, True, set()),
        (0, False, {Guarantee.MEMORY_LIMIT, Guarantee.PROCESS_LIMIT, Guarantee.CPU_LIMIT}),
        (1000, True, {Guarantee.UID_SPLIT}),
        (1000, False, {Guarantee.UID_SPLIT, Guarantee.MEMORY_LIMIT, Guarantee.CPU_LIMIT}),
    ],
)
def test_guarantees_follow_user_and_groups(
    uid: int, groups: bool, missing: set[Guarantee], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: uid)
    monkeypatch.setattr(cgroup, "allowed", lambda: groups)
    monkeypatch.setattr(bubblewrap, "_forks", lambda: True)
    monkeypatch.setattr(root, "landlocked", lambda: True)
    assert set(Guarantee) - Bubblewrap().guarantees() == missing


def test_what_the_kernel_lacks_is_not_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_forks", lambda: False)
    monkeypatch.setattr(root, "landlocked", lambda: False)
    lacking = {Guarantee.DISK_LIMIT, Guarantee.HOST_UNSEEN, Guarantee.WORKER_SAFE}
    assert Bubblewrap().guarantees().isdisjoint(lacking)


def test_a_template_serves_boxes_of_other_mounts_below_the_same_folder(
    bare_environment: BoxEnvironment, tmp_path: Path
) -> None:
    (tmp_path / "public").mkdir(mode=0o755)
    tmp_path.chmod(0o755)
    for name in ("one", "two"):
        (tmp_path / "public" / name).write_text(name)
    look = "import os; answer = [sorted(os.listdir('data')), open(f'data/{os.listdir(\"data\")[0]}').read()]"
    for name in ("one", "two"):
        spec = BoxSpec(
            environment=bare_environment, home=tmp_path / "home", mounts={name: tmp_path / "public" / name}
        )
        with Bubblewrap().start(spec) as box:
            assert reported(box, look) == [[name], name]
            assert reported(box, "import os; answer = os.listdir('/data')") == [name]


def test_a_folder_that_was_replaced_is_found_anew(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    public = tmp_path / "public"
    for text in ("old", "new"):
        shutil.rmtree(public, ignore_errors=True)
        public.mkdir(mode=0o755)
        (public / "part").write_text(text)
        spec = BoxSpec(environment=bare_environment, home=tmp_path / "home", mounts={"part": public / "part"})
        with Bubblewrap().start(spec) as box:
            assert reported(box, "answer = open('data/part').read()") == text


def test_data_behind_a_link_is_seen(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "table").write_text("read")
    (tmp_path / "link").symlink_to(tmp_path / "folder" / "table")
    spec = BoxSpec(environment=bare_environment, home=tmp_path, mounts={"link": tmp_path / "link"})
    with Bubblewrap().start(spec) as box:
        assert reported(box, "answer = open('/data/link').read()") == "read"


def test_a_mount_that_is_not_there_is_named(bare_environment: BoxEnvironment, tmp_path: Path) -> None:
    lost = {"lost": tmp_path / "gone" / "lost"}
    with pytest.raises(SandboxError, match=r"cannot mount .*gone/lost"):
        Bubblewrap().start(BoxSpec(environment=bare_environment, home=tmp_path, mounts=lost))


@pytest.mark.parametrize("forks", [True, False])
def test_the_bwrap_on_the_path_is_taken(
    forks: bool, bare_environment: BoxEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "bwrap").write_text(f'#!/bin/sh\ntouch {tmp_path}/taken\nexec {shutil.which("bwrap")} "$@"\n')
    (programs / "bwrap").chmod(0o755)
    monkeypatch.setattr(bubblewrap, "_forks", lambda: forks)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    with Bubblewrap().start(BoxSpec(environment=bare_environment, home=tmp_path / "home")) as box:
        assert reported(box, "answer = 1") == 1
    assert (tmp_path / "taken").exists()


@pytest.mark.parametrize(
    ("uid", "fix"), [(0, "apt-get install bubblewrap"), (1000, "conda install -c conda-forge bubblewrap")]
)
def test_without_bwrap_the_fix_is_told(
    uid: int, fix: str, bare_environment: BoxEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(os, "geteuid", lambda: uid)
    assert Bubblewrap().probe().fix.startswith(fix)
    with pytest.raises(SandboxError, match=fix):
        Bubblewrap().start(BoxSpec(environment=bare_environment))


@pytest.mark.parametrize(
    ("says", "fix"),
    [
        ("bwrap: Unknown option --size", "install bubblewrap 0.7 or newer"),
        ("bwrap: setting up uid map: Permission denied", kernel.namespace_fix()),
    ],
)
def test_a_refusal_is_told_with_its_fix(
    says: str, fix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = Bubblewrap().probe()
    assert (found.ok, found.fix) == (False, fix)
    assert says in found.reason
