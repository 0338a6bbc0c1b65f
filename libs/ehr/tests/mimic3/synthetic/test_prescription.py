import re

import numpy as np


def test_admissions_are_known_and_dates_within(sql):
    wrong = sql("""SELECT 1 FROM PRESCRIPTIONS LEFT JOIN ADMISSIONS a USING (SUBJECT_ID, HADM_ID)
        WHERE a.HADM_ID IS NULL OR STARTDATE < ADMITTIME::DATE OR STARTDATE > DISCHTIME::DATE
        OR ENDDATE < STARTDATE OR ENDDATE > DISCHTIME::DATE""")
    assert wrong == []


def test_dates_are_midnights_and_some_have_no_end(sql):
    times = sql("""SELECT DISTINCT hour(STARTDATE), minute(STARTDATE), hour(ENDDATE), minute(ENDDATE)
        FROM PRESCRIPTIONS""")
    assert set(times) == {(0, 0, 0, 0), (0, 0, None, None)}
    (share,) = sql("SELECT avg((ENDDATE IS NULL)::INT) FROM PRESCRIPTIONS")[0]
    assert 0.01 < share < 0.06


def test_icu_stays_are_of_the_same_admission_and_day(sql):
    wrong = sql("""SELECT 1 FROM PRESCRIPTIONS p LEFT JOIN ICUSTAYS s USING (HADM_ID, ICUSTAY_ID)
        WHERE p.ICUSTAY_ID IS NOT NULL
        AND (s.INTIME IS NULL OR STARTDATE NOT BETWEEN s.INTIME::DATE AND s.OUTTIME)""")
    assert wrong == []
    (share,) = sql("SELECT avg((ICUSTAY_ID IS NULL)::INT) FROM PRESCRIPTIONS")[0]
    assert 0.2 < share < 0.8


def test_density(sql):
    (density,) = sql("SELECT count(*) / (SELECT count(*) FROM ADMISSIONS) FROM PRESCRIPTIONS")[0]
    assert 25 < density < 60  # 70 in MIMIC-III


def test_drugs_begin_together_and_each_once_a_day(sql):
    together = sql(
        "SELECT count(*), count(DISTINCT lower(trim(DRUG))) FROM PRESCRIPTIONS GROUP BY HADM_ID, STARTDATE"
    )
    assert all(rows == drugs for rows, drugs in together)
    assert sum(rows > 1 for rows, _ in together) > 0.3 * len(together)


def test_many_drugs_are_used_and_none_fills_the_file(sql):
    counts = [count for (count,) in sql("SELECT count(*) FROM PRESCRIPTIONS GROUP BY lower(trim(DRUG))")]
    assert len(counts) >= 200
    assert 0.015 < max(counts) / sum(counts) < 0.06


def test_drugs_are_untidy_now_and_then(sql):
    assert sql("SELECT count(*) > 50 FROM PRESCRIPTIONS WHERE DRUG <> trim(DRUG)") == [(True,)]
    names = sql("SELECT count(DISTINCT trim(DRUG)) - count(DISTINCT lower(trim(DRUG))) FROM PRESCRIPTIONS")
    assert names[0][0] > 50


def test_most_doses_are_whole_and_some_are_awkward(sql):
    doses = [dose for (dose,) in sql("SELECT DOSE_VAL_RX FROM PRESCRIPTIONS WHERE DOSE_VAL_RX IS NOT NULL")]
    assert 0.8 < np.mean([dose.replace(",", "").isdigit() for dose in doses]) < 0.99
    for form in (r"\d+,\d{3}", r"\d*\.\d+", r"[\d.]+-\d+"):
        assert sum(bool(re.fullmatch(form, dose)) for dose in doses) > 20


def test_some_doses_units_and_routes_are_missing(sql):
    missing = sql("""SELECT 1 - count(DOSE_VAL_RX) / count(*), 1 - count(DOSE_UNIT_RX) / count(*),
        1 - count(ROUTE) / count(*) FROM PRESCRIPTIONS""")[0]
    assert all(0 < share < 0.02 for share in missing)


def test_one_unit_of_a_drug_dominates_others_occur(sql):
    drugs = sql("""SELECT sum(rows), max(rows), count(*) FROM (SELECT lower(trim(DRUG)) AS drug, DOSE_UNIT_RX,
        count(*) AS rows FROM PRESCRIPTIONS WHERE DOSE_UNIT_RX IS NOT NULL GROUP BY ALL) GROUP BY drug""")
    common = [(most / rows, units) for rows, most, units in drugs if rows >= 30]
    assert min(share for share, _ in common) > 0.8
    assert sum(units > 1 for _, units in common) > 0.5 * len(common)


def test_routes_and_kinds_of_a_hospital(sql):
    assert sql("SELECT count(DISTINCT ROUTE) >= 18 FROM PRESCRIPTIONS") == [(True,)]
    kinds = sql("SELECT DISTINCT DRUG_TYPE FROM PRESCRIPTIONS ORDER BY 1")
    assert kinds == [("ADDITIVE",), ("BASE",), ("MAIN",)]


def test_codes_belong_to_the_drug(sql):
    shared = sql("""SELECT FORMULARY_DRUG_CD FROM PRESCRIPTIONS GROUP BY ALL
        HAVING count(DISTINCT lower(trim(DRUG))) > 1 OR count(DISTINCT NDC) > 1 OR count(DISTINCT GSN) > 1""")
    assert shared == []
    assert sql("SELECT count(*) FROM PRESCRIPTIONS WHERE FORMULARY_DRUG_CD NOT LIKE 'SYN%'") == [(0,)]
    assert sql("SELECT DISTINCT length(GSN), length(NDC) FROM PRESCRIPTIONS") == [(6, 11)]


def test_current_patients_have_new_drugs_yesterday_and_today(last_days):
    assert last_days("PRESCRIPTIONS", "STARTDATE").min() > 0.7
