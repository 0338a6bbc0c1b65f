"""Live probes, and what they say when something is missing."""

from __future__ import annotations

import errno
import shutil
import tempfile
from pathlib import Path

import pytest

from medgym_core import doctor, plugins
from medgym_sandbox import cgroup, kernel
from medgym_sandbox.backend import Availability


def found(name: str, home: Path) -> doctor.Finding:
    return next(finding for finding in doctor.diagnose(home) if finding.name == name)


def test_everything_is_looked_at_once(tmp_path: Path) -> None:
    names = [finding.name for finding in doctor.diagnose(tmp_path)]
    assert len(set(names)) == len(names)
    expected = {"python", "kernel", "landlock", "seccomp", "user namespaces", "control groups", "disk"}
    assert expected | {"sandbox docker", "sandbox bubblewrap", "sandbox process", "sandbox auto"} <= set(
        names
    )


def test_every_gap_comes_with_its_fix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "landlock_abi", lambda: 0)
    monkeypatch.setattr(kernel, "user_namespaces", lambda: False)
    monkeypatch.setattr(kernel, "seccomp", lambda: False)
    monkeypatch.setattr(cgroup, "allowed", lambda: False)
    monkeypatch.setattr(doctor, "LEAST_FREE_MB", 2**60)
    gaps = [finding for finding in doctor.diagnose(tmp_path) if not finding.ok]
    assert {"landlock", "user namespaces", "seccomp", "control groups", "disk"} <= {gap.name for gap in gaps}
    assert all(gap.fix for gap in gaps)


def test_families_that_cannot_be_loaded_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item = plugins.Installed("toy", "medgym_plugin_toy", "medgym-plugin-toy", "1.2.3")
    monkeypatch.setattr(doctor, "broken_families", lambda: {item: "plugin toy cannot be loaded (no); fix it"})
    gap = found("family toy", tmp_path)
    assert (gap.ok, gap.detail, gap.fix) == (False, "plugin toy cannot be loaded (no)", "fix it")


@pytest.mark.parametrize("folder", ["/proc", "/proc/home", "/proc/home/below"])
def test_a_home_that_takes_no_files_is_not_writable_whatever_is_free(folder: str) -> None:
    gap = found("disk", Path(folder))
    assert (gap.ok, "free" in gap.detail) == (False, False)
    assert folder in gap.detail
    assert "MEDGYM_HOME" in gap.fix


def test_a_home_that_may_not_be_written_to_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(dir: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    gap = found("disk", tmp_path)
    assert gap.detail == f"{tmp_path} is not writable"
    below = tmp_path / "home"
    assert found("disk", below).detail == f"{tmp_path} is not writable, so {below} cannot be made"


def test_a_full_disk_says_what_to_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_FREE_MB", 2**60)
    gap = found("disk", tmp_path)
    assert gap.detail.endswith(f" MiB free for {tmp_path}")
    assert "--home" not in gap.fix


@pytest.mark.parametrize(("tool", "says"), [("podman", "DOCKER_HOST"), ("apptainer", "--sandbox bubblewrap")])
def test_other_engines_are_named_where_they_are(
    tool: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}" if name == tool else None)
    finding = found(tool, tmp_path)
    assert says in finding.detail + finding.fix


def test_auto_tells_when_nothing_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        name = "broken"

        def probe(self) -> Availability:
            return Availability(False, "nothing answers", "start it")

        def guarantees(self) -> frozenset[str]:
            return frozenset()

    monkeypatch.setattr(plugins, "sandbox", lambda name: Broken())
    finding = found("sandbox auto", tmp_path)
    assert not finding.ok
    assert "nothing answers" in finding.detail


@pytest.mark.parametrize(
    ("setting", "value", "fix"),
    [
        ("kernel/unprivileged_userns_clone", "0", "unprivileged_userns_clone=1"),
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor"),
        ("user/max_user_namespaces", "0", "max_user_namespaces=15000"),
        (None, "", "seccomp=unconfined"),
    ],
)
def test_the_setting_in_the_way_is_named(
    setting: str | None, value: str, fix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if setting:
        (tmp_path / setting).parent.mkdir(parents=True)
        (tmp_path / setting).write_text(f"{value}\n")
    monkeypatch.setattr(kernel, "SETTINGS", tmp_path)
    assert fix in kernel.namespace_fix()


def test_whatever_cannot_be_loaded_is_named_with_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = plugins.Installed("greet", "medgym_no_such_module", "toys", "1.2.3", "medgym_commands")
    real = plugins.installed
    monkeypatch.setattr(
        plugins, "installed", lambda *hook: [item] if hook == ("medgym_commands",) else real(*hook)
    )
    gap = found("verb greet", tmp_path)
    assert not gap.ok
    assert "plugin toys cannot be loaded (ModuleNotFoundError" in gap.detail
