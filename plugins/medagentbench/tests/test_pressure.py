"""Blood pressures that a person can have."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from medgym_plugin_medagentbench import case
from medgym_plugin_medagentbench.loader import RESOURCES
from medgym_plugin_medagentbench.pressure import pressure

WRITTEN = re.compile(r"(\d+)/(\d+)")


@given(st.randoms(use_true_random=False), st.integers(80, 120), st.integers(0, 90))
def test_the_diastolic_is_well_below_the_systolic(rng, low, span):
    systolic, diastolic = map(int, WRITTEN.fullmatch(pressure(rng, low, low + span)).groups())
    assert low <= systolic <= low + span
    assert 48 <= diastolic <= systolic - 25


def test_no_pressure_of_a_build_is_closer(build):
    charted = [json.loads(line) for line in (build.private / RESOURCES).read_text().splitlines()]
    texts = [each["valueString"] for each in charted if each.get("code", {}).get("text") == "BP"]
    texts += [one.facts.get("value", "") for split in case.read(build.private).values() for one in split]
    found = [tuple(map(int, pair)) for text in texts for pair in WRITTEN.findall(text)]
    assert len(found) > 300
    assert min(systolic - diastolic for systolic, diastolic in found) >= 25
