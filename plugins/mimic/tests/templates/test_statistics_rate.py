import pytest

from medgym_ehr.questions.option import AGGREGATES, UNIT_AVERAGES
from medgym_ehr.questions.period import Period
from medgym_plugin_mimic.templates.statistics_rate import TEMPLATES

BY_ID = {template.id: template for template in TEMPLATES}
MAXIMUM, MINIMUM, AVERAGE = AGGREGATES
DAY, MONTH, YEAR = UNIT_AVERAGES
TIMES = ("2103-01-01 01:00:00", "2103-01-01 02:00:00", "2103-01-02 00:00:00", "2104-01-01 00:00:00")


@pytest.fixture(autouse=True)
def events(add):
    """Everything at four times on three days in two months and two years."""
    for code in ("1", "2"):
        add("d_icd_diagnoses", icd9_code=code, short_title="title")
        add("d_icd_procedures", icd9_code=code, short_title="title")
        add("d_labitems", itemid=int(code), label="glucose")
    for place, time in enumerate(TIMES):
        code = 1 + place % 2
        add("diagnoses_icd", icd9_code=str(code), charttime=time)
        add("procedures_icd", icd9_code=str(code), charttime=time)
        add("labevents", itemid=code, charttime=time)
        add("prescriptions", drug="aspirin", startdate=time)
        add("microbiologyevents", spec_type_desc="urine", charttime=time)
        add("admissions", admission_type="urgent", admittime=time)


@pytest.mark.parametrize(
    ("template", "fact"),
    [
        ("rate_of_diagnosis", {"diagnosis": "title"}),
        ("rate_of_procedure", {"procedure": "title"}),
        ("rate_of_lab", {"lab": "glucose"}),
        ("rate_of_drug", {"drug": "aspirin"}),
    ],
)
def test_numbers_over_units_that_have_any(ask, template, fact):
    for unit, numbers in ((DAY, (2, 1, 4 / 3)), (MONTH, (3, 1, 2)), (YEAR, (3, 1, 2))):
        for aggregate, number in zip((MAXIMUM, MINIMUM, AVERAGE), numbers, strict=True):
            rows = ask(BY_ID[template], {"aggregate": aggregate, "unit": unit}, **fact)
            assert rows == [(pytest.approx(number),)]


@pytest.mark.parametrize(
    ("template", "fact"),
    [
        ("counts_of_specimen_by_unit", {"specimen": "urine"}),
        ("counts_of_admissions_by_unit", {"admission": "urgent"}),
    ],
)
def test_counts_by_unit(ask, template, fact):
    rows = ask(BY_ID[template], {"unit": DAY}, Period("abs-year-in", "2103"), **fact)
    assert sorted(rows) == [("2103-01-01", 2), ("2103-01-02", 1)]
    assert sorted(ask(BY_ID[template], {"unit": YEAR}, **fact)) == [("2103", 3), ("2104", 1)]
