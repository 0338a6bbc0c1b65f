import pytest

ROUTINE = (51, 52, 211, 618, 677, 834, 8368)
VITAL = "(51, 52, 211, 618, 677, 762, 834, 920, 8368)"
NORMAL = {677: (35.5, 38.1), 834: (95, 100), 211: (60, 100), 618: (12, 18), 51: (90, 120), 8368: (60, 90)}
NORMAL |= {52: (60, 110)}


def test_events_lie_within_their_icu_stay(sql):
    wrong = sql("""SELECT 1 FROM CHARTEVENTS LEFT JOIN ICUSTAYS s USING (SUBJECT_ID, HADM_ID, ICUSTAY_ID)
        WHERE s.INTIME IS NULL OR CHARTTIME NOT BETWEEN s.INTIME AND s.OUTTIME OR STORETIME < CHARTTIME""")
    assert wrong == []


def test_items_are_chart_items_and_some_are_left_out_by_builds(sql):
    rows = sql("SELECT DISTINCT LINKSTO FROM CHARTEVENTS LEFT JOIN D_ITEMS USING (ITEMID)")
    assert rows == [("chartevents",)]
    (other, items) = sql(f"""SELECT count(*) / (SELECT count(*) FROM CHARTEVENTS), count(DISTINCT ITEMID)
        FROM CHARTEVENTS WHERE ITEMID NOT IN {VITAL}""")[0]
    assert 0.2 < other < 0.6
    assert items >= 20


def test_density(sql):
    (density,) = sql(
        f"SELECT count(*) / (SELECT count(*) FROM ADMISSIONS) FROM CHARTEVENTS WHERE ITEMID IN {VITAL}"
    )[0]
    assert 40 < density < 75


@pytest.mark.parametrize("item", ROUTINE)
def test_vital_signs_are_measured_again_in_most_stays(sql, item):
    (stays,) = sql(f"""SELECT count(*) FROM (SELECT 1 FROM CHARTEVENTS WHERE ITEMID = {item}
        GROUP BY ICUSTAY_ID HAVING count(*) > 1)""")[0]
    assert stays > 0.85 * sql("SELECT count(*) FROM ICUSTAYS")[0][0]


@pytest.mark.parametrize(("item", "again"), [(762, (0.2, 0.6)), (920, (0.1, 0.35))])
def test_bodies_are_measured_once_or_twice(sql, item, again):
    counts = dict(
        sql(f"""SELECT measured, count(*) / (SELECT count(*) FROM ICUSTAYS) FROM (SELECT count(*) AS measured
        FROM CHARTEVENTS WHERE ITEMID = {item} GROUP BY ICUSTAY_ID) GROUP BY ALL""")
    )
    assert counts.keys() == {1, 2}
    assert sum(counts.values()) > 0.98
    assert again[0] < counts[2] < again[1]


@pytest.mark.parametrize("item", ROUTINE)
def test_vital_signs_are_inside_and_outside_of_normal(sql, item):
    low, high = NORMAL[item]
    (inside,) = sql(
        f"SELECT avg((VALUENUM BETWEEN {low} AND {high})::INT) FROM CHARTEVENTS WHERE ITEMID = {item}"
    )[0]
    assert 0.2 < inside < 0.97


def test_temperatures_are_in_celsius(sql):
    assert sql("SELECT min(VALUENUM) > 30, max(VALUENUM) < 43 FROM CHARTEVENTS WHERE ITEMID = 677") == [
        (True, True)
    ]


def test_a_few_numbers_and_units_are_missing(sql):
    shares = sql("SELECT 1 - count(VALUENUM) / count(*), 1 - count(VALUEUOM) / count(*) FROM CHARTEVENTS")[0]
    assert all(0.003 < share < 0.03 for share in shares)


def test_values_are_written_as_their_numbers(sql):
    wrong = sql("SELECT 1 FROM CHARTEVENTS WHERE VALUE::DOUBLE IS DISTINCT FROM VALUENUM")
    assert wrong == []


def test_current_patients_in_an_icu_are_charted_to_the_last_day(last_days):
    assert last_days("CHARTEVENTS", "CHARTTIME").min() > 0.6


def test_pressures_of_one_round_are_of_one_pulse(sql):
    (rounds, pulse, ordered) = sql("""SELECT count(*), avg((high - low BETWEEN 10 AND 130)::INT),
        avg((low < mean AND mean < high)::INT) FROM
        (PIVOT (FROM CHARTEVENTS WHERE ITEMID IN (51, 8368, 52)) ON ITEMID IN (51 high, 8368 low, 52 mean)
         USING first(VALUENUM) GROUP BY ICUSTAY_ID, CHARTTIME) WHERE high + low + mean IS NOT NULL""")[0]
    assert rounds > 1_000
    assert pulse > 0.99
    assert ordered > 0.99
