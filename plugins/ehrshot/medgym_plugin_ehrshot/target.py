"""The 15 prediction tasks: names, categories, what is asked, and how it is submitted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Form = Literal["outcome", "laboratory", "findings"]
"""What a label is: 0 or 1; a severity from 0 to 3, graded as 0 against more; or 14 findings."""
Kind = Literal["train", "test", "ood", "site"]
"""What a task is graded on: validation patients (``train``), test patients (``test``, and ``ood`` of held-out
targets), or patients of another hospital (``site``)."""

FINDINGS = (
    "No Finding",
    "Enlarged Cardiomediastinum",
    "Cardiomegaly",
    "Lung Lesion",
    "Lung Opacity",
    "Edema",
    "Consolidation",
    "Pneumonia",
    "Atelectasis",
    "Pneumothorax",
    "Pleural Effusion",
    "Pleural Other",
    "Fracture",
    "Support Devices",
)
"""Findings of a chest radiograph; the first is the highest of the 14 bits of a published label."""


@dataclass(frozen=True)
class Target:
    """What is predicted."""

    name: str
    """Name of the folder of its labels."""
    category: str
    """Category of its tasks."""
    meaning: str
    """What a positive label means, as the question says it."""
    form: Form = "outcome"
    """What a label is."""
    definition: str = ""
    """Of a held-out target, how it is read from a record, as the prompt says before the question."""
    tickets: float = 1.0
    """Its part in the draw of the time at which an asked patient is shown."""
    rarity: float = 1.0
    """How many times the tickets of a positive label are those of a negative one."""

    @property
    def is_held_out(self) -> bool:
        """Whether nobody is given its labels."""
        return bool(self.definition)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of tasks that ask for it."""
        return ("ood",) if self.is_held_out else ("train", "test", "site")

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the submitted file beside ``row_id``: one, or one for each of ``FINDINGS``."""
        return tuple(map(column_of, FINDINGS)) if self.form == "findings" else ("probability",)

    @property
    def label_columns(self) -> tuple[str, ...]:
        """Columns of the files of labels."""
        return self.columns if self.form == "findings" else ("value",)

    def graded(self, value: int) -> tuple[int, ...]:
        """The labels of 0 and 1 that a value stands for, one for each prediction column."""
        if self.form != "findings":
            return (int(value >= 1),)
        return tuple(value >> place & 1 for place in range(len(FINDINGS) - 1, -1, -1))

    def tickets_of(self, value: int) -> float:
        """The part that a label has in the draw of a patient's time."""
        return self.tickets * (self.rarity if self.form != "findings" and value >= 1 else 1)

    def shown(self, value: int) -> tuple[int, ...]:
        """A value as the files of labels show it, one cell for each label column."""
        return self.graded(value) if self.form == "findings" else (value,)


def column_of(finding: str) -> str:
    """Column of a finding: ``Lung Lesion`` as ``lung_lesion``."""
    return finding.lower().replace(" ", "_")


def _diagnosis(name: str, disease: str) -> Target:
    return Target(
        f"new_{name}",
        "new diagnosis",
        f"{disease} is diagnosed from 1 to 365 days after the prediction time",
        tickets=0.4,
    )


def _laboratory(name: str, meaning: str, tickets: float = 0.3, rarity: float = 1) -> Target:
    return Target(f"lab_{name}", "laboratory value", meaning, "laboratory", tickets=tickets, rarity=rarity)


TARGETS = {
    target.name: target
    for target in (
        Target("guo_los", "operational outcome", "the hospital stay lasts 7 days or more", tickets=0.75),
        Target(
            "guo_readmission",
            "operational outcome",
            "the patient is admitted to hospital again from 1 minute to 30 days after the prediction time",
        ),
        Target(
            "guo_icu",
            "operational outcome",
            "the patient comes to intensive care between the prediction time and the end of the stay",
            tickets=0.75,
        ),
        _laboratory("thrombocytopenia", "the platelet count is below 150 x 10^9/L"),
        _laboratory("hyperkalemia", "potassium is above 5.5 mmol/L", 0.8, 12),
        _laboratory("hypoglycemia", "glucose is at most 3.9 mmol/L", 0.8, 12),
        _laboratory("hyponatremia", "sodium is at most 135 mmol/L"),
        _laboratory("anemia", "haemoglobin is below 120 g/L"),
        _diagnosis("hypertension", "essential hypertension"),
        _diagnosis("hyperlipidemia", "hyperlipidaemia"),
        _diagnosis("pancan", "pancreatic cancer"),
        _diagnosis("celiac", "coeliac disease"),
        _diagnosis("lupus", "lupus erythematosus"),
        _diagnosis("acutemi", "acute myocardial infarction"),
        Target(
            "chexpert",
            "chest radiograph",
            "the radiograph's report states the finding",
            "findings",
            tickets=2.2,
        ),
    )
}
"""Target by name: those that EHRSHOT publishes labels of."""

