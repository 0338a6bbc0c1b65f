import pytest

from medgym_ehr.questions.period import SINGLE_DAYS, Period
from medgym_plugin_mimic.templates.existence import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
YEAR = Period("abs-year-in", "2104")
DRUGS = {"drug": "aspirin", "drug2": "insulin", "drug3": "heparin"}
PATIENTS = {"patient": 7, "patient2": 8, "patient3": 9}


def test_each_of_three_drugs_has_its_earliest_time_in_the_period(add, ask):
    for drug, month in (("heparin", 3), ("heparin", 2), ("aspirin", 5), ("morphine", 1)):
        add("prescriptions", subject_id=7, hadm_id=71, startdate=f"2104-0{month}-01 00:00:00", drug=drug)
    add("prescriptions", subject_id=7, hadm_id=71, startdate="2103-01-01 00:00:00", drug="insulin")
    assert ask(BY_ID["has_drug"], period=YEAR, patient=7, **DRUGS) == [
        (1, "2104-05-01 00:00:00"),
        (3, "2104-02-01 00:00:00"),
    ]
    assert ask(BY_ID["has_drug"], period=YEAR, patient=8, **DRUGS) == []


def test_each_of_three_patients_has_the_earliest_time_of_one_drug(add, ask):
    for patient, drug in ((7, "aspirin"), (8, "heparin"), (9, "heparin")):
        add("prescriptions", subject_id=patient, startdate=f"2104-0{patient}-01 00:00:00", drug=drug)
    assert ask(BY_ID["have_drug"], period=YEAR, drug="heparin", **PATIENTS) == [
        (2, "2104-08-01 00:00:00"),
        (3, "2104-09-01 00:00:00"),
    ]


def test_no_question_names_the_day_of_a_prescription():
    for template in (BY_ID["has_drug"], BY_ID["have_drug"], BY_ID["have_any_event"]):
        assert not {*template.period.tags} & {*SINGLE_DAYS}


@pytest.mark.parametrize(
    ("event", "found"),
    [
        ("prescription", [(1, "2104-03-01 00:00:00")]),
        ("lab test", [(2, "2104-04-01 00:00:00")]),
    ],
)
def test_events_are_dated_by_their_own_column(add, ask, event, found):
    add("prescriptions", subject_id=7, hadm_id=71, startdate="2104-03-01 00:00:00", drug="heparin")
    add("labevents", subject_id=8, hadm_id=81, charttime="2104-04-01 00:00:00")
    (option,) = (one for one in BY_ID["have_any_event"].options["event"] if one.words == event)
    assert ask(BY_ID["have_any_event"], {"event": option}, YEAR, **PATIENTS) == found


def test_every_event_can_be_asked_for(ask):
    for option in BY_ID["have_any_event"].options["event"]:
        assert ask(BY_ID["have_any_event"], {"event": option}, Period("rel-year-this"), **PATIENTS) == []


@pytest.fixture
def cultures(add):
    """Patients 7 and 8 had urine tested, one with growth; patient 9 had sputum tested, with growth."""
    for patient, specimen, organism in ((7, "urine", None), (8, "urine", "yeast"), (9, "sputum", "yeast")):
        add(
            "microbiologyevents",
            subject_id=patient,
            charttime="2104-03-01 06:00:00",
            spec_type_desc=specimen,
            org_name=organism,
        )


@pytest.mark.parametrize(
    ("template", "named", "numbers"),
    [
        ("have_culture", {"specimen": "urine"}, [1, 2]),
        ("have_growth", {"specimen": "urine"}, [2]),
        ("have_organism", {"organism": "yeast"}, [2, 3]),
    ],
)
def test_a_test_is_not_yet_growth(cultures, ask, template, named, numbers):
    found = ask(BY_ID[template], period=YEAR, **named, **PATIENTS)
    assert found == [(number, "2104-03-01 06:00:00") for number in numbers]


def test_a_diagnosis_of_another_visit_does_not_count(add, ask):
    add("d_icd_diagnoses", icd9_code="486", short_title="pneumonia")
    for hadm, year in ((71, 2103), (72, 2104)):
        times = {"admittime": f"{year}-01-01 00:00:00", "dischtime": f"{year}-01-09 00:00:00"}
        add("admissions", subject_id=7, hadm_id=hadm, **times)
    add("diagnoses_icd", subject_id=7, hadm_id=71, icd9_code="486", charttime="2103-01-01 00:00:00")
    fact = {"patient": 7, "diagnosis": "pneumonia", "diagnosis2": "sepsis", "diagnosis3": "gout"}
    found = ask(BY_ID["has_diagnosis"], period=Period("rel-hosp-first"), **fact)
    assert found == [(1, "2103-01-01 00:00:00")]
    assert ask(BY_ID["has_diagnosis"], period=Period("rel-hosp-last"), **fact) == []


def test_admissions_are_told_apart_by_type(add, ask):
    for patient, type_ in ((7, "emergency"), (8, "elective"), (8, "emergency")):
        add("admissions", subject_id=patient, admittime=f"2104-0{patient}-01", admission_type=type_)
    found = ask(BY_ID["have_visit_of_type"], period=YEAR, type="elective", **PATIENTS)
    assert found == [(2, "2104-08-01")]
