"""Reworded tasks: the reference solves all of them, no attack, the family's own too, more than chance."""

from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_prove.chance import chance
from medgym_prove.soundness import AGENTS, measure

ATTACKS = sorted((Path(__file__).parents[2] / "attacks").glob("*.py"))
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}


@pytest.mark.slow
def test_the_reference_of_every_reworded_task_earns_all(family, build):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, "reworded", per_stratum=None, agents=("reference", "nop"))
    assert found.whole
    assert {score.agent: score.reward for score in found.scores} == {"reference": 1.0, "nop": 0.0}


@pytest.mark.slow
def test_attacks_earn_no_more_than_chance(family, build):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, "reworded", 1, AGENTS[1:], options=QUICK, own=ATTACKS)
    assert found.chance_rate == family.splits["reworded"].chance_rate
    assert found.sound, found


@pytest.mark.slow
def test_who_finds_nothing_reads_other_words_as_well(family, build):
    """So that the attack is no weaker than it is on the test, whose patients and answers are the same."""
    backend, own = plugins.sandbox("process"), [path for path in ATTACKS if path.stem == "nothing_found"]
    passed = [
        [score.passed for score in measure(family, build, backend, split, None, (), own=own).scores]
        for split in ("test", "reworded")
    ]
    assert passed[0] == passed[1] != [0]


@pytest.mark.slow
def test_what_training_answers_gives_no_more_than_chance(family, build):
    found = chance(family, build, "reworded")
    assert found.rates
    assert found.whole
    assert found.highest <= found.declared
