"""Clinical laws on the rendered files: each with the direction and size that real charts have.

Sizes in brackets are of MIMIC-III's open demo (100 patients) where a law was measured there.
"""

import duckdb
import numpy as np
import pytest

from medgym_core.source import silent
from medgym_ehr.mimic3.layout import LAYOUT
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.prediction import TELLING, auroc

PATIENTS = 1400
TYPES = {"integer": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "time": "TIMESTAMP"}
ITEMS = {
    "sodium": 50983,
    "potassium": 50971,
    "chloride": 50902,
    "bicarbonate": 50882,
    "gap": 50868,
    "creatinine": 50912,
    "urea": 51006,
    "hemoglobin": 51222,
    "hematocrit": 51221,
    "red_cells": 51279,
    "mcv": 51250,
    "platelets": 51265,
    "white": 51301,
    "lactate": 50813,
    "bilirubin": 50885,
    "albumin": 50862,
    "inr": 51237,
    "glucose": 50931,
    "ph": 50820,
    "pco2": 50818,
}
FEMALE = "regexp_matches(ICD9_CODE, '^(6[3-7][0-9]|V22|V24|V27|174|17[9]|18[0-4]|61[4-9]|62[0-9])')"
MALE = "regexp_matches(ICD9_CODE, '^(185|18[67]|60[0-8]|V1046)')"


@pytest.fixture(scope="module")
def sql(tmp_path_factory):
    """Asks a query of the files of 1,400 patients."""
    out = tmp_path_factory.mktemp("laws")
    synthesise(out, 20, PATIENTS, silent)
    connection = duckdb.connect()
    for file in LAYOUT.files.values():
        columns = {name: TYPES[kind] for name, kind in file.columns.items()}
        read = f"read_csv('{out / file.name}.csv', header=true, delim=',', quote='\"', columns={columns})"
        connection.execute(f"CREATE TABLE {file.name} AS SELECT * FROM {read}")
    pivot = ", ".join(f"max(VALUENUM) FILTER (ITEMID = {item}) AS {name}" for name, item in ITEMS.items())
    connection.execute(f"""CREATE TABLE draw AS SELECT SUBJECT_ID, HADM_ID, CHARTTIME, {pivot}
        FROM LABEVENTS GROUP BY ALL""")
    connection.execute("""CREATE TABLE adult AS SELECT a.*, GENDER,
        least(date_diff('day', DOB, ADMITTIME) / 365.25, 91) AS age FROM ADMISSIONS a
        JOIN PATIENTS USING (SUBJECT_ID) WHERE date_diff('day', DOB, ADMITTIME) / 365.25 > 17""")
    return lambda query: connection.execute(query).fetchall()


def one(sql, query):
    return sql(query)[0][0]


def test_hematocrit_goes_with_hemoglobin(sql):
    """[0.95] and three times it."""
    assert one(sql, "SELECT corr(hematocrit, hemoglobin) FROM draw") > 0.9
    assert 2.8 < one(sql, "SELECT median(hematocrit / hemoglobin) FROM draw") < 3.2


def test_hematocrit_is_red_cells_by_their_volume(sql):
    off = "abs(hematocrit - red_cells * mcv / 10)"
    assert one(sql, f"SELECT quantile_cont({off}, 0.99) FROM draw") < 1.0


def test_mean_pressure_obeys_its_formula(sql):
    """(systolic + 2 diastolic) / 3, to the rounding of three whole numbers."""
    off = one(
        sql,
        """SELECT max(abs(mean - (high + 2 * low) / 3)) FROM (SELECT max(VALUENUM) FILTER (ITEMID = 52)
        AS mean, max(VALUENUM) FILTER (ITEMID = 51) AS high, max(VALUENUM) FILTER (ITEMID = 8368) AS low
        FROM CHARTEVENTS WHERE ITEMID IN (51, 52, 8368) GROUP BY ICUSTAY_ID, CHARTTIME)
        WHERE mean + high + low IS NOT NULL""",
    )
    assert off <= 1.34


