"""A second program for the inbox: what is right by the text of each protocol and of each message alone.

Nothing of the plugin is used: bounds, doses and drugs are read from the sentences that the agent reads.
"""

import re
from datetime import datetime, timedelta

NOW = datetime.fromisoformat("2023-11-13T10:15:00+00:00")
MIDNIGHT = datetime.fromisoformat("2023-11-13T08:00:00+00:00")
OFTEN = {"daily": 1, "twice daily": 2, "three times daily": 3}
DOSE = r"([\d.]+) (mg|mcg|mmol) (three times daily|twice daily|daily)"
OPIOIDS = {"morphine": 10, "oxycodone": 15, "hydromorphone": 50, "tramadol": 2}


class Desk:
    """All resources so far, and what the shift has created."""

    def __init__(self, resources):
        self.rows, self.made = list(resources), []

    def of(self, kind, mrn):
        return [
            r
            for r in self.rows
            if r["resourceType"] == kind and mrn in str(r.get("subject") or r.get("patient"))
        ]

    def patient(self, mrn):
        (found,) = [r for r in self.rows if r["resourceType"] == "Patient" and r["id"] == mrn]
        year, month, day = map(int, found["birthDate"].split("-"))
        return 2023 - year - (month * 100 + day > 1113), found["gender"]

    def last(self, mrn, code):
        rows = [
            (datetime.fromisoformat(r["effectiveDateTime"]), r["valueQuantity"]["value"])
            for r in self.of("Observation", mrn)
            if r["code"].get("coding", [{}])[0].get("code") == code and r["status"] == "final"
        ]
        return max([row for row in rows if row[0] <= NOW], default=None)

    def drugs(self, mrn):
        """Prescriptions in force: drug to id, dose, resource."""
        rows = self.of("MedicationRequest", mrn)
        gone = [r["priorPrescription"]["reference"] for r in rows if "priorPrescription" in r]
        found = []
        for r in rows:
            if r["status"] == "active" and "MedicationRequest/" + r["id"] not in gone:
                given = r["dosageInstruction"][0]
                quantity = given["doseAndRate"][0]["doseQuantity"]
                dose = float(quantity["value"]), quantity["unit"], given["timing"]["code"]["text"]
                found.append((r["medicationCodeableConcept"]["coding"][0]["code"], r["id"], dose, r))
        return found

    def when(self, kind, mrn, code, field):
        rows = [r for r in self.of(kind, mrn) if any(c["code"] == code for c in r["code"]["coding"])]
        return max([datetime.fromisoformat(r[field]) for r in rows], default=None)


def _dose(match):
    return float(match[0]), match[1], match[2]


def _kidney(desk, mrn, text):
    (age, gender), creatinine = desk.patient(mrn), desk.last(mrn, "CR")[1]
    woman = gender == "female"
    if "eGFR" in text:
        k, a = (0.7, -0.241) if woman else (0.9, -0.302)
        value = 142 * min(creatinine / k, 1) ** a * max(creatinine / k, 1) ** -1.2 * 0.9938**age
        return value * 1.012 if woman else value
    value = (140 - age) * desk.last(mrn, "WT")[1] / 72 / creatinine
    return value * 0.85 if woman else value


def _bands(text, start):
    """Sentences of bands with their lower bounds, in order."""
    part = text[text.index(start) :].split(". ")[0]
    found = []
    for each in part.split("; "):
        bound = re.search(r"from ([\d.]+)", each)
        found.append((float(bound[1]) if bound else 0.0, each))
    return found


def solved(desk, template, mrn, message, text):
    """Reason, finding, and what is created as tuples."""
    spoken = re.search(DOSE, message)
    asked = _dose(spoken.groups()) if spoken else None
    held = desk.drugs(mrn)
    subject = template.split("-", 1)[1]
    own = [each for each in held if each[0] == subject]
    if text.startswith("Refill") and "not-active, prescribe nothing. from" in text:
        return _renal(desk, mrn, text, subject, own)
    if text.startswith("New prescription"):
        return _start(text, subject, own, held)
    if text.startswith("Request"):
        return _again(desk, mrn, text, subject)
    if text.startswith("Treatment"):
        return _treat(desk, mrn, text)
    if text.startswith("Screening: aorta"):
        return _aorta(desk, mrn)
    if text.startswith("Screening"):
        return _screen(desk, mrn, text, subject)
    if text.startswith("Change"):
        return _change(subject, own, asked, message)
    if "controlled drug" in text:
        return _supply(subject, own)
    return _novel(desk, mrn, text, subject, own, held, asked)


