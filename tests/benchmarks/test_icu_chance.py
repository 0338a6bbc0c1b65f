"""What the benchmark of stopping and half looking plays."""

from __future__ import annotations

import numpy as np

from benchmarks.icu_chance import drawn, rewards, signs_alone
from medgym_plugin_icu_watch.case import admit
from medgym_plugin_icu_watch.order import PANELS, ROW
from medgym_plugin_icu_watch.protocol import due
from medgym_plugin_icu_watch.watch import advance, begin


def test_only_the_protocol_earns_all_and_leaving_early_nothing() -> None:
    earned = rewards(drawn(11, "septic shock", 2))
    assert earned["protocol"] == 1
    assert max(earned[name] for name in ("nothing", "random", "greedy", "leaves after 1")) == 0
    assert earned["leaves after 12"] <= earned["leaves after 24"] < 1


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
