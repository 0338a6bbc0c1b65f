"""What watches withstand in their boxes: attacks of the corpus and the family's own, on the default build."""

from pathlib import Path

import pytest

from medgym_core import Source, ensure_build, plugins
from medgym_plugin_icu_watch import loader
from medgym_prove.soundness import AGENTS, measure

ATTACKS = sorted((Path(__file__).parents[1] / "attacks").glob("*.py"))
QUICK = {"seconds": 1, "linger_s": 1, "bytes": 1e6}
every_split = pytest.mark.parametrize("split", [*loader.SIZES, "reworded"])


@pytest.fixture(scope="module")
def full(family, shared_home):
    """The default build."""
    return ensure_build(family, Source.synthetic(), shared_home)


@every_split
def test_attacks_earn_no_more_than_chance(family, full, split):
    backend = plugins.sandbox("process")
    found = measure(family, full, backend, split, None, AGENTS[1:], options=QUICK, own=ATTACKS, most=2)
    assert found.chance_rate == family.splits[split].chance_rate == 0.05
    assert found.sound, found


@every_split
def test_one_action_after_many_earns_no_more_than_chance(family, full, split):
    backend, options = plugins.sandbox("process"), {"k": family.splits[split].horizon - 2}
    found = measure(family, full, backend, split, None, ("attack:one_shot",), options=options, most=4)
    assert found.sound, found
