def test_cultures_are_taken_during_known_admissions(sql):
    wrong = sql("""SELECT 1 FROM MICROBIOLOGYEVENTS LEFT JOIN ADMISSIONS a USING (SUBJECT_ID, HADM_ID)
        WHERE a.HADM_ID IS NULL OR CHARTTIME NOT BETWEEN ADMITTIME AND DISCHTIME
        OR CHARTDATE NOT BETWEEN ADMITTIME::DATE AND DISCHTIME""")
    assert wrong == []


def test_some_cultures_have_a_date_alone(sql):
    ((dates, missing),) = sql(
        "SELECT count(CHARTDATE) = count(*), 1 - count(CHARTTIME) / count(*) FROM MICROBIOLOGYEVENTS"
    )
    assert dates
    assert 0.15 < missing < 0.35
    assert sql("SELECT count(*) FROM MICROBIOLOGYEVENTS WHERE CHARTDATE <> CHARTTIME::DATE") == [(0,)]


def test_nothing_grows_in_most(sql):
    (share,) = sql("SELECT 1 - count(ORG_NAME) / count(*) FROM MICROBIOLOGYEVENTS")[0]
    assert 0.2 < share < 0.6


def test_density_and_variety(sql):
    ((density, specimens, organisms),) = sql("""SELECT count(*) / (SELECT count(*) FROM ADMISSIONS),
        count(DISTINCT lower(trim(SPEC_TYPE_DESC))), count(DISTINCT lower(trim(ORG_NAME)))
        FROM MICROBIOLOGYEVENTS""")
    assert 4 < density < 12  # 10.7 in MIMIC-III
    assert specimens >= 15
    assert organisms >= 15


def test_names_belong_to_their_items(sql):
    wrong = sql("""SELECT 1 FROM MICROBIOLOGYEVENTS LEFT JOIN D_ITEMS s ON s.ITEMID = SPEC_ITEMID
        LEFT JOIN D_ITEMS o ON o.ITEMID = ORG_ITEMID LEFT JOIN D_ITEMS b ON b.ITEMID = AB_ITEMID
        WHERE lower(trim(s.LABEL)) IS DISTINCT FROM lower(trim(SPEC_TYPE_DESC))
        OR lower(trim(o.LABEL)) IS DISTINCT FROM lower(trim(ORG_NAME))
        OR lower(trim(b.LABEL)) IS DISTINCT FROM lower(trim(AB_NAME))""")
    assert wrong == []


def test_antibiotics_are_tested_on_what_grows_each_once(sql):
    assert sql("SELECT count(*) FROM MICROBIOLOGYEVENTS WHERE AB_NAME IS NOT NULL AND ORG_NAME IS NULL") == [
        (0,)
    ]
    verdicts = sql(
        "SELECT DISTINCT INTERPRETATION FROM MICROBIOLOGYEVENTS WHERE AB_NAME IS NOT NULL ORDER BY 1"
    )
    assert verdicts == [("I",), ("R",), ("S",)]
    wrong = sql("SELECT 1 FROM MICROBIOLOGYEVENTS WHERE (AB_NAME IS NULL) <> (INTERPRETATION IS NULL)")
    assert wrong == []


def test_texts_are_untidy_now_and_then(sql):
    assert sql(
        "SELECT count(*) > 10 FROM MICROBIOLOGYEVENTS WHERE SPEC_TYPE_DESC <> trim(SPEC_TYPE_DESC)"
    ) == [(True,)]
