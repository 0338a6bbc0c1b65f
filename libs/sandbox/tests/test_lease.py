"""Names tell whether their maker lives."""

from __future__ import annotations

import subprocess

from medgym_sandbox import lease


def test_the_living_are_no_orphans() -> None:
    assert not lease.is_orphan(lease.new_name())


def test_foreign_names_are_no_orphans() -> None:
    assert not any(map(lease.is_orphan, ("medgym", "medgym-elsewhere-1-1-abc", "a-b-c-d-e")))


def test_whoever_has_ended_leaves_orphans_even_before_a_parent_asks() -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as maker:
        parts = lease.new_name().split("-")
        name = "-".join([*parts[:2], str(maker.pid), str(lease._start_time(maker.pid)), parts[4]])
        assert not lease.is_orphan(name)
        maker.kill()
        assert maker.stdout is not None
        maker.stdout.read()  # its end comes before the process is gone
        while maker.returncode is None and lease._start_time(maker.pid):
            pass
        assert lease.is_orphan(name)
