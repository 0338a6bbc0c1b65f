"""Levels of proteins, methylation of genes and laboratory values of an invented study."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from medgym_plugin_biodsbench.synthetic.clinical import Cells, Patient, Sample
from medgym_plugin_biodsbench.synthetic.design import EXTRA_GENES, Design

ANTIBODIES: Mapping[str, tuple[str, ...]] = {
    "AKT1": ("Akt", "Akt_pS473"),
    "BCL2": ("Bcl-2",),
    "CCNE1": ("Cyclin_E1",),
    "CDH1": ("E-Cadherin",),
    "EGFR": ("EGFR", "EGFR_pY1068"),
    "ERBB2": ("HER2", "HER2_pY1248"),
    "ESR1": ("ER-alpha", "ER-alpha_pS118"),
    "MET": ("c-Met", "c-Met_pY1235"),
    "MTOR": ("mTOR", "mTOR_pS2448"),
    "MYC": ("c-Myc",),
    "PTEN": ("PTEN",),
    "RB1": ("Rb", "Rb_pS807_S811"),
    "TP53": ("p53",),
}
"""Gene to its antibodies: the protein, and its phosphorylated form where one is measured."""
TESTS = (("CEA", "ng/mL", 9.0, 1.0), ("CA19-9", "U/mL", 70.0, 1.2), ("LDH", "U/L", 260.0, 0.35))
"""Test, unit, median before treatment, and the standard deviation of its logarithm."""
UNSEEN = 0.05
"""Share of cells that are missing."""


def proteins(
    samples: Sequence[Sample], calls: Mapping[str, Sequence[int | None]], rng: Random
) -> list[Cells]:
    """A row for each antibody: levels follow copy number, phosphorylation the protein and its mutations."""
    rows = []
    profiled = [at for at in range(len(samples)) if rng.random() < 0.9]
    for gene, antibodies in ANTIBODIES.items():
        base, slope, active = rng.gauss(0, 0.4), rng.uniform(0.1, 0.5), rng.uniform(-0.4, 0.6)
        copies = calls.get(gene) or [0] * len(samples)
        levels = [base + slope * (copies[at] or 0) + rng.gauss(0, 0.5) for at in profiled]
        for number, antibody in enumerate(antibodies):
            cells = {"Composite.Element.REF": f"{gene}|{antibody}"}
            for at, level in zip(profiled, levels, strict=True):
                driven = 0.7 * bool({gene, "PIK3CA", "KRAS"} & samples[at].mutated)
                value = level if not number else 0.6 * level + active + driven + rng.gauss(0, 0.35)
                cells[samples[at].id] = "NA" if rng.random() < UNSEEN else f"{value:.4f}"
            rows.append(cells)
    return rows


def methylation(design: Design, samples: Sequence[Sample], rng: Random) -> list[Cells]:
    """Beta values of genes; some samples, most with IDH1 mutated among them, have many methylated."""
    wide = [rng.random() < (0.9 if "IDH1" in sample.mutated else 0.15) for sample in samples]
    rows = []
    for gene in [*sorted(design.genes), *EXTRA_GENES[:25]]:
        base, follows = rng.choice((0.08, 0.12, 0.2, 0.45, 0.7)), rng.random() < 0.6
        cells = {"Hugo_Symbol": gene}
        for sample, methylated in zip(samples, wide, strict=True):
            beta = base + 0.45 * (methylated and follows) * (1 - base) + rng.gauss(0, 0.07)
            cells[sample.id] = "NA" if rng.random() < UNSEEN else f"{min(0.985, max(0.015, beta)):.4f}"
        rows.append(cells)
    return rows


def laboratory(patients: Sequence[Patient], rng: Random) -> list[Cells]:
    """Results of tumour markers before and during treatment: they fall, and rise again."""
    rows = [row for patient in patients if rng.random() < 0.92 for row in _courses(patient, rng)]
    rng.shuffle(rows)
    return rows


def _courses(patient: Patient, rng: Random) -> list[Cells]:
    end, turn = rng.randint(150, 700), rng.randint(60, 300)
    days = [-rng.randint(0, 40) for _ in range(rng.choice((1, 1, 2)))]
    day = rng.randint(10, 40)
    while day < end:
        days.append(day)
        day += rng.randint(20, 70)
    rows = []
    for test, unit, median, spread in TESTS:
        start = math.log(median) + rng.gauss(0, spread)
        fall, rise = rng.uniform(-0.002, 0.012), rng.uniform(-0.001, 0.008)
        for at in days:
            lasting = min(max(at, 0), turn)
            value = math.exp(start - fall * lasting + rise * max(0, at - turn) + rng.gauss(0, 0.12))
            rows.append(_result(patient, at, test, unit, value, rng))
    return rows


def _result(patient: Patient, day: int, test: str, unit: str, value: float, rng: Random) -> Cells:
    text = "NA" if rng.random() < 0.03 else "<0.5" if value < 0.5 else f"{value:.1f}"
    return {
        "PATIENT_ID": patient.id,
        "START_DATE": str(day),
        "STOP_DATE": "",
        "EVENT_TYPE": "LAB_TEST",
        "TEST": test,
        "RESULT": text,
        "UNITS": unit,
    }
