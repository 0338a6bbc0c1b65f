import pytest

FILES = {"DIAGNOSES_ICD": "D_ICD_DIAGNOSES", "PROCEDURES_ICD": "D_ICD_PROCEDURES"}


@pytest.mark.parametrize(("file", "dictionary"), FILES.items())
def test_codes_and_admissions_are_known(sql, file, dictionary):
    assert sql(f"SELECT count(*) FROM {file} ANTI JOIN {dictionary} USING (ICD9_CODE)") == [(0,)]
    assert sql(f"SELECT count(*) FROM {file} ANTI JOIN ADMISSIONS USING (SUBJECT_ID, HADM_ID)") == [(0,)]


@pytest.mark.parametrize("file", FILES)
def test_codes_of_an_admission_are_distinct_and_numbered(sql, file):
    wrong = sql(f"""SELECT HADM_ID FROM {file} GROUP BY HADM_ID
        HAVING count(*) <> count(DISTINCT ICD9_CODE) OR max(SEQ_NUM) <> count(*) OR min(SEQ_NUM) <> 1""")
    assert wrong == []


@pytest.mark.parametrize(("file", "low", "high"), [("DIAGNOSES_ICD", 7.5, 11), ("PROCEDURES_ICD", 1.5, 4)])
def test_density(sql, file, low, high):
    (density,) = sql(f"SELECT (SELECT count(*) FROM {file}) / (SELECT count(*) FROM ADMISSIONS)")[0]
    assert low < density < high


@pytest.mark.parametrize(("file", "codes"), [("DIAGNOSES_ICD", 280), ("PROCEDURES_ICD", 100)])
def test_many_codes_are_used_and_none_fills_the_file(sql, file, codes):
    shares = [
        share
        for (share,) in sql(f"SELECT count(*) / (SELECT count(*) FROM {file}) FROM {file} GROUP BY ICD9_CODE")
    ]
    assert len(shares) > codes
    assert 0.015 < max(shares) < 0.15


@pytest.mark.parametrize("file", FILES)
def test_leading_zeros_are_kept(sql, file):
    assert sql(f"SELECT count(*) > 10 FROM {file} WHERE ICD9_CODE LIKE '0%'") == [(True,)]


def test_newborns_have_diagnoses_of_newborns(sql):
    rows = sql("""SELECT DISTINCT ADMISSION_TYPE FROM ADMISSIONS JOIN DIAGNOSES_ICD USING (HADM_ID)
        WHERE ICD9_CODE IN ('V3000', 'V3001')""")
    assert rows == [("NEWBORN",)]