def test_the_anion_gap_is_what_the_other_ions_leave(sql):
    """Sodium and potassium less chloride and bicarbonate, as this laboratory reports it."""
    off = "abs(gap - (sodium + potassium - chloride - bicarbonate))"
    assert one(sql, f"SELECT quantile_cont({off}, 0.99) FROM draw") <= 1.6


def test_acid_and_base_agree(sql):
    """Henderson and Hasselbalch: pH by carbon dioxide and the bicarbonate reported beside it."""
    rows = sql("""SELECT d.ph, d.pco2, l.VALUENUM FROM draw d JOIN LABEVENTS l USING (SUBJECT_ID, CHARTTIME)
        WHERE l.ITEMID = 50804 AND d.ph IS NOT NULL AND l.VALUENUM IS NOT NULL AND d.pco2 IS NOT NULL""")
    ph, pco2, total = np.array(rows).T
    expected = 6.1 + np.log10((total - 0.0307 * pco2) / (0.0307 * pco2))
    assert np.quantile(np.abs(ph - expected), 0.95) < 0.05


def test_sodium_is_drawn_with_its_panel(sql):
    """[97 %] with potassium, chloride, bicarbonate, urea nitrogen and creatinine."""
    together = "potassium + chloride + bicarbonate + urea + creatinine IS NOT NULL"
    assert one(sql, f"SELECT avg(({together})::INT) FROM draw WHERE sodium IS NOT NULL") >= 0.95


def test_creatinine_is_higher_in_acute_kidney_failure(sql):
    """[1.9 : 1.0], the median over stays of the highest."""
    rows = sql("""SELECT failed, median(highest) FROM (SELECT max(creatinine) AS highest, HADM_ID IN
        (SELECT HADM_ID FROM DIAGNOSES_ICD WHERE ICD9_CODE LIKE '584%') AS failed FROM draw
        JOIN adult USING (HADM_ID) GROUP BY HADM_ID) GROUP BY failed ORDER BY failed""")
    (_, without), (_, failing) = rows
    assert failing > 1.5 * without


def test_urea_goes_with_creatinine(sql):
    query = "SELECT corr(ln(urea), ln(creatinine)) FROM draw JOIN adult USING (HADM_ID)"
    assert one(sql, f"{query} WHERE urea > 0 AND creatinine > 0") > 0.5


def test_diabetics_get_insulin(sql):
    """[88 : 59 %]."""
    rows = sql("""SELECT diabetic, avg(insulin::INT) FROM (SELECT
        HADM_ID IN (SELECT HADM_ID FROM DIAGNOSES_ICD WHERE ICD9_CODE LIKE '250%') AS diabetic,
        HADM_ID IN (SELECT HADM_ID FROM PRESCRIPTIONS WHERE DRUG ILIKE '%insulin%') AS insulin
        FROM adult) GROUP BY diabetic ORDER BY diabetic""")
    (_, others), (_, diabetics) = rows
    assert diabetics > others + 0.2
    assert diabetics > 0.7


def test_glucose_is_higher_in_diabetics(sql):
    rows = sql("""SELECT HADM_ID IN (SELECT HADM_ID FROM DIAGNOSES_ICD WHERE ICD9_CODE LIKE '250%') AS d,
        median(glucose) FROM draw JOIN adult USING (HADM_ID) GROUP BY d ORDER BY d""")
    assert rows[1][1] > rows[0][1] + 15


@pytest.mark.parametrize(("codes", "gender"), [(FEMALE, "F"), (MALE, "M")])
def test_diagnoses_of_a_sex_stand_on_that_sex(sql, codes, gender):
    rows = sql(f"SELECT DISTINCT GENDER FROM DIAGNOSES_ICD JOIN PATIENTS USING (SUBJECT_ID) WHERE {codes}")
    assert rows == [(gender,)]


