import csv
import re
from importlib import resources

import pytest

from medgym_ehr.mimic3.synthetic.vocabulary import terms, traits

LEAST = {"diagnosis": 300, "procedure": 150, "drug": 200, "lab": 110, "intake": 70, "output": 45}
LEAST |= {"vital": 9, "charted": 20, "unlinked": 10, "specimen": 30, "organism": 30, "antibiotic": 20}
NAMES = {"diagnosis": "short", "procedure": "short", "drug": "name", "intake": "label", "output": "label"}
NAMES |= {"specimen": "label", "organism": "label"}
CODES = [(name, "code") for name in ("diagnosis", "newborn", "procedure")]
CODES += [(name, "itemid") for name in ("lab", "finding", "intake", "output", "vital", "charted", "unlinked")]


@pytest.mark.parametrize("name", LEAST)
def test_there_are_enough_terms(name):
    assert len(terms(name)) >= LEAST[name]


@pytest.mark.parametrize(("name", "column"), [*CODES, *NAMES.items()])
def test_terms_are_told_apart_by_more_than_case_and_blanks(name, column):
    texts = [text.strip().lower() for text in terms(name).columns[column]]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(("name", "column"), NAMES.items())
def test_names_can_be_quoted(name, column):
    assert not [text for text in terms(name).columns[column] if re.search(r"[\"'\n`]", text)]


def test_complaints_are_free_text():
    texts = terms("as_complaint").columns["term"]
    for awkward in (";", "\\", "/", '"', "'"):
        assert any(awkward in text for text in texts)


def test_files_are_as_wide_as_their_headers():
    folder = resources.files("medgym_ehr.mimic3.synthetic.vocabulary")
    for path in (path for path in folder.iterdir() if path.name.endswith(".csv")):
        widths = {len(row) for row in csv.reader(path.read_text("utf-8").splitlines())}
        assert len(widths) == 1, path.name


@pytest.mark.parametrize("names", [("diagnosis", "newborn"), ("procedure",)])
def test_titles_are_short_and_long_and_unique(names):
    short = [title for name in names for title in terms(name).columns["short"]]
    codes = [code for name in names for code in terms(name).columns["code"]]
    long = [title for name in names for title in terms(name).columns["long"]]
    assert max(map(len, short)) <= 24
    assert len({title.lower() for title in short}) == len(short) == len(set(codes))
    assert all(3 <= len(title) <= 255 and "'" not in title for title in long)


def test_codes_look_like_icd9_and_some_begin_with_zero():
    diagnoses, procedures = terms("diagnosis").columns["code"], terms("procedure").columns["code"]
    assert all(re.fullmatch(r"\d{3,5}|V\d{2,4}|E\d{3,4}", code) for code in diagnoses)
    assert all(re.fullmatch(r"\d{3,4}", code) for code in procedures)
    assert {"0389", "0048"} < set(diagnoses)
    assert {"0066", "0331"} < set(procedures)


def test_some_procedures_collide_without_their_zeros():
    codes = terms("procedure").columns["code"]
    assert len({int(code) for code in codes}) < len(codes)


def test_some_labels_are_measured_in_two_fluids_and_units():
    lab = terms("lab").columns
    rows = list(zip(lab["label"], lab["fluid"], lab["unit"], strict=True))
    twice = [
        label for label in {row[0] for row in rows} if len({row[1:] for row in rows if row[0] == label}) > 1
    ]
    assert len(twice) >= 2


def test_the_nine_vital_signs_are_those_that_builds_keep():
    assert set(terms("vital").columns["itemid"]) == set(
        ["51", "52", "211", "618", "677", "762", "834", "920", "8368"]
    )


def test_no_item_has_two_meanings():
    names = ("vital", "charted", "intake", "output", "unlinked", "specimen", "organism", "antibiotic")
    ids = [item for name in names for item in terms(name).columns["itemid"]]
    assert len(set(ids)) == len(ids)


def test_every_drug_has_doses_and_two_units():
    drug = terms("drug").columns
    assert all(re.fullmatch(r"[\d.,-]+(;[\d.,-]+)*", doses) for doses in drug["doses"])
    assert sum(bool(re.search(r"(^|;)[\d,]+(;|$)", doses)) for doses in drug["doses"]) > 0.95 * len(
        drug["doses"]
    )
    assert all(
        one.lower() != other.lower() for one, other in zip(drug["unit"], drug["other_unit"], strict=True)
    )
    assert set(drug["type"]) == {"MAIN", "BASE", "ADDITIVE"}
    assert len({route for routes in drug["routes"] for route in routes.split(";")}) >= 22


def written(trait):
    return {text for weights in trait.values() for text in weights}


def test_people_and_hospital_are_varied():
    person, hospital = traits("person"), traits("hospital")
    assert len(written(person["ethnicity"])) >= 20
    assert len(written(person["language"])) >= 15
    assert len(written(hospital["discharge_location"])) >= 12
    wards = {ward for unit in hospital["careunit_wards"].values() for ward in unit} | set(hospital["wards"])
    assert len(wards) >= 20


def test_alternatives_are_those_of_the_term():
    routes = terms("drug").choices("routes")
    for start, count, texts in zip(
        routes.starts, routes.counts, terms("drug").columns["routes"], strict=True
    ):
        assert ";".join(routes.texts[start : start + count]) == texts
