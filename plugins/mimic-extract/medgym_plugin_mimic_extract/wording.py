"""What the agent reads: the files, what the hours are, and the question."""

from __future__ import annotations

from medgym_core import Calibration, FileSpec, InfoSource
from medgym_plugin_mimic_extract.target import ASKED, COURSE, LABELLED, WINDOWS, Target, targets_of
from medgym_plugin_mimic_extract.window import LONGEST

_COMMON = """\
The data are hours of intensive care of adults, at most one stay of a patient in each folder, as MIMIC-Extract
prepares them from {origin}. Folders of data/{dataset}/: {labelled} with labels; {asked}, without
labels, is what to predict. No patient is in two of them.

Each folder has
- rows.parquet, one line a row: row_id (opaque); gender (female, male, unknown); age group at admission (under
  31, 31 to 50, 51 to 70, over 70 years); ethnicity (asian, black, hispanic, white, other, unknown);
  first_careunit; hours_in, whole hours from the admission to intensive care (not to hospital) to the row's
  first hour; hour_of_day of that first hour, 0 to 23.
- measured.parquet, {hours} lines a row: row_id, hour (0 to {last}, counted from the row's first){on}, and 104
  vital signs, ventilator settings and laboratory values, each the mean of the hour's measurements, missing
  where there was none. data/variables.csv has name, unit and panel of each.
- imputed.parquet, the same lines with, for each variable that was measured in at least 5% of the training
  patients' hours: NAME, standardised by mean and standard deviation of the patients in data/{dataset}/train,
  gaps filled with the last measurement of the stay, else with the mean of the stay up to the row's last hour,
  else with 0; NAME measured, 0 or 1; NAME hours since, hours since the last measurement of the stay, at most
  100, and 100 if there was none.
- labels.parquet, where there is one: row_id and {columns}.
"""
_STAYS = """
A row is a stay: its hours 0 to 23. Only stays are shown whose last whole hour is later than 30, so that at
least 6 hours lie between what is shown and the end of the stay.
"""
_INTERVENTION = """
A row is a window of a stay: 6 hours are shown (hours 0 to 5), the next 6 (hours 6 to 11) are a gap, and the 4
after it (hours 12 to 15) decide the class: 0 onset, the {name} starts within them (off in one hour, on in the
next), whatever else happens; 1 control, it is off in all 4; 2 on, it is on in all 4; 3 wean, it stops within
them and does not start. A start or stop is seen between two of the 4 hours. Windows in whose gap it starts or
stops are left out. on is 1 in the hours in which it was on. A stay has up to four windows in labelled folders
and at most one in {asked}; they are drawn so that classes which are rare in a stay are not rare among its
windows.
"""
_SITE = """
The patients of {labelled} were in one hospital. Those of {asked} were in another, whose records were prepared
in the same way, and of which nothing is labelled. There it may be otherwise who is admitted and why, how ill
they are, and how long they stay; first_careunit has names of that hospital; what is measured, how often and
by which methods may differ, so that values and gaps are spread differently; and so may when treatment is
begun and ended. What rows and labels mean is the same.
"""
_CLASSES = {
    "stays": "0 or 1 for {columns}",
    "vent": "the class, 0 to 3, as vent",
    "vaso": "the class, 0 to 3, as vaso",
}
_COURSES = """\
The data are hours of intensive care of adults, one stay of a patient, as MIMIC-Extract prepares them from
MIMIC-III. Nothing is labelled: data/course/train and data/course/validation hold whole stays of patients to
learn from, so that a label can be read from what came after the first day; data/{target}/{asked} holds the
first day of the stays to predict. No patient is in two of them. Only stays are shown whose last whole hour is
later than {least}, so that at least {gap} hours lie between the first day and the end of the stay.

Each folder has
- rows.parquet, one line a stay: row_id (opaque); gender (female, male, unknown); age group at admission
  (under 31, 31 to 50, 51 to 70, over 70 years); ethnicity (asian, black, hispanic, white, other, unknown);
  first_careunit; hours_in, which is 0; hour_of_day of the first hour, 0 to 23.
- measured.parquet, one line an hour, in the order of stays and hours: row_id; hour, from 0, the admission to
  intensive care, to the last whole hour of the stay, at most {longest} (in {asked}: to {last}); vent and
  vaso, 1 if mechanical ventilation, or a vasopressor, was on in the hour, else 0; and 104 vital signs,
  ventilator settings and laboratory values, each the mean of the hour's measurements, missing where there was
  none. data/variables.csv has name, unit and panel of each.
- imputed.parquet, hours 0 to {last} of the same stays: row_id, hour, vent, vaso and, for each variable that
  was measured in at least 5% of the training patients' hours: NAME, standardised by mean and standard
  deviation of training patients, gaps filled with the last measurement of the stay, else with the mean of
  these hours, else with 0; NAME measured, 0 or 1; NAME hours since, hours since the last measurement, at
  most 100, and 100 if there was none.

{definition}
A stay that ends before hour 71 is judged by the hours that it has. Only stays that the definition does not
leave out are in data/{target}/{asked}.
"""


