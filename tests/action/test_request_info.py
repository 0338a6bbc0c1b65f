import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from medgym_core.action import perform
from medgym_core.errors import DataError
from medgym_core.task import ActionCall, InfoSource


@pytest.fixture
def ask(actions):
    def ask(context, operation, **arguments):
        call = ActionCall(name="request_info", arguments={"operation": operation, **arguments})
        return perform(call, actions, context)

    return ask


def only(kind, path):
    return (InfoSource(name="one", kind=kind, path=path),)


TABULAR = [
    ("sqlite", "ehr.sqlite", "patients"),
    ("csv", "visits.csv", "visits"),
    ("parquet", "stays.parquet", "stays"),
]


def test_list_tells_sources_tables_and_sizes(ask, make_context):
    text = ask(make_context(), "list").text
    assert "source ehr (sqlite): all tables" in text
    assert "- patients: 3 rows; columns subject_id, gender, icd, age, the drug" in text
    assert "source visits (csv)\n- visits: 3 rows" in text
    assert "- stays: 3 rows" in text
    assert "- Sepsis: document, 1,500 characters" in text


def test_list_of_one_source(ask, make_context):
    assert "visits" not in ask(make_context(), "list", source="EHR").text


@pytest.mark.parametrize(("kind", "path", "table"), TABULAR)
def test_describe_is_the_same_for_every_tabular_format(ask, make_context, kind, path, table):
    text = ask(make_context(info=only(kind, path)), "describe", table=table).text
    assert text.startswith(f"table {table}: 3 rows\nsubject_id ")
    assert "gender" in text
    assert "icd TEXT: 0 null, 2 distinct; such as '0389', '4019'" in text
    assert "age REAL: 1 null, 2 distinct; from 36.0 to 70.5" in text


def test_csv_columns_of_numbers_are_numbers_and_codes_stay_text(ask, make_context):
    text = ask(make_context(), "describe", table="visits").text
    assert "subject_id INTEGER: 0 null, 3 distinct; from 10006 to 10013" in text


def test_describe_shows_a_document(ask, make_context):
    text = ask(make_context(), "describe", table="get /patient").text
    assert text == "document GET /Patient\nFind patients.\nSearch by name or birthdate."


def test_the_only_table_needs_no_name(ask, make_context):
    assert ask(make_context(), "describe", source="visits").text.startswith("table visits")
    refused = ask(make_context(), "describe", source="ehr")
    assert (refused.ok, refused.error) == (False, "not_found")
    assert "notes, patients" in refused.text


@pytest.mark.parametrize(("kind", "path", "table"), TABULAR)
def test_values_come_with_their_counts(ask, make_context, kind, path, table):
    text = ask(make_context(info=only(kind, path)), "values", table=table, column="Gender").text
    assert text == f"values of {table}.gender: 2 distinct\n'F': 2 rows\n'M': 1 rows"


def test_values_count_nulls_and_show_numbers_plain(ask, make_context):
    text = ask(make_context(), "values", table="patients", column="age").text
    assert text.split("\n")[1:] == ["36.0: 1 rows", "70.5: 1 rows", "NULL: 1 rows"]


def test_values_of_long_texts_are_refused(ask, make_context):
    assert "long texts" in ask(make_context(), "values", table="notes", column="text").text
    assert "text TEXT: 0 null, 1 distinct; long texts" in ask(make_context(), "describe", table="notes").text


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("aspirin 81MG", "the drug = 'Aspirin 81mg' (1 rows)"),
        ("asprin", "the drug = 'Aspirin 81mg' (1 rows)"),
        ("metoprolol", "the drug = 'Metoprolol Tartrate' (1 rows)"),
        ("acetominophen", "the drug = 'Acetaminophen' (1 rows)"),
        ("0389", "icd = '0389' (2 rows)"),
        ("M", "gender = 'M' (1 rows)"),
    ],
)
def test_search_gives_the_nearest_values_first(ask, make_context, query, first):
    lines = ask(make_context(), "search", source="ehr", query=query).text.split("\n")
    assert lines[1] == f"patients.{first}"


def test_search_finds_names_and_documents_and_says_where(ask, make_context):
    context = make_context()
    assert "ehr: table patients" in ask(context, "search", query="patients").text
    assert "ehr: column patients.gender" in ask(context, "search", query="gender").text
    text = ask(context, "search", query="birthdate search").text
    assert "docs: in document 'GET /Patient': Search by name or birthdate." in text


def test_search_keeps_to_a_column(ask, make_context):
    text = ask(make_context(), "search", query="a", table="patients", column="the drug").text
    assert text.split("\n")[0].startswith("search 'a': 3 matches")
    assert all(line.startswith("patients.the drug = ") for line in text.split("\n")[1:])


@pytest.mark.parametrize(
    "query", ["zzzzqqq", "'; DROP TABLE terms; --", '"', "AND OR NOT", "\0", "%", "*", "  "]
)
def test_search_survives_any_query(ask, make_context, query):
    assert ask(make_context(), "search", query=query).ok


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ({"operation": "describe", "table": "patient"}, "Did you mean 'patients'?"),
        ({"operation": "values", "table": "patients", "column": "gendr"}, "Did you mean 'gender'?"),
        ({"operation": "list", "source": "ehrs"}, "Did you mean 'ehr'?"),
        ({"operation": "values", "table": "Sepsis", "column": "x"}, "no column of Sepsis 'x'"),
        ({"operation": "search", "query": "x", "column": "y"}, "name its table"),
        ({"operation": "next"}, "no further page"),
    ],
)
def test_what_does_not_exist_is_answered_with_what_does(actions, make_context, arguments, part):
    observation = perform(ActionCall(name="request_info", arguments=arguments), actions, make_context())
    assert (observation.ok, observation.error) == (False, "not_found")
    assert part in observation.text


