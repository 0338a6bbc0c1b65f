import re

import pytest

from medgym_core import DataError
from medgym_plugin_biodsbench import loader, study


@pytest.fixture
def tables(converted):
    return {kind: study.load(folder).tables for kind, folder in converted.items()}


def raw_cells(folder, stem, column):
    (path,) = folder.glob(f"{stem}.*")
    header, *rows = [row for _, row in study.lines(path)]
    return [row[header.index(column)] for row in rows]


def test_there_are_five_kinds_of_study_with_different_tables(tables):
    assert set(tables) == {"panel", "exome", "lymphoma", "trial", "metastatic"}
    assert len({frozenset(found) for found in tables.values()}) == 5


def test_statuses_have_codes_and_are_missing_where_months_are(tables):
    for found in tables.values():
        for prefix in ("OS", "RFS", "PFS", "EFS"):
            if f"{prefix}_STATUS" in found["patient"][0]:
                known = {row[f"{prefix}_STATUS"] for row in found["patient"]} - {None}
                assert {status[:2] for status in known} == {"0:", "1:"}
                assert any(row[f"{prefix}_MONTHS"] is None for row in found["patient"])


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
