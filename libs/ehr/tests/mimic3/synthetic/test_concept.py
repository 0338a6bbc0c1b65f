import numpy as np
import pytest

from medgym_ehr.mimic3.synthetic.vocabulary import alternatives, companions, terms
from medgym_ehr.synthetic.luck import Luck
from medgym_patient.concept import table
from medgym_patient.key import start

TARGETS = {
    "diagnosis": (("diagnosis", "code"), ("newborn", "code")),
    "procedure": (("procedure", "code"),),
    "procedure_of_diagnosis": (("procedure", "code"),),
    "drug": (("drug", "name"),),
    "lab": (("lab", "itemid"),),
    "organism": (("organism", "label"),),
    "specimen": (("specimen", "label"),),
    "antibiotic": (("antibiotic", "label"),),
    "intake": (("intake", "label"),),
    "output": (("output", "label"),),
}


@pytest.mark.parametrize("name", TARGETS)
def test_every_term_is_in_the_vocabulary(name):
    known = {text for file, column in TARGETS[name] for text in terms(file).columns[column]}
    for prefix in ("as", "also"):
        try:
            assert set(terms(f"{prefix}_{name}").columns["term"]) <= known
        except FileNotFoundError:
            continue


@pytest.mark.parametrize("kind", ["diagnosis", "procedure"])
def test_codes_of_concepts_are_in_the_dictionary(kind):
    known = {text for file, column in TARGETS[kind] for text in terms(file).columns[column]}
    assert set(table(kind).texts("icd9")) <= known


def test_an_alternative_is_picked_by_its_weight():
    concept = np.full(20_000, table("drug").index["aspirin"])
    picked = alternatives("drug", "drug").pick(concept, np.linspace(0, 1, 20_000, endpoint=False))
    names = np.array(terms("as_drug").columns["term"])[picked]
    assert (names == "Aspirin").mean() == pytest.approx(0.8, abs=0.001)
    assert set(names) == {"Aspirin", "Aspirin EC"}


def test_a_concept_without_alternatives_has_none():
    concept = np.array([table("drug").index["red_cells"]])
    assert alternatives("drug", "drug").pick(concept, np.array([0.5])) == [-1]


def test_companions_are_drawn_by_their_share():
    concept = np.full(10_000, table("diagnosis").index["hip_fracture"])
    owner, row = companions("diagnosis", "diagnosis").draw(concept, Luck(start(0, 0, 10_000)))
    codes = np.array(terms("also_diagnosis").columns["term"])[row]
    assert (codes == "V1588").mean() * len(codes) / 10_000 == pytest.approx(0.2, abs=0.02)
    assert (np.diff(owner) >= 0).all()
