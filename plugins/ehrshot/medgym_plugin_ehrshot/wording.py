"""What the agent reads: what the files are, when predictions are made, and the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from medgym_core import Calibration
from medgym_plugin_ehrshot.box import ANY, FILE, folders
from medgym_plugin_ehrshot.shots import labelled
from medgym_plugin_ehrshot.target import (
    ALL,
    ASKED,
    COURSE,
    EVERY,
    LEARNT,
    MOST_COLUMNS,
    SEVERITIES,
    Kind,
    Target,
)

_FILES = """\
The data are electronic health records of adults, as in EHRSHOT. A row is a patient at a prediction time; a
patient {rows}, at a time drawn
at random: times at which a rare outcome follows are drawn more often, so that there are cases enough.
No patient has rows in two of the folders {folders} of data/{target}/. Each folder holds
rows.parquet, one line a row:
- row_id, opaque;
- age at the prediction time, years (missing if unknown);
- codes, counts, recent: three lists of equal length, the non-zero cells of a sparse matrix. codes are column
  numbers, counts how many events with this code or a descendant of it (SNOMED, LOINC, RxNorm, ...) the record
  holds from birth up to the prediction time, recent how many of these started less than 24 hours before it.
  data/codes.csv has column, code and name of each (at most {most} codes: those that most training patients
  have).{extra}

Labels are in {labels}: row_id, patient (opaque; the same in all files), {cells}.{few}
"""
_EXTRA = {
    "clmbr": "{who} also holds clmbr.parquet, in the same order: row_id, and values, a list of numbers "
    "by which the published CLMBR model represents the record (empty if there are none).",
    "count": "{who} also holds count.parquet, in the same order: row_id, and the lists columns and "
    "values, the published counts of codes as non-zero cells (what the columns are is not published).",
}
_ROWS = {
    True: "may have several rows, but only one in {asked}, which is what to predict",
    False: "has one row, drawn at random; those of {asked} are to be predicted",
}
"""Whether all rows are shown, and how many a patient has."""
_FEW = """
This is a few-shot task: only {shots} rows of each class{each} are labelled in each of these files (all rows
of a class that has fewer); the other rows of {folders} have no labels here."""
_ELSEWHERE = """
The labels are of one hospital. The rows to predict are of patients of another, of whom nothing else is here;
nobody is a patient of both. Hospitals differ: in whom they admit and why, in how ill and how old these are,
in how long they stay and when they go to intensive care; in what is measured, how often and by which methods;
in the drugs of the house; in how much is coded, and how precisely. What is predicted may be more or less
frequent there. Columns and definitions are the same: an event whose code is no column still counts for those
of its ancestors that are.
"""
_COURSES = """\
The data are electronic health records of adults, as in EHRSHOT. Nothing is labelled: {learnt}
holds whole records of patients to learn from, so that a label can be read from what came after the prediction
time; data/{target}/{asked} holds what to predict: of each patient what is known at one prediction time,
drawn at random (times at which a rare outcome follows more often). No patient is in both. A row is an
evening of a day of admission, at 23:59 (prediction_time), on which the patient is still in hospital; "this
stay" is the one that began last before it.

Each folder has
- rows.parquet, one line a row: row_id and patient, opaque; prediction_time; age then, years (missing if
  unknown); codes, counts, recent: three lists of equal length, the non-zero cells of a sparse matrix. codes
  are column numbers, counts how many events with this code or a descendant of it (SNOMED, LOINC, RxNorm, ...)
  the record holds from birth up to the prediction time, recent how many of these started less than 24 hours
  before it. data/codes.csv has column, code and name of each (at most {most} codes: those that most training
  patients have).
- events.parquet, one line an event, by patient and in the order of time: patient; kind; start; end; value;
  unit. kind is stay (in hospital, from start to end), creatinine or haemoglobin (results as written, at
  start), or death. In {asked} events are left out that start after the prediction time, and so is the end
  of a stay that goes on.

Results count in these units, by how unit begins, in any case: creatinine in mg/dL, or umol/L divided by 88.4;
haemoglobin in g/L, g/dL times 10, or mg/dL divided by 100. Others, and results that are no numbers, do not
count.

{definition}
Only rows that the definition does not leave out are in data/{target}/{asked}.
"""
_TIMES = {
    "guo_los": "A row is a stay in hospital that does not end on the day of admission; the prediction time "
    "is 23:59 on the day of admission. The label is 1 if discharge is 7 days or more after admission.",
    "guo_readmission": "A row is a discharge from hospital; the prediction time is 23:59 on the day of "
    "discharge. The label is 1 if a stay in hospital begins from 1 minute to 30 days after it. Left out are "
    "discharges on a day on which an earlier stay began, and those that no stay follows within 30 days while "
    "the record ends before these are over.",
    "guo_icu": "A row is a stay in hospital that does not end on the day of admission and on whose first day "
    "no intensive care begins; the prediction time is 23:59 on the day of admission. The label is 1 if "
    "intensive care begins from then to the discharge.",
    "lab": "A row is a laboratory result; the prediction time is 1 minute before it was recorded. Results "
    "that are neither numbers nor called normal or adequate are left out. value is the severity: "
    "{severities}; normal and adequate are 0. Severity is graded as 0 against 1 and more.",
    "new": "A row is a discharge from hospital of a patient who has not been diagnosed with this disease "
    "before; the prediction time is 23:59 on the day of discharge. The label is 1 if a diagnosis (the "
    "disease's code or a descendant) is recorded from 1 to 365 days after it; a record that ends earlier "
    "counts as 0.",
    "chexpert": "A row is a report on a chest radiograph; the prediction time is 24 hours before it was "
    "recorded. Each column of the labels is a finding, 1 if the report states it and 0 otherwise; no_finding "
    "is 1 if there is none but, maybe, support devices.",
}


_ALL = """
TARGET stands for one of these folders. The question is about one of them, and says in words which. The areas
are those up to which nothing is earned, as the best single code or number of the data reaches them by itself;
from which on 1 is earned, as a plain model reaches them; and of a success. Of several columns each is
calibrated so by itself, and their mean reward counts.
{meanings}

