"""Labels of the held-out targets, computed a second time with pandas; nothing of the plugin is used.

Only the questions' definitions were read for this.
"""

import pandas as pd

HOUR, DAY = pd.Timedelta(hours=1), pd.Timedelta(days=1)
FACTORS = {
    "creatinine": {"mg/dl": 1, "umol/l": 1 / 88.4},
    "haemoglobin": {"g/dl": 10, "g/l": 1, "mg/dl": 1 / 100},
}
CODES = {"creatinine": {"LOINC/2160-0", "LOINC/38483-4"}, "haemoglobin": {"LOINC/LP392452-1"}}


class Courses:
    """What held-out targets ask of a copy of the data, patient by patient."""

    def __init__(self, copy):
        """``copy`` holds the events."""
        self.results = {kind: results(copy, kind, roots) for kind, roots in CODES.items()}
        self.stays = dict(list(copy.stays.groupby("patient_id")))
        deaths = copy.events[copy.events.omop_table == "death"]
        self.deaths = deaths.groupby("patient_id").start.min()

    def rows(self, patient):
        """Prediction times, and the stay of each."""
        stays, died = self.stays.get(patient), self.deaths.get(patient, pd.Timestamp.max)
        for day in [] if stays is None else stays.start.dt.normalize().unique():
            time = day + 24 * HOUR - pd.Timedelta(minutes=1)
            stay = stays[stays.start <= time].iloc[-1]
            if stay.end > time and died > time:
                yield time, stay

    def of_stay(self, kind, patient, stay):
        """Results of a stay, by time."""
        found = self.results[kind].get(patient, pd.Series(dtype=float))
        return found[(found.index >= stay.start) & (found.index <= stay.end)]

    def blood_loss(self, patient, time, stay):
        known = self.of_stay("haemoglobin", patient, stay)
        fell = fallen(known)
        if not (known.index <= time).any() or not (known.index > time).any():
            return None
        return None if any(at <= time for at in fell) else int(len(fell) > 0)

    def complication(self, patient, time, stay):
        haemoglobin, creatinine = (self.of_stay(one, patient, stay) for one in ("haemoglobin", "creatinine"))
        changed = fallen(haemoglobin) + risen(creatinine)
        if not (haemoglobin.index <= time).any() or not (creatinine.index <= time).any():
            return None
        if any(at <= time for at in changed):
            return None
        died = self.deaths.get(patient, pd.Timestamp.max)
        return int(bool(changed) or died <= stay.end + 7 * DAY)

    def higher_haemoglobin(self, patient, time, stay):
        known = self.of_stay("haemoglobin", patient, stay)
        before, after = known[known.index <= time], known[known.index > time]
        if before.empty or after.empty:
            return None
        return int(after.mean() > before.mean() + 1e-6)


def fallen(known):
    return [
        at
        for at, value in known.items()
        if (known[(known.index < at) & (known.index >= at - 2 * DAY)] >= value + 15 - 1e-6).any()
    ]


def risen(known):
    found = []
    for at, value in known.items():
        two, week = (known[(known.index < at) & (known.index >= at - days * DAY)] for days in (2, 7))
        if (two <= value - 0.3 + 1e-6).any() or (week * 1.5 <= value + 1e-6).any():
            found.append(at)
    return found


def results(copy, kind, roots):
    """Patient to values by time, in the unit of the definition."""
    found = copy.events[copy.events.code.isin(copy.below(roots))].copy()
    found["number"] = pd.to_numeric(found.value, errors="coerce")
    found["factor"] = found.unit.str.lower().map(
        lambda unit: next((factor for begin, factor in FACTORS[kind].items() if unit.startswith(begin)), None)
    )
    found = found.dropna(subset=["number", "factor"])
    found["number"] *= found.factor.astype(float)
    return {patient: own.set_index("start").number for patient, own in found.groupby("patient_id")}
