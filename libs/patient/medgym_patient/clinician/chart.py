"""What a clinician knows: the last value of everything measured, and when it was drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from medgym_patient.body import Body
from medgym_patient.care import PANELS, Care
from medgym_patient.clinician.luck import LASTING, lasting
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, lognormal
from medgym_patient.laboratory.bench import LABS
from medgym_patient.observation import VITALS, Observation
from medgym_patient.person import ALLERGENS, People
from medgym_patient.reason import REASONS
from medgym_patient.site import Site

SPREAD = {"icu_days": (0.52, 0.76), "hospital_days": (0.82, 0.34)}
"""Of the usual length for one reason, by luck and by latent severity, as deviations of the logarithm."""
_CONDITIONS = table("condition")
_PANEL = {lab: PANELS.index(panel) for lab, panel in zip(LABS.names, LABS.texts("panel"), strict=True)}


@dataclass
class Chart:
    """Known of each stay; every array has one entry (or column) a stay."""

    body: Body
    conditions: Flags
    """(conditions, stays)."""
    allergies: Flags
    """(allergens, stays)."""
    hour: Indices
    vitals: Floats
    """(vital signs, stays): the last taken."""
    labs: Floats
    """(labs, stays): the last resulted, NaN if never."""
    since: Floats
    """(panels, stays): hours since the panel was drawn, 999 if never."""
    drawn: Floats
    """(panels, stays): how often it was drawn."""
    bolus: Floats
    """mL of fluid given against low pressure."""
    ventilated: Floats
    """Hours on a ventilator."""
    stable: Floats
    """Hours since organ support ended and vital signs were good."""
    treated: Floats
    """Hours since antibiotics began, -1 before."""
    balance: Floats
    """mL of urine in the last hours, a running mean."""
    intensive: Floats
    """Hours in intensive care."""
    fever: Floats
    """Hours since a fever was first charted, -1 before."""
    intensive_least: Floats
    """Hours of intensive care before which nobody thinks of leaving, by reason and habit."""
    hospital_least: Floats
    """Hours in hospital likewise."""
    habits: Floats
    """(luck.LASTING, stays)."""

    def habit(self, name: str) -> Floats:
        """A draw that stays the same over the stay."""
        found: Floats = self.habits[LASTING.index(name)]
        return found

    def vital(self, name: str) -> Floats:
        """The last value of a vital sign."""
        found: Floats = self.vitals[VITALS.index(name)]
        return found

    def lab(self, name: str) -> Floats:
        """The last value of a lab, NaN if never resulted."""
        found: Floats = self.labs[LABS.index[name]]
        return found

    def fresh(self, name: str) -> Flags:
        """Whether a lab resulted within the hour."""
        found: Flags = self.since[_PANEL[name]] < 1
        return found

    def ago(self, panel: str) -> Floats:
        """Hours since a panel was drawn."""
        found: Floats = self.since[PANELS.index(panel)]
        return found

    def times(self, panel: str) -> Floats:
        """How often a panel was drawn."""
        found: Floats = self.drawn[PANELS.index(panel)]
        return found

    def has(self, condition: str) -> Flags:
        """Who lives with a condition."""
        found: Flags = self.conditions[_CONDITIONS.index[condition]]
        return found

    def allergic(self, allergen: str) -> Flags:
        """Who is allergic to a class of drugs."""
        found: Flags = self.allergies[list(ALLERGENS).index(allergen)]
        return found

    def reason(self, *names: str) -> Flags:
        """Who was admitted for any of the reasons."""
        return _among(names)[self.body.reason]

    @property
    def clock(self) -> Floats:
        """Hour of the day."""
        return (self.hour + self.body.clock) % 24


@cache
def _among(names: tuple[str, ...]) -> Flags:
    return np.isin(np.arange(len(REASONS)), [REASONS.index[name] for name in names])


def open_chart(body: Body, people: People, site: Site) -> Chart:
    """Of stays about to begin: nothing is known but the history."""
    size = len(body.key)
    vitals = np.full((len(VITALS), size), np.nan)
    return Chart(
        body=body,
        conditions=people.conditions[:, body.person],
        allergies=people.allergies[:, body.person],
        hour=np.zeros(size, dtype=np.int64),
        vitals=vitals,
        labs=np.full((len(LABS), size), np.nan),
        since=np.full((len(PANELS), size), 999.0),
        drawn=np.zeros((len(PANELS), size)),
        bolus=np.zeros(size),
        ventilated=np.zeros(size),
        stable=np.zeros(size),
        treated=np.full(size, -1.0),
        balance=np.full(size, 60.0),
        intensive=np.zeros(size),
        fever=np.full(size, -1.0),
        intensive_least=_least(body, "icu_days", site, 0.72),
        hospital_least=_least(body, "hospital_days", site, 0.88),
        habits=lasting(body.key),
    )


def _least(body: Body, column: str, site: Site, share: float) -> Floats:
    usual = 24 * share * site.number("stay_scale") * REASONS.numbers(column)[body.reason]
    luck, harder = SPREAD[column]
    spread = luck * site.number("stay_spread")
    found: Floats = lognormal(body.key, column, usual, spread) * np.exp(harder * body.severity)
    return found


def charted(chart: Chart, care: Care, seen: Observation, site: Site) -> Chart:
    """The chart with an hour's care and measurements."""
    labs = chart.labs.copy()
    labs[seen.lab, seen.stay] = seen.value
    vitals = np.where(np.isnan(seen.vitals), chart.vitals, seen.vitals)
    new = replace(chart, vitals=vitals, labs=labs, hour=chart.hour + 1)
    new.since = np.where(care.panels, 0.0, chart.since + 1)
    new.drawn = chart.drawn + care.panels
    new.bolus = chart.bolus * 0.985 + np.where(care.crystalloid >= 250, care.crystalloid, 0)
    new.ventilated = np.where(care.ventilated, chart.ventilated + 1, 0.0)
    new.intensive = chart.intensive + care.intensive
    treated = care.antibiotics.any(axis=0)
    new.treated = np.where(treated | (chart.treated >= 0), chart.treated + 1, -1.0)
    new.balance = np.where(care.vitals, 0.8 * chart.balance + 0.2 * new.vital("urine"), chart.balance)
    feverish = (new.vital("temperature") > 38.4) & ~chart.body.newborn
    new.fever = np.where(feverish | (chart.fever >= 0), chart.fever + 1, -1.0)
    good = (new.vital("mean_pressure") >= site.number("pressure_goal") - 3) & (
        new.vital("saturation") >= np.where(new.has("copd"), 86, 89)
    )
    good &= (
        (new.vital("respiratory_rate") < 32)
        & (new.vital("motor") >= 5)
        & (care.fio2 <= 0.5)
        & (new.vital("heart_rate") < 130)
    )
    support = care.ventilated | (
        care.norepinephrine + care.phenylephrine + care.dobutamine + care.vasopressin > 0
    )
    support |= care.noninvasive | (care.insulin_infusion > 0) | (care.vasodilator > 0)
    good = np.where(chart.body.newborn, ~support, good & ~support)
    new.stable = np.where(good, chart.stable + 1, np.where(support, 0.0, np.maximum(chart.stable - 3, 0)))
    return new
