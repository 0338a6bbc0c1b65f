"""The laws of the split at another hospital, on eICU; its references, and what attacks earn."""

from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_ehr.hospital.elsewhere import SPLIT
from medgym_ehr.testing.hospital.site_laws import *  # noqa: F403
from medgym_prove.chance import chance
from medgym_prove.soundness import measure

ATTACKS = sorted((Path(__file__).parents[1] / "attacks").glob("*.py"))


def test_references_earn_all_and_doing_nothing_nothing(family, build):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, SPLIT, per_stratum=2, agents=("reference", "nop"))
    assert found.sound, found


@pytest.mark.slow
def test_the_familys_own_attack_earns_no_more_than_chance_there(family, full):
    backend = plugins.sandbox("process")
    found = measure(family, full, backend, SPLIT, per_stratum=6, agents=(), own=ATTACKS)
    assert found.sound, found


@pytest.mark.slow
def test_learning_by_heart_earns_no_more_than_declared(family, full):
    by_heart = chance(family, full, SPLIT)
    assert by_heart.rates
    assert by_heart.highest <= by_heart.declared
