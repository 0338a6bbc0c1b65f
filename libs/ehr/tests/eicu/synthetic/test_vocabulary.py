import numpy as np
import pytest

from medgym_ehr.eicu.synthetic.diagnosis import general
from medgym_ehr.eicu.synthetic.hospital import UNIT_TYPES
from medgym_ehr.eicu.synthetic.vocabulary import terms, traits
from medgym_patient import ALLERGENS, ANTIBIOTICS, DESTINATIONS, DIAGNOSES, DRUGS, LABS, REASONS, SPECIMENS
from medgym_patient.concept import table
from medgym_patient.person import ETHNICITIES

TREATMENTS = [f"also_treatment_of_{name}" for name in ("drug", "procedure", "diagnosis", "stay")]
CONCEPTS = {
    "as_diagnosis": DIAGNOSES.names,
    "also_diagnosis": DIAGNOSES.names,
    "as_drug": DRUGS.names,
    "as_lab": LABS.names,
    "as_complaint": REASONS.names,
    "as_organism": table("organism").names,
    "as_specimen": SPECIMENS,
    "as_antibiotic": ANTIBIOTICS,
    "as_allergy": tuple(ALLERGENS),
    "as_intake": DRUGS.names,
    "also_output": table("procedure").names,
    "also_treatment_of_drug": DRUGS.names,
    "also_treatment_of_procedure": table("procedure").names,
    "also_treatment_of_diagnosis": DIAGNOSES.names,
}
WHOLE = ("as_organism", "as_specimen", "as_antibiotic", "as_allergy")


@pytest.mark.parametrize("name", CONCEPTS)
def test_concepts_are_the_patient_models(name):
    assert set(terms(name).columns["concept"]) <= set(CONCEPTS[name])


@pytest.mark.parametrize("name", WHOLE)
def test_every_concept_has_a_name(name):
    assert set(terms(name).columns["concept"]) == set(CONCEPTS[name])


def test_every_adult_reason_has_a_complaint():
    adult = {
        name for name, kind in zip(REASONS.names, REASONS.texts("kind"), strict=True) if kind != "newborn"
    }
    assert set(terms("as_complaint").columns["concept"]) == adult


def test_nearly_every_drug_has_a_product():
    without = set(DRUGS.names) - set(terms("as_drug").columns["concept"])
    assert without >= {"red_cells", "plasma", "platelets"}
    assert len(without) < 15


def test_the_diagnosis_of_every_reason_has_a_path():
    named = np.isin(np.arange(len(DIAGNOSES)), general("as_diagnosis")) & np.isin(
        DIAGNOSES.names, terms("as_diagnosis").columns["concept"]
    )
    for name, kind in zip(REASONS.texts("diagnosis"), REASONS.texts("kind"), strict=True):
        assert named[DIAGNOSES.index[name]] or kind == "newborn"


def test_a_specific_diagnosis_is_called_as_what_it_is_a_kind_of():
    found = general("as_diagnosis")[DIAGNOSES.index["sepsis_serratia"]]
    assert DIAGNOSES.names[found] == "sepsis"


def test_paths_have_three_parts_or_more_and_each_is_reached():
    paths = terms("diagnosis").columns["path"]
    reached = {*terms("as_diagnosis").columns["term"], *terms("also_diagnosis").columns["term"]}
    assert set(paths) == reached
    for path in (*paths, *(path for name in TREATMENTS for path in terms(name).columns["term"])):
        parts = path.split("|")
        assert 3 <= len(parts) <= 6
        assert all(part == part.strip() and part for part in parts)


def test_vocabularies_are_wide():
    assert len(set(terms("diagnosis").columns["path"])) > 300
    assert len({path for name in TREATMENTS for path in terms(name).columns["term"]}) > 150
    assert len(set(terms("as_drug").columns["term"])) > 350
    assert len(set(terms("as_lab").columns["term"])) > 75


def test_labs_are_of_published_types():
    for name in ("as_lab", "finding"):
        assert np.isin(terms(name).integers("type"), range(1, 8)).all()


def test_fluids_name_one_direction():
    inward = [*terms("as_intake").columns["term"], *terms("as_volume").columns["term"]]
    outward = [*terms("as_output").columns["term"], *terms("also_output").columns["term"]]
    assert not [label for label in inward if "output" in label.lower()]
    assert not [label for label in outward if "intake" in label.lower()]
    assert not set(map(str.lower, inward)) & set(map(str.lower, outward))


def test_traits_cover_the_patient_model():
    hospital, person = traits("hospital"), traits("person")
    assert set(hospital["hospitaldischargelocation"]) == set(DESTINATIONS)
    assert set(person["ethnicity"]) == set(ETHNICITIES)
    for units in hospital["unittype"].values():
        assert {name for shares in units.values() for name in shares} <= set(UNIT_TYPES)


def test_orders_know_every_route_unit_and_frequency():
    order, named = traits("order"), set(terms("as_drug").columns["concept"])
    rows = [row for row, name in enumerate(DRUGS.names) if name in named]
    assert {DRUGS.texts("route")[row] for row in rows} <= set(order["route"])
    assert {DRUGS.texts("every")[row] for row in rows} - {"1", "2"} <= set(order["frequency"])
