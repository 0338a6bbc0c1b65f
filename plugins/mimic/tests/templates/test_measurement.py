import pytest

from medgym_ehr.questions.option import FIRST, LAST, SECOND, SECOND_TO_LAST
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.measurement import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}


@pytest.fixture
def glucose(add):
    """Glucose of patient 7, by two items: 5, 9 and 7 on three days, the last value twice; 4 of patient 8."""
    for item in (50809, 50931):
        add("d_labitems", itemid=item, label="glucose")
    add("d_labitems", itemid=1, label="sodium")
    for patient, day, item, value in (
        (7, 1, 50809, 5),
        (7, 2, 50931, 9),
        (7, 3, 50809, 7),
        (7, 3, 50931, 7),
        (7, 4, 1, 140),
        (8, 9, 50931, 4),
    ):
        time = f"2104-03-0{day} 06:00:00"
        add("labevents", subject_id=patient, hadm_id=71, itemid=item, charttime=time, valuenum=value)


@pytest.mark.parametrize(("nth", "value"), [(FIRST, 5), (SECOND, 9), (SECOND_TO_LAST, 9), (LAST, 7)])
def test_values_are_ordered_by_time_over_items_of_one_label(glucose, ask, nth, value):
    assert ask(BY_ID["lab_value"], {"nth": nth}, patient=7, lab="glucose") == [(value,)]


@pytest.mark.parametrize(("place", "value"), [(0, 9), (1, 5), (2, 7)])
def test_a_summary_is_over_rows(glucose, ask, place, value):
    aggregate = BY_ID["lab_summary"].options["aggregate"][place]
    assert ask(BY_ID["lab_summary"], {"aggregate": aggregate}, patient=7, lab="glucose") == [(value,)]


def test_a_summary_of_all_is_over_every_patient(glucose, ask):
    (_, minimum, _) = BY_ID["lab_summary_of_all"].options["aggregate"]
    period = Period("abs-year-in", "2104")
    assert ask(BY_ID["lab_summary_of_all"], {"aggregate": minimum}, period, lab="glucose") == [(4,)]


@pytest.fixture
def doses(add):
    """Doses of 500 and 1000, written as the table does."""
    for day, dose in ((1, "500"), (2, "1000")):
        add(
            "prescriptions",
            subject_id=7,
            hadm_id=71,
            startdate=f"2104-03-0{day} 00:00:00",
            drug="ns",
            dose_val_rx=dose,
        )


@pytest.mark.parametrize(("place", "dose"), [(0, 1500), (1, 1000), (2, 500), (3, 750)])
def test_doses_are_numbers(doses, ask, place, dose):
    template = BY_ID["drug_dose_summary"]
    assert ask(template, {"aggregate": template.options["aggregate"][place]}, patient=7, drug="ns") == [
        (dose,)
    ]


def test_the_last_dose_is_the_latest(doses, ask):
    assert ask(BY_ID["drug_dose"], {"nth": LAST}, patient=7, drug="ns") == [(1000,)]


@pytest.mark.parametrize(("place", "value"), [(0, 80), (1, 66)])
def test_weight_and_height_go_by_their_labels(add, ask, place, value):
    for item, label, number in ((762, "admit wt", 80), (920, "admit ht", 66)):
        add("d_items", itemid=item, label=label)
        add("chartevents", subject_id=7, itemid=item, charttime="2104-03-01 06:00:00", valuenum=number)
    options = {"nth": FIRST, "measure": BY_ID["body_value"].options["measure"][place]}
    assert ask(BY_ID["body_value"], options, patient=7) == [(value,)]
