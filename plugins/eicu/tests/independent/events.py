"""Steps B to J but for costs: what happened to the cohort."""

from pathlib import Path

import pandas as pd

from medgym_ehr.testing.independent.cohort import of
from medgym_ehr.testing.independent.draws import shuffled

from .cohort import Cohort, during_stays
from .reading import read

VITALS = "temperature sao2 heartrate respiration systemicsystolic systemicdiastolic systemicmean"


def dealt(
    rows: pd.DataFrame, name: str, columns: list[str], times: dict[str, str], people: Cohort
) -> pd.DataFrame:
    """The cohort's of these rows, the columns from all of them, with times for offsets."""
    eligible = rows[rows.patientunitstayid.isin(people.published)]
    own = shuffled(eligible, eligible.patientunitstayid.isin(people.begin.index), columns, name, people.deid)
    return during_stays(own, people, times)


def paths(raw: Path, name: str, extra: list[str], people: Cohort) -> pd.DataFrame:
    """Diagnoses or treatments, each at the usual place of its name."""
    rows = read(raw, name, " ".join(["patientunitstayid", f"{name}offset", f"{name}string", *extra]))
    parts = rows.pop(f"{name}string").str.split("|")
    long = parts.str.len().ge(3)
    rows, parts = rows[long].copy(), parts[long]
    rows[f"{name}name"] = parts.str[2:4].str.join(" - ")
    place = parts.str[:2].str.join("|")
    kept = rows[of(rows[f"{name}name"], usual(rows[f"{name}name"], place)) == place]
    return dealt(kept, name, [f"{name}name", *extra], {f"{name}time": f"{name}offset"}, people)


def usual(names: pd.Series, places: pd.Series) -> pd.Series:
    """The most frequent place by name, among equals the alphabetically first."""
    counts = pd.DataFrame({"name": names, "place": places}).value_counts().reset_index(name="rows")
    ordered = counts.sort_values(["name", "rows", "place"], ascending=[True, False, True])
    return ordered.drop_duplicates("name").set_index("name").place


def labs(raw: Path, people: Cohort) -> pd.DataFrame:
    columns = ["labname", "labresult"]
    rows = read(raw, "lab", " ".join(["patientunitstayid labresultoffset", *columns]))
    return dealt(rows.dropna(subset=columns), "lab", columns, {"labresulttime": "labresultoffset"}, people)


def medications(raw: Path, people: Cohort) -> pd.DataFrame:
    columns, times = ["drugname", "dosage", "routeadmin"], {"drugstarttime": "drugstartoffset"}
    times |= {"drugstoptime": "drugstopoffset"}
    read_too = ["patientunitstayid drugordercancelled", *columns, *times.values()]
    rows = read(raw, "medication", " ".join(read_too)).dropna(subset=columns)
    rows = rows[rows.pop("drugordercancelled").eq("no")]
    return dealt(rows, "medication", columns, times, people)


def allergies(raw: Path, people: Cohort) -> pd.DataFrame:
    columns = ["allergyname", "drugname"]
    rows = read(raw, "allergy", " ".join(["patientunitstayid allergyoffset", *columns]))
    rows = rows.dropna(subset="allergyname")
    return dealt(rows, "allergy", columns, {"allergytime": "allergyoffset"}, people)


def fluids(raw: Path, people: Cohort) -> pd.DataFrame:
    columns = ["celllabel", "cellpath", "cellvaluenumeric"]
    rows = read(raw, "intakeOutput", " ".join(["patientunitstayid intakeoutputoffset", *columns]))
    volume = rows.cellpath.str.contains(r"(?:intake|output) \(ml\)").eq(True)
    rows = rows[rows.celllabel.isin(rows[volume].celllabel.dropna())].dropna(subset=columns)
    rows["celllabel"] = rows.celllabel.map(without_total)
    rows = rows[rows.celllabel != ""]
    return dealt(rows, "intakeoutput", columns, {"intakeoutputtime": "intakeoutputoffset"}, people)


def without_total(label: str) -> str:
    for word in ("intake", "output"):
        *rest, last = label.split() or [""]
        if last == word:
            label = " ".join(rest)
    return label


def cultures(raw: Path, people: Cohort) -> pd.DataFrame:
    columns = ["culturesite", "organism"]
    rows = read(raw, "microLab", " ".join(["patientunitstayid culturetakenoffset", *columns]))
    times = {"culturetakentime": "culturetakenoffset"}
    return dealt(rows.dropna(subset=columns), "microlab", columns, times, people)


def vitals(raw: Path, people: Cohort) -> pd.DataFrame:
    rows = read(raw, "vitalPeriodic", f"patientunitstayid observationoffset {VITALS}")
    own = rows[rows.patientunitstayid.isin(people.begin.index)]
    return during_stays(own, people, {"observationtime": "observationoffset"})