def _start(text, drug, own, held):
    against = re.search(r"Any of (.+?) in force: (\w+)", text)
    if own:
        return "duplicate", len(held), []
    if {each[0] for each in held} & set(against[1].split(", ")):
        return against[2], len(held), []
    return "as-asked", len(held), [("give", drug, _dose(re.search(DOSE, text).groups()), None)]


def _treat(desk, mrn, text):
    every = desk.of("AllergyIntolerance", mrn)
    substance = re.search(r"allergy to (\w+)", text)[1]
    levels = [e["criticality"] for e in every if e["code"]["coding"][0]["code"] == substance]
    place = 2 if "high" in levels else 1 if levels else 0
    drug, *dose = re.findall(r": ([\w-]+) " + DOSE, text)[place]
    return "allergy" if levels else "as-asked", len(every), [("give", drug, _dose(dose), None)]


def _renal(desk, mrn, text, drug, own):
    value = _kidney(desk, mrn, text)
    if not own:
        return "not-active", value, []
    (_, number, dose, _), band = own[0], next(s for least, s in _bands(text, "from ") if value >= least)
    found = re.search(DOSE, band)
    if not found:
        return "contraindicated", value, [("stop", drug, None, number)]
    most = _dose(found.groups())
    if dose[0] * OFTEN[dose[2]] > most[0] * OFTEN[most[2]]:
        return "dose-reduced", value, [("give", drug, most, number)]
    return "as-asked", value, [("give", drug, dose, number)]


def _again(desk, mrn, text, test):
    last, days = (
        desk.last(mrn, re.search(r"code (\w+)", text)[1]),
        int(re.search(r"than (\d+) days", text)[1]),
    )
    open_, value = (
        desk.when("ServiceRequest", mrn, test, "authoredOn"),
        (NOW - last[0]).days if last else None,
    )
    if open_ and (not last or open_ > last[0]):
        return "duplicate", value, []
    if last and last[0] > NOW - timedelta(days=days):
        return "too-soon", value, []
    return "as-asked", value, [("ask", test, "routine", None)]


def _screen(desk, mrn, text, test):
    (age, gender), done = desk.patient(mrn), desk.when("Procedure", mrn, test, "performedDateTime")
    who, least, most = re.search(r"in (\w+) of (\d+) to (\d+)", text).groups()
    value, days = (NOW - done).days if done else None, re.search(r"less than (\d+) days", text)
    if gender not in {"everybody": "female male", "women": ["female"], "men": ["male"]}[who]:
        return "not-eligible", value, []
    if age < int(least) or age > int(most):
        return "not-eligible", value, []
    if desk.when("ServiceRequest", mrn, test, "authoredOn"):
        return "duplicate", value, []
    if done and (not days or done > NOW - timedelta(days=int(days[1]))):
        return "not-due", value, []
    return "overdue", value, [("ask", test, "routine", None)]


def _aorta(desk, mrn):
    age, gender = desk.patient(mrn)
    codes = {c["code"] for r in desk.of("Condition", mrn) for c in r["code"]["coding"]}
    if gender != "male" or not 65 <= age <= 75 or not codes & {"305.1", "V15.82"}:
        return "not-eligible", age, []
    if desk.when("ServiceRequest", mrn, "aorta-ultrasound", "authoredOn"):
        return "not-due", age, []
    return "overdue", age, [("ask", "aorta-ultrasound", "routine", None)]


def _change(drug, own, asked, message):
    value = own[0][2][0] * OFTEN[own[0][2][2]] if own else None
    rank = ["nurse", "resident", "attending"]
    if own and datetime.fromisoformat(own[0][3]["authoredOn"]) >= NOW - timedelta(hours=24):
        by = own[0][3].get("requester", {}).get("display")
        role = re.search("nurse|resident|attending", message)[0]
        if by and rank.index(by) > rank.index(role):
            return "superseded", value, []
    return "as-asked", value, [("give", drug, asked, own[0][1] if own else None)]


