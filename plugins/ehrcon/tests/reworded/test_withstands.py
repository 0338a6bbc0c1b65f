"""Reworded tasks: the reference solves all of them, no attack, the family's own too, more than chance."""

from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_prove.chance import chance
from medgym_prove.soundness import AGENTS, IMPLAUSIBLE, measure
from medgym_statistics.binomial import tail

ATTACKS = sorted((Path(__file__).parents[2] / "attacks").glob("*.py"))
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}
ASKED = ("likely_by_form", "slots", "usual_unit")
"""Attacks on questions about mentions."""


@pytest.mark.slow
def test_the_reference_of_every_reworded_task_earns_all(family, build):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, "reworded", per_stratum=4, agents=("reference", "nop"))
    assert {score.agent: score.reward for score in found.scores} == {"reference": 1.0, "nop": 0.0}


@pytest.mark.slow
def test_attacks_earn_no_more_than_chance(family, build):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, "reworded", 1, AGENTS[1:], options=QUICK, own=ATTACKS)
    assert found.chance_rate == family.chance_rate(build, "reworded")
    assert found.sound, found


@pytest.mark.slow
def test_who_reads_questions_alone_reads_other_words_as_well(family, build):
    """So that the attacks are no weaker than on the test, whose answers are the same."""
    backend, own = plugins.sandbox("process"), [path for path in ATTACKS if path.stem in ASKED]
    found = measure(family, build, backend, "reworded", 8, (), own=own)
    assert found.sound, found
    assert all(score.passed for score in found.scores)


@pytest.mark.slow
def test_what_training_answers_gives_no_more_than_chance(family, build):
    found = chance(family, build, "reworded")
    assert found.rates
    assert tail(found.highest * found.tasks, found.tasks, found.declared) >= IMPLAUSIBLE
