"""The patient and what is known of them, hour by hour: the simulator under orders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from medgym_patient import ANTIBIOTICS, PANELS, Care, Chart, Observation, Site, State, charted, step
from medgym_plugin_icu_watch import order
from medgym_plugin_icu_watch.case import NAMES, Admitted
from medgym_plugin_icu_watch.order import ONCE, ROW, Values
from medgym_plugin_icu_watch.strain import strain

NEVER = 999.0
"""Hours since what never was."""
HANDOVER = {"fio2": 0.9, "peep": 14.0, "rate": 20.0}
"""Ventilator settings with which a ventilated patient comes; the tidal volume is 9 mL/kg."""
_DIRECT: tuple[str, ...] = (
    "norepinephrine",
    "vasopressin",
    "insulin_infusion",
    "potassium",
    "magnesium",
    "insulin",
    "red_cells",
    "bronchodilator",
    "steroid",
    "fio2",
)
_ANTIBIOTIC = [(ANTIBIOTICS.index(name), ROW[name]) for name in order.ANTIBIOTICS]
_PANEL = [(PANELS.index(name), ROW[name]) for name in order.PANELS]
_FIRST = len(order.STANDING)


@dataclass
class Bedside:
    """Patients at one hour; every array has one entry (or column) a patient."""

    state: State
    """Hidden."""
    chart: Chart
    """Known."""
    site: Site
    kind: np.ndarray
    """Row of ``case.NAMES``."""
    standing: Values
    """(fields, patients): orders that go on."""
    ago: Values
    """(fields given once, patients): hours since the last, 0 if within the last hour."""
    turned: np.ndarray
    """Hours since heparin was changed as the protocol wanted."""
    infused: np.ndarray
    """mL of boluses so far."""
    ventilated: np.ndarray
    dialysis: np.ndarray
    """Hours of dialysis left."""
    harm: np.ndarray
    """Sum of the hourly :func:`~medgym_plugin_icu_watch.strain.strain` so far."""

    @property
    def hour(self) -> np.ndarray:
        """Of the watch: 0 at handover, an hour after admission."""
        return self.state.hour - 1

    @property
    def weight(self) -> np.ndarray:
        """Weight that doses are by, in whole kg, shape (patients,)."""
        return np.round(self.chart.body.weight)

    @property
    def height(self) -> np.ndarray:
        """Height in whole cm, shape (patients,)."""
        return np.round(self.chart.body.height)

    @property
    def predicted(self) -> np.ndarray:
        """Predicted body weight, kg: 50 (women 45.5) + 0.91 (cm - 152.4), ARDSNet, NEJM 2000;342:1301."""
        return np.where(self.chart.body.female, 45.5, 50.0) + 0.91 * (self.height - 152.4)

    def is_kind(self, *names: str) -> np.ndarray:
        """Who is of any of the kinds."""
        return np.asarray(sum(self.kind == NAMES.index(name) for name in names) > 0)

    def since(self, name: str) -> np.ndarray:
        """Hours since a field given once was given."""
        return np.asarray(self.ago[ROW[name] - _FIRST])

    def before(self, name: str) -> np.ndarray:
        """The standing value of a field."""
        return np.asarray(self.standing[ROW[name]])


def open_bedside(admitted: Admitted) -> Bedside:
    """The hour of admission: everything is measured once, nothing is treated; then the watch begins."""
    state, chart, kind, site = admitted
    size = len(kind)
    standing = order.nothing(size)
    ventilated = kind == NAMES.index("ventilated")
    bedside = Bedside(
        state=state,
        chart=chart,
        site=site,
        kind=kind,
        standing=standing,
        ago=np.full((len(ONCE), size), NEVER),
        turned=np.full(size, NEVER),
        infused=np.zeros(size),
        ventilated=ventilated,
        dialysis=np.zeros(size),
        harm=np.zeros(size),
    )
    handed: dict[str, Any] = {**HANDOVER, "tidal": np.round(9 * bedside.predicted / 10) * 10}
    for name, value in handed.items():
        standing[ROW[name]] = np.where(ventilated, value, standing[ROW[name]])
    first = standing.copy()
    first[[ROW[name] for name in order.PANELS]] = 1.0
    after, _ = pass_hour(bedside, first, np.zeros(size, dtype=bool))
    after.harm = np.zeros(size)
    return after


def pass_hour(bedside: Bedside, orders: Values, turned: np.ndarray) -> tuple[Bedside, Observation]:
    """One hour under ``orders``, and what was seen at its end; the argument is left as it is.

    ``turned`` says for whom the orders change heparin as the protocol wanted.
    """
    calls = orders[ROW["call"]] > 0
    orders, ventilated = _help(bedside, orders, calls)
    dialysis = np.where(calls & (bedside.chart.lab("potassium") >= 6.5), 4.0, bedside.dialysis)
    care = _care(orders, ventilated, dialysis > 0)
    state, seen = step(bedside.state, care, bedside.state.body.key)
    once = orders[_FIRST : _FIRST + len(ONCE)]
    after = replace(
        bedside,
        state=state,
        chart=charted(bedside.chart, care, seen, bedside.site),
        standing=order.lasting(orders),
        ago=np.where(once > 0, 0.0, bedside.ago + 1),
        turned=np.where(turned, 0.0, bedside.turned + 1),
        infused=bedside.infused + orders[ROW["crystalloid_bolus"]],
        ventilated=ventilated,
        dialysis=np.maximum(dialysis - 1, 0.0),
        harm=bedside.harm + strain(state, bedside.kind),
    )
    return after, seen


def crisis(bedside: Bedside) -> tuple[np.ndarray, np.ndarray]:
    """Who fails to breathe or to wake without a ventilator, and who is in any crisis that calls for help."""
    chart = bedside.chart
    awake = chart.vital("eyes") + chart.vital("verbal") + chart.vital("motor")
    starving = (chart.vital("saturation") < 85) & (bedside.before("fio2") >= 0.7)
    acid = (chart.lab("ph") < 7.15) & (chart.lab("pco2") > 60)
    airway = ~bedside.ventilated & (starving | acid | (awake <= 8))
    shock = (chart.vital("mean_pressure") < 55) & (bedside.before("norepinephrine") >= 0.5)
    return airway, airway | shock | (chart.lab("potassium") >= 6.5)


def _help(bedside: Bedside, orders: Values, calls: np.ndarray) -> tuple[Values, np.ndarray]:
    """Who is called for an airway puts the patient on a ventilator; one may not breathe for others."""
    airway, _ = crisis(bedside)
    placed = calls & airway
    ventilated = bedside.ventilated | placed
    orders = orders.copy()
    first: dict[str, Any] = {
        "fio2": 0.9,
        "peep": 14.0,
        "rate": 20.0,
        "tidal": np.round(0.6 * bedside.predicted) * 10,
    }
    for name, value in first.items():
        orders[ROW[name]] = np.where(placed, value, orders[ROW[name]])
    orders[ROW["noninvasive"]] *= ~ventilated
    for name in ("rate", "tidal"):
        orders[ROW[name]] *= ventilated
    return orders, ventilated


def _care(orders: Values, ventilated: np.ndarray, dialysis: np.ndarray) -> Care:
    """The simulator's action: orders, a nurse's vital signs each hour, and sedation of the ventilated."""
    care = Care.none(orders.shape[1])
    care.intensive[:] = care.vitals[:] = True
    for name in _DIRECT:
        setattr(care, name, orders[ROW[name]])
    care.crystalloid = orders[ROW["crystalloid_infusion"]] + orders[ROW["crystalloid_bolus"]]
    care.heparin_infusion = orders[ROW["heparin_infusion"]] + orders[ROW["heparin_bolus"]]
    care.dextrose = orders[ROW["dextrose_infusion"]] + orders[ROW["dextrose"]]
    care.ventilated, care.dialysis = ventilated, dialysis
    care.noninvasive = (orders[ROW["noninvasive"]] > 0) & ~ventilated
    care.peep = np.where(ventilated | care.noninvasive, orders[ROW["peep"]], 0.0)
    care.rate = np.where(ventilated, np.maximum(orders[ROW["rate"]], 6.0), 0.0)
    care.tidal = np.where(ventilated, np.maximum(orders[ROW["tidal"]], 150.0), 0.0)
    care.sedation, care.opioid = np.where(ventilated, 20.0, 0.0), np.where(ventilated, 50.0, 0.0)
    for place, row in _ANTIBIOTIC:
        care.antibiotics[place] = orders[row] > 0
    for place, row in _PANEL:
        care.panels[place] = orders[row] > 0
    return care
