from dataclasses import replace

import pytest

from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.facts import facts, found
from medgym_ehr.questions.suited import suited
from medgym_ehr.questions.template import When
from medgym_ehr.questions.visits import NamedVisits


@pytest.fixture
def drawn(database, dialect, counting):
    def run(tags, **changed):
        template = replace(counting, **changed)
        connection, known = connect(database), replace(dialect, columns={"hosp": "visit"})
        rows = facts(found(connection, template.facts), known, "train")
        visits = NamedVisits(connection, known)
        return [rows[place] for place in suited(rows, template, tags, visits, known.now)], rows

    return run


def test_without_a_period_every_fact_suits(drawn):
    own, rows = drawn(("none", "none"))
    assert len(own) == len(rows)


def test_a_calendar_period_takes_the_facts_that_it_reaches(drawn):
    own, rows = drawn(("rel-year-last", "none"))
    assert own
    assert {fact["at"][:4] for fact in own} == {"2104"}
    assert len(own) == sum(rows[place]["at"].startswith("2104") for place in range(len(rows)))


def test_a_visit_takes_its_facts_of_patients_who_have_others(drawn):
    own, _ = drawn(("rel-hosp-cur", "none"), facts="SELECT patient, visit, drug, at FROM given")
    assert {fact["patient"] % 10 for fact in own} == {0}
    assert all(fact["visit"] > 200 for fact in own)


def test_both_periods_must_suit(drawn):
    paired = "SELECT a.patient, a.at, b.at AS at2 FROM given a JOIN given b USING (patient, drug)"
    own, _ = drawn(("rel-year-last", "rel-year-this"), facts=paired, period2=When("at", at="at2"))
    assert all((fact["at"][:4], fact["at2"][:4]) == ("2104", "2105") for fact in own)


def test_a_time_that_facts_do_not_have_suits_none(drawn):
    assert drawn(("rel-year-last", "none"), period=When("at", at="at2"))[0] == []
