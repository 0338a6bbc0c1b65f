"""Reworded tasks played in a box: the reference earns all of each, no attack more than chance."""

import tomllib
from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_prove.soundness import AGENTS, measure

PLUGIN = Path(__file__).parents[2]
ATTACKS = [
    PLUGIN / path
    for path in tomllib.loads((PLUGIN / "pyproject.toml").read_text())["tool"]["medgym"]["attacks"]
]
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}


@pytest.mark.slow
def test_the_reference_earns_all_and_nothing_done_earns_nothing(family, build):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, "reworded", per_stratum=2, agents=("reference", "nop"))
    assert {score.agent: score.reward for score in found.scores} == {"reference": 1.0, "nop": 0.0}


@pytest.mark.slow
def test_attacks_earn_no_more_than_chance(family, small):
    """On a build of their own, since agents that ask for information leave an index beside it."""
    found = measure(
        family, small, plugins.sandbox("process"), "reworded", 1, AGENTS[1:], options=QUICK, own=ATTACKS
    )
    assert found.sound, found


@pytest.mark.slow
def test_who_reads_questions_reads_reworded_ones_as_well(family, build):
    """So that no attack is weaker than it is on the test: it writes a file, which is graded."""
    backend = plugins.sandbox("process")
    readers = [path for path in ATTACKS if "question.txt" in path.read_text()]
    assert len(readers) == 3
    found = measure(family, build, backend, "reworded", 8, (), own=readers)
    assert found.whole
    assert not [error for score in found.scores for error in score.errors]
    assert found.sound, found
