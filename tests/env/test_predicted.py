"""What attacks submit where predictions are asked is graded, and earns no more than the split declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import Build, Episode, Source, Status, TaskFamily, ensure_build, plugins
from medgym_core.agent import AgentConfig
from medgym_core.env.opening import OpenFamily
from medgym_core.verifier.fault import Fault
from medgym_prove.attack import REPLAYS
from medgym_prove.attack.prediction import claimed
from medgym_prove.soundness import sample
from medgym_sandbox.process import Process

PRIORS = ("attack:memory", "attack:prior")
FAMILIES = [family.name for _, family in plugins.families() if "csv-file" in family.answer_kinds]
GRADED = {"", str(Fault.BELOW_BASELINE)}


@pytest.fixture(scope="module", params=FAMILIES)
def family(request: pytest.FixtureRequest) -> TaskFamily:
    return plugins.family(request.param)


@pytest.fixture(scope="module")
def build(family: TaskFamily, shared_home: Path) -> Build:
    return ensure_build(family, Source.synthetic(), shared_home)


def played(family: TaskFamily, build: Build, agent: str, split: str) -> list[Episode]:
    """An agent on the first task of each category of a split."""
    runner = OpenFamily(family, build, Process()).runner(plugins.agent(agent, AgentConfig()))
    places = sample(family, build, split, 1)
    return [runner.run(runner.key(split, place, 0, 0))[0] for place in places]


def test_some_families_ask_for_predictions() -> None:
    assert {"ehrshot", "mimic-extract"} <= {*FAMILIES}


@pytest.mark.nightly
@pytest.mark.parametrize("agent", PRIORS)
def test_shares_of_labels_are_graded_and_earn_nothing(family: TaskFamily, build: Build, agent: str) -> None:
    """Of every row asked about; where only words say which rows these are, they may be others."""
    for split, declared in family.splits.items():
        if not declared.evaluation:
            continue
        episodes = played(family, build, agent, split)
        assert all(one.verdict.status is Status.FAIL and one.verdict.reward == 0 for one in episodes)
        if declared.novel != "wording":
            assert {one.verdict.reason for one in episodes} == {str(Fault.BELOW_BASELINE)}


@pytest.mark.nightly
@pytest.mark.parametrize("agent", sorted(REPLAYS))
def test_a_replayed_solution_is_graded_where_its_columns_are_asked_for(
    family: TaskFamily, build: Build, agent: str
) -> None:
    episodes = played(family, build, agent, "test")
    tasks = [family.task(build, "test", place) for place in sample(family, build, "test", 1)]
    assert claimed(agent, family, tasks, 0.0) is None
    assert any(one.verdict.reason in GRADED for one in episodes)
    assert all(one.verdict.reason not in (Fault.EXTRA_ROWS, Fault.MISSING_ROWS) for one in episodes)


@pytest.mark.nightly
@pytest.mark.parametrize("agent", sorted(REPLAYS))
def test_a_replayed_solution_earns_nothing_where_new_things_are_required(
    family: TaskFamily, build: Build, agent: str
) -> None:
    tasks = [family.task(build, "ood", place) for place in sample(family, build, "ood", 1)]
    assert claimed(agent, family, tasks, 0.0) == 0.0
    assert [one.verdict.reward for one in played(family, build, agent, "ood")] == [0.0] * len(tasks)
