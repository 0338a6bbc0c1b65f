"""Why prompts say how times compare, and that they say so in all of their versions."""

import sqlite3
from contextlib import closing
from importlib import resources

import pytest

from medgym_ehr.eicu.ehrsql.schema import SCHEMA as EICU
from medgym_ehr.hospital import published
from medgym_ehr.mimic3.ehrsql.conventions import CONVENTIONS
from medgym_ehr.mimic3.ehrsql.schema import SCHEMA as MIMIC
from medgym_ehr.testing.times import SAID

AT = "2105-03-01 14:05:00"


@pytest.fixture
def holds():
    """Whether a condition holds for a time, ``at``, in a column that is declared TIMESTAMP."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE event (at TIMESTAMP)")
        connection.execute("INSERT INTO event VALUES (?)", (AT,))
        yield lambda condition: bool(connection.execute(f"SELECT {condition} FROM event").fetchone()[0])


@pytest.mark.parametrize("year", ["'2104'", "'2105'", "'2106'", "2106"])
def test_a_bare_year_is_less_than_any_time(holds, year):
    assert holds(f"at > {year}")
    assert not holds(f"at < {year}")
    assert not holds(f"at BETWEEN '2104' AND {year}")


@pytest.mark.parametrize(
    "condition",
    [
        "at >= '2105-01-01' AND at < '2106-01-01'",
        "substr(at, 1, 4) = '2105' AND substr(at, 1, 4) < '2106'",
        "strftime('%Y', at) = '2105' AND strftime('%Y', at) < '2106'",
    ],
)
def test_what_the_prompt_advises_compares_years(holds, condition):
    assert holds(condition)


@pytest.mark.parametrize("schema", [EICU, MIMIC])
def test_the_databases_have_such_columns(schema):
    assert " TIMESTAMP" in schema


def test_the_published_questions_are_told_so_too():
    told = resources.files(published.__package__).joinpath(published.CONVENTIONS).read_text(encoding="utf-8")
    for text in (CONVENTIONS, told):
        assert SAID in " ".join(text.split())
