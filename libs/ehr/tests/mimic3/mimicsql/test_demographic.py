import pytest


def column(hospital, name):
    return [
        value for (value,) in hospital.build().execute(f"SELECT {name} FROM DEMOGRAPHIC ORDER BY HADM_ID")
    ]


def test_there_is_a_row_for_each_admission_with_the_patients_data(hospital):
    hospital.add("PATIENTS", SUBJECT_ID=9, GENDER="M", DOB="2000-01-01 00:00:00", EXPIRE_FLAG=0)
    rows = hospital.build().execute("SELECT SUBJECT_ID, HADM_ID, GENDER, DOB, EXPIRE_FLAG FROM DEMOGRAPHIC")
    assert rows.fetchall() == [
        (7, 100, "F", "2060-06-01 00:00:00", 0),
        (7, 101, "F", "2060-06-01 00:00:00", 0),
        (8, 102, "F", "2061-06-01 00:00:00", 1),
    ]


@pytest.mark.parametrize(
    ("born", "age"), [(2105, 0), (2104, 1), (2016, 89), (2015, 90), (1805, 89), (1800, 94)]
)
def test_age_counts_calendar_years_and_hidden_ages_begin_at_89(hospital, born, age):
    hospital.tables["PATIENTS"][0]["DOB"] = f"{born}-12-31 00:00:00"
    assert column(hospital, "AGE")[0] == age


def test_days_are_whole_and_rounded_down(hospital):
    hospital.admit(8, 103, "2106-12-31 08:00:00", "2106-12-31 07:00:00")
    assert column(hospital, "DAYS_STAY") == [2, 2, 0, -1]


def test_years_are_those_of_the_dates(hospital):
    assert column(hospital, "DOB_YEAR") == [2060, 2060, 2061]
    assert column(hospital, "DOD_YEAR") == [None, None, 2107]
    assert column(hospital, "ADMITYEAR") == [2105, 2106, 2106]


def test_texts_keep_case_quotes_and_separators(hospital):
    texts = ['S/P FALL;"WET FLOOR"', "CAD\\CABG /SDA", " Crohn's, active "]
    for row, text in zip(hospital.tables["ADMISSIONS"], texts, strict=True):
        row.update(DIAGNOSIS=text, INSURANCE="Private", ADMISSION_TYPE="EMERGENCY")
    assert column(hospital, "DIAGNOSIS") == [*texts[:2], "Crohn's, active"]
    assert column(hospital, "INSURANCE || ADMISSION_TYPE") == ["PrivateEMERGENCY"] * 3


def test_numbers_are_numbers(hospital):
    columns = ("SUBJECT_ID", "HADM_ID", "AGE", "DAYS_STAY", "EXPIRE_FLAG", "DOB_YEAR", "ADMITYEAR")
    for name in columns:
        assert set(column(hospital, f"typeof({name})")) == {"integer"}
    assert set(column(hospital, "typeof(DOD_YEAR)")) == {"integer", "null"}
