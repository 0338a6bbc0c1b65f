from medgym_ehr.mimic3.synthetic.vocabulary import traits


def test_ids_are_unique_and_six_digits_long(sql):
    ((rows, ids, least, most),) = sql("""SELECT count(*), count(DISTINCT HADM_ID), min(HADM_ID), max(HADM_ID)
        FROM ADMISSIONS""")
    assert rows == ids
    assert 100_000 <= least < most < 200_000


def test_every_patient_is_admitted_and_only_patients(sql):
    assert sql("SELECT count(*) FROM PATIENTS ANTI JOIN ADMISSIONS USING (SUBJECT_ID)") == [(0,)]
    assert sql("SELECT count(*) FROM ADMISSIONS ANTI JOIN PATIENTS USING (SUBJECT_ID)") == [(0,)]


def test_stays_end_after_they_begin_and_do_not_overlap(sql):
    wrong = sql("""SELECT HADM_ID FROM (SELECT *, lag(DISCHTIME)
        OVER (PARTITION BY SUBJECT_ID ORDER BY ADMITTIME) AS before FROM ADMISSIONS)
        WHERE ADMITTIME >= DISCHTIME OR before >= ADMITTIME""")
    assert wrong == []


def test_emergency_room_is_seen_before_admission(sql):
    wrong = sql("SELECT 1 FROM ADMISSIONS WHERE EDREGTIME >= ADMITTIME OR EDOUTTIME <= ADMITTIME")
    assert wrong == []
    kinds = sql("SELECT DISTINCT ADMISSION_TYPE FROM ADMISSIONS WHERE EDREGTIME IS NOT NULL")
    assert kinds == [("EMERGENCY",)]


def test_newborns_are_admitted_as_such(sql):
    rows = sql("""SELECT DISTINCT date_diff('day', DOB, ADMITTIME), DIAGNOSIS, MARITAL_STATUS FROM ADMISSIONS
        JOIN PATIENTS USING (SUBJECT_ID) WHERE ADMISSION_TYPE = 'NEWBORN'""")
    assert {(days, married) for days, _, married in rows} == {(0, None)}
    assert all("NEWBORN" in complaint for _, complaint, _ in rows)


def test_the_dead_are_discharged_as_such(sql):
    rows = sql("""SELECT DISTINCT DEATHTIME IS NOT NULL, HOSPITAL_EXPIRE_FLAG,
        DISCHARGE_LOCATION = 'DEAD/EXPIRED' FROM ADMISSIONS ORDER BY 1""")
    assert rows == [(False, 0, False), (True, 1, True)]
    assert sql("SELECT count(*) FROM ADMISSIONS WHERE DEATHTIME > DISCHTIME OR DEATHTIME < ADMITTIME") == [
        (0,)
    ]


def test_places_fit_the_kind_of_admission(sql):
    places = traits("hospital")["admission_location"]
    seen = sql("SELECT DISTINCT ADMISSION_TYPE, ADMISSION_LOCATION FROM ADMISSIONS")
    assert {kind for kind, _ in seen} == places.keys()
    assert all(place in places[kind] for kind, place in seen)


def test_traits_are_varied_and_some_are_unknown(sql):
    counts = sql("""SELECT count(DISTINCT ETHNICITY), count(DISTINCT INSURANCE), count(DISTINCT LANGUAGE),
        count(DISTINCT MARITAL_STATUS), count(DISTINCT DISCHARGE_LOCATION), count(DISTINCT DIAGNOSIS)
        FROM ADMISSIONS""")[0]
    assert all(count >= least for count, least in zip(counts, (18, 5, 12, 6, 11, 75), strict=True))
    (language, marital) = sql("""SELECT 1 - count(LANGUAGE) / count(*), 1 - count(MARITAL_STATUS) / count(*)
        FROM ADMISSIONS WHERE ADMISSION_TYPE <> 'NEWBORN'""")[0]
    assert 0.25 < language < 0.55
    assert 0.04 < marital < 0.2


def test_complaints_are_as_awkward_as_free_text(sql):
    complaints = "".join(text for (text,) in sql("SELECT DISTINCT DIAGNOSIS FROM ADMISSIONS"))
    assert {";", "\\", "/"} < set(complaints)


def test_charted_events_are_flagged(sql):
    wrong = sql("""SELECT 1 FROM ADMISSIONS WHERE (HADM_ID IN (SELECT HADM_ID FROM CHARTEVENTS))
        <> (HAS_CHARTEVENTS_DATA = 1)""")
    assert wrong == []