def test_weights_of_a_stay_are_a_person_s(sql):
    """Water moves weight by some kilograms; only weeks in intensive care take more than a tenth."""
    rows = sql("""SELECT min(VALUENUM) / max(VALUENUM), max(VALUENUM) - min(VALUENUM) FROM CHARTEVENTS
        JOIN adult USING (HADM_ID) WHERE ITEMID IN (762, 581)
        GROUP BY ICUSTAY_ID HAVING count(VALUENUM) > 1""")
    share, kilograms = np.array(rows).T
    assert share.min() > 0.70
    assert np.quantile(share, 0.01) > 0.88
    assert np.quantile(kilograms, 0.95) < 7


def test_adults_do_not_grow(sql):
    heights = sql("""SELECT count(DISTINCT VALUENUM) FROM CHARTEVENTS JOIN adult USING (SUBJECT_ID)
        WHERE ITEMID = 920 AND VALUENUM IS NOT NULL GROUP BY SUBJECT_ID""")
    assert set(heights) == {(1,)}


def test_glasgow_parts_sum_to_the_score(sql):
    wrong = sql("""SELECT 1 FROM (SELECT sum(VALUENUM) FILTER (ITEMID IN (184, 723, 454)) AS parts,
        max(VALUENUM) FILTER (ITEMID = 198) AS total, count(VALUENUM) AS known FROM CHARTEVENTS
        WHERE ITEMID IN (184, 723, 454, 198) GROUP BY ICUSTAY_ID, CHARTTIME)
        WHERE known = 4 AND parts <> total""")
    assert wrong == []


def test_temperatures_agree(sql):
    """Fahrenheit and Celsius of one hour are of one body."""
    rows = sql("""SELECT avg(VALUENUM) FILTER (ITEMID = 678), avg(VALUENUM) FILTER (ITEMID = 677)
        FROM CHARTEVENTS WHERE ITEMID IN (677, 678) GROUP BY ICUSTAY_ID HAVING count(DISTINCT ITEMID) = 2""")
    fahrenheit, celsius = np.array(rows, dtype=float).T
    assert abs(np.nanmean(fahrenheit - (celsius * 1.8 + 32))) < 0.3


@pytest.mark.parametrize("file", ["LABEVENTS", "CHARTEVENTS", "INPUTEVENTS_CV", "OUTPUTEVENTS"])
def test_events_are_of_their_stay(sql, file):
    wrong = f"""SELECT count(*) FROM {file} JOIN ADMISSIONS USING (HADM_ID)
        WHERE CHARTTIME NOT BETWEEN ADMITTIME AND DISCHTIME"""
    assert one(sql, wrong) == 0


def test_lactate_is_higher_in_those_who_die(sql):
    rows = sql("""SELECT HOSPITAL_EXPIRE_FLAG AS died, median(highest) FROM (SELECT max(lactate) AS highest,
        HOSPITAL_EXPIRE_FLAG FROM draw JOIN adult USING (HADM_ID) GROUP BY HADM_ID, HOSPITAL_EXPIRE_FLAG)
        GROUP BY died ORDER BY died""")
    assert rows[1][1] > 1.3 * rows[0][1]


def test_septic_shock_gets_vasopressors(sql):
    drips = "('norepinephrine', 'phenylephrine', 'vasopressin', 'epinephrine', 'dopamine')"
    rows = sql(f"""SELECT HADM_ID IN (SELECT HADM_ID FROM DIAGNOSES_ICD WHERE ICD9_CODE = '78552') AS shock,
        avg((HADM_ID IN (SELECT HADM_ID FROM PRESCRIPTIONS WHERE lower(trim(DRUG)) IN {drips}))::INT)
        FROM adult GROUP BY shock ORDER BY shock""")
    assert rows[1][1] > 0.9
    assert rows[0][1] < 0.5


