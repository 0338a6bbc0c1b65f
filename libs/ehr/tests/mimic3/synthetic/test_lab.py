import pytest


def test_admissions_patients_and_items_are_known(sql):
    assert sql("SELECT count(*) FROM LABEVENTS ANTI JOIN D_LABITEMS USING (ITEMID)") == [(0,)]
    wrong = sql("""SELECT 1 FROM LABEVENTS l LEFT JOIN ADMISSIONS a USING (SUBJECT_ID, HADM_ID)
        WHERE a.HADM_ID IS NULL OR CHARTTIME NOT BETWEEN ADMITTIME AND DISCHTIME""")
    assert wrong == []


def test_density(sql):
    (density,) = sql("SELECT count(HADM_ID) / (SELECT count(*) FROM ADMISSIONS) FROM LABEVENTS")[0]
    assert 100 < density < 190


def test_items_are_drawn_together_and_each_once(sql):
    draws = sql("""SELECT count(*), count(*) - count(DISTINCT ITEMID) FROM LABEVENTS
        GROUP BY SUBJECT_ID, CHARTTIME""")
    assert sum(together for together, _ in draws) / len(draws) > 8
    assert sum(twice > 0 for _, twice in draws) == 0


def test_values_are_written_as_their_numbers(sql):
    wrong = sql(
        "SELECT VALUE, VALUENUM FROM LABEVENTS WHERE VALUENUM IS NOT NULL AND VALUE::DOUBLE <> VALUENUM"
    )
    assert wrong == []
    assert sql("SELECT count(*) FROM LABEVENTS WHERE VALUE IS NULL") == [(0,)]


def test_values_are_rounded_as_their_item_is(sql):
    longest = sql("SELECT max(length(split_part(VALUE, '.', 2))) FROM LABEVENTS WHERE VALUENUM IS NOT NULL")
    assert longest == [(3,)]
    sodium = sql("SELECT DISTINCT VALUENUM % 1 FROM LABEVENTS WHERE ITEMID = 50983 AND VALUENUM IS NOT NULL")
    assert sodium == [(0,)]


def test_most_items_have_numbers_and_units_and_some_do_not(sql):
    (number, unit) = sql(
        "SELECT 1 - count(VALUENUM) / count(*), 1 - count(VALUEUOM) / count(*) FROM LABEVENTS"
    )[0]
    assert 0.005 < number < 0.1
    assert 0.02 < unit < 0.1
    assert sql("SELECT count(DISTINCT ITEMID) >= 90 FROM LABEVENTS WHERE VALUENUM IS NOT NULL") == [(True,)]


def test_an_item_has_one_unit_once_it_is_tidied(sql):
    units = sql("SELECT count(DISTINCT lower(trim(VALUEUOM))) FROM LABEVENTS GROUP BY ITEMID")
    assert max(units) == (1,)
    assert sql("SELECT count(*) > 50 FROM LABEVENTS WHERE VALUEUOM <> trim(VALUEUOM)") == [(True,)]


@pytest.mark.parametrize(("item", "low", "high"), [(50983, 133, 145), (50971, 3.3, 5.1), (50931, 70, 105)])
def test_flags_follow_the_normal_range(sql, item, low, high):
    rows = sql(f"""SELECT DISTINCT VALUENUM BETWEEN {low} AND {high}, FLAG = 'abnormal' FROM LABEVENTS
        WHERE ITEMID = {item} AND VALUENUM IS NOT NULL AND FLAG IS DISTINCT FROM 'delta' ORDER BY 1""")
    assert rows == [(False, True), (True, None)]


def test_every_flag_is_met(sql):
    flags = dict(sql("SELECT FLAG, count(*) / (SELECT count(*) FROM LABEVENTS) FROM LABEVENTS GROUP BY FLAG"))
    assert flags.keys() == {None, "abnormal", "delta"}
    assert 0.01 < flags["delta"] < 0.2
    assert 0.2 < flags["abnormal"] < 0.6


def test_values_are_alike_within_an_admission(sql):
    (overall,) = sql("SELECT stddev(VALUENUM) FROM LABEVENTS WHERE ITEMID = 50983")[0]
    (within,) = sql("""SELECT avg(spread) FROM (SELECT stddev(VALUENUM) AS spread FROM LABEVENTS
        WHERE ITEMID = 50983 GROUP BY HADM_ID HAVING count(*) > 2)""")[0]
    assert within < 0.85 * overall


def test_current_patients_have_labs_to_the_last_day(last_days):
    assert last_days("LABEVENTS", "CHARTTIME").min() > 0.8
