"""Which tasks the sampler `learnable` draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.errors import ConfigError
from medgym_core.journal import JournalWriter
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.source import Build
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status
from medgym_testing.mixed import CATEGORIES, SIZE, MixedFamily
from medgym_train.learnable import Learnable, learnable, sampler
from medgym_train.rates import Rates

TASKS = [f"mixed/test/{index}" for index in range(SIZE)]
BUILD = Build.model_construct(root=Path(), family="mixed", digest="b" * 64, tier=Tier.SYNTHETIC)
RATES = st.dictionaries(st.sampled_from(TASKS), st.floats(0, 1), min_size=1)
RATE = st.floats(0, 1)
COUNTED = st.fixed_dictionaries({task: st.tuples(st.integers(0, 4), st.integers(4, 8)) for task in TASKS})


RUNS = (Path("/runs/first"),)


def sampler_of(rates: Rates, **settings: Any) -> Learnable:
    return Learnable(RunConfig(task=("mixed",), sampler="learnable", rates_of=RUNS, **settings), rates)


def draw(rates: Rates, **settings: Any) -> tuple[str, ...]:
    drawing = sampler_of(rates, **settings)
    return drawing({"mixed": MixedFamily()}, {"mixed": BUILD}, Console(quiet=True))


def counted(tasks: Mapping[str, tuple[int, int]]) -> Rates:
    return Rates({"mixed": 0.5}, tasks=tasks)


@given(rates=RATES, one=RATE, other=RATE, seed=st.integers(0, 10**6))
def test_ids_are_of_rates_within_the_bounds_in_an_order_of_the_seed(
    rates: dict[str, float], one: float, other: float, seed: int
) -> None:
    low, high = sorted((one, other))
    found = learnable(rates, low, high, seed)
    assert sorted(found) == sorted(task for task in rates if low <= rates[task] <= high)
    assert found == learnable(dict(reversed(rates.items())), low, high, seed)


@pytest.mark.parametrize("bounds", [(0.6, 0.4), (-0.1, 0.5), (0.1, 1.1)])
def test_bounds_that_are_none_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ConfigError, match=r"0 <= LOW <= HIGH <= 1, such as 0\.1,0\.9"):
        learnable({}, *bounds)


@given(tasks=COUNTED, seed=st.integers(0, 10**6), limits=st.tuples(st.integers(1, 30), st.integers(1, 30)))
def test_a_draw_lies_within_the_bounds_and_a_lower_limit_takes_a_part(
    tasks: dict[str, tuple[int, int]], seed: int, limits: tuple[int, int]
) -> None:
    rates = counted({**tasks, "mixed/test/0": (3, 6)})
    less, more = (draw(rates, seed=seed, limit=limit, pass_rate=(0.3, 0.6)) for limit in sorted(limits))
    assert set(less) <= set(more)
    assert more == draw(rates, seed=seed, limit=max(limits), pass_rate=(0.3, 0.6))
    assert all(0.3 <= rates.of(task, "plain") <= 0.6 for task in more)


def test_a_limit_is_of_every_category_alike() -> None:
    found = draw(counted({}), limit=6)
    assert sorted(int(id.split("/")[2]) % len(CATEGORIES) for id in found) == [0, 0, 1, 1, 2, 2]


def test_another_seed_draws_others_and_shuffle_wins() -> None:
    rates = counted({})
    assert draw(rates, seed=1, limit=6) != draw(rates, seed=2, limit=6)
    assert draw(rates, seed=1, shuffle=3) == draw(rates, seed=2, shuffle=3)


def test_without_a_task_within_the_bounds_the_nearest_rates_are_named() -> None:
    rates = Rates({"mixed": 0.5}, tasks=dict.fromkeys(TASKS[:9], (0, 16)))
    with pytest.raises(ConfigError, match=r"the nearest: 0\.100 and 0\.500; widen --pass-rate"):
        draw(rates, pass_rate=(0.2, 0.4))


def test_the_line_says_how_many_and_by_what(capsys: pytest.CaptureFixture[str]) -> None:
    drawing = sampler_of(counted(dict.fromkeys(TASKS[:9], (40, 40))))
    drawing({"mixed": MixedFamily()}, {"mixed": BUILD}, Console(width=200))
    said = "learnable: 21 of 30 tasks have an estimated pass rate from 0.1 to 0.9, by /runs/first\n"
    assert capsys.readouterr().out == said


def test_of_labelled_data_no_number_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    labelled = {"mixed": BUILD.model_copy(update={"tier": Tier.CREDENTIALED})}
    sampler_of(counted({}))({"mixed": MixedFamily()}, labelled, Console(width=200))
    assert capsys.readouterr().out.startswith("learnable: some tasks have ")
    none = sampler_of(counted({}), pass_rate=(0.1, 0.2))
    with pytest.raises(ConfigError, match="by /runs/first; widen --pass-rate"):
        none({"mixed": MixedFamily()}, labelled, Console(width=200))


@pytest.fixture
def run(tmp_path: Path, make_episode: Callable[..., Episode]) -> Path:
    """Two tasks of `toy`, one solved, on the build `b`."""
    pinned = folder.Pinned(version="1", build="b" * 64, root=tmp_path, tasks=2)
    config = RunConfig(task=("toy",), scale=7, data_seed=5)
    folder.create(tmp_path / "run", config, folder.Manifest(core="1", families={"toy": pinned}))
    with JournalWriter(tmp_path / "run") as writer:
        writer.append([(make_episode(0), {}), (make_episode(1, status=Status.FAIL), {})])
    return tmp_path / "run"


def test_rates_of_another_family_are_refused(run: Path) -> None:
    with pytest.raises(ConfigError, match=r"no run of --rates-of \(.*run\) holds an episode of mixed"):
        sampler(RunConfig(task=("mixed",), sampler="learnable", rates_of=(run,)))


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not the folder of a run"):
        sampler(RunConfig(task=("mixed",), sampler="learnable", rates_of=(tmp_path / "gone",)))


def test_rates_of_other_data_are_refused_with_what_gives_that_data(run: Path) -> None:
    drawing = sampler(RunConfig(task=("toy",), sampler="learnable", rates_of=(run,)))
    other = BUILD.model_copy(update={"digest": "c" * 64})
    with pytest.raises(ConfigError, match="--scale 7, --data-seed 5, no --source"):
        drawing({"toy": MixedFamily()}, {"toy": other}, Console(quiet=True))


def test_the_sampler_is_known_by_its_name() -> None:
    assert plugins.sampler("learnable") is sampler
