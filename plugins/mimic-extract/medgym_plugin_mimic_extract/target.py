"""The targets, the rows that they are predicted for, and who is in which part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SOURCE = "mimic-iii"
"""The published source in the ledger of subjects."""
OTHER_SITE = "other-site"
"""Folder, or archive, of another hospital's file beside the home's."""
OTHER_SOURCE = "mimic-extract-other-site"
"""The other hospital in the ledger of subjects, whose patients are numbered by themselves."""
CLASSES = ("onset", "control", "on", "wean")
"""Classes of an intervention, numbered from 0."""


@dataclass(frozen=True)
class Window:
    """Which hours of a stay a row shows."""

    hours: int
    """Hours shown."""
    least: int = 0
    """A stay is asked about if its last hour is later than this."""


@dataclass(frozen=True)
class Target:
    """What is predicted."""

    name: str
    """Name of the label column."""
    category: str
    """Category of its tasks."""
    dataset: str
    """Folder of its rows."""
    meaning: str
    """What 1 (or, for an intervention, the four classes) means, as the question says it."""
    definition: str = ""
    """Of a held-out target, how it is read from a whole stay, as the prompt says before the question."""

    @property
    def is_intervention(self) -> bool:
        """Whether it has four classes."""
        return self.category == "intervention"

    @property
    def is_held_out(self) -> bool:
        """Whether nobody is given its labels."""
        return self.category == "course"

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the submitted file beside ``row_id``: one, or one for each class of ``CLASSES``."""
        return tuple(f"p_{name}" for name in CLASSES) if self.is_intervention else ("probability",)

    @property
    def metric(self) -> str:
        """Name of the metric that is rewarded, as the verifier ``predictions`` knows it."""
        return "macro_auroc_ovr" if self.is_intervention else "auroc"

    @property
    def report(self) -> tuple[str, ...]:
        """Names of metrics that verdicts report beside it."""
        return ("macro_auprc_ovr", "macro_f1") if self.is_intervention else ("auprc", "f1_at_half")


_AKI = """\
Acute kidney injury (KDIGO 2012, by creatinine alone): a value of creatinine in hour h, rounded to three
decimals, is an injury if it is at least 0.3 mg/dL above one of hours h - 48 to h - 1, or at least 1.5 times
one of any earlier hour of the stay. The label is 1 if a value of hours 24 to 71 is one. Left out are stays in
which one of hours 0 to 23 is an injury, or that have no value in these hours."""
_BLEEDING = """\
Fall of hemoglobin: the value of an hour is hemoglobin, or in an hour without it hematocrit divided by 3,
rounded to two decimals. A value in hour h is a fall if it is at least 1 g/dL below one of hours h - 48 to
h - 1. The label is 1 if a value of hours 24 to 71 is one. Left out are stays in which one of hours 0 to 23 is
a fall, or that have no value in these hours."""
_SOFA = """\
Sequential organ failure (SOFA, Vincent 1996) in some hours is the sum of points for their worst values:
platelets below 150, 100, 50, 20: 1, 2, 3, 4; bilirubin from 1.2, 2, 6, 12: 1 to 4; creatinine from 1.2, 2,
3.5, 5: 1 to 4; glascow coma scale total below 15, 13, 10, 6: 1 to 4; partial pressure of oxygen, divided by
the last fraction inspired oxygen set and rounded to three decimals, below 400, 300: 1, 2, and in an hour with
vent below 200, 100: 3, 4; vaso in any hour: 3, else mean blood pressure below 70 in any hour: 1. But for mean
blood pressure, in an hour without a measurement the last one (or ratio) of the stay before it stands; what
was never measured has no points. The label is 1 if hours 24 to 71 have more points than hours 18 to 23."""

TARGETS = {
    target.name: target
    for target in (
        Target("mort_icu", "mortality", "stays", "the patient died in the intensive care unit"),
        Target("mort_hosp", "mortality", "stays", "the patient died during this hospital admission"),
        Target("los_3", "length of stay", "stays", "the intensive care stay lasted more than 3 days"),
        Target("los_7", "length of stay", "stays", "the intensive care stay lasted more than 7 days"),
        Target("vent", "intervention", "vent", "mechanical ventilation"),
        Target("vaso", "intervention", "vaso", "vasopressor treatment"),
        Target("aki", "course", "aki", "acute kidney injury begins in hours 24 to 71", _AKI),
        Target("bleeding", "course", "bleeding", "hemoglobin begins to fall in hours 24 to 71", _BLEEDING),
        Target("sofa", "course", "sofa", "organ failure grows after the first day", _SOFA),
    )
}
"""Target by name."""
HELD_OUT = tuple(name for name, target in TARGETS.items() if target.is_held_out)
"""Targets that neither training nor the counted tests ask for, and whose labels no box holds.

The others are columns of a file, so that one program with another name predicts all of them. These are
clinical definitions, and who predicts them must first read labels from whole stays: by comparing each value
with earlier ones in a moving window (``aki``), by doing so with two measurements of one thing (``bleeding``),
or by scoring six organs in two spans of hours and comparing the sums (``sofa``). Which stays a question
leaves out, hours 0 to 23 decide alone: a list of those with a second day would show who stayed.
"""
WINDOWS: Mapping[str, Window] = {"stays": Window(24, least=30), "vent": Window(6), "vaso": Window(6)}
"""Dataset with labels to the hours that its rows show."""
COURSE = "course"
"""Folder of whole stays, to read labels of held-out targets from."""
STRENGTH: Mapping[str, float] = {"vent": 0.01, "vaso": 0.005}
"""Intervention to the inverse of what the baseline's weights are held back by."""
LABELLED: Mapping[str, tuple[str, ...]] = {
    "train": ("train",),
    "test": ("train", "validation"),
    "site": ("train", "validation"),
}
"""Kind of task to the parts whose labels its box holds."""
ASKED: Mapping[str, str] = {"train": "validation-asked", "test": "test-asked", "site": "site-asked"}
"""Kind of task to the part that is predicted; its labels are in no box of that kind."""
COUNTED = ("mort_hosp", "los_3", "vent")
"""What training and the test ask for."""
SPLITS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "train": ("train", COUNTED),
    "test": ("test", COUNTED),
    "more-train": ("train", ("mort_icu", "los_7", "vaso")),
    "more-test": ("test", ("mort_icu", "los_7", "vaso")),
    "ood": ("test", HELD_OUT),
    "site": ("site", (*COUNTED, "mort_icu")),
}
"""Split to the kind of its tasks and their targets; ``reworded`` asks what the test does.

Of the other hospital ``los_7`` and ``vaso`` are not asked: there a single fact reaches all but 0.015 of what
the baseline does, so that rewards would be noise. A build leaves out others of which that is so.
"""


def targets_of(dataset: str) -> tuple[str, ...]:
    """The label columns of a dataset."""
    return tuple(name for name, target in TARGETS.items() if target.dataset == dataset)
