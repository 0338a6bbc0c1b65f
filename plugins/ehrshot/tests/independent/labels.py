"""Labels of a copy of the data, computed a second time with pandas; nothing of the plugin is used.

Only DETAILS.md was read for this: definitions, prediction times, boundaries and conversions.
"""

import pandas as pd

DAY = pd.Timedelta(days=1)
INTENSIVE_FIRST, INTENSIVE_LAST = 7928195, 7931420
ROOTS = {
    "lab_thrombocytopenia": ["LOINC/LP393218-5", "LOINC/LG32892-8", "LOINC/777-3"],
    "lab_hyperkalemia": [
        *("LOINC/LG7931-1", "LOINC/LP386618-5", "LOINC/LG10990-6", "LOINC/6298-4", "LOINC/2823-3"),
    ],
    "lab_hypoglycemia": ["SNOMED/33747003", "LOINC/LP416145-3", "LOINC/14749-6"],
    "lab_hyponatremia": ["LOINC/LG11363-5", "LOINC/2951-2", "LOINC/2947-0"],
    "lab_anemia": ["LOINC/LP392452-1"],
    "new_hypertension": ["SNOMED/59621000"],
    "new_hyperlipidemia": ["SNOMED/55822004"],
    "new_pancan": ["SNOMED/372003004"],
    "new_celiac": ["SNOMED/396331005"],
    "new_lupus": ["SNOMED/55464009"],
    "new_acutemi": ["SNOMED/57054005"],
}
FINDINGS = [
    *("No Finding", "Enlarged Cardiomediastinum", "Cardiomegaly", "Lung Lesion", "Lung Opacity", "Edema"),
    *("Consolidation", "Pneumonia", "Atelectasis", "Pneumothorax", "Pleural Effusion", "Pleural Other"),
    *("Fracture", "Support Devices"),
]


class Copy:
    """A copy of the data in memory."""

    def __init__(self, folder):
        events = pd.read_csv(folder / "data/ehrshot.csv", dtype=str, keep_default_na=False)
        events["patient_id"] = events.patient_id.astype(int)
        for name in ("start", "end"):
            events[name] = pd.to_datetime(events[name].replace("", None))
        self.events = events.sort_values(["patient_id", "start"], kind="stable").reset_index(drop=True)
        grouped = self.events.groupby("patient_id").start
        self.first, self.last = grouped.min(), grouped.max()
        concept = pd.read_csv(folder / "ontology/CONCEPT.csv", sep="\t", dtype=str, keep_default_na=False)
        self.code = dict(
            zip(concept.concept_id, concept.vocabulary_id + "/" + concept.concept_code, strict=True)
        )
        self.pairs = pd.read_csv(folder / "ontology/CONCEPT_ANCESTOR.csv", sep="\t", dtype=str)
        self.reports = pd.read_csv(
            folder / "benchmark/chexpert/chexpert_labeled_radiology_notes.csv",
            sep="\t",
            parse_dates=["start"],
        )
        inpatient = (self.events.code == "Visit/IP") & (self.events.omop_table == "visit_occurrence")
        self.stays = self.events[inpatient & (self.events.end > self.events.start)]

    def below(self, roots):
        """The roots and their descendants."""
        ancestors = self.pairs.ancestor_concept_id.map(self.code)
        found = self.pairs.descendant_concept_id.map(self.code)[ancestors.isin(roots)]
        return set(found) | set(roots)

    def labels(self, target):
        """Patient, time and value of every label, in this order."""
        if target == "chexpert":
            found = self.chexpert()
        elif target.startswith("lab_"):
            found = self.laboratory(target)
        elif target.startswith("new_"):
            found = self.diagnosis(target)
        else:
            found = getattr(self, target)()
        return sorted((int(p), t.floor("min"), int(v)) for p, t, v in found)

    def guo_los(self):
        for stay in self.stays.itertuples():
            if stay.start.normalize() != stay.end.normalize():
                yield stay.patient_id, night(stay.start), stay.end - stay.start >= 7 * DAY

    def guo_readmission(self):
        for patient, stays in self.stays.groupby("patient_id"):
            kept, begun = set(), []
            for stay in stays.itertuples():
                if stay.end.normalize() in begun:
                    continue
                kept.add(night(stay.end))
                begun.append(stay.start.normalize())
            for time in kept:
                again = stays.start.between(time + pd.Timedelta(minutes=1), time + 30 * DAY).any()
                if again or self.last[patient] >= time + 30 * DAY:
                    yield patient, time, again

    def guo_icu(self):
        number = self.events.code.str.extract(r"^CARE_SITE/(\d+)$")[0].astype(float)
        unit = number.between(INTENSIVE_FIRST, INTENSIVE_LAST) & (self.events.omop_table == "visit_detail")
        units = self.events[unit & (self.events.end > self.events.start)]
        for stay in self.stays.itertuples():
            own = units[units.patient_id == stay.patient_id].start
            same_day = (own.dt.normalize() == stay.start.normalize()).any()
            if stay.start.normalize() != stay.end.normalize() and not same_day:
                yield stay.patient_id, night(stay.start), own.between(night(stay.start), stay.end).any()

    def diagnosis(self, target):
        coded = self.events[self.events.code.isin(self.below(ROOTS[target]))]
        known = {patient: found for patient, found in coded.groupby("patient_id").start}
        for patient, stays in self.stays.groupby("patient_id"):
            times = known.get(patient, pd.Series(dtype="datetime64[ns]"))
            for time in {night(end) for end in stays.end}:
                if times.empty or time <= times.min():
                    yield patient, time, times.between(time + DAY, time + 365 * DAY).any()

    def laboratory(self, target):
        for row in self.events[self.events.code.isin(self.below(ROOTS[target]))].itertuples():
            value = graded(target, row.value, row.unit.lower())
            if value is not None and row.start != self.first[row.patient_id]:
                yield row.patient_id, row.start - pd.Timedelta(minutes=1), value

    def chexpert(self):
        for row in self.reports.itertuples(index=False):
            time = row.start - DAY
            if time > self.first[row.patient_id]:
                cells = row[2:]
                yield (
                    row.patient_id,
                    time,
                    sum(2 ** (13 - place) for place, cell in enumerate(cells) if cell == 1),
                )


def night(time):
    return time.normalize() + pd.Timedelta(hours=23, minutes=59, seconds=59)


def graded(target, text, unit):  # noqa: C901 - plain on purpose
    if text.lower() in ("normal", "adequate"):
        return 0
    try:
        value = float(text)
    except ValueError:
        return None
    if target == "lab_thrombocytopenia":
        return 3 if value < 50 else 2 if value < 100 else 1 if value < 150 else 0
    if target == "lab_hyponatremia":
        return 3 if value < 125 else 2 if value < 130 else 1 if value <= 135 else 0
    if target == "lab_anemia":
        if unit.startswith("g/dl"):
            value = value * 10
        elif unit.startswith("mg/dl"):
            value = value / 100
        elif not unit.startswith("g/l"):
            return None
        return 3 if value < 70 else 2 if value < 110 else 1 if value < 120 else 0
    if unit.startswith("mg/dl"):
        value = value / 18
    elif not unit.startswith("mmol/l") and not (target == "lab_hyperkalemia" and unit.startswith("meq/l")):
        return None
    if target == "lab_hyperkalemia":
        return 3 if value > 7 else 2 if value > 6 else 1 if value > 5.5 else 0
    return 3 if value < 3 else 2 if value < 3.5 else 1 if value <= 3.9 else 0
