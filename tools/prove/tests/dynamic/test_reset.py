from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from medgym_core.env.loop import Env
from medgym_prove.dynamic.reset import RESET
from medgym_testing.ward import Ward, WardFamily

from ..plugins import examine, package, spoil
from .played import subject_of


def test_good_plugin(plugin: Path) -> None:
    assert examine("D04", plugin).status == "pass"


def test_a_task_that_tells_the_time(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", 'context="Costs', "context=f\"{__import__('time').time_ns()}. Costs")
    assert "the first user text differs between two resets" in " ".join(examine("D04", plugin).problems)


def test_a_box_that_is_never_the_same(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, names = Env.reset, iter("abcdefgh")

    def reset(env: Env) -> str:
        text = begin(env)
        assert env.box is not None
        env.box.write(f"{next(names)}.txt", b"")
        return text

    monkeypatch.setattr(Env, "reset", reset)
    assert examine("D04", plugin).problems[0].endswith("what the box holds differs between two resets")


def test_a_service_that_begins_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, numbers = Ward.__init__, count()

    def begun(ward: Ward) -> None:
        begin(ward)
        ward.beds["1"] = next(numbers)

    assert not RESET.examine(subject_of(WardFamily(), tmp_path)).problems
    monkeypatch.setattr(Ward, "__init__", begun)
    problems = RESET.examine(subject_of(WardFamily(), tmp_path)).problems
    assert problems[0].endswith("the state of its services differs between two resets")
