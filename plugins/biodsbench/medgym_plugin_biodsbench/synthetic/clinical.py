"""Patients and samples of an invented study."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from medgym_plugin_biodsbench.synthetic.design import Design

Cells = dict[str, str]
PANELS = ("IMPACT341", "IMPACT410", "IMPACT468", "IMPACT505")


class Patient(NamedTuple):
    """A patient with what the tables do not say directly."""

    id: str
    cells: Cells
    risk: float
    """Log hazard, to which mutations add."""


class Sample(NamedTuple):
    """A sample; ``registered`` is False if the sample table lacks it."""

    id: str
    patient: Patient
    cells: Cells
    mutated: frozenset[str]
    registered: bool = True


def patients(design: Design, study: str, count: int, rng: Random) -> list[Patient]:
    """Patients without their outcomes, which hang on their samples."""
    return [_patient(design, f"SYN-{study}-{number:04d}", rng) for number in range(1, count + 1)]


def _patient(design: Design, name: str, rng: Random) -> Patient:
    age = min(89.0, max(19.0, rng.gauss(62, 11)))
    stage = rng.choices(("Stage I", "Stage II", "Stage III", "Stage IV"), (18, 24, 30, 28))[0]
    ecog = rng.choices(("0", "1", "2", "2-3"), (38, 40, 15, 7))[0]
    arm = rng.choice(("Standard", "Combination "))
    cells = {
        "PATIENT_ID": name,
        "SEX": rng.choices(("Male", "Female"), (56, 44))[0],
        "AGE": f"{age:.1f}" if rng.random() < 0.7 else f"{age:.0f}",
        "RACE": rng.choices(("White", "Black", "Asian", "Unknown", "NA"), (60, 15, 14, 6, 5))[0],
        "STAGE": _or(stage, "[Not Available]", 0.05, rng),
        "ECOG_PS": _or(ecog, "NA", 0.06, rng),
        "SMOKING_STATUS": _or(rng.choice(("Never ", "Former", "Current")), "", 0.08, rng),
        "DIABETES": _or(str(int(rng.random() < 0.25)), "", 0.07, rng),
        "HYPERTENSION": _or(str(int(rng.random() < 0.45)), "NA", 0.05, rng),
        "HEPATITIS_VIRUS": rng.choices(("Positive ", "Negative", "Negative ", ""), (22, 50, 18, 10))[0],
        "ALBUMIN": _or(f"{rng.gauss(3.9, 0.45):.2f}", "", 0.06, rng),
    }
    risk = 0.02 * (age - 62) + 0.35 * int(stage in ("Stage III", "Stage IV")) + 0.25 * int(ecog > "0")
    if design.kind == "lymphoma":
        cells |= _lymphoma(rng)
        risk += 0.25 * (float(cells["IPI"]) - 2) if cells["IPI"].isdigit() else 0.0
    if design.kind == "trial":
        cells |= {
            "TREATMENT_ARM": arm,
            "KARNOFSKY_PERFORMANCE_SCORE": rng.choice(("70", "80", "90", "100", "NA")),
        }
        risk -= 0.5 * (arm == "Combination ")
    if design.kind in ("trial", "metastatic"):
        cells |= _response(-risk, rng)
    return Patient(name, cells, risk)


def _or(value: str, missing: str, share: float, rng: Random) -> str:
    return missing if rng.random() < share else value


def _lymphoma(rng: Random) -> Cells:
    return {
        "IPI": _or(str(rng.choices(range(6), (8, 20, 28, 24, 14, 6))[0]), "NA", 0.08, rng),
        "CELL_OF_ORIGIN": rng.choices(("GCB", "ABC", "Unclassified", "NA"), (44, 36, 12, 8))[0],
        "LDH_RATIO": _or(f"{rng.lognormvariate(0.2, 0.5):.2f}", "", 0.1, rng),
        "EXTRANODAL_SITES": str(rng.choices(range(5), (35, 30, 20, 10, 5))[0]),
    }


def _response(benefit: float, rng: Random) -> Cells:
    if rng.random() < 0.1:
        return {"TREATMENT_BEST_RESPONSE": "Not evaluable", "BEST_RESPONSE_PERCENTAGE": "NA"}
    change = max(-100.0, min(60.0, rng.gauss(-14 - 22 * benefit, 36)))
    answer = "Stable Disease"
    if change <= -30:
        answer = "Complete Response" if change <= -92 else "Partial Response"
    elif change >= 20:
        answer = "Progressive Disease"
    return {
        "TREATMENT_BEST_RESPONSE": answer,
        "BEST_RESPONSE_PERCENTAGE": _or(f"{change:.1f}", "", 0.05, rng),
    }


def outcome(design: Design, patient: Patient, mutated: frozenset[str], rng: Random) -> Cells:
    """Months and status of each endpoint; some patients have neither, some one of the two."""
    risk = patient.risk + 0.45 * ("TP53" in mutated) - 0.5 * bool(mutated & {"IDH1", "EZH2"})
    unseen = rng.random() < 0.06
    cells: Cells = {}
    for at, (prefix, censored, event) in enumerate(design.survival):
        months = rng.expovariate(1) * (42, 19)[at] * 2.718 ** (-risk)
        end = rng.uniform(3, 84)
        status = event if months <= end else censored
        cells[f"{prefix}_MONTHS"] = "NA" if unseen else f"{max(0.1, min(months, end)):.1f}"
        cells[f"{prefix}_STATUS"] = "NA" if unseen or rng.random() < 0.03 else status
    return cells


def samples(design: Design, patient: Patient, rng: Random) -> list[Sample]:
    """One or more samples of a patient."""
    count = 1 + (rng.random() < design.repeat) + (rng.random() < design.repeat / 4)
    kind = rng.choice(design.types)
    chosen = []
    for number in range(1, count + 1):
        mutated = frozenset(gene for gene, share in design.genes.items() if rng.random() < share)
        chosen.append(_sample(design, patient, number, kind, mutated, rng))
    return chosen


def _sample(
    design: Design, patient: Patient, number: int, kind: tuple[str, str], mutated: frozenset[str], rng: Random
) -> Sample:
    name = f"{patient.id}-T{number:02d}"
    unstable = rng.random() < 0.08
    met = 0.55 if design.kind == "metastatic" else 0.25
    cells = {
        "SAMPLE_ID": name,
        "PATIENT_ID": patient.id,
        "CANCER_TYPE": "Non-Hodgkin Lymphoma" if design.kind == "lymphoma" else "Invented Carcinoma",
        "CANCER_TYPE_DETAILED": kind[0],
        "ONCOTREE_CODE": kind[1],
        "SAMPLE_TYPE": "Metastasis"
        if rng.random() < met
        else rng.choice(("Primary", "Primary", "Recurrence")),
        "SAMPLE_CLASS": "Tumor",
        "GENE_PANEL": rng.choices(PANELS, (10, 25, 45, 20))[0],
        "SOMATIC_STATUS": rng.choices(("Matched", "Unmatched"), (90, 10))[0],
        "TUMOR_PURITY": _or(str(10 * rng.randint(1, 9)), "", 0.06, rng),
        "SAMPLE_COVERAGE": str(rng.randint(180, 1150)),
        "MSI_SCORE": f"{rng.uniform(11, 40) if unstable else rng.uniform(0, 3):.2f}",
        "MSI_TYPE": "Instable" if unstable else rng.choices(("Stable", "Do not report", "NA"), (88, 7, 5))[0],
        "TMB_NONSYNONYMOUS": f"{0.8647 * (len(mutated) + rng.randint(0, 4) + 20 * unstable):.4f}",
    }
    return Sample(name, patient, cells, mutated)
