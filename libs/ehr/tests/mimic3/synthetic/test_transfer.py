def test_rows_of_an_admission_are_a_chain(sql):
    wrong = sql("""SELECT ROW_ID FROM (SELECT *, lead(INTIME) OVER way AS next,
        lag(CURR_CAREUNIT) OVER way AS unit, lag(CURR_WARDID) OVER way AS ward FROM TRANSFERS
        WINDOW way AS (PARTITION BY HADM_ID ORDER BY ROW_ID))
        WHERE OUTTIME <> next OR OUTTIME <= INTIME OR PREV_CAREUNIT IS DISTINCT FROM unit
        OR PREV_WARDID IS DISTINCT FROM ward""")
    assert wrong == []


def test_admissions_begin_and_end_in_it(sql):
    wrong = sql("""SELECT HADM_ID FROM ADMISSIONS LEFT JOIN (SELECT HADM_ID,
        min_by(EVENTTYPE, ROW_ID) AS first, max_by(EVENTTYPE, ROW_ID) AS last,
        min(INTIME) AS start, max(INTIME) AS until, count(*) AS rows FROM TRANSFERS GROUP BY HADM_ID)
        USING (HADM_ID) WHERE rows IS NULL OR rows < 2 OR first <> 'admit' OR last <> 'discharge'
        OR start < ADMITTIME OR start > ADMITTIME + INTERVAL 1 HOUR OR until <> DISCHTIME""")
    assert wrong == []
    assert sql("SELECT count(*) FROM TRANSFERS ANTI JOIN ADMISSIONS USING (SUBJECT_ID, HADM_ID)") == [(0,)]


def test_a_discharge_has_no_place(sql):
    rows = sql("""SELECT count(CURR_CAREUNIT), count(CURR_WARDID), count(OUTTIME), count(ICUSTAY_ID),
        count(LOS) FROM TRANSFERS WHERE EVENTTYPE = 'discharge'""")
    assert rows == [(0, 0, 0, 0, 0)]


def test_wards_have_no_unit_and_no_stay(sql):
    rows = sql("""SELECT DISTINCT CURR_CAREUNIT IS NULL, ICUSTAY_ID IS NULL FROM TRANSFERS
        WHERE EVENTTYPE <> 'discharge' ORDER BY 1""")
    assert rows == [(False, False), (True, True)]


def test_icu_rows_are_the_stays(sql):
    wrong = sql("""SELECT ICUSTAY_ID FROM ICUSTAYS s FULL JOIN (SELECT ICUSTAY_ID, min(INTIME) AS start,
        max(OUTTIME) AS until, min_by(CURR_CAREUNIT, INTIME) AS first, max_by(CURR_CAREUNIT, INTIME) AS last,
        min_by(CURR_WARDID, INTIME) AS first_ward, max_by(CURR_WARDID, INTIME) AS last_ward, count(*) AS rows
        FROM TRANSFERS WHERE ICUSTAY_ID IS NOT NULL GROUP BY ICUSTAY_ID) USING (ICUSTAY_ID)
        WHERE (s.INTIME, s.OUTTIME, FIRST_CAREUNIT, LAST_CAREUNIT, FIRST_WARDID, LAST_WARDID)
        IS DISTINCT FROM (start, until, first, last, first_ward, last_ward)
        OR rows <> 1 + (FIRST_CAREUNIT <> LAST_CAREUNIT)::INT""")
    assert wrong == []


def test_a_few_starts_are_unknown(sql):
    unknown, rows = sql("SELECT count(*) FILTER (INTIME IS NULL), count(*) FROM TRANSFERS")[0]
    assert 0 < unknown < 0.01 * rows


def test_length_is_the_hours_between(sql):
    assert sql("""SELECT max(abs(LOS - epoch(OUTTIME - INTIME) / 3600)) < 0.01 FROM TRANSFERS""") == [(True,)]
