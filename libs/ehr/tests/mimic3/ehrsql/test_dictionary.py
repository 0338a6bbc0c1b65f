def _rows(hospital, table):
    return hospital.build().execute(f"SELECT * FROM {table} ORDER BY ROW_ID").fetchall()


def _code(hospital, table, row, code, title):
    hospital.add(table, row, ICD9_CODE=code, SHORT_TITLE=title, LONG_TITLE=title)


def test_the_first_row_of_a_diagnosis_by_number(hospital):
    for row, code, title in (
        (3, "0389", "second"),
        (1, "V30", "birth"),
        (2, "0389", "First"),
        (4, "", "none"),
    ):
        _code(hospital, "D_ICD_DIAGNOSES", row, code, title)
    assert _rows(hospital, "D_ICD_DIAGNOSES") == [(0, "v30", "birth", "birth"), (1, "0389", "first", "first")]


def test_procedures_lose_leading_zeros(hospital):
    for row, code, title in ((1, "0066", "a"), (2, "66", "b"), (3, "9999", "c"), (4, "", "d")):
        _code(hospital, "D_ICD_PROCEDURES", row, code, title)
    assert _rows(hospital, "D_ICD_PROCEDURES") == [(0, "66", "a", "a"), (1, "9999", "c", "c")]


def test_items_that_are_linked_and_named(hospital):
    links = ["chartevents", "INPUTEVENTS_CV", "outputevents", "inputevents_mv", "", "chartevents"]
    for item, link in enumerate(links):
        hospital.add("D_ITEMS", item, ITEMID=item, LABEL=f" Item {item}" if item < 5 else "", LINKSTO=link)
    assert _rows(hospital, "D_ITEMS") == [
        (0, 0, "item 0", "chartevents"),
        (1, 1, "item 1", "inputevents_cv"),
        (2, 2, "item 2", "outputevents"),
    ]


def test_all_labs(hospital):
    assert len(_rows(hospital, "D_LABITEMS")) == 43
