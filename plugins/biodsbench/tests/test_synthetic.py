import re

import pytest

from medgym_core import DataError
from medgym_plugin_biodsbench import loader, study
from medgym_plugin_biodsbench.second import cohort, statistics
from medgym_plugin_biodsbench.templates.held_out import NOVEL_STUDIES

REF = "Composite.Element.REF"


@pytest.fixture
def tables(converted):
    return {kind: study.load(folder).tables for kind, folder in converted.items()}


def raw_cells(folder, stem, column):
    (path,) = folder.glob(f"{stem}.*")
    header, *rows = [row for _, row in study.lines(path)]
    return [row[header.index(column)] for row in rows]


def test_there_are_five_kinds_of_study_and_three_held_out_with_different_tables(tables):
    assert set(tables) - NOVEL_STUDIES.keys() == {"panel", "exome", "lymphoma", "trial", "metastatic"}
    assert len(tables) == 8
    assert len({frozenset(found) for found in tables.values()}) == 8


def test_statuses_have_codes_and_are_missing_where_months_are(tables):
    for found in tables.values():
        for prefix in ("OS", "RFS", "PFS", "EFS"):
            if f"{prefix}_STATUS" in found["patient"][0]:
                known = {row[f"{prefix}_STATUS"] for row in found["patient"]} - {None}
                assert {status[:2] for status in known} == {"0:", "1:"}
    for prefix in ("OS", "RFS", "PFS", "EFS"):
        rows = [row for found in tables.values() for row in found["patient"] if f"{prefix}_MONTHS" in row]
        assert any(row[f"{prefix}_MONTHS"] is None for row in rows)


def test_patients_have_several_samples_and_samples_no_patient_or_no_row(tables):
    found = tables["metastatic"]
    samples = {row["SAMPLE_ID"]: row["PATIENT_ID"] for row in found["sample"]}
    assert len(set(samples.values())) < len(samples)
    assert set(samples.values()) - {row["PATIENT_ID"] for row in found["patient"]}
    assert {row["Tumor_Sample_Barcode"] for row in found["mutations"]} - set(samples)


def test_copy_numbers_have_genes_of_no_panel_a_repeated_gene_and_floats(tables, raw):
    genes = [row["Hugo_Symbol"] for row in tables["exome"]["cna"]]
    assert len(genes) == len(set(genes)) + 1
    assert set(genes) - {row["Hugo_Symbol"] for row in tables["exome"]["mutations"]}
    lines = next(raw.glob("exome_*/data_cna.csv")).read_text().split("\n")
    assert {cell for cell in lines[1].split(",")[1:] if cell != "NA"} <= {"-2.0", "-1.0", "0.0", "1.0", "2.0"}


def test_cells_have_trailing_blanks_and_numbers_that_are_none(raw):
    folder = next(raw.glob("trial_*"))
    assert "Combination " in raw_cells(folder, "data_clinical_patient", "TREATMENT_ARM")
    assert "Negative " in raw_cells(folder, "data_clinical_patient", "HEPATITIS_VIRUS")
    ecog = {cell for path in raw.iterdir() for cell in raw_cells(path, "data_clinical_patient", "ECOG_PS")}
    assert {"0", "2-3", "NA"} <= ecog


def test_silent_mutations_are_there(tables):
    for found in tables.values():
        assert "Silent" in {row["Variant_Classification"] for row in found["mutations"]}


def test_every_patient_is_plainly_invented(tables):
    for found in tables.values():
        assert all(re.fullmatch(r"SYN-S0N\d+-\d{4}", row["PATIENT_ID"]) for row in found["patient"])


def test_a_study_hangs_on_the_seed_alone(tmp_path, raw):
    loader.synthesise(tmp_path / "a", 0, 60, lambda *_: None)
    loader.synthesise(tmp_path / "b", 1, 60, lambda *_: None)
    same = {path.relative_to(raw): path.read_bytes() for path in raw.rglob("*.*")}
    assert {
        path.relative_to(tmp_path / "a"): path.read_bytes() for path in (tmp_path / "a").rglob("*.*")
    } == same
    assert not {path.name for path in (tmp_path / "b").iterdir()} & {path.name for path in raw.iterdir()}


def test_too_few_patients_are_refused(tmp_path):
    with pytest.raises(DataError, match="too few"):
        loader.synthesise(tmp_path, 0, 39, lambda *_: None)


def test_phosphorylation_follows_the_protein(tables):
    rows = [row | {"Hugo_Symbol": row[REF]} for row in tables["proteome"]["rppa"]]
    levels = cohort.matrix(study.Study("s", {"rppa": rows}), "rppa", rows[0].keys() - {REF, "Hugo_Symbol"})
    one, other = levels["EGFR|EGFR"], levels["EGFR|EGFR_pY1068"]
    both = sorted(one.keys() & other.keys())
    assert statistics.pearson([one[sample] for sample in both], [other[sample] for sample in both]) > 0.3


def test_samples_with_idh1_mutated_are_methylated_widely(tables):
    found = study.Study("s", tables["methylome"])
    kept = cohort.samples(found, None)
    mutated = cohort.mutated_samples(found, kept)["IDH1"]
    rows = cohort.matrix(found, "methylation", kept).values()
    means = {sample: statistics.mean([row[sample] for row in rows if sample in row]) for sample in kept}
    wide = statistics.mean([means[sample] for sample in kept if sample in mutated])
    assert wide > 0.1 + statistics.mean([means[sample] for sample in kept if sample not in mutated])


def test_markers_are_measured_before_and_after_day_0_and_some_are_no_number(tables):
    rows = tables["monitoring"]["lab_test"]
    assert {row["TEST"] for row in rows} == {"CEA", "CA19-9", "LDH"}
    assert {study.number(row["START_DATE"]) > 0 for row in rows} == {True, False}
    assert any(study.number(row["RESULT"]) is None for row in rows)
