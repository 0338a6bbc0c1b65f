from medgym_ehr.mimic3.synthetic.vocabulary import traits


def test_ids_are_unique(sql):
    assert sql("SELECT count(*) = count(DISTINCT ICUSTAY_ID) FROM ICUSTAYS") == [(True,)]


def test_stays_lie_within_their_admission(sql):
    wrong = sql("""SELECT s.ICUSTAY_ID FROM ICUSTAYS s LEFT JOIN ADMISSIONS a USING (SUBJECT_ID, HADM_ID)
        WHERE a.HADM_ID IS NULL OR s.INTIME < ADMITTIME OR s.OUTTIME > DISCHTIME OR s.INTIME >= s.OUTTIME""")
    assert wrong == []


def test_stays_of_an_admission_do_not_overlap(sql):
    pairs = """FROM ICUSTAYS a JOIN ICUSTAYS b ON a.HADM_ID = b.HADM_ID AND a.INTIME < b.INTIME"""
    assert sql(f"SELECT count(*) {pairs} AND b.INTIME <= a.OUTTIME") == [(0,)]
    assert sql(f"SELECT count(*) > 15 {pairs}") == [(True,)]


def test_most_adults_are_in_an_icu(sql):
    (share,) = sql("""SELECT avg((HADM_ID IN (SELECT HADM_ID FROM ICUSTAYS))::INT) FROM ADMISSIONS
        WHERE ADMISSION_TYPE <> 'NEWBORN'""")[0]
    assert share > 0.95


def test_units_have_wards_of_their_own(sql):
    wards = traits("hospital")["careunit_wards"]
    seen = sql("""SELECT DISTINCT FIRST_CAREUNIT, FIRST_WARDID FROM ICUSTAYS
        UNION SELECT DISTINCT LAST_CAREUNIT, LAST_WARDID FROM ICUSTAYS""")
    assert {unit for unit, _ in seen} == wards.keys()
    assert all(ward in wards[unit] for unit, ward in seen)


def test_newborns_are_in_the_nursery(sql):
    rows = sql("""SELECT DISTINCT FIRST_CAREUNIT, LAST_CAREUNIT FROM ICUSTAYS JOIN ADMISSIONS USING (HADM_ID)
        WHERE ADMISSION_TYPE = 'NEWBORN'""")
    assert rows == [("NICU", "NICU")]


def test_some_stays_change_units(sql):
    (share,) = sql("SELECT avg((FIRST_CAREUNIT <> LAST_CAREUNIT)::INT) FROM ICUSTAYS")[0]
    assert 0.02 < share < 0.10


def test_length_is_the_days_between(sql):
    assert sql("SELECT max(abs(LOS - epoch(OUTTIME - INTIME) / 86400)) < 0.0001 FROM ICUSTAYS") == [(True,)]


def test_most_current_patients_are_in_an_icu_now_and_some_are_not(shown):
    (share,) = shown("""SELECT avg((HADM_ID IN (SELECT HADM_ID FROM ICUSTAYS JOIN shift USING (SUBJECT_ID)
        WHERE INTIME + to_days(days::INT) <= TIMESTAMP '2105-12-31 23:59:00'
        AND OUTTIME + to_days(days::INT) > TIMESTAMP '2105-12-31 23:59:00'))::INT) FROM now_in""")[0]
    assert 0.6 < share < 0.97
