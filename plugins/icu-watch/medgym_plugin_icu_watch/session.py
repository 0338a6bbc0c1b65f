"""One patient's watch as an agent meets it: what it may see, what it orders, the hours that pass."""

from __future__ import annotations

from typing import Any

import numpy as np

from medgym_patient import ALLERGENS, LABS, VITALS
from medgym_plugin_icu_watch import order
from medgym_plugin_icu_watch.case import NAMES, Case, admit
from medgym_plugin_icu_watch.order import FIELDS, ONCE, PANELS, ROW
from medgym_plugin_icu_watch.watch import advance, begin

SHOWN = (*(name for name in VITALS if name not in ("fio2", "weight")),)
"""Vital signs on the chart, hourly."""
_LABS = {panel: [name for name, of in zip(LABS.names, LABS.texts("panel"), strict=True) if of == panel]
         for panel in PANELS}  # fmt: skip
MOST = 4
"""Hours that may pass at once."""


class Session:
    """The hidden patient and the open chart; also keeps what was decided, which is what is graded."""

    def __init__(self, case: Case) -> None:
        """Begin at handover, an hour after admission, with one result of every panel."""
        self.log: list[dict[str, Any]] = []
        self._case, self._watch = case, begin(admit([case]))
        self._pending: dict[str, float] = {}
        self._vitals = [self._signs()]
        self._results = [self._result(panel) for panel in PANELS]
        self._given: list[dict[str, Any]] = []

    @property
    def hour(self) -> int:
        """Hours of the watch that have passed, 0 at handover."""
        return int(self._watch.bedside.hour[0])

    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
        return bool(self._watch.over[0])

    def order(self, said: Any) -> None:
        """Add to the orders of the next hour.

        Raises:
            OrderError: naming what is wrong; then nothing of it is ordered.
        """
        self._pending |= order.read(said)

    def pass_time(self, hours: int) -> None:
        """Let hours pass under the orders; doses given once are given in the first."""
        self.log.append({"orders": dict(self._pending), "hours": hours})
        for number in range(hours):
            if self.over:
                break
            given = order.lasting(self._watch.bedside.standing)
            for name, value in self._pending.items():
                given[ROW[name]] = value
            self._pending = {}
            self._hour(given, number == 0)

    def chart(self) -> dict[str, Any]:
        """All that is known: who, vital signs of each hour, results, what stands and what was given."""
        bedside = self._watch.bedside
        return {
            "hour": self.hour,
            "over": self.over,
            "died": bool(bedside.state.dead[0]),
            "patient": self.patient(),
            "ventilated": bool(bedside.ventilated[0]),
            "dialysis": bool(bedside.dialysis[0] > 0),
            "standing": order.written(bedside.standing[:, 0]),
            "pending": order.written(_column(self._pending)),
            "vitals": list(self._vitals),
            "results": list(self._results),
            "given": list(self._given),
        }

    def patient(self) -> dict[str, Any]:
        """Who the patient is, as JSON: kind, age in years, sex, weight (kg), height (cm), allergies."""
        bedside, chart = self._watch.bedside, self._watch.bedside.chart
        return {
            "kind": NAMES[bedside.kind[0]],
            "age": int(chart.body.age[0]),
            "sex": "female" if chart.body.female[0] else "male",
            "weight_kg": int(bedside.weight[0]),
            "height_cm": int(bedside.height[0]),
            "allergies": [name for name in ALLERGENS if chart.allergic(name)[0]],
        }

    def _hour(self, given: np.ndarray, looked: bool) -> None:
        once = {
            field.name: float(given[ROW[field.name], 0]) for field in ONCE if given[ROW[field.name], 0] > 0
        }
        before = self._watch.bedside
        rate = float(given[ROW["heparin_infusion"], 0])
        if rate != before.before("heparin_infusion")[0]:
            once["heparin_infusion"] = rate
        if once:
            self._given.append({"hour": self.hour, **once})
        drawn = [panel for panel in PANELS if given[ROW[panel], 0] > 0]
        self._watch, _ = advance(self._watch, given, np.array([looked]))
        self._vitals.append(self._signs())
        self._results += [self._result(panel) for panel in drawn]

    def _signs(self) -> dict[str, Any]:
        chart = self._watch.bedside.chart
        return {"hour": self.hour, **{name: round(float(chart.vital(name)[0]), 2) for name in SHOWN}}

    def _result(self, panel: str) -> dict[str, Any]:
        chart = self._watch.bedside.chart
        values = {name: float(chart.lab(name)[0]) for name in _LABS[panel]}
        return {"hour": self.hour, "panel": panel, **values}


def _column(orders: dict[str, float]) -> np.ndarray:
    column = order.LEAST[:, 0].copy()
    for name, value in orders.items():
        column[ROW[name]] = value
    return column


def fields() -> list[dict[str, Any]]:
    """What may be ordered, for the agent."""
    lists = {*order.ANTIBIOTICS, *PANELS}
    return [
        {"field": one.name, "unit": one.unit, "least": one.least, "most": one.most,
         "given": "once" if one in ONCE else "until changed",
         **({"smallest dose": one.smallest} if one.smallest else {})}
        for one in FIELDS if one.name not in lists
    ] + [
        {"field": "antibiotics", "list of": list(order.ANTIBIOTICS), "given": "until changed"},
        {"field": "labs", "list of": list(PANELS), "given": "once"},
    ]  # fmt: skip
