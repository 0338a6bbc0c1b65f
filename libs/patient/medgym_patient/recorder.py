"""Keeps what each simulated hour showed, and lays it out by stay and time at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from medgym_patient.care import ANTIBIOTICS, Care
from medgym_patient.concept import table
from medgym_patient.key import Flags, Floats, Indices, Keys, fold, uniform
from medgym_patient.laboratory.bench import LABS
from medgym_patient.observation import Observation
from medgym_patient.record import Columns, Doses, Labs, Settings, Units, Vitals

_DRUGS = table("drug")
GIVEN = (
    "norepinephrine",
    "vasopressin",
    "phenylephrine",
    "dobutamine",
    "crystalloid",
    "insulin_infusion",
    "insulin",
    "sedation",
    "opioid",
    "heparin_infusion",
    "furosemide",
    "potassium",
    "magnesium",
    "bicarbonate",
    "dextrose",
    "kayexalate",
    "acetaminophen",
    "steroid",
    "bronchodilator",
    "rate_control",
    "vasodilator",
    "lactulose",
    "naloxone",
    "acetylcysteine",
    "feeding",
    "red_cells",
    "plasma",
    "platelets",
)
"""Fields of care that are doses; each is a drug of the same name."""
_DRUG_ROW = np.array([_DRUGS.index[name] for name in GIVEN])
_SPECIMEN = np.array(["blood" if fluid == "blood" else fluid for fluid in LABS.texts("fluid")])
_GROUP = np.unique(_SPECIMEN, return_inverse=True)[1]
_LOW, _HIGH = LABS.numbers("low"), LABS.numbers("high")


class Recorder:
    """Collects the hours of a batch, in small integers while it lasts."""

    def __init__(self) -> None:
        """Nothing is recorded yet."""
        self._rows: dict[str, list[Columns]] = {name: [] for name in _TABLES}

    def hour(
        self,
        stay: Indices,
        hour: Indices,
        care: Care,
        before: Care,
        seen: Observation,
        here: Flags,
    ) -> None:
        """One hour of the stays ``stay``; only those that are ``here`` are recorded."""
        taken = np.flatnonzero(care.vitals & here)
        self._add("vitals", stay[taken], hour[taken], seen.vitals[:, taken].T.astype(np.float32))
        kept = here[seen.stay]
        of = seen.stay[kept]
        self._add("labs", stay[of], hour[of], seen.lab[kept], seen.value[kept])
        amounts = np.stack([getattr(care, name) for name in GIVEN])
        drug, of = np.nonzero(amounts * here)
        self._add("doses", stay[of], hour[of], _DRUG_ROW[drug], amounts[drug, of])
        supported = care.ventilated | care.noninvasive
        charted = np.flatnonzero(
            supported
            & here
            & (
                (hour % 4 == 0)
                | (care.ventilated & ~before.ventilated)
                | ~(before.ventilated | before.noninvasive)
            )
        )
        settings = (care.ventilated, care.fio2, care.peep, care.rate, care.tidal)
        self._add("settings", stay[charted], hour[charted], *(column[charted] for column in settings))
        changed = here & ((hour == 0) | (care.intensive != before.intensive))
        moved = np.flatnonzero(changed)
        self._add("units", stay[moved], hour[moved], care.intensive[moved])
        of_drug, of = np.nonzero((care.antibiotics != before.antibiotics) & here)
        self._add("antibiotics", stay[of], hour[of], of_drug, care.antibiotics[of_drug, of])
        session = np.flatnonzero(
            (care.dialysis & ~before.dialysis | (care.phototherapy & ~before.phototherapy)) & here
        )
        self._add("sessions", stay[session], hour[session], care.dialysis[session])

    def _add(self, name: str, *columns: NDArray[Any]) -> None:
        if len(columns[0]):
            self._rows[name].append(tuple(_small(column) for column in columns))

    def columns(self, name: str) -> Columns:
        """The columns of a table in order of stay and time."""
        rows = self._rows[name]
        if not rows:
            return _TABLES[name]
        joined = [np.concatenate(column) for column in zip(*rows, strict=True)]
        rows.clear()
        order = np.argsort(joined[0], kind="stable")
        kinds = [column.dtype for column in _TABLES[name]]
        return tuple(joined.pop(0)[order].astype(kind, copy=False) for kind in kinds)

    def vitals(self) -> Vitals:
        """Vital signs, on the hour."""
        stay, hour, values = self.columns("vitals")
        return Vitals(stay, hour * 60.0, values)

    def labs(self, minutes: Floats, key: Keys) -> Labs:
        """Results; what is drawn together from one specimen bears one time within the hour.

        ``minutes`` is the length of each stay, which no draw outlasts, ``key`` one a stay.
        """
        stay, hour, lab, value = self.columns("labs")
        within = uniform(fold(key[stay], hour), _GROUP[lab] + 7000)
        minute = np.minimum(hour * 60 + np.floor(within * 55) + 2, minutes[stay])
        order = np.lexsort((lab, minute, stay))
        abnormal = (value < _LOW[lab]) | (value > _HIGH[lab])
        return Labs(stay[order], minute[order], lab[order], value[order], abnormal[order])

    def doses(self) -> Doses:
        """Doses and rates, at the start of their hour."""
        stay, hour, drug, amount = self.columns("doses")
        return Doses(stay, hour * 60.0, drug, amount)

    def settings(self) -> Settings:
        """Ventilator settings."""
        stay, hour, invasive, fio2, peep, rate, tidal = self.columns("settings")
        return Settings(stay, hour * 60.0, invasive, fio2, peep, rate, tidal)

    def units(self, minutes: Floats) -> Units:
        """Stretches in one kind of unit; ``minutes`` is the length of each stay."""
        stay, hour, intensive = self.columns("units")
        start = hour * 60.0
        last = np.append(stay[1:] != stay[:-1], True)
        stop = np.where(last, minutes[stay], np.append(start[1:], 0.0))
        kept = stop > start
        return Units(stay[kept], start[kept], stop[kept], intensive[kept])


def _small(column: NDArray[Any]) -> NDArray[Any]:
    return column.astype(np.int32) if column.dtype == np.int64 else column


def _empty(*kinds: type) -> Columns:
    return tuple(np.zeros(0, dtype=kind) for kind in kinds)


_TABLES = {
    "vitals": (*_empty(np.int64, np.int64), np.zeros((0, 13), dtype=np.float32)),
    "labs": _empty(np.int64, np.int64, np.int64, np.float64),
    "doses": _empty(np.int64, np.int64, np.int64, np.float64),
    "settings": _empty(np.int64, np.int64, np.bool_, np.float64, np.float64, np.float64, np.float64),
    "units": _empty(np.int64, np.int64, np.bool_),
    "antibiotics": _empty(np.int64, np.int64, np.int64, np.bool_),
    "sessions": _empty(np.int64, np.int64, np.bool_),
}
ANTIBIOTIC_ROW = np.array([_DRUGS.index[name] for name in ANTIBIOTICS])
