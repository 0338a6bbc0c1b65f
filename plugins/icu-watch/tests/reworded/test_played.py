"""Reworded watches played in a box: the reference earns all, who does nothing nothing."""

import pytest

from medgym_core import plugins
from medgym_prove.soundness import measure


@pytest.mark.slow
def test_the_reference_earns_all_and_others_nothing(family, build):
    players = ("reference", "nop", "attack:constants")
    found = measure(family, build, plugins.sandbox("process"), "reworded", per_stratum=2, agents=players)
    assert found.sound, found
    assert [score.reward for score in found.scores] == [1.0, 0.0, 0.0]
