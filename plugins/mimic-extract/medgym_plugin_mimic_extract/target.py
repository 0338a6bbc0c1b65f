"""The six targets, the rows that they are predicted for, and who is in which part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SOURCE = "mimic-iii"
"""The published source in the ledger of subjects."""
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
    """What 1 (or, for an intervention, the four classes) means, as told in the question."""

    @property
    def is_intervention(self) -> bool:
        """Whether it has four classes."""
        return self.category == "intervention"

    @property
    def columns(self) -> tuple[str, ...]:
        """Prediction columns."""
        return tuple(f"p_{name}" for name in CLASSES) if self.is_intervention else ("probability",)

    @property
    def metric(self) -> str:
        """The rewarded metric."""
        return "macro_auroc_ovr" if self.is_intervention else "auroc"

    @property
    def report(self) -> tuple[str, ...]:
        """Metrics beside."""
        return ("macro_auprc_ovr", "macro_f1") if self.is_intervention else ("auprc", "f1_at_half")


TARGETS = {
    target.name: target
    for target in (
        Target("mort_icu", "mortality", "stays", "the patient died in the intensive care unit"),
        Target("mort_hosp", "mortality", "stays", "the patient died during this hospital admission"),
        Target("los_3", "length of stay", "stays", "the intensive care stay lasted more than 3 days"),
        Target("los_7", "length of stay", "stays", "the intensive care stay lasted more than 7 days"),
        Target("vent", "intervention", "vent", "mechanical ventilation"),
        Target("vaso", "intervention", "vaso", "vasopressor treatment"),
    )
}
"""Target by name."""
WINDOWS: Mapping[str, Window] = {"stays": Window(24, least=30), "vent": Window(6), "vaso": Window(6)}
"""Dataset to the hours that its rows show."""
LABELLED: Mapping[str, tuple[str, ...]] = {"train": ("train",), "test": ("train", "validation")}
"""Kind of task to the parts whose labels its box holds."""
ASKED: Mapping[str, str] = {"train": "validation-asked", "test": "test-asked"}
"""Kind of task to the part that is predicted; its labels are in no box of that kind."""
SPLITS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "train": ("train", ("mort_hosp", "los_3", "vent")),
    "test": ("test", ("mort_hosp", "los_3", "vent")),
    "more-train": ("train", ("mort_icu", "los_7", "vaso")),
    "more-test": ("test", ("mort_icu", "los_7", "vaso")),
}
"""Split to the kind of its tasks and their targets."""


def targets_of(dataset: str) -> tuple[str, ...]:
    """The label columns of a dataset."""
    return tuple(name for name, target in TARGETS.items() if target.dataset == dataset)
