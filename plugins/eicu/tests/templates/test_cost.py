import pytest

from medgym_ehr.hospital.forms.cost import UNITS
from medgym_ehr.questions.option import AGGREGATES, EXTREMES
from medgym_ehr.questions.period import Period
from medgym_plugin_eicu.templates.cost import _KINDS

MAXIMUM, MINIMUM, AVERAGE = AGGREGATES
DAY, MONTH, YEAR = UNITS


@pytest.fixture
def charged(stay, add):
    """Patient 1-1 with two visits; each has gout, a lab and a drug, and what they cost."""
    for visit, day, prices in ((10, 1, (5, 2, 3)), (20, 9, (5, 2, 4))):
        at = f"2104-01-{day:02} 00:00:00"
        stay("1-1", visit, visit, hospitaladmittime=at, hospitaldischargetime=at, hospitaladmitsource="floor")
        add("diagnosis", diagnosisid=visit, patientunitstayid=visit, diagnosisname="gout", diagnosistime=at)
        add("lab", labid=visit, patientunitstayid=visit, labname="ph", labresulttime=at)
        add(
            "medication",
            medicationid=visit,
            patientunitstayid=visit,
            drugname=f"drug {day}",
            drugstarttime=at,
        )
        for kind, price in zip(("diagnosis", "lab", "medication"), prices, strict=True):
            add(
                "cost",
                uniquepid="1-1",
                patienthealthsystemstayid=visit,
                eventtype=kind,
                eventid=visit,
                chargetime=at,
                cost=price,
            )


def test_the_price_is_that_of_one_event_of_its_kind(charged, ask):
    assert ask("price_of_diagnosis", diagnosis="gout") == [(5,)]
    assert ask("price_of_lab", lab="ph") == [(2,)]
    assert ask("price_of_drug", drug="drug 9") == [(4,)]


@pytest.mark.parametrize(("aggregate", "cost"), [(MAXIMUM, 11), (MINIMUM, 10), (AVERAGE, 10.5)])
def test_a_visit_costs_the_sum_over_its_rows(charged, ask, aggregate, cost):
    options = {"aggregate": aggregate}
    assert ask("visit_cost_with_diagnosis", options, diagnosis="gout") == [(cost,)]
    assert ask("visit_cost_with_lab", options, lab="ph") == [(cost,)]
    assert ask("visit_cost_of_source", options, Period("abs-year-in", "2104"), source="floor") == [(cost,)]


def test_costs_of_a_patient_by_visit_kind_and_unit(charged, ask):
    assert ask("cost_of_patient", period=Period("rel-hosp-last"), patient="1-1") == [(11,)]
    kinds = [ask("cost_of_kind_of_patient", {"kind": kind}, patient="1-1")[0][0] for kind in _KINDS]
    assert kinds == [10, None, 4, 7]
    assert ask("costs_of_patient_by_unit", {"unit": MONTH}, patient="1-1") == [("2104-01", 21)]
    options = {"aggregate": AVERAGE, "unit": DAY}
    assert ask("unit_cost_of_patient", options, patient="1-1") == [(10.5,)]


def test_drugs_of_a_patient_by_price(charged, ask):
    highest, lowest = (ask("extreme_price_of_patient", {"extreme": e}, patient="1-1") for e in EXTREMES)
    assert (highest, lowest) == ([("drug 9",)], [("drug 1",)])
    assert ask("drug_costs_of_patient", patient="1-1") == [("drug 1", 3), ("drug 9", 4)]