_BLOOD_LOSS = """\
Blood loss is known by a fall, as in the definition of major bleeding (ISTH 2005), with another limit: a
result of haemoglobin of this stay (from its start to its end) is a fall if it is at least 15 g/L below one of
the results of this stay in the 48 hours before it. The label is 1 if a result after the prediction time is a
fall. Left out are stays in which one up to the prediction time is a fall, or with no result up to the
prediction time or none after it."""
_COMPLICATION = """\
Complications are here blood loss, acute kidney injury (by creatinine, as KDIGO 2012) and death. A result of
haemoglobin of this stay (from its start to its end) is a fall if it is at least 15 g/L below one of the
results of this stay in the 48 hours before it. A result of creatinine of this stay is a rise if it is at
least 0.3 mg/dL above one of the results of this stay in the 48 hours before it, or at least 1.5 times one of
those in the 7 days before it. The label is 1 if a result after the prediction time is a fall or a rise, or if
the patient dies up to 7 days (of 24 hours) after the end of this stay. Left out are stays in which a result
up to the prediction time is a fall or a rise, or with no result of haemoglobin, or none of creatinine, up to
the prediction time."""
_HIGHER_HAEMOGLOBIN = """\
Higher haemoglobin: the label is 1 if the mean of the results of haemoglobin of this stay after the prediction
time (up to the end of the stay) is above the mean of those of this stay (from its start) up to it. Left out
are stays with no result up to the prediction time or none after it."""
HELD_OUT = {
    target.name: target
    for target in (
        Target(
            "blood_loss",
            "course",
            "haemoglobin falls in the rest of the stay",
            definition=_BLOOD_LOSS,
            tickets=0.4,
            rarity=6,
        ),
        Target(
            "complication",
            "course",
            "a complication follows",
            definition=_COMPLICATION,
            tickets=0.2,
            rarity=3,
        ),
        Target(
            "higher_haemoglobin",
            "course",
            "haemoglobin is higher in the rest of the stay",
            definition=_HIGHER_HAEMOGLOBIN,
            tickets=0.2,
        ),
    )
}
"""Target by name: those that neither training nor the counted tests ask for, and whose labels no box holds.

The labels of the others are files, so that one program with another name predicts all of them. Of these the
question gives a clinical definition, and who predicts them must first read labels from records, in several
units: by comparing each result with earlier ones in a moving window (``blood_loss``), two tests in windows of
their own and death (``complication``), or the means of two parts of a stay (``higher_haemoglobin``).
"""
EVERY: Mapping[str, Target] = TARGETS | HELD_OUT
"""Every target by name."""
COURSE = "course"
"""Folder of whole records, to read labels of held-out targets from."""

SEVERITIES: Mapping[str, str] = {
    "lab_thrombocytopenia": "0 from 150, 1 below 150, 2 below 100, 3 below 50 x 10^9/L",
    "lab_hyperkalemia": "0 up to 5.5, 1 above 5.5, 2 above 6, 3 above 7 mmol/L",
    "lab_hypoglycemia": "0 above 3.9, 1 up to 3.9, 2 below 3.5, 3 below 3 mmol/L",
    "lab_hyponatremia": "0 above 135, 1 up to 135, 2 below 130, 3 below 125 mmol/L",
    "lab_anemia": "0 from 120, 1 below 120, 2 below 110, 3 below 70 g/L",
}
"""Laboratory target to its four severities."""

SHOTS = (1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 128)
"""Labelled rows of each class in few-shot tasks."""
ALL = 0
"""Stands for all labelled rows."""
SPLITS: Mapping[str, tuple[Kind, tuple[int, ...]]] = {
    "train": ("train", (ALL,)),
    "test": ("test", (ALL,)),
    "few-train": ("train", SHOTS),
    "few-test": ("test", SHOTS),
    "ood": ("ood", (ALL,)),
    "site": ("site", (ALL,)),
}
"""Split to the kind of its tasks and the numbers of shots; ``reworded`` asks what the test does."""
FEW: frozenset[Kind] = frozenset(kind for kind, shots in SPLITS.values() if shots == SHOTS)
"""Kinds of which there are few-shot tasks."""
ROLES = ("train", "validation", "test")
"""Patients to learn from, patients that training tasks are graded on, and held-out patients."""
LABELLED: Mapping[Kind, tuple[str, ...]] = {
    "train": ("train",),
    "test": ("train",),
    "ood": (),
    "site": ("train",),
}
"""Kind to the roles whose labels its boxes hold: never those of anybody who is asked about in some task."""
LEARNT = LABELLED["test"]
"""Roles whose whole records the boxes of held-out targets hold."""
ASKED: Mapping[Kind, str] = {"train": "validation", "test": "test", "ood": "test", "site": "site"}
"""Kind to the part that is predicted; its labels are in no box of that kind."""
MOST_COLUMNS = 2_048
"""Codes counted at most: those that most training patients have."""
