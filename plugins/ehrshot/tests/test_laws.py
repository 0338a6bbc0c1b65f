"""Clinical laws on the invented files, as anybody reads them: each with its direction and size."""

import csv

import numpy as np
import pandas as pd
import pytest

from medgym_plugin_ehrshot.event import FILE
from medgym_plugin_ehrshot.ontology import ANCESTOR, CONCEPT, FOLDER
from medgym_plugin_ehrshot.synthetic import release, synthesise

PATIENTS = 500
SODIUM, POTASSIUM, CHLORIDE, BICARBONATE, GAP = (
    *("LOINC/2951-2", "LOINC/2823-3", "LOINC/2075-0"),
    *("LOINC/1963-8", "LOINC/10466-1"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("laws")
    synthesise(out, 7, PATIENTS, lambda *_: None)
    return out


@pytest.fixture(scope="module")
def above(folder):
    """Code to all that stands above it, itself included."""
    concepts = pd.read_csv(folder / FOLDER / CONCEPT, sep="\t", dtype=str, quoting=csv.QUOTE_NONE)
    codes = dict(zip(concepts.concept_id, concepts.vocabulary_id + "/" + concepts.concept_code, strict=True))
    pairs = pd.read_csv(folder / FOLDER / ANCESTOR, sep="\t", dtype=str)
    found = {code: set() for code in codes.values()}
    for one, other in zip(pairs.ancestor_concept_id, pairs.descendant_concept_id, strict=True):
        found[codes[other]].add(codes[one])
    return found


@pytest.fixture(scope="module")
def events(folder, above):
    """All events; ``test`` is the test of a result without its flag, ``number`` its value."""
    found = pd.read_csv(folder / FILE, dtype={"value": str, "unit": str}, parse_dates=["start", "end"])
    plain = {code: next(iter(names & TESTS), code) for code, names in above.items()}
    found["test"] = found.code.map(plain)
    found["number"] = pd.to_numeric(found.value, errors="coerce")
    return found


TESTS = {SODIUM, POTASSIUM, CHLORIDE, BICARBONATE, GAP, "LOINC/2160-0", "LOINC/4548-4", "LOINC/718-7"} | {
    *("LOINC/4544-3", "LOINC/789-8", "LOINC/787-2", "LOINC/777-3", "LOINC/3094-0"),
}


@pytest.fixture(scope="module")
def draws(events):
    """One row a draw of blood, one column a test, as far as written in the usual unit."""
    usual = events[events.unit.isin(["mmol/L", "mEq/L", "g/dL", "%", "mg/dL", "K/uL", "m/uL", "fL"])]
    usual = usual[(usual.test != "LOINC/718-7") | (usual.unit == "g/dL")]
    return usual.pivot_table(index=["patient_id", "start"], columns="test", values="number", aggfunc="first")


def with_code(events, above, code):
    """Patients who have a code, or one below it."""
    names = [one for one, ancestors in above.items() if code in ancestors]
    return set(events[events.code.isin(names)].patient_id)


def test_the_anion_gap_is_what_its_parts_say(draws):
    whole = draws[[SODIUM, POTASSIUM, CHLORIDE, BICARBONATE, GAP]].dropna()
    off = whole[SODIUM] + whole[POTASSIUM] - whole[CHLORIDE] - whole[BICARBONATE] - whole[GAP]
    assert len(whole) > 300
    assert off.abs().max() <= 1


def test_hematocrit_is_red_cells_times_their_volume(draws):
    whole = draws[["LOINC/4544-3", "LOINC/789-8", "LOINC/787-2"]].dropna()
    made = whole["LOINC/789-8"] * whole["LOINC/787-2"] / 10
    assert len(whole) > 300
    assert (made - whole["LOINC/4544-3"]).abs().max() < 1


def test_hemoglobin_and_hematocrit_go_together(draws):
    whole = draws[["LOINC/718-7", "LOINC/4544-3"]].dropna()
    assert whole.corr(method="spearman").iloc[0, 1] > 0.9


def test_electrolytes_are_drawn_as_a_panel(events):
    drawn = events[events.test.isin([SODIUM, POTASSIUM, CHLORIDE, BICARBONATE])]
    tests = drawn.groupby(["patient_id", "start"]).test.nunique()
    assert (tests == 4).mean() > 0.97


def test_creatinine_is_higher_with_kidney_disease(events, above, draws):
    ill = with_code(events, above, "SNOMED/SYN-chronic-kidney-disease")
    level = draws["LOINC/2160-0"].dropna()
    has = level.index.get_level_values("patient_id").isin(ill)
    assert level[has].median() > 1.3 * level[~has].median()


def test_a1c_is_measured_in_diabetes_and_higher(events, above, draws):
    ill = with_code(events, above, "SNOMED/SYN-finding-group-250")
    level = draws["LOINC/4548-4"].dropna()
    has = level.index.get_level_values("patient_id").isin(ill)
    assert has.mean() > 0.6
    assert level[has].median() > level[~has].median() + 1


def test_insulin_is_for_diabetes(events, above):
    ill = with_code(events, above, "SNOMED/SYN-finding-group-250")
    treated = with_code(events, above, "RxNorm/SYN-insulin-glargine")
    assert len(treated) > 20
    assert len(treated & ill) > 0.95 * len(treated)


@pytest.mark.parametrize(
    ("drug", "disease"),
    [
        ("RxNorm/SYN-levothyroxine", "SNOMED/SYN-hypothyroidism"),
        ("RxNorm/SYN-tamsulosin", "SNOMED/SYN-prostatic-hyperplasia"),
    ],
)
def test_who_takes_a_drug_has_its_disease(events, above, drug, disease):
    treated, ill = (with_code(events, above, code) for code in (drug, disease))
    assert len(treated) > 10
    assert len(treated & ill) > 0.85 * len(treated)


def test_diseases_of_a_sex_are_of_that_sex(events, above):
    women = with_code(events, above, "Gender/F")
    men = with_code(events, above, "Gender/M")
    assert not women & men
    for code, others in (
        ("SNOMED/SYN-prostatic-hyperplasia", women),
        ("SNOMED/SYN-prostate-cancer", women),
        ("SNOMED/SYN-ovarian-cancer", men),
        ("SNOMED/SYN-breast-cancer", men),
    ):
        ill = with_code(events, above, code)
        assert ill
        assert not ill & others


def test_nothing_happens_before_birth_or_after_death(events):
    born = events[events.code == "SNOMED/3950001"].groupby("patient_id").start.min()
    died = events[events.omop_table == "death"].set_index("patient_id").start
    assert (events.start >= events.patient_id.map(born)).all()
    later = events.start - events.patient_id.map(died)
    recorded = events[(later > pd.Timedelta(days=3)).fillna(False)]
    assert recorded.empty


def test_stays_of_a_patient_do_not_overlap_and_visits_lie_between_them(events):
    stays = events[events.code == "Visit/IP"].sort_values(["patient_id", "start"])
    before = stays.groupby("patient_id").end.shift()
    assert (stays.start > before)[before.notna()].all()
    visits = events[events.code == "Visit/OP"].merge(stays, on="patient_id", suffixes=("", "_stay"))
    assert not ((visits.start > visits.start_stay) & (visits.start < visits.end_stay)).any()


def test_those_in_intensive_care_stay_longer_and_die_more_often(events):
    stays = events[events.code == "Visit/IP"].set_index("visit_id")
    unit = events[(events.omop_table == "visit_detail") & ~events.code.str.contains("SYN-ward")]
    intensive = stays.index.isin(unit.visit_id)
    length = (stays.end - stays.start).dt.total_seconds()
    assert 0.05 < intensive.mean() < 0.35
    assert length[intensive].median() > 1.2 * length[~intensive].median()
    died = events[events.omop_table == "death"].set_index("patient_id").start
    dead = (stays.patient_id.map(died) - stays.end).abs() < pd.Timedelta(hours=1)
    assert dead[intensive].mean() > 3 * dead[~intensive].mean()


def test_flags_say_what_the_range_says(events):
    low = events[events.code == "LOINC/SYN-sodium-low"].number.dropna()
    plain = events[events.code == SODIUM].number.dropna()
    assert len(low) > 30
    assert low.max() < 133
    assert plain.between(133, 145).mean() > 0.75


def test_there_are_thousands_of_codes_in_a_hierarchy(above, events):
    depth = [len(names) for names in above.values()]
    assert len(above) > 5000
    assert events.code.nunique() > 2000
    assert max(depth) >= 5
    assert set(events.code) <= set(above)


def test_every_code_that_is_not_a_published_one_says_that_it_is_invented(events):
    known = ("SNOMED/", "RxNorm/", "ATC/", "CPT4/")
    real = {"SNOMED/3950001", "SNOMED/59621000", "SNOMED/55822004", "SNOMED/372003004", "CPT4/71046"} | {
        *("SNOMED/396331005", "SNOMED/55464009", "SNOMED/57054005"),
    }
    others = [code for code in events.code.unique() if code.startswith(known) and code not in real]
    assert others
    assert all("/SYN-" in code for code in others)


@pytest.mark.slow
def test_files_do_not_depend_on_how_many_are_simulated_at_once(tmp_path, monkeypatch):
    written = []
    for batch in (40, 15):
        monkeypatch.setattr(release, "BATCH", batch)
        out = tmp_path / str(batch)
        out.mkdir()
        synthesise(out, 3, 40, lambda *_: None)
        written.append((out / FILE).read_bytes())
    assert written[0] == written[1]


def test_pressure_is_written_as_two_numbers_of_one_time(events):
    whole = events[events.code.isin(["LOINC/8480-6", "LOINC/8462-4"])].pivot_table(
        index=["patient_id", "start"], columns="code", values="number", aggfunc="first"
    )
    assert whole.notna().all().all()
    width = whole["LOINC/8480-6"] - whole["LOINC/8462-4"]
    assert (width > 5).all()
    assert np.median(width) == pytest.approx(52, abs=12)
