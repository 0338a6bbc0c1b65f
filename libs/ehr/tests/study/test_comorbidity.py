"""Charlson's and Elixhauser's conditions."""

import pytest

from medgym_ehr.study.comorbidity import CHARLSON, ELIXHAUSER, charlson, elixhauser


@pytest.mark.parametrize(
    ("codes", "index"),
    [
        ({"4280"}, 1),
        ({"4280", "42832"}, 1),
        ({"25000", "25040"}, 2),
        ({"1629", "1970"}, 6),
        ({"5712", "5723"}, 3),
        ({"5856", "496", "042"}, 9),
        ({"4019"}, 0),
        (set(), 0),
    ],
)
def test_charlson(codes, index):
    assert charlson(codes) == index


def test_elixhauser_counts_conditions_once():
    assert elixhauser({"4019", "4280", "42832", "27800"}) == 3
    assert len(ELIXHAUSER) == 30
    assert sum(weight for weight, _ in CHARLSON.values()) == 33