def _supply(drug, own):
    if not own or "dispenseRequest" not in own[0][3]:
        return "not-active", None, []
    since = datetime.fromisoformat(own[0][3]["authoredOn"])
    left = own[0][3]["dispenseRequest"]["expectedSupplyDuration"]["value"] - (NOW - since).days
    return ("too-early", left, []) if left > 2 else ("as-asked", left, [("give", drug, own[0][2], own[0][1])])


def _novel(desk, mrn, text, drug, own, held, asked):
    if text.startswith("Refill"):
        (age, _), weight, creatinine = desk.patient(mrn), desk.last(mrn, "WT")[1], desk.last(mrn, "CR")[1]
        met = [age >= 80, weight <= 60, creatinine >= 1.5].count(True)
        dose = (2.5 if met > 1 else 5.0, "mg", "twice daily")
        reason = "as-asked" if own and own[0][2] == dose else "dose-changed"
        return (reason, met, [("give", drug, dose, own[0][1])]) if own else ("not-active", met, [])
    if text.startswith("Start"):
        value, tens = _kidney(desk, mrn, text), int((desk.last(mrn, "WT")[1] + 5) // 10)
        if {each[0] for each in held} & set(re.search(r"Any of (.+?) in force", text)[1].split(", ")):
            return "duplicate", value, []
        often = "twice daily" if value >= 30 else "daily"
        reason = "as-asked" if value >= 30 else "dose-reduced"
        return reason, value, [("give", drug, (10.0 * tens, "mg", often), None)]
    if text.startswith("Adding"):
        every = [(name, dose) for name, _, dose, _ in held if name in OPIOIDS] + [(drug, asked)]
        total = sum(OPIOIDS[name] * dose[0] * OFTEN[dose[2]] for name, dose in every) / 10
        return (
            ("over-limit", total, []) if total >= 50 else ("as-asked", total, [("give", drug, asked, None)])
        )
    if text.startswith("Dose of"):
        return _thyroid(desk, mrn, drug, own)
    if text.startswith("Calcium"):
        value = desk.last(mrn, "CA")[1] + (4 - desk.last(mrn, "ALB")[1]) * 0.8
        if value >= 12:
            return "critical", value, [("ask", each, "stat", None) for each in ("pth", "ecg")]
        return (
            ("abnormal", value, [("ask", "pth", "routine", None)])
            if value >= 10.5
            else ("no-action", value, [])
        )
    value = desk.last(mrn, re.search(r"\((\w+)\)", text)[1])[1]
    band = next(s for least, s in _bands(text, "from ") if value >= least)
    made = [
        ("ask", code, priority, None) for code, priority in re.findall(r"request ([\w-]+) \((\w+)\)", band)
    ]
    stops = re.search(r"stop (.+?) where", band)
    made += [("stop", n, None, i) for n, i, _, _ in held if stops and n in stops[1].split(", ")]
    for name, *dose in re.findall(r"prescribe ([\w-]+) " + DOSE, band):
        made += [] if name in {each[0] for each in held} else [("give", name, _dose(dose), None)]
    return band.rsplit(", ", 1)[1], value, made


def _thyroid(desk, mrn, drug, own):
    taken = desk.last(mrn, "TSH")
    if not own or not taken:
        return "not-active", taken and taken[1], []
    if taken[0] < datetime.fromisoformat(own[0][3]["authoredOn"]) + timedelta(days=42):
        return "too-soon", taken[1], []
    if 0.4 <= taken[1] <= 4.5:
        return "no-action", taken[1], []
    more = -12.5 if taken[1] < 0.4 else 12.5 if taken[1] <= 10 else 25
    dose = (own[0][2][0] + more, "mcg", "daily")
    on = (MIDNIGHT + timedelta(days=42)).isoformat()
    return "dose-changed", taken[1], [("give", drug, dose, own[0][1]), ("ask", "tsh", "routine", on)]