def test_cultures_come_before_antibiotics(sql):
    """Of those with both on one day, blood is drawn on no later day than the first dose."""
    drugs = "'%(vancomycin|ceftriaxone|cefepime|meropenem|piperacillin|levofloxacin)%'".replace("%", "")
    rows = sql(f"""SELECT cultured <= treated FROM (SELECT HADM_ID, min(STARTDATE) AS treated
        FROM PRESCRIPTIONS WHERE regexp_matches(lower(DRUG), {drugs}) GROUP BY HADM_ID)
        JOIN (SELECT HADM_ID, min(CHARTDATE) AS cultured FROM MICROBIOLOGYEVENTS
        WHERE SPEC_TYPE_DESC ILIKE '%BLOOD CULTURE%' GROUP BY HADM_ID) USING (HADM_ID)""")
    assert np.mean([before for (before,) in rows]) > 0.9


def test_resistant_staphylococci_are_so_to_oxacillin(sql):
    rows = sql("""SELECT DISTINCT INTERPRETATION IN ('R', 'I') FROM MICROBIOLOGYEVENTS JOIN
        (SELECT HADM_ID FROM DIAGNOSES_ICD WHERE ICD9_CODE = '03812') USING (HADM_ID)
        WHERE AB_NAME = 'OXACILLIN' AND upper(trim(ORG_NAME)) = 'STAPH AUREUS COAG +'""")
    assert rows in ([(True,)], [])


def test_bypass_patients_are_in_cardiac_surgery(sql):
    units = sql("""SELECT LAST_CAREUNIT, count(*) FROM ICUSTAYS JOIN PROCEDURES_ICD USING (HADM_ID)
        WHERE ICD9_CODE IN ('3611', '3612', '3613', '3614') GROUP BY 1 ORDER BY 2 DESC""")
    assert units[0][0] == "CSRU"
    assert units[0][1] > 0.8 * sum(count for _, count in units)


def test_long_ventilation_is_longer_in_intensive_care(sql):
    rows = sql("""SELECT ICD9_CODE, median(LOS) FROM PROCEDURES_ICD JOIN ICUSTAYS USING (HADM_ID)
        WHERE ICD9_CODE IN ('9671', '9672') GROUP BY 1 ORDER BY 1""")
    assert rows[1][1] > rows[0][1] + 2


def test_medicare_is_of_the_old(sql):
    rows = sql("SELECT age >= 65, avg((INSURANCE = 'Medicare')::INT) FROM adult GROUP BY 1 ORDER BY 1")
    assert rows[0][1] < 0.3
    assert rows[1][1] > 0.7


def test_hospital_death_is_foretold_by_the_first_day(sql):
    """0.80 to 0.90, as models in MIMIC-III (Johnson et al., MLHC 2017; Harutyunyan et al., 2019)."""
    labs = (*TELLING, "hemoglobin")
    extremes = ", ".join(f"min({lab}) AS {lab}_low, max({lab}) AS {lab}_high" for lab in labs)
    charted = ", ".join(
        f"{what}(VALUENUM) FILTER (ITEMID = {item})"
        for item in (211, 618, 51, 52, 834, 677, 198)
        for what in ("min", "max", "avg")
    )
    rows = sql(f"""SELECT HOSPITAL_EXPIRE_FLAG, age, ADMISSION_TYPE = 'ELECTIVE', l.* EXCLUDE (HADM_ID),
        c.* EXCLUDE (HADM_ID) FROM adult LEFT JOIN (SELECT HADM_ID, {extremes} FROM draw JOIN adult
        USING (HADM_ID) WHERE CHARTTIME < ADMITTIME + INTERVAL 24 HOUR GROUP BY HADM_ID) l USING (HADM_ID)
        LEFT JOIN (SELECT HADM_ID, {charted} FROM CHARTEVENTS JOIN adult USING (HADM_ID)
        WHERE CHARTTIME < ADMITTIME + INTERVAL 24 HOUR GROUP BY HADM_ID) c USING (HADM_ID)
        ORDER BY HADM_ID""")
    assert 0.80 <= auroc(rows) <= 0.90
