"""Reworded tasks played in a box: the reference earns all of each, no attack more than chance."""

import tomllib
from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_prove.soundness import AGENTS, measure

PLUGIN = Path(__file__).parents[2]
DECLARED = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["tool"]["medgym"]["attacks"]
ATTACKS = [PLUGIN / path for path in DECLARED]
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}


@pytest.mark.slow
def test_the_reference_earns_all_and_nothing_done_earns_nothing(family, small):
    backend = plugins.sandbox("process")
    found = measure(family, small, backend, "reworded", per_stratum=2, agents=("reference", "nop"))
    assert {score.agent: score.reward for score in found.scores} == {"reference": 1.0, "nop": 0.0}


@pytest.mark.slow
def test_attacks_earn_no_more_than_chance(family, small):
    backend = plugins.sandbox("process")
    found = measure(family, small, backend, "reworded", 1, AGENTS[1:], options=QUICK, own=ATTACKS)
    assert found.sound, found


@pytest.mark.slow
def test_attacks_read_every_wording(family, small):
    """So that none is weaker than it is on the test: each leaves a file that is graded."""
    readers = [path for path in ATTACKS if path.stem in ("shortcut", "prevalence")]
    found = measure(family, small, plugins.sandbox("process"), "reworded", 8, (), own=readers)
    assert found.sound, found
    assert not [error for score in found.scores for error in score.errors]


@pytest.mark.nightly
def test_a_model_of_one_target_earns_that_target_and_findings_alone(family, small):
    """Of all tasks, as categories have unequal numbers of targets."""
    (path,) = (one for one in ATTACKS if one.stem == "one_target")
    found = measure(family, small, plugins.sandbox("process"), "reworded", None, (), own=[path])
    (score,) = found.scores
    assert found.whole
    assert 0 < score.reward <= found.chance_rate
    assert not score.errors
