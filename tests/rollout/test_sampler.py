"""What a run has of a sampler: its settings, the tasks that it drew, and what reports say of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.rollout.config import RunConfig, resolve
from medgym_core.rollout.sampler import remark, sampler_of
from medgym_core.rollout.selection import select
from medgym_core.source import Build
from medgym_testing.mixed import MixedFamily

BUILD = Build.model_construct(root=Path(), family="mixed", digest="b" * 64, tier=Tier.SYNTHETIC)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"rates_of": "runs/a"}, "rates_of is for the sampler learnable; give --sampler learnable too"),
        ({"pass_rate": "0.2,0.8"}, "pass_rate is for the sampler learnable"),
        ({"sampler": "learnable", "pass_rate": "0.8,0.2"}, "such as 0.1,0.9, not 0.8,0.2"),
        ({"sampler": "learnable", "pass_rate": "0.8"}, "pass_rate"),
        ({"sampler": "learnable", "tasks": "toy/test/1"}, "leave one of them out"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(settings: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        resolve(None, {"task": "toy", **settings})


def test_a_saved_draw_holds_until_what_decides_it_is_given(tmp_path: Path) -> None:
    saved = RunConfig(task=("toy",), sampler="learnable", drawn=("toy/test/2",))
    (tmp_path / "run.yaml").write_text(saved.model_dump_json())
    assert resolve(tmp_path / "run.yaml", {"jobs": 2}).drawn == ("toy/test/2",)
    assert resolve(tmp_path / "run.yaml", {"limit": 2}).drawn == ()


def test_what_was_drawn_is_played_in_its_order() -> None:
    ids = ("mixed/test/7", "mixed/ood/1", "mixed/test/2")
    places = select(RunConfig(task=("mixed",), sampler="learnable", drawn=ids), MixedFamily(), BUILD)
    assert tuple(f"mixed/{place.split}/{place.index}" for place in places) == ids


@pytest.mark.parametrize("ids", [("mixed/test/30",), ("other/test/1",), ("mixed/train/1",)])
def test_what_was_drawn_elsewhere_is_refused(ids: tuple[str, ...]) -> None:
    config = RunConfig(task=("mixed",), sampler="learnable", drawn=ids)
    with pytest.raises(ConfigError, match="leave `drawn` out to draw anew"):
        select(config, MixedFamily(), BUILD)


def test_reports_say_how_tasks_were_drawn() -> None:
    said = remark(RunConfig(task=("toy",), sampler="learnable", rates_of=(Path("/runs/a"),)))
    assert said.startswith("tasks were drawn that had an estimated pass rate from 0.1 to 0.9, by /runs/a: ")
    assert remark(RunConfig(task=("toy",))) == ""


@pytest.mark.parametrize("settings", [{}, {"sampler": "learnable", "drawn": ("mixed/test/7",)}])
def test_what_needs_no_drawing_has_no_sampler(settings: dict[str, Any]) -> None:
    assert sampler_of(RunConfig(task=("mixed",), **settings)) is None


def test_an_unknown_sampler_is_refused() -> None:
    with pytest.raises(ConfigError, match="no sampler called 'easy'"):
        sampler_of(RunConfig(task=("mixed",), sampler="easy"))
