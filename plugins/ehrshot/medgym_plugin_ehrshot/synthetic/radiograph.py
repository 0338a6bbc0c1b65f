"""Chest radiographs as events: that one was taken, and some of what its report states."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from medgym_patient import People
from medgym_patient.clinic import FINDINGS, Radiographs
from medgym_patient.key import fold, uniform
from medgym_plugin_ehrshot.synthetic import hierarchy
from medgym_plugin_ehrshot.synthetic.event import Events
from medgym_plugin_ehrshot.synthetic.vocabulary import coded, numbers

CODED = 0.6
"""Share of the findings of reports that are coded too."""


def radiograph_events(people: People, taken: Radiographs) -> Iterator[Events]:
    """Findings are coded an hour after the radiograph."""
    person, time = taken.person, taken.minute
    none = np.full(len(person), -1)
    code = np.full(len(person), numbers()[hierarchy.RADIOGRAPH])
    yield Events("procedure_occurrence", person, time, code, none)
    finding, report = np.nonzero(taken.findings)
    key = fold(fold(people.key[person[report]], time[report].astype(np.int64)), finding)
    kept = uniform(key, "coded") < CODED
    finding, report = finding[kept], report[kept]
    code = coded(hierarchy.stated, FINDINGS)[finding]
    yield Events("condition_occurrence", person[report], time[report] + 60, code, none[report])
