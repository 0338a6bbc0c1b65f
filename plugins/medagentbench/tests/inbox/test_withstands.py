"""The inbox: no attack, the family's own included, earns more than chance, and references earn all."""

from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_plugin_medagentbench.inbox import session
from medgym_prove.chance import chance
from medgym_prove.soundness import AGENTS, measure

ATTACKS = sorted((Path(__file__).parents[2] / "attacks").glob("*.py"))
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}
every_split = pytest.mark.parametrize("split", session.SPLITS)


@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
@every_split
def test_the_reference_of_every_shift_earns_all(family, build, split, sandbox):
    backend = plugins.sandbox(sandbox)
    found = measure(family, build, backend, split, per_stratum=None, agents=("reference",))
    assert found.whole
    assert found.sound, found


@every_split
def test_attacks_earn_no_more_than_chance(family, build, split):
    backend = plugins.sandbox("process")
    found = measure(family, build, backend, split, None, AGENTS[1:], options=QUICK, own=ATTACKS, most=4)
    assert found.chance_rate == family.splits[split].chance_rate <= 0.01
    assert found.sound, found


@every_split
def test_one_action_after_many_earns_no_more_than_chance(family, build, split):
    backend, options = plugins.sandbox("process"), {"k": family.splits[split].horizon - 2}
    found = measure(family, build, backend, split, None, ("attack:one_shot",), options=options, most=4)
    assert found.sound, found


@every_split
def test_the_training_splits_give_no_more_than_chance(family, build, split):
    found = chance(family, build, split)
    assert found.rates
    assert found.whole
    assert found.highest <= found.declared