def context(target: Target, kind: str) -> str:
    """What the prompt says before the question."""
    if target.is_held_out:
        shown = WINDOWS["stays"]
        return _COURSES.format(
            target=target.name,
            asked=ASKED[kind],
            least=shown.least,
            gap=shown.least - shown.hours,
            last=shown.hours - 1,
            longest=LONGEST - 1,
            definition=target.definition,
        )
    text = _COMMON + (_INTERVENTION if target.is_intervention else _STAYS) + _SITE * (kind == "site")
    hours = WINDOWS[target.dataset].hours
    return text.format(
        dataset=target.dataset,
        origin="MIMIC-III" if kind != "site" else "MIMIC-III, and from another hospital's records",
        labelled=" and ".join(LABELLED[kind]),
        asked=ASKED[kind],
        hours=hours,
        last=hours - 1,
        on=", on" if target.is_intervention else "",
        columns=_CLASSES[target.dataset].format(columns=", ".join(targets_of(target.dataset))),
        name=target.meaning,
    )


def question(target: Target, kind: str, graded: Calibration) -> str:
    """The question, and how it is graded."""
    whose = "These are patients of another hospital. " if kind == "site" else ""
    return f"{whose}{_asked(target, kind)} {_rewarded(graded)}"


def _rewarded(graded: Calibration) -> str:
    return (
        f"Up to {graded.chance:.3f}, which the best single fact shown of a row reaches by itself, an area "
        f"earns nothing; from {graded.baseline:.3f} on, which a plain model reaches, it earns 1; "
        f"{graded.enough:.3f} is a success."
    )


def _asked(target: Target, kind: str) -> str:
    rows = f"data/{target.dataset}/{ASKED[kind]}/rows.parquet"
    if target.is_intervention:
        return (
            f"For each row of {rows}, which class of {target.meaning} do the deciding hours show (column "
            f"{target.name} of labels.parquet)? Write predictions.csv with the columns row_id, p_onset, "
            "p_control, p_on and p_wean: one line for each row, exactly once, and four finite numbers, the "
            "higher the likelier. It is judged by the area under the ROC curve of each class against the "
            "rest, averaged over the four classes; each column is ranked by itself, over all rows."
        )
    known = "by the definition above" if target.is_held_out else f"column {target.name} of labels.parquet"
    return (
        f"For each row of {rows}, how likely is it that {target.meaning} ({known})? "
        "Write predictions.csv with the columns row_id and probability: one line for each "
        "row, exactly once, and a probability from 0 to 1. It is judged by the area under the ROC curve."
    )


def prediction_file(target: Target, kind: str) -> FileSpec:
    """The file to submit, with its columns: one line for each asked row."""
    return FileSpec(
        path="predictions.csv",
        format="csv",
        description=f"columns row_id, {', '.join(target.columns)}; each row of "
        f"data/{target.dataset}/{ASKED[kind]}/rows.parquet exactly once",
        columns=("row_id", *target.columns),
    )


def mounts(target: Target, kind: str) -> tuple[str, ...]:
    """What the box of a task of a kind holds: never the labels that are asked for."""
    known = COURSE if target.is_held_out else target.dataset
    parts = (*(f"{known}/{part}" for part in LABELLED[kind]), f"{target.dataset}/{ASKED[kind]}")
    return (*parts, "variables.csv")


def info(target: Target, kind: str) -> tuple[InfoSource, ...]:
    """The files that ``request_info`` shows of a box: of training patients, asked rows, and the codebook."""
    known = f"{COURSE if target.is_held_out else target.dataset}/train"
    asked = f"{target.dataset}/{ASKED[kind]}"
    files = {
        "rows": (f"{known}/rows.parquet", "rows of training patients"),
        "labels": (f"{known}/labels.parquet", "their labels"),
        "measured": (f"{known}/measured.parquet", "their hours as measured"),
        "imputed": (f"{known}/imputed.parquet", "their hours, standardised and without gaps"),
        "asked": (f"{asked}/rows.parquet", "rows to predict"),
    }
    tables = [
        InfoSource(name=name, kind="parquet", path=path, description=text)
        for name, (path, text) in files.items()
        if name != "labels" or not target.is_held_out
    ]
    return (
        *tables,
        InfoSource(name="variables", kind="csv", path="variables.csv", description="name, unit and panel"),
    )
