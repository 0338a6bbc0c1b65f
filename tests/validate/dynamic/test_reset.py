from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core.env import Env
from tests.validate.dynamic.played import HOLDS_MEMORY
from tests.validate.plugins import examine, failing, package, spoil


def test_good_plugin(plugin: Path) -> None:
    assert examine("D04", plugin).status == "pass"


@pytest.mark.skipif(not HOLDS_MEMORY, reason="no cgroup holds boxes to their memory here")
def test_a_task_that_tells_the_time(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", 'context="Costs', "context=f\"{__import__('time').time_ns()}. Costs")
    assert "the first user text differs between two resets" in " ".join(examine("D04", plugin).problems)
    assert failing(2, plugin) == {"D04"}


def test_a_box_that_is_never_the_same(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, names = Env.reset, iter("abcdefgh")

    def reset(env: Env) -> str:
        text = begin(env)
        assert env.box is not None
        env.box.write(f"{next(names)}.txt", b"")
        return text

    monkeypatch.setattr(Env, "reset", reset)
    assert examine("D04", plugin).problems[0].endswith("what the box holds differs between two resets")
