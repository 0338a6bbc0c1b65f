"""What the benchmark of stopping and half looking plays."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import icu_chance
from benchmarks.icu_chance import drawn, rewards, signs_alone
from medgym_plugin_icu_watch.case import admit
from medgym_plugin_icu_watch.order import PANELS, ROW
from medgym_plugin_icu_watch.protocol import due
from medgym_plugin_icu_watch.watch import advance, begin

NOTHING = ("nothing", "random", "greedy", "leaves after 1")


def test_only_the_protocol_earns_all_and_leaving_early_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    every = icu_chance.courses()
    asked = (*NOTHING, "protocol", "leaves after 12", "leaves after 24")
    monkeypatch.setattr(icu_chance, "courses", lambda: {name: every[name] for name in asked})
    earned = rewards(drawn(11, "septic shock", 2))
    assert earned["protocol"] == 1
    assert max(earned[name] for name in NOTHING) == 0
    assert earned["leaves after 12"] <= earned["leaves after 24"] < 1


@pytest.mark.slow
def test_every_course_can_be_played() -> None:
    earned = rewards(drawn(11, "septic shock", 2))
    assert earned.keys() == icu_chance.courses().keys()
    assert all(0 <= reward <= 1 for reward in earned.values())


def test_signs_alone_answers_pressure_as_the_protocol_and_draws_by_the_clock() -> None:
    ((case, _),) = drawn(11, "septic shock", 1)
    watch = begin(admit([case]))
    for hour in range(6):
        given, hours = signs_alone(watch.bedside)
        assert hours == 1
        assert given[ROW["norepinephrine"], 0] == due(watch.bedside)[ROW["norepinephrine"], 0]
        panels = {name for name in PANELS if given[ROW[name], 0]}
        assert panels == {3: {"fingerstick", "gas"}, 5: {"chemistry", "coagulation"}}.get(hour, set())
        watch, _ = advance(watch, given, np.array([True]))
