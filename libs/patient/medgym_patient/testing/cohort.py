"""What the tests look at: one row a stay, from the records alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_patient import DIAGNOSES, DRUGS, LABS, PROCEDURES, REASONS, VITALS, Records
from medgym_patient.concept.table import Table

Array = NDArray[Any]
FEATURES = (
    "creatinine",
    "urea_nitrogen",
    "sodium",
    "potassium",
    "bicarbonate",
    "glucose",
    "hemoglobin",
    "white_cells",
    "platelets",
    "lactate",
    "inr",
    "bilirubin_total",
    "albumin",
    "ph",
    "pco2",
    "po2",
    "troponin_t",
)


def kinds(concepts: Table, *names: str) -> list[int]:
    """Rows of concepts and of those that are more specific."""
    pairs = zip(concepts.names, concepts.texts("general"), strict=True)
    return [row for row, pair in enumerate(pairs) if not {*pair}.isdisjoint(names)]


@dataclass(frozen=True)
class Cohort:
    """Records with the questions that tests ask of them."""

    records: Records

    @property
    def size(self) -> int:
        return len(self.records.stays.person)

    @property
    def adult(self) -> Array:
        return self.records.stays.age >= 18

    def person(self, name: str) -> Array:
        """A field of the person, a stay."""
        field: Array = getattr(self.records.people, name)
        return field[self.records.stays.person]

    def has(self, condition: str) -> Array:
        return self.records.people.has(condition)[self.records.stays.person]

    def reason(self, *names: str) -> Array:
        return np.isin(self.records.stays.reason, [REASONS.index[name] for name in names])

    def lab(self, name: str) -> tuple[Array, Array, Array]:
        """Stay, minute and value of a lab."""
        labs = self.records.labs
        rows = labs.lab == LABS.index[name]
        return labs.stay[rows], labs.minute[rows], labs.value[rows]

    def extreme(self, name: str, reduce: Any, hours: float = np.inf) -> Array:
        """np.fmax or np.fmin of a lab a stay; NaN where it was not drawn in that time."""
        return self._extreme(self.lab(name), reduce, hours)

    def vital(self, name: str) -> tuple[Array, Array, Array]:
        vitals = self.records.vitals
        return vitals.stay, vitals.minute, vitals.values[:, VITALS.index(name)]

    def vital_extreme(self, name: str, reduce: Any, hours: float = np.inf) -> Array:
        return self._extreme(self.vital(name), reduce, hours)

    def _extreme(self, measured: tuple[Array, Array, Array], reduce: Any, hours: float) -> Array:
        stay, minute, value = measured
        found = np.full(self.size, np.nan)
        rows = minute < 60 * hours
        reduce.at(found, stay[rows], value[rows])
        return found

    def drawn(self, *labs: str) -> dict[str, Array]:
        """Values of labs wherever all of them stand at one time of a stay."""
        all_labs = self.records.labs
        found: dict[tuple[int, float], dict[str, float]] = {}
        numbers = {LABS.index[name]: name for name in labs}
        rows = np.isin(all_labs.lab, list(numbers))
        for stay, minute, lab, value in zip(
            all_labs.stay[rows], all_labs.minute[rows], all_labs.lab[rows], all_labs.value[rows], strict=True
        ):
            found.setdefault((stay, minute), {})[numbers[lab]] = value
        whole = [each for each in found.values() if len(each) == len(labs)]
        return {name: np.array([each[name] for each in whole]) for name in labs}

    def given(self, *drugs: str) -> Array:
        """Whether any of the drugs was ordered in the stay."""
        orders = self.records.orders
        rows = np.isin(orders.drug, [DRUGS.index[drug] for drug in drugs])
        return np.bincount(orders.stay[rows], minlength=self.size) > 0

    def dosed(self, *drugs: str) -> Array:
        """How many hours had a dose of any of the drugs."""
        doses = self.records.doses
        rows = np.isin(doses.drug, [DRUGS.index[drug] for drug in drugs])
        return np.bincount(doses.stay[rows], minlength=self.size)

    def coded(self, *names: str) -> Array:
        """Whether any of the diagnoses, or a more specific one of it, was coded."""
        codes = self.records.diagnoses
        rows = np.isin(codes.concept, kinds(DIAGNOSES, *names))
        return np.bincount(codes.stay[rows], minlength=self.size) > 0

    def done(self, *names: str) -> Array:
        codes = self.records.procedures
        rows = np.isin(codes.concept, kinds(PROCEDURES, *names))
        return np.bincount(codes.stay[rows], minlength=self.size) > 0

    @property
    def intensive_days(self) -> Array:
        units = self.records.units
        return (
            np.bincount(units.stay, (units.stop - units.start) * units.intensive, minlength=self.size) / 1440
        )

    def features(self) -> Array:
        """What a first day shows: age, sex, extremes of vital signs and labs, whether labs were drawn."""
        columns = [self.records.stays.age, self.person("female") * 1.0]
        for name in (
            "heart_rate",
            "mean_pressure",
            "respiratory_rate",
            "temperature",
            "saturation",
            "motor",
            "eyes",
            "fio2",
        ):
            columns += [self.vital_extreme(name, np.fmin, 24), self.vital_extreme(name, np.fmax, 24)]
        for name in FEATURES:
            low, high = self.extreme(name, np.fmin, 24), self.extreme(name, np.fmax, 24)
            columns += [low, high, np.isnan(low) * 1.0]
        return np.column_stack(columns)
