import numpy as np
import pytest

from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.quantity import Quantities, written


@pytest.fixture
def laws():
    return Quantities.of(terms("lab"), skewed=terms("lab").texts("law") == "lognormal")


def item(label):
    return np.array([terms("lab").columns["label"].index(label)])


def test_the_centre_is_the_value_at_deviate_zero(laws):
    every = np.arange(len(terms("lab")))
    assert laws.at(every, np.zeros(len(every))) == pytest.approx(
        terms("lab").numbers("centre"), rel=0.5, abs=0.5
    )


def test_normal_and_skewed_laws_spread_in_their_own_way(laws):
    assert laws.at(item("Sodium"), np.array([2.0])) == pytest.approx(138.5 + 9, abs=0.5)
    assert laws.at(item("Platelet Count"), np.array([2.0])) == pytest.approx(215 * np.e, rel=0.01)


def test_values_stay_within_what_is_possible(laws):
    every = np.repeat(np.arange(len(terms("lab"))), 2)
    values = laws.at(every, np.tile([-9.0, 9.0], len(terms("lab"))))
    percent = terms("lab").texts("unit")[every] == "%"
    assert values[percent].max() <= 100
    negative = {terms("lab").columns["label"][number] for number in every[values < 0]}
    assert negative == {"Base Excess"}


def test_bounds_of_a_vocabulary_are_kept():
    vital = Quantities.of(terms("vital"))
    every = np.arange(len(terms("vital")))
    assert (vital.at(every, np.full(len(every), 99.0)) == terms("vital").numbers("most")).all()
    assert (vital.at(every, np.full(len(every), -99.0)) == terms("vital").numbers("least")).all()


def test_numbers_are_written_short_and_their_absence_by_the_other_text():
    texts = written(np.array([7.0, 7.4, np.nan]), np.array(["a", "b", "NEG"], object))
    assert texts.to_pylist() == ["7", "7.4", "NEG"]
    assert written(np.array([np.nan])).to_pylist() == [None]
