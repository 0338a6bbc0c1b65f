"""Stays are read from files of either spelling, and a model is as good elsewhere as its interval says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.hospital.transfer import LABS, VITALS, Stays, interval

FILES = {
    "patients": "subject_id,dob\n1,2100-01-01\n2,2100-01-01\n3,2150-01-01",
    "admissions": "subject_id,hadm_id,dischtime,hospital_expire_flag\n"
    "1,11,2160-01-09 00:00:00,1\n1,12,2161-01-09 00:00:00,0\n"
    "2,21,2160-01-01 08:00:00,0\n3,31,2160-01-09 00:00:00,0",
    "icustays": "subject_id,hadm_id,intime\n1,11,2160-01-01 00:00:00\n1,12,2161-01-01 00:00:00\n"
    "2,21,2160-01-01 00:00:00\n3,31,2160-01-01 00:00:00",
    "chartevents": "hadm_id,itemid,charttime,valuenum\n11,211,2160-01-01 01:00:00,80\n"
    "11,220045,2160-01-01 02:00:00,100\n11,211,2160-01-02 02:00:00,10",
    "labevents": "hadm_id,itemid,charttime,valuenum\n11,50912,2159-12-31 22:00:00,2\n"
    "11,50912,2160-01-01 22:00:00,1\n11,50912,2159-12-31 12:00:00,9",
}


@pytest.fixture(params=[str.lower, str.upper])
def stays(tmp_path: Path, request: pytest.FixtureRequest) -> Stays:
    """Of one adult who died, a later stay of the same, one who left within a day, and a child."""
    for name, rows in FILES.items():
        (tmp_path / f"{request.param(name)}.csv").write_text(rows)
    return Stays(tmp_path)


def test_a_row_is_the_first_stay_of_an_adult_who_was_a_day_there(stays: Stays) -> None:
    assert stays.died.tolist() == [1]
    age, heart_rate, *others = stays.features[0]
    assert (age, heart_rate) == (pytest.approx(60, abs=0.1), 90)
    lowest, highest = others[len(VITALS) - 1 : len(VITALS) + 1]
    assert (lowest, highest) == (1, 2)
    assert len(others) == len(VITALS) - 1 + 2 * len(LABS)
    assert np.isnan(others[len(VITALS) + 1 :]).all()


@pytest.mark.slow
def test_an_interval_holds_the_auroc_and_narrows_with_more_patients() -> None:
    def width(patients: int) -> float:
        draw = np.random.default_rng(0)
        died = draw.random(patients) < 0.3
        value, low, _, high = interval(died, died + draw.normal(size=patients)).replace("(", "").split()
        assert float(low) < float(value) < float(high.rstrip(")"))
        return float(high.rstrip(")")) - float(low)

    assert width(2000) < width(80) / 3
