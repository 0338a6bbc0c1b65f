"""Rows, labels and hours of a build, computed a second time with pandas, stay by stay; nothing of the plugin
is used.

Only the documentation was read for this: who is in which part, how windows are labelled, how gaps are filled,
and how row ids are made.
"""

import hashlib
import hmac
from itertools import combinations, pairwise

import numpy as np
import pandas as pd

MEASURED_SHARE = 0.05


def number(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def role(subject):
    if number(f"mimic-iii/patient/{subject}") < 0.2 * 2**64:
        return "test"
    return "validation" if number(f"validation/{subject}") < 0.25 * 2**64 else "train"


class Published:
    """The frames of one file."""

    def __init__(self, path):
        data = path.read_bytes()
        size = len(data).to_bytes(8, "little")
        self.key = hashlib.sha256(b"medgym pseudonyms" + size + data).digest()
        self.people = pd.read_hdf(path, "patients").reset_index().set_index("icustay_id")
        means = pd.read_hdf(path, "vitals_labs_mean").droplevel("Aggregation Function", axis=1)
        treated = pd.read_hdf(path, "interventions")[["vent", "vaso"]]
        self.means = {stay: frame.reset_index(drop=True)[:240] for stay, frame in means.groupby("icustay_id")}
        self.treated = {
            stay: frame.reset_index(drop=True)[:240] for stay, frame in treated.groupby("icustay_id")
        }
        self.role = {stay: role(subject) for stay, subject in self.people.subject_id.items()}

    def row_id(self, dataset, part, icustay, start):
        about = repr(("name", dataset, part, int(icustay), int(start))).encode()
        return "r" + hmac.new(self.key, about, "sha256").hexdigest()[:15]

    def moment(self, icustay):
        """Whether the stay, if it is asked about, is shown on its first day."""
        about = repr(("number", "moment", icustay)).encode()
        drawn = int.from_bytes(hmac.new(self.key, about, "sha256").digest()[:8], "little")
        return self.people.max_hours[icustay] > 30 and drawn % 3 < 2

    def stays(self, wanted):
        return [stay for stay in self.people.index if self.role[stay] == wanted]

    def statistics(self):
        """Mean and deviation over all hours of training patients, of what was measured often enough."""
        every = pd.concat([self.means[stay] for stay in self.stays("train")])
        often = every.columns[every.notna().sum() >= MEASURED_SHARE * len(every)]
        return every[often].mean(), every[often].std(ddof=0)


def outcomes(person):
    """mort_icu, mort_hosp, los_3, los_7."""
    return (int(person.mort_icu), int(person.mort_hosp), int(person.los_icu > 3), int(person.los_icu > 7))


def window_labels(on):
    """Start to class, of one stay's indicator as a list."""
    labels = {}
    for start in range(len(on) - 16):
        gap, deciding = on[start + 6 : start + 12], on[start + 12 : start + 16]
        if len(set(gap)) > 1:
            continue
        steps = list(pairwise(deciding))
        if (0, 1) in steps:
            labels[start] = 0
        elif (1, 0) in steps:
            labels[start] = 3
        else:
            labels[start] = 2 if deciding[0] else 1
    return labels


def imputed(means, statistics, start, hours):
    """Value, mask and time since measurement of one window, as three frames of hours by variables."""
    mean, sd = statistics
    end = start + hours
    known = ((means[mean.index] - mean) / sd)[:end]
    filled = known.ffill()
    filled = filled.fillna(known.mean()).fillna(0.0)
    hour = pd.Series(range(end))
    last = known.notna().mul(hour, axis=0).where(known.notna()).ffill()
    since = last.rsub(hour, axis=0).clip(upper=100).fillna(100)
    shown = slice(start, end)
    return [np.asarray(frame[shown]) for frame in (filled, known.notna(), since)]


def kidney_injury(stay):
    """KDIGO's two criteria for creatinine, pair by pair."""
    known = stay["creatinine"].round(3).dropna()
    known = known[known.index < 72]
    early = known[known.index < 24]
    injuries = {
        hour
        for (before, low), (hour, high) in combinations(known.items(), 2)
        if (hour - before <= 48 and high - low > 0.2999999) or high / low > 1.4999999
    }
    if early.empty or any(hour < 24 for hour in injuries):
        return None
    return int(bool(injuries))


def falling_hemoglobin(stay):
    """A fall of 1 g/dL within 48 hours, pair by pair."""
    known = stay["hemoglobin"].fillna(stay["hematocrit"] / 3).round(2).dropna()
    known = known[known.index < 72]
    falls = {
        hour
        for (before, high), (hour, low) in combinations(known.items(), 2)
        if hour - before <= 48 and high - low > 0.9999999
    }
    if known[known.index < 24].empty or any(hour < 24 for hour in falls):
        return None
    return int(bool(falls))


def organ_failure(stay):
    oxygen = (stay["partial pressure of oxygen"] / stay["fraction inspired oxygen set"].ffill()).round(3)
    filled = stay.ffill().assign(pressure=stay["mean blood pressure"], ratio=oxygen.ffill())

    def points(day):
        def below(values, *limits):
            return sum(values.min() < limit for limit in limits)

        def above(values, *limits):
            return sum(values.max() >= limit for limit in limits)

        return (
            below(day["platelets"], 150, 100, 50, 20)
            + below(day["glascow coma scale total"], 15, 13, 10, 6)
            + above(day["bilirubin"], 1.2, 2, 6, 12)
            + above(day["creatinine"], 1.2, 2, 3.5, 5)
            + below(day["ratio"], 400, 300)
            + below(day["ratio"][day["vent"] == 1], 200, 100)
            + (3 if day["vaso"].max() == 1 else below(day["pressure"], 70))
        )

    return int(points(filled[24:72]) > points(filled[18:24]))


COURSES = {"aki": kidney_injury, "bleeding": falling_hemoglobin, "sofa": organ_failure}
