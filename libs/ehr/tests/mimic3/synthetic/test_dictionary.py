import pytest


@pytest.mark.parametrize(
    ("file", "key", "least"),
    [
        ("D_ICD_DIAGNOSES", "ICD9_CODE", 300),
        ("D_ICD_PROCEDURES", "ICD9_CODE", 150),
        ("D_LABITEMS", "ITEMID", 110),
        ("D_ITEMS", "ITEMID", 280),
    ],
)
def test_keys_are_unique(sql, file, key, least):
    ((rows, keys),) = sql(f"SELECT count(*), count(DISTINCT {key}) FROM {file}")
    assert rows == keys >= least


@pytest.mark.parametrize(
    ("link", "least"),
    [
        ("inputevents_cv", 70),
        ("outputevents", 45),
        ("chartevents", 29),
        ("microbiologyevents", 80),
        ("inputevents_mv", 5),
        ("procedureevents_mv", 3),
    ],
)
def test_labels_are_unique_within_what_they_link_to(sql, link, least):
    query = f"SELECT count(*), count(DISTINCT lower(trim(LABEL))) FROM D_ITEMS WHERE LINKSTO = '{link}'"
    ((rows, labels),) = sql(query)
    assert rows == labels >= least


def test_some_labels_have_stray_blanks(sql):
    assert sql("SELECT count(*) > 10 FROM D_ITEMS WHERE LABEL <> trim(LABEL)") == [(True,)]


def test_lab_items_have_all_columns_and_the_fluids_of_a_hospital(sql):
    assert sql("SELECT count(*) FROM D_LABITEMS WHERE (FLUID, CATEGORY, LOINC_CODE) IS NULL") == [(0,)]
    assert sql("SELECT count(DISTINCT FLUID) >= 8, count(DISTINCT CATEGORY) FROM D_LABITEMS") == [(True, 3)]
    assert sql("SELECT regexp_matches(min(LOINC_CODE), '^[0-9]+-[0-9]$') FROM D_LABITEMS") == [(True,)]


def test_some_labels_name_two_lab_items(sql):
    assert len(sql("SELECT LABEL FROM D_LABITEMS GROUP BY LABEL HAVING count(DISTINCT FLUID) > 1")) >= 2
