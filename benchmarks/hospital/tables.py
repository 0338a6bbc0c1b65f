"""The tables of docs/hospital.md: what the model yields beside what was published."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping

import numpy as np
from sklearn.metrics import brier_score_loss

from benchmarks.hospital.wards import Ward, quartiles
from medgym_patient import DIAGNOSES, DRUGS, LABS, PROCEDURES
from medgym_patient.testing.prediction import Adults, linear, moved, scored, trees

MIMIC = {
    "age, years": "65.8 (52.8 to 77.8)",
    "men": "55.9 %",
    "died in hospital": "11.5 %",
    "days in intensive care": "2.1 (1.2 to 4.6)",
    "days in hospital": "6.9 (4.1 to 11.9)",
    "lab results a stay, mean": "380",
    "diagnoses a stay, mean": "11",
}
"""Johnson et al. 2016, adults; codes a stay of all 58,976 admissions."""
EICU = {
    "age, years": "65 (53 to 76)",
    "men": "54 %",
    "died in hospital": "9.0 %",
    "days in intensive care": "1.6 (0.8 to 3.0)",
    "days in hospital": "5.5 (2.9 to 10.0)",
    "ventilated": "21 %",
    "vasopressors": "12 %",
}
"""Pollard et al. 2018; support as in Sauer et al. 2022."""
UNITS = {"CCU": 14.7, "CSRU": 20.9, "MICU": 35.4, "SICU": 16.5, "TSICU": 12.5}
"""Share of adult patients by first unit, % (Johnson et al. 2016, table 2)."""
FIRST = {"41401": 7.1, "0389": 4.2, "41071": 3.6}
"""The most frequent principal diagnoses and their share of admissions, % (Johnson et al. 2016)."""
PAIRS = {
    ("hemoglobin", "hematocrit"): 0.94,
    ("creatinine", "urea_nitrogen"): 0.68,
    ("alt", "ast"): 0.87,
    ("sodium", "chloride"): 0.73,
    ("bicarbonate", "anion_gap"): -0.55,
    ("inr", "bilirubin_total"): 0.63,
    ("ph", "pco2"): -0.30,
}
"""Rank correlation of two labs of one draw, here and in the MIMIC-III demo."""
_TIMED = """
import re, time
from pathlib import Path
from medgym_patient import simulate
began, stays, labs = time.process_time(), 0, 0
for records in simulate({seed}, {people}):
    stays, labs = stays + len(records.stays.person), labs + len(records.labs.stay)
    del records
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1000
print(stays, labs, time.process_time() - began, peak)
"""


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    lines = [tuple(head), *(tuple(str(cell) for cell in row) for row in rows)]
    lines.insert(1, ("---",) * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def sections(
    wards: Mapping[str, Ward], adults: Mapping[str, Adults], timed: int, seed: int
) -> dict[str, str]:
    """Every section of figures by name."""
    return {
        "marginals": marginals(wards),
        "units": units(wards["teaching"]),
        "variety": variety(wards),
        "correlations": correlations(wards),
        "prediction": prediction(adults),
        "speed": speed(timed, seed),
    }


def marginals(wards: Mapping[str, Ward]) -> str:
    """Both sites beside the databases that they are after."""
    found = {site: measured(ward) for site, ward in wards.items()}
    rows = [
        (name, found["teaching"][name], MIMIC.get(name, "-"), found["community"][name], EICU.get(name, "-"))
        for name in found["teaching"]
    ]
    return table(("adult stays", "teaching", "MIMIC-III", "community", "eICU-CRD"), rows)


def measured(ward: Ward) -> dict[str, str]:
    """The marginals of a site as text."""
    stays = ward.stays
    in_units = stays[stays["intensive_days"] > 0]
    shares = {"men": "male", "died in hospital": "died", "readmitted within 30 days": "soon"}
    support = {"ventilated": "ventilated", "vasopressors": "pressors", "dialysis": "dialysed"}
    return {
        "stays": f"{len(stays):,}",
        "age, years": quartiles(stays["age"]),
        **{name: percent(stays[column].mean()) for name, column in shares.items()},
        "days in intensive care": quartiles(in_units["intensive_days"]),
        "days in hospital": quartiles(stays["hospital_days"]),
        **{name: percent(in_units[column].mean()) for name, column in support.items()},
        "lab results a stay, mean": f"{stays['labs'].mean():.0f}",
        "diagnoses a stay, mean": f"{stays['codes'].mean():.1f}",
    }


def percent(share: float) -> str:
    """A share as text."""
    return f"{100 * share:.1f} %"


def units(ward: Ward) -> str:
    """Shares of units, and of principal diagnoses, at the teaching site."""
    stays = ward.stays
    rows: list[tuple[object, ...]] = [
        (unit, f"{100 * (stays['unit'] == unit).mean():.1f}", share) for unit, share in UNITS.items()
    ]
    common = stays.groupby(["code", "title"]).size().sort_values(ascending=False) / len(stays)
    for (code, title), share in common.head(10).items():
        rows.append((f"{code} {title}", f"{100 * share:.1f}", FIRST.get(code, "-")))
    return table(("unit, or principal diagnosis", "teaching, %", "MIMIC-III, %"), rows)


def variety(wards: Mapping[str, Ward]) -> str:
    """How many different concepts the first batch of a site shows."""
    rows = []
    for site, ward in wards.items():
        records = ward.cohort.records
        rows.append(
            (
                site,
                len(ward.cohort.records.stays.person),
                len({DIAGNOSES.texts("icd9")[row] for row in records.diagnoses.concept}),
                len({PROCEDURES.texts("icd9")[row] for row in records.procedures.concept}),
                len({DRUGS.texts("label")[row] for row in records.orders.drug}),
                len({LABS.names[row] for row in records.labs.lab}),
                len(set(records.cultures.organism.tolist()) - {-1}),
            )
        )
    rows.append(("MIMIC-III demo", 129, 581, 164, 590, 439, 46))
    return table(("", "stays", "diagnoses", "procedures", "drug names", "labs", "organisms"), rows)


def correlations(wards: Mapping[str, Ward]) -> str:
    """Rank correlations of labs that were drawn together."""
    rows = []
    for (one, other), real in PAIRS.items():
        values = [ward.draws[one].corr(ward.draws[other], "spearman") for ward in wards.values()]
        shown = [f"{value:.2f}" for value in (*values, real)]
        rows.append((f"{one.replace('_', ' ')}, {other.replace('_', ' ')}", *shown))
    return table(("labs of one draw", *wards, "MIMIC-III demo"), rows)


def prediction(adults: Mapping[str, Adults]) -> str:
    """Ordinary models at home and away."""
    home, away = adults["teaching"], adults["community"]
    alive = ~home.died
    cases = (
        ("death in hospital, first 24 h", home.features, home.died, "died", "0.80 to 0.90"),
        ("more than 3 days in intensive care, first 24 h", home.features, home.long, "long", "0.65 to 0.80"),
        (
            "readmission within 30 days, at discharge",
            home.leaving[alive],
            home.soon[alive],
            "",
            "0.58 to 0.70",
        ),
    )
    rows = []
    for name, features, outcome, moves, published in cases:
        score, chance = scored(linear(), features, outcome)
        own, other = moved(home, away, moves) if moves else (np.nan, np.nan)
        rows.append(
            (
                f"{name} (of {len(outcome):,})",
                percent(outcome.mean()),
                f"{score:.2f}",
                f"{scored(trees(), features, outcome)[0]:.2f}",
                f"{brier_score_loss(outcome, chance):.3f}",
                f"{100 * abs(chance.mean() - outcome.mean()):.1f}",
                f"{own:.2f} → {other:.2f}" if moves else "-",
                published,
            )
        )
    head = (
        "outcome",
        "share",
        "logistic",
        "trees",
        "Brier",
        "off by, points",
        "community: own → moved",
        "sought",
    )
    return table(head, rows)


def speed(people: int, seed: int) -> str:
    """One process, its highest memory and its time."""
    code = _TIMED.format(seed=seed, people=people)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    stays, labs, seconds, peak = done.stdout.split()
    row = (f"{people:,}", f"{int(stays):,}", f"{int(labs):,}", f"{float(seconds):.0f}", f"{float(peak):.0f}")
    return table(("persons", "stays", "lab results", "seconds of one core", "highest memory, MB"), [row])