def test_a_table_in_two_sources_must_be_distinguished(ask, make_context):
    sources = (*only("csv", "visits.csv"), InfoSource(name="two", kind="csv", path="visits.csv"))
    context = make_context(info=sources)
    assert "name one: one, two" in ask(context, "describe", table="visits").text
    assert ask(context, "describe", table="visits", source="two").ok


def test_pages_follow_each_other_to_the_end(ask, make_context):
    context = make_context()
    whole = ask(make_context(), "list", limit=500).text.split("\n")[1:]
    first = ask(context, "list", limit=2)
    assert first.text.endswith(f"(lines 1 to 2 of {len(whole)}; next shows more)")
    seen = first.text.split("\n")[1:-1]
    while (page := ask(context, "next", limit=3)).ok:
        seen += page.text.split("\n")[1:-1]
    assert seen == whole


def test_the_text_keeps_to_the_output_limit(ask, make_context):
    context = make_context(output_bytes=256)
    for operation in ("list", "next", "next"):
        assert len(ask(context, operation).text.encode()) <= 256


def test_a_task_without_sources_says_so(ask, make_context):
    assert "no sources" in ask(make_context(info=()), "list").text


def test_the_index_is_made_once_in_the_private_half(ask, make_context, build):
    before = sorted(build.public.rglob("*"))
    with ThreadPoolExecutor(4) as pool:
        texts = set(pool.map(lambda _: ask(make_context(), "list").text, range(8)))
    assert len(texts) == 1
    assert sorted(build.public.rglob("*")) == before
    made = {path: path.stat().st_mtime_ns for path in (build.private / "info").iterdir()}
    assert len(made) == 3
    ask(make_context(), "search", query="aspirin")
    assert made == {path: path.stat().st_mtime_ns for path in (build.private / "info").iterdir()}


def test_names_and_values_of_any_kind_are_indexed(ask, make_context, build):
    with closing(sqlite3.connect(build.public / "odd.sqlite")) as connection:
        connection.execute('CREATE TABLE "a ""b; --" ("x y" BLOB, "select" TEXT)')
        connection.execute("INSERT INTO \"a \"\"b; --\" VALUES (x'ff00', CAST(x'c3' AS TEXT)), (NULL, 'é')")
        connection.execute("CREATE TABLE empty (a)")
        connection.commit()
    context = make_context(info=only("sqlite", "odd.sqlite"))
    assert 'a "b; --: 2 rows; columns x y, select' in ask(context, "list").text
    assert "select TEXT: 0 null, 2 distinct" in ask(context, "describe", table='a "b; --').text
    assert "a: 0 null, 0 distinct" in ask(context, "describe", table="empty").text
    assert ask(context, "values", table="empty", column="a").text == "values of empty.a: 0 distinct"


def test_many_distinct_values_are_cut_and_said(ask, make_context, build, monkeypatch):
    monkeypatch.setattr("medgym_core.action.info.index.MAX_TERMS", 2)
    text = ask(make_context(), "values", table="patients", column="subject_id").text
    assert text.startswith("values of patients.subject_id, the 2 most frequent of: 3 distinct\n10006: 1 rows")


@pytest.mark.parametrize(
    ("kind", "path", "data", "part"),
    [
        ("csv", "bad.csv", b"a,b\n1,2,3\n", "bad.csv is not a CSV file"),
        ("csv", "twice.csv", b"a,a\n1,2\n", "twice.csv"),
        ("parquet", "bad.parquet", b"no", "bad.parquet is not a Parquet file"),
        ("sqlite", "bad.sqlite", b"no database at all" * 99, "bad.sqlite cannot be read as sqlite"),
        ("documents", "bad.json", b"[1]", "not an object of title to text"),
        ("documents", "worse.json", b"{", "is not JSON"),
        ("csv", "none.csv", None, "missing from"),
    ],
)
def test_a_broken_source_is_our_error_with_its_path(ask, make_context, build, kind, path, data, part):
    if data is not None:
        (build.public / path).write_bytes(data)
    with pytest.raises(DataError, match=part):
        ask(make_context(info=only(kind, path)), "list")
    assert not list((build.private).rglob("*.sqlite"))


def test_a_link_out_of_the_public_half_is_refused(ask, make_context, build):
    (build.private / "gold.csv").write_text("a\n1\n")
    (build.public / "link.csv").symlink_to(build.private / "gold.csv")
    with pytest.raises(DataError, match="out of the build's public half"):
        ask(make_context(info=only("csv", "link.csv")), "list")


def test_no_more_of_a_query_is_compared_than_a_value_may_be_long(ask, make_context, monkeypatch):
    compared = []

    def likeness(query, text):
        compared.append(len(query))
        return 100.0

    monkeypatch.setattr("medgym_core.action.info.matches.likeness", likeness)
    assert ask(make_context(), "search", query="a" * 1_000_000).ok
    assert 0 < max(compared) <= 500


def test_a_slow_answer_is_given_up(ask, make_context, monkeypatch):
    context = make_context()
    ask(context, "list")
    monkeypatch.setattr("medgym_core.action.request_info._SECONDS", -1.0)
    monkeypatch.setattr("medgym_core.action.info.sql._OPS_BETWEEN_CHECKS", 1)
    observation = ask(context, "list")
    assert (observation.ok, observation.error) == (False, "timeout")