{definitions}"""


_CELLS = {False: "and value", True: "and a column of 0 and 1 for each finding"}
"""Whether a target is findings, and what its files of labels have beside the ids."""


def context(target: Target, kind: Kind, shots: int, extra: Sequence[str]) -> str:
    """What the prompt says before the question; ``extra`` names published features."""
    if target.is_held_out:
        return _COURSES.format(
            learnt=_listed([f"data/{COURSE}/{part}" for part in LEARNT]),
            target=target.name,
            asked=ASKED[kind],
            most=f"{MOST_COLUMNS:,}",
            definition=target.definition,
        )
    files = _files(target.name, kind, shots, extra, _CELLS[target.form == "findings"])
    few = _FEW.format(
        shots=shots,
        each=" (of each finding; cells of other rows are empty)" if target.form == "findings" else "",
        folders=" and ".join(folders(target.name, kind, shots)[:-1]),
    )
    when = _TIMES[_definition_of(target)].format(severities=SEVERITIES.get(target.name, ""))
    elsewhere = _ELSEWHERE if kind == "site" else ""
    return files.format(few="" if shots == ALL else few) + elsewhere + "\n" + when


def context_of_all(graded: Mapping[str, Mapping[str, Calibration]], kind: Kind, extra: Sequence[str]) -> str:
    """The same where the box holds all targets, and the question's words alone say which.

    ``graded`` is target to its graded columns with how they are: a question that stated where its own rewards
    begin would name its target.
    """
    targets = [EVERY[name] for name in graded]
    meanings = (
        f"- {target.name}: {target.meaning}"
        + (f" (severities: {SEVERITIES[target.name]})" if target.name in SEVERITIES else "")
        + f"; {_range(tuple(graded[target.name].values()))}"
        for target in targets
    )
    told = dict.fromkeys(map(_definition_of, targets))
    every = [name if name in EVERY else f"{name}_..." for name in told]
    definitions = (f"{name}: {_TIMES[key]}" for name, key in zip(every, told, strict=True))
    files = _files(ANY, kind, ALL, extra, "and value, or, of findings, a column of 0 and 1 for each")
    return files.format(few="") + _ALL.format(
        meanings="\n".join(meanings),
        definitions="\n".join(definitions).format(severities="as listed above"),
    )


def _files(folder: str, kind: Kind, shots: int, extra: Sequence[str], cells: str) -> str:
    """What lies in the folder of a target, but for ``{few}``."""
    who = "Each folder of labelled rows" if kind == "site" else "Each folder"
    return _FILES.format(
        target=folder,
        folders=_listed(folders(folder, kind, shots)),
        rows=_ROWS[shots == ALL].format(asked=ASKED[kind]),
        labels=" and ".join(f"data/{path}" for path in labelled(folder, kind, shots)),
        cells=cells,
        most=f"{MOST_COLUMNS:,}",
        extra="".join(f"\n{_EXTRA[name].format(who=who)}" for name in extra),
        few="{few}",
    )


def _definition_of(target: Target) -> str:
    """The key of its text in ``_TIMES``."""
    return target.name if target.name in _TIMES else target.name.partition("_")[0]


def _range(columns: Sequence[Calibration]) -> str:
    """Where the rewards of a target begin and end, and what is a success, in a list of all."""
    if len(columns) > 1:
        return f"a mean reward of {_mean_success(columns):.2f} is a success"
    (one,) = columns
    return f"areas: {one.chance:.3f}, {one.baseline:.3f}, {one.enough:.3f}"


def _mean_success(columns: Sequence[Calibration]) -> float:
    return sum(one.success for one in columns) / len(columns)


def question(target: Target, kind: Kind, columns: Mapping[str, Calibration]) -> str:
    """The question; ``columns`` are those that are graded, with how they are."""
    rows = f"data/{target.name}/{ASKED[kind]}/rows.parquet"
    each = " for each finding" if target.form == "findings" else ""
    judged = (
        "the area under the ROC curve of each column, each calibrated by itself, and their mean"
        if len(columns) > 1
        else "the area under the ROC curve"
    )
    known = " (by the definition above)" if target.is_held_out else ""
    simple = (
        "which sums of a few codes or numbers of the data, and of models of other targets, reach"
        if target.is_held_out
        else "which the best single code or number of the data reaches by itself"
    )
    return (
        f"For each row of {rows}, how likely is it that {target.meaning}{known}? Write {FILE} with the "
        f"columns row_id, {', '.join(columns)}: one line for each row, exactly once, and{each} a probability "
        f"from 0 to 1. It is judged by {judged}. {_rewarded(tuple(columns.values()), simple)}"
    )


def _rewarded(columns: Sequence[Calibration], simple: str) -> str:
    """What is earned; ``simple`` says what reaches the areas that earn nothing."""
    if len(columns) > 1:
        return (
            "The reward of a column is 0 up to the area that the best single code or number of the data "
            "reaches by itself, and rises to 1 at that of a plain model; a mean reward of "
            f"{_mean_success(columns):.2f} is a success."
        )
    (one,) = columns
    return (
        f"Up to {one.chance:.3f}, {simple}, an area earns nothing; from {one.baseline:.3f} on, which a plain "
        f"model reaches, it earns 1; {one.enough:.3f} is a success."
    )


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
