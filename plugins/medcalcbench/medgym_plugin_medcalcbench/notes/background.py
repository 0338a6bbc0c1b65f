"""What else is known of the patient: tests, conditions and drugs that no calculator takes.

They are those of a simulated patient of the same sex and about the same age who has most of the inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from medgym_plugin_medcalcbench.notes.scene import Scene, Statement
from medgym_plugin_medcalcbench.parameter import Inputs
from medgym_plugin_medcalcbench.patient import ADULT, Patient, column, patients

YEARS = 8.0
"""Most by which the ages differ."""
TESTS, CONDITIONS = 3, 2
"""Statements of either kind, at most."""


class _Test(NamedTuple):
    term: str
    unit: str
    factor: float
    """Of the unit, for one of the simulator's."""
    decimals: int


_TESTS = {
    "mcv": _Test("MCV", "fL", 1, 0),
    "rdw": _Test("RDW", "%", 1, 1),
    "magnesium": _Test("magnesium", "mmol/L", 0.4114, 2),
    "phosphate": _Test("phosphate", "mmol/L", 0.3229, 2),
    "alkaline_phosphatase": _Test("alkaline phosphatase", "U/L", 1, 0),
    "neutrophils": _Test("neutrophils", "%", 1, 0),
    "lymphocytes": _Test("lymphocytes", "%", 1, 0),
    "ferritin": _Test("ferritin", "µg/L", 1, 0),
    "tsh": _Test("TSH", "mIU/L", 1, 1),
    "lipase": _Test("lipase", "U/L", 1, 0),
    "amylase": _Test("serum amylase", "U/L", 1, 0),
    "free_t4": _Test("free T4", "pmol/L", 12.87, 0),
    "vitamin_b12": _Test("vitamin B12", "pmol/L", 0.7378, 0),
    "folate": _Test("folate", "nmol/L", 2.266, 0),
    "transferrin": _Test("transferrin", "g/L", 0.01, 1),
    "haptoglobin": _Test("haptoglobin", "g/L", 0.01, 1),
}
_CONDITIONS = {
    "reflux": ("heartburn after meals", "omeprazole in the morning"),
    "hypothyroidism": ("underactive thyroid", "levothyroxine before breakfast"),
    "osteoarthritis": ("osteoarthritis of the hands", "paracetamol for sore joints"),
    "gout": ("gout of the big toe", "allopurinol at night"),
    "glaucoma": ("glaucoma", "latanoprost eye drops"),
    "osteoporosis": ("osteoporosis", "alendronate once a week"),
    "anxiety": ("anxious temperament", "sertraline in the morning"),
    "prostatic_hyperplasia": ("enlarged prostate", "tamsulosin at night"),
    "sleep_apnea": ("snores loudly", "no sleeping tablets"),
    "epilepsy": ("epilepsy since youth", "levetiracetam twice a day"),
}
"""Condition to how a note names it, and what is taken for it."""


def background(scene: Scene, sex: str, inputs: Inputs) -> list[Statement]:
    """Tests first, then conditions and their drugs; of a child, tests alone, and usual ones."""
    usual = scene.rng.sample(scene.frames["unneeded"], TESTS)
    if scene.age < ADULT:
        return [Statement("tests", text) for text in usual]
    patient = _alike(scene, sex, inputs)
    own = list(_tests(scene, patient))[:TESTS]
    missing = [text for text in usual if not any(text.split()[0] in known for known in own)]
    return [
        *(Statement("tests", text) for text in [*own, *missing][:TESTS]),
        *_conditions(scene, patient),
    ]


def _alike(scene: Scene, sex: str, inputs: Inputs) -> Patient:
    people = patients()
    alike = (column("sex") == float(sex == "female")) & (np.abs(column("age") - scene.age) <= YEARS)
    agreement = np.where(alike, len(inputs), 0)
    for name, value in inputs.items():
        if isinstance(value, bool):
            agreement += column(name) == float(value)
    best = np.flatnonzero(agreement == agreement.max())
    return people[int(best[scene.rng.randrange(len(best))])]


def _tests(scene: Scene, patient: Patient) -> Iterator[str]:
    names = list(patient.tests)
    scene.rng.shuffle(names)
    for name in names:
        test = _TESTS[name]
        yield f"{test.term} {patient.tests[name] * test.factor:.{test.decimals}f} {test.unit}"


def _conditions(scene: Scene, patient: Patient) -> Iterator[Statement]:
    known = [name for name in _CONDITIONS if name in patient.conditions]
    for name in known[:CONDITIONS]:
        history, drug = _CONDITIONS[name]
        yield Statement("history", history)
        if scene.chance(0.7):
            yield Statement("drugs", drug)
