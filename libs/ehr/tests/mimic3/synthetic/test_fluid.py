import pytest

FILES = {
    "INPUTEVENTS_CV": ("AMOUNT", "AMOUNTUOM", "inputevents_cv"),
    "OUTPUTEVENTS": ("VALUE", "VALUEUOM", "outputevents"),
}


@pytest.mark.parametrize("file", FILES)
def test_events_lie_within_their_icu_stay(sql, file):
    wrong = sql(f"""SELECT 1 FROM {file} LEFT JOIN ICUSTAYS s USING (SUBJECT_ID, HADM_ID, ICUSTAY_ID)
        WHERE s.INTIME IS NULL OR CHARTTIME NOT BETWEEN s.INTIME AND s.OUTTIME OR STORETIME < CHARTTIME""")
    assert wrong == []


@pytest.mark.parametrize(("file", "columns"), FILES.items())
def test_items_are_of_the_file(sql, file, columns):
    assert sql(f"SELECT DISTINCT LINKSTO FROM {file} LEFT JOIN D_ITEMS USING (ITEMID)") == [(columns[2],)]


@pytest.mark.parametrize(
    ("file", "low", "high", "items"), [("INPUTEVENTS_CV", 15, 40, 38), ("OUTPUTEVENTS", 15, 35, 32)]
)
def test_density(sql, file, low, high, items):
    ((density, different),) = (
        sql(f"""SELECT count(*) / (SELECT count(*) FROM ADMISSIONS), count(DISTINCT ITEMID)
        FROM {file}""")
    )
    assert low < density < high
    assert different >= items


def test_nearly_every_stay_passes_urine(sql):
    ((without, stays),) = sql("""SELECT (SELECT count(*) FROM ICUSTAYS ANTI JOIN OUTPUTEVENTS
        USING (ICUSTAY_ID)), count(*) FROM ICUSTAYS""")
    assert without < 0.01 * stays


@pytest.mark.parametrize(("file", "columns"), FILES.items())
def test_most_amounts_are_millilitres_and_some_are_not_or_missing(sql, file, columns):
    amount, unit, _ = columns
    ((volumes, other, missing, untidy),) = sql(f"""SELECT avg((lower(trim({unit})) = 'ml')::INT),
        count(DISTINCT lower(trim({unit}))) - 1, avg(({amount} IS NULL)::INT), count(*) FILTER ({unit} NOT
        IN ('ml', 'cc'))
        FROM {file}""")
    assert volumes > 0.9
    assert other >= 1
    assert 0.005 < missing < 0.04
    assert untidy > 0


@pytest.mark.parametrize(("file", "columns"), FILES.items())
def test_amounts_are_positive_and_rounded(sql, file, columns):
    ((least, steps),) = sql(
        f"SELECT min({columns[0]}), count(*) FILTER ({columns[0]} * 2 % 1 <> 0) FROM {file}"
    )
    assert least > 0
    assert steps == 0


@pytest.mark.parametrize("file", FILES)
def test_current_patients_in_an_icu_have_some_to_the_last_day(last_days, file):
    assert last_days(file, "CHARTTIME").min() > {"INPUTEVENTS_CV": 0.3, "OUTPUTEVENTS": 0.6}[file]
