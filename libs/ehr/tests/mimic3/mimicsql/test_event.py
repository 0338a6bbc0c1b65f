import pytest


def rows(hospital, table, columns):
    return hospital.build().execute(f"SELECT {columns} FROM {table}").fetchall()


@pytest.mark.parametrize("table", ["DIAGNOSES", "PROCEDURES"])
def test_codes_keep_their_zeros_and_bring_their_titles(hospital, table):
    hospital.add(f"D_ICD_{table}", ICD9_CODE="389", SHORT_TITLE="Other", LONG_TITLE="Another")
    assert rows(hospital, table, "*") == [(7, 100, "0389", "Sepsis NOS", "Sepsis, unspecified")]


@pytest.mark.parametrize("table", ["DIAGNOSES", "PROCEDURES"])
@pytest.mark.parametrize("code", ["389", "", "9999"])
def test_codes_that_no_dictionary_knows_are_left_out(hospital, table, code):
    hospital.event(f"{table}_ICD", ICD9_CODE=code)
    assert len(rows(hospital, table, "*")) == 1


def test_a_code_that_the_dictionary_has_twice_gives_one_row(hospital):
    hospital.add("D_ICD_DIAGNOSES", ICD9_CODE="0389", SHORT_TITLE="Again", LONG_TITLE="Again")
    assert rows(hospital, "DIAGNOSES", "SHORT_TITLE") == [("Sepsis NOS",)]


def test_a_dose_is_value_and_unit(hospital):
    assert rows(hospital, "PRESCRIPTIONS", "*") == [(7, 100, None, "MAIN", "Aspirin", None, None, "1,000mg")]


@pytest.mark.parametrize("missing", ["DOSE_VAL_RX", "DOSE_UNIT_RX"])
def test_prescriptions_without_dose_are_left_out(hospital, missing):
    dose = {"DOSE_VAL_RX": "5", "DOSE_UNIT_RX": "mg", "DRUG": "Other", missing: ""}
    hospital.event("PRESCRIPTIONS", **dose)
    assert rows(hospital, "PRESCRIPTIONS", "DRUG") == [("Aspirin",)]


def test_a_result_is_value_and_unit_with_its_item(hospital):
    assert rows(hospital, "LAB", "*") == [
        (7, 100, 51221, "2105-01-02 08:00:00", "abnormal", "32.5%", "Hematocrit", "Blood", "Hematology")
    ]


@pytest.mark.parametrize(
    "changed", [{"HADM_ID": ""}, {"VALUE": ""}, {"VALUEUOM": " "}, {"ITEMID": ""}, {"ITEMID": 1}]
)
def test_results_without_admission_value_unit_or_item_are_left_out(hospital, changed):
    hospital.event("LABEVENTS", **{"ITEMID": 51221, "VALUE": "1", "VALUEUOM": "%", **changed})
    assert len(rows(hospital, "LAB", "*")) == 1
