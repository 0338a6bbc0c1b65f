from dataclasses import replace

import pytest

from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.visits import NamedVisits

EARLIEST = "SELECT id FROM visit WHERE patient = {patient} AND came = ({first})"
FIRST = "SELECT min(came) FROM visit WHERE patient = {patient} AND left IS NOT NULL"


@pytest.fixture
def visits(database, dialect):
    chosen = dialect.visits | {"first": EARLIEST.format(patient="{patient}", first=FIRST)}
    return NamedVisits(connect(database), replace(dialect, visits=chosen, columns={"hosp": "visit"}))


@pytest.mark.parametrize(
    ("tag", "patient", "named"),
    [
        ("rel-hosp-cur", 10, {210}),
        ("rel-hosp-cur", 11, set()),
        ("rel-hosp-first", 11, {111}),
        ("rel-hosp-last", 11, {111, 211}),
    ],
)
def test_visits_are_those_of_the_dialect(visits, tag, patient, named):
    assert visits.of(tag, patient) == named


def test_a_visit_beside_which_there_is_none_is_not_named(database, dialect, visits):
    only = replace(dialect, visits={"cur": "SELECT id FROM visit WHERE patient = {patient} AND id < 200"})
    assert NamedVisits(connect(database), only).of("rel-hosp-cur", 11) == {111}
    idle = replace(dialect, visits={"cur": "SELECT id FROM visit WHERE patient = {patient} AND id < 900"})
    assert NamedVisits(connect(database), idle).of("rel-hosp-cur", 11) == set()


def test_facts_tell_their_visit_by_its_column(visits):
    assert visits.column("rel-hosp-first") == "visit"
    assert visits.column("rel-icu-first") == ""
