def test_ids_are_unique_and_dates_are_midnights(sql):
    assert sql("SELECT count(*) = count(DISTINCT SUBJECT_ID) FROM PATIENTS") == [(True,)]
    assert sql("SELECT count(*) FROM PATIENTS WHERE DOB::TIME <> '00:00:00' OR DOD::TIME <> '00:00:00'") == [
        (0,)
    ]


def test_ids_tell_nothing_of_time(sql):
    (correlation,) = (
        sql("""SELECT corr(SUBJECT_ID, epoch(first)) FROM (SELECT SUBJECT_ID, min(ADMITTIME) AS first
        FROM ADMISSIONS GROUP BY SUBJECT_ID)""")[0]
    )
    assert abs(correlation) < 0.15


def test_both_genders_and_all_ages(sql):
    genders = dict(sql("SELECT GENDER, count(*) / 600 FROM PATIENTS GROUP BY ALL"))
    assert genders.keys() == {"M", "F"}
    assert 0.40 < genders["F"] < 0.50
    kinds = dict(
        sql("""SELECT CASE WHEN age < 1 THEN 0 WHEN age < 90 THEN 1 ELSE 2 END AS kind, count(*) / 600 FROM
        (SELECT date_diff('day', DOB, min(ADMITTIME)) / 365.25 AS age
        FROM PATIENTS JOIN ADMISSIONS USING (SUBJECT_ID) GROUP BY SUBJECT_ID, DOB) GROUP BY ALL""")
    )
    assert 0.10 < kinds[0] < 0.20
    assert 0.01 < kinds[2] < 0.10


def test_elders_are_three_hundred_and_nobody_is_between(sql):
    strange = sql("""SELECT date_diff('day', DOB, ADMITTIME) / 365.25 AS age FROM PATIENTS
        JOIN ADMISSIONS USING (SUBJECT_ID)
        WHERE age < 0 OR age > 6 AND age < 17.99 OR age >= 90 AND age < 299.9 OR age > 310""")
    assert strange == []


def test_most_have_no_death_and_some_die_years_later(sql):
    (known, soon, late) = sql("""SELECT count(DOD), count(*) FILTER (years BETWEEN 0 AND 1),
        count(*) FILTER (years BETWEEN 1 AND 5.1) FROM (SELECT DOD, date_diff('day', max(DISCHTIME), DOD) /
        365.25
        AS years FROM PATIENTS JOIN ADMISSIONS USING (SUBJECT_ID) GROUP BY SUBJECT_ID, DOD)""")[0]
    assert 0.2 < known / 600 < 0.45
    assert soon > 20
    assert late > 20


def test_deaths_agree_in_all_columns(sql):
    wrong = sql("""SELECT SUBJECT_ID FROM PATIENTS WHERE (DOD IS NULL) <> (EXPIRE_FLAG = 0)
        OR DOD IS DISTINCT FROM coalesce(DOD_HOSP, DOD_SSN) OR DOD_SSN <> DOD""")
    assert wrong == []


def test_a_death_in_hospital_is_the_end_of_the_last_stay(sql):
    assert sql("SELECT count(*) > 20 FROM PATIENTS WHERE DOD_HOSP IS NOT NULL") == [(True,)]
    wrong = sql("""SELECT SUBJECT_ID FROM PATIENTS JOIN (SELECT SUBJECT_ID, max(DISCHTIME) AS last,
        max(DEATHTIME) AS death FROM ADMISSIONS GROUP BY SUBJECT_ID) USING (SUBJECT_ID)
        WHERE death IS DISTINCT FROM CASE WHEN DOD_HOSP IS NOT NULL THEN last END
        OR DOD_HOSP IS NOT NULL AND DOD_HOSP <> last::DATE OR DOD < last::DATE""")
    assert wrong == []
