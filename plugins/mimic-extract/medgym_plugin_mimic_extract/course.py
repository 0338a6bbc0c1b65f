"""Whole stays of patients to learn from, and first days of those who are asked about held-out targets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType

import numpy as np

from medgym_core import Build, Pseudonyms
from medgym_plugin_mimic_extract import outcome
from medgym_plugin_mimic_extract.extract import Hours, Stay
from medgym_plugin_mimic_extract.imputation import Statistics, impute
from medgym_plugin_mimic_extract.moment import is_long, shows_day
from medgym_plugin_mimic_extract.part import PartWriter, Rows, about_rows
from medgym_plugin_mimic_extract.target import ASKED, COURSE, HELD_OUT, LABELLED, WINDOWS
from medgym_plugin_mimic_extract.variable import names

SHOWN = WINDOWS["stays"]
"""Hours shown of an asked stay, and how long it must be, as in the dataset of stays."""


def label_of(target: str, hours: Hours) -> int | None:
    """The label of a stay by its hours as files show them; None if the question leaves it out."""
    shown = hours.means.astype(np.float32).astype(np.float64)
    label: Callable[[outcome.Stay], int | None] = getattr(outcome, target)
    return label(
        dict(zip(names(), shown.T, strict=True)) | {key: on.astype(float) for key, on in hours.on.items()}
    )


class CourseWriter:
    """Writes what boxes of held-out targets hold of patients of one role; closes with ``with``."""

    def __init__(self, parts: Sequence[str], known: Statistics, pseudonyms: Pseudonyms, out: Build) -> None:
        """``parts`` are the folders of the role's patients."""
        self._known, self._pseudonyms = known, pseudonyms
        self._stack = ExitStack()
        self._whole = {
            part: PartWriter(out.public / COURSE / part, out.private / COURSE / part, known)
            for part in parts
            if part in LABELLED["test"]
        }
        asked = ASKED["test"]
        self._asked = {
            target: PartWriter(out.public / target / asked, out.private / target / f"{asked}.parquet", known)
            for target in (HELD_OUT if asked in parts else ())
        }

    def __enter__(self) -> CourseWriter:
        """Open the folders of all parts; files follow with the first stay."""
        for writer in (*self._whole.values(), *self._asked.values()):
            self._stack.enter_context(writer)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write what waits, and close the files."""
        self._stack.__exit__(kind, error, trace)

    def add(self, stay: Stay, hours: Hours) -> None:
        """Add a stay, if it is long enough."""
        if not is_long(stay):
            return
        for part, writer in self._whole.items():
            writer.add(self._rows(stay, hours, COURSE, part, len(hours.means), {}))
        asked = self._asked if shows_day(stay, self._pseudonyms) else {}
        for target, writer in asked.items():
            label = label_of(target, hours)
            if label is not None:
                writer.add(self._rows(stay, hours, target, ASKED["test"], SHOWN.hours, {target: label}))

    def _rows(
        self, stay: Stay, hours: Hours, dataset: str, part: str, shown: int, labels: Mapping[str, int]
    ) -> Rows:
        start = np.zeros(1, np.int64)
        ids = [f"r{self._pseudonyms.name(dataset, part, stay.icustay, 0)}"]
        return Rows(
            about=list(about_rows(stay, ids, start)),
            labels=[labels],
            measured=hours.means[None, :shown],
            imputed=impute(hours.means, self._known, start, SHOWN.hours),
            treated={name: on[None, :shown] for name, on in hours.on.items()},
        )
