import numpy as np
import pytest

from medgym_ehr.eicu.synthetic.vocabulary import terms, traits

LEAST = {
    "diagnosis": 250,
    "treatment": 150,
    "lab": 80,
    "drug": 150,
    "allergy": 40,
    "intake": 45,
    "output": 40,
}
LEAST |= {"site": 11, "organism": 20, "antibiotic": 10}


@pytest.mark.parametrize("name", LEAST)
def test_there_are_enough_terms_and_none_twice(name):
    first = next(iter(terms(name).columns.values()))
    assert len({text.strip().lower() for text in first}) == len(first) >= LEAST[name]


@pytest.mark.parametrize("name", ["diagnosis", "treatment"])
def test_paths_have_three_parts_or_more(name):
    parts = [path.split("|") for path in terms(name).columns["path"]]
    assert {len(each) for each in parts} <= {3, 4, 5}
    assert all(part == part.strip() and part for each in parts for part in each)


def test_labs_have_laws():
    lab = terms("lab")
    assert set(lab.columns["law"]) == {"normal", "lognormal"}
    assert (lab.numbers("spread") > 0).all()
    assert (np.isin(lab.integers("type"), range(1, 8))).all()


def test_fluids_name_one_direction():
    assert not [label for label in terms("intake").columns["label"] if "output" in label.lower()]
    assert not [label for label in terms("output").columns["label"] if "intake" in label.lower()]


def test_a_drug_has_doses_and_routes():
    for column in ("doses", "routes"):
        assert all(terms("drug").columns[column])


def test_traits_are_weights():
    for name in ("person", "hospital"):
        for weights in traits(name).values():
            assert min(weights.values()) > 0
