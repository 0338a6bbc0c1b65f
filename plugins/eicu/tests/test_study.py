"""The laws of studies, on eICU; its references on other boxes, and what attacks earn."""

from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_ehr.study.plan import SIZES
from medgym_ehr.study.steps import STEPS
from medgym_ehr.testing.hospital.study_laws import *  # noqa: F403
from medgym_ehr.testing.study.eicu import Tables
from medgym_prove.chance import chance
from medgym_prove.soundness import AGENTS, measure

from .independent.studies import compare

ATTACKS = sorted((Path(__file__).parents[1] / "attacks").glob("*.py"))
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}
every_split = pytest.mark.parametrize("split", SIZES)


@pytest.fixture(scope="session")
def tables():
    return Tables


def test_no_turn_but_the_first_stands_alone(records, designs):
    for design in designs:
        found = {}
        for turn in design["turns"]:
            if found:
                with pytest.raises(KeyError):
                    STEPS[turn](records, design, {})
            STEPS[turn](records, design, found)


@every_split
def test_every_later_turn_needs_what_earlier_ones_left_in_the_box(family, build, env, split):
    box = env(split=split)
    for call in family.reference(build, box.task)[1:]:
        assert "FileNotFoundError" in box.step(call).observation.text


@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
@every_split
def test_the_reference_of_every_study_earns_all(family, build, split, sandbox):
    backend = plugins.sandbox(sandbox)
    found = measure(family, build, backend, split, per_stratum=None, agents=("reference",))
    assert found.sound, found


@every_split
def test_attacks_earn_nothing(family, build, split):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, split, None, AGENTS[1:], options=QUICK, own=ATTACKS, most=2)
    assert found.chance_rate == 0
    assert found.sound, found


@every_split
def test_one_action_after_many_earns_nothing(family, build, split):
    options = {"k": family.splits[split].horizon - 2}
    backend, shots = plugins.sandbox("process"), ("attack:one_shot",)
    found = measure(family, build, backend, split, None, shots, options=options, most=2)
    assert found.sound, found


@every_split
def test_the_training_splits_give_nothing_away(family, full, split):
    found = chance(family, full, split)
    assert found.rates
    assert found.highest == found.declared == 0


def test_a_full_build_is_answered_again(family, full, tables):
    agreed, disagreed = compare(family, full, tables)
    assert disagreed == []
    assert {split: agreed[split] for split in SIZES} == {
        split: size * family.splits[split].horizon for split, size in SIZES.items()
    }
