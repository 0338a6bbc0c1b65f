"""An invented study as files: matrices, timelines, and the layout of each table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from medgym_plugin_biodsbench.study import TABLES
from medgym_plugin_biodsbench.synthetic import alteration, clinical, measurement
from medgym_plugin_biodsbench.synthetic.clinical import Cells, Patient, Sample
from medgym_plugin_biodsbench.synthetic.design import Design

AGENTS = ("Cisplatin", "Gemcitabine", "Paclitaxel", "Trastuzumab ", "Pembrolizumab", "Capecitabine")


def write_study(folder: Path, design: Design, name: str, count: int) -> None:
    """Write the study called ``name``, whose name alone decides what it holds."""
    rng = Random(f"biodsbench/{name}/{count}")
    folder.mkdir(parents=True)
    patients = clinical.patients(design, name.rpartition("_")[2].upper(), count, rng)
    samples = [sample for patient in patients for sample in clinical.samples(design, patient, rng)]
    mutated: dict[str, frozenset[str]] = {}
    for sample in samples:
        mutated[sample.patient.id] = mutated.get(sample.patient.id, frozenset()) | sample.mutated
    rows = [one.cells | clinical.outcome(design, one, mutated[one.id], rng) for one in patients]
    # Two samples were sequenced and never registered, and one registered sample has no patient row.
    stray = [
        sample._replace(id=f"{sample.patient.id}-T{number:02d}", registered=False)
        for number, sample in enumerate(samples[3:5], 8)
    ]
    sequenced = samples + stray
    _meta(folder, design, name)
    _write(folder, design, "patient", rows[:-1], described=True)
    _write(folder, design, "sample", [sample.cells for sample in samples], described=True)
    maf = [row for sample in sequenced for row in alteration.mutations(design, sample, rng)]
    _write(folder, design, "mutations", maf)
    _genomics(folder, design, sequenced, maf, rng)
    if "treatment" in design.tables:
        _timelines(folder, design, patients, rng)
    if "lab_test" in design.tables:
        _write(folder, design, "lab_test", measurement.laboratory(patients, rng))


def _genomics(folder: Path, design: Design, samples: list[Sample], maf: list[Cells], rng: Random) -> None:
    calls = alteration.copy_numbers(design, samples, rng)
    # Copy numbers are published as floats about as often as not.
    text = (lambda call: f"{call}.0") if design.csv else str
    _write(folder, design, "cna", _matrix(samples, calls, text))
    if "log2_cna" in design.tables:
        _write(
            folder,
            design,
            "log2_cna",
            _matrix(samples, calls, lambda call: f"{rng.gauss(0.45 * call, 0.2):.3f}"),
        )
    if "expression" in design.tables:
        _write(folder, design, "expression", _expression(design, samples, calls, rng))
    if "sv" in design.tables:
        _write(folder, design, "sv", alteration.structural_variants(design, samples, rng))
    if "rppa" in design.tables:
        _write(folder, design, "rppa", measurement.proteins(samples, calls, rng))
    if "methylation" in design.tables:
        _write(folder, design, "methylation", measurement.methylation(design, samples, rng))
    if "panel" in design.tables:
        _write(folder, design, "panel", [_profiled(sample, rng) for sample in samples])
    if "mutsig" in design.tables:
        _write(folder, design, "mutsig", _mutsig(maf, rng))


def _matrix(samples: Sequence[Sample], calls: dict[str, list[int | None]], text: object) -> list[Cells]:
    assert callable(text)
    rows = []
    for gene, row in calls.items():
        cells = {
            sample.id: "NA" if call is None else text(call) for sample, call in zip(samples, row, strict=True)
        }
        rows.append({"Hugo_Symbol": gene, **cells})
    first = rows[0]
    return [*rows, first | {sample.id: text(1) for sample in samples}]


def _expression(
    design: Design, samples: list[Sample], calls: dict[str, list[int | None]], rng: Random
) -> list[Cells]:
    """Values of 40 genes: they follow copy number, and drop or rise where the gene is mutated."""
    rows = []
    for gene in sorted(design.genes) + sorted(set(calls) - set(design.genes))[:20]:
        base, slope, shift = rng.uniform(4, 9), rng.uniform(0, 0.5), rng.choice((-0.9, -0.4, 0.0, 0.5))
        cells = {"Hugo_Symbol": gene}
        for sample, call in zip(samples, calls[gene], strict=True):
            level = base + slope * (call or 0) + shift * (gene in sample.mutated) + rng.gauss(0, 0.6)
            cells[sample.id] = f"{2**level:.2f}"
        rows.append(cells)
    return rows


def _profiled(sample: Sample, rng: Random) -> Cells:
    panel = sample.cells["GENE_PANEL"]
    return {
        "SAMPLE_ID": sample.id,
        "mutations": panel if sample.mutated or rng.random() < 0.6 else "NA",
        "cna": panel if rng.random() < 0.93 else "NA",
        "structural_variants": panel if rng.random() < 0.9 else "NA",
    }


def _mutsig(maf: list[Cells], rng: Random) -> list[Cells]:
    counts: dict[str, int] = {}
    for row in maf:
        counts[row["Hugo_Symbol"]] = counts.get(row["Hugo_Symbol"], 0) + 1
    rows = []
    for rank, gene in enumerate(sorted(counts, key=lambda gene: (-counts[gene], gene)), 1):
        p = min(1.0, 10 ** (-9 + 0.25 * rank + rng.gauss(0, 0.8)))
        q = min(1.0, p * len(counts) / rank)
        rows.append(
            {
                "rank": str(rank),
                "gene": gene,
                "N": "1.1e3",
                "n": str(counts[gene]),
                "p": f"{p:.3e}",
                "q": f"{q:.3e}",
            }
        )
    return rows


def _timelines(folder: Path, design: Design, patients: list[Patient], rng: Random) -> None:
    courses, states = [], []
    for patient in patients:
        if rng.random() < 0.2:
            continue
        start = rng.randint(-20, 60)
        for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
            stop = start + rng.randint(14, 240)
            agent = rng.choice(AGENTS)
            courses.append(_course(patient, start, stop, agent, rng))
            start = stop + rng.randint(-30, 90)
        for at, state in enumerate(("Diagnosis", "Stable", "Progression")[: rng.choice((2, 3, 3))]):
            day = (0, 60, rng.randint(90, 900))[at] + rng.randint(0, 30)
            states.append(_event(patient, "STATUS", day, "") | {"STATUS": state})
    rng.shuffle(courses)
    _write(folder, design, "treatment", courses)
    _write(folder, design, "status", states)


def _event(patient: Patient, kind: str, start: int, stop: str) -> Cells:
    return {"PATIENT_ID": patient.id, "START_DATE": str(start), "STOP_DATE": stop, "EVENT_TYPE": kind}


def _course(patient: Patient, start: int, stop: int, agent: str, rng: Random) -> Cells:
    ended = str(stop) if rng.random() < 0.93 else ""
    kind = rng.choice(("Medical Therapy", "Chemotherapy"))
    return _event(patient, "Treatment", start, ended) | {"TREATMENT_TYPE": kind, "AGENT": agent}


def _meta(folder: Path, design: Design, name: str) -> None:
    lines = {
        "type_of_cancer": "mixed",
        "cancer_study_identifier": name,
        "name": f"Invented {design.title} ({name})",
        "description": "No patient of this study exists.",
    }
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    (folder / "meta_study.txt").write_text(text, encoding="utf-8")


def _write(folder: Path, design: Design, table: str, rows: list[Cells], described: bool = False) -> None:
    mark, suffix = (",", "csv") if design.csv else ("\t", "txt")
    columns = list(rows[0])
    lines = [mark.join(columns), *(mark.join(_cell(row[column], mark) for column in columns) for row in rows)]
    if described and not design.csv:
        words = "\t".join(column.replace("_", " ").title() for column in columns)
        kinds = "\t".join("NUMBER" if column == "AGE" else "STRING" for column in columns)
        lines = [f"#{words}", f"#{words}", f"#{kinds}", "#" + "\t".join("1" for _ in columns), *lines]
    path = folder / f"{TABLES[table].stems[0]}.{suffix}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _cell(cell: str, mark: str) -> str:
    return f'"{cell}"' if mark in cell else cell
