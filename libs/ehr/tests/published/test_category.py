import pytest

from medgym_ehr.published.category import FAMILIES, UNANSWERABLE, natural_family
from medgym_ehr.published.record import Record

RANKED = (
    "select t.name from (select o.name, dense_rank() over (order by {} desc) as c from o group by o.name) "
    "as t where t.c <= 3"
)
CASES = {
    "lookup": (
        "select distinct orders.route from orders where orders.drug = 'a count(*) > 0 b'",
        "select admissions.age from admissions where admissions.subject_id = 3 limit 1",
        "select a.organism from a where a.takentime > '2105' order by a.takentime desc limit 1",
    ),
    "existence": (
        "select count(*)>0 from admissions where admissions.subject_id = 2",
        "SELECT COUNT( * ) > 0 FROM labs WHERE labs.valuenum BETWEEN 1 AND 2",
    ),
    "measurement": (
        "select labs.valuenum from labs order by labs.charttime asc limit 1",
        "select avg(labs.valuenum) from labs group by strftime('%y',labs.charttime)",
        "select sum( intakes.amount ) from intakes",
        "select strftime('%j',a.dischtime) - strftime('%j',a.admittime) from a where a.subject_id = 1",
    ),
    "time": (
        "select labs.charttime from labs order by labs.valuenum desc limit 1",
        "select a.startdate from a",
        "select 24 * ( strftime('%j',current_time) - strftime('%j',a.intime) ) from a",
        "select max(a.admittime) from a",
    ),
    "change": (
        "select ( select l.valuenum from l limit 1 ) - ( select l.valuenum from l limit 1 offset 1 )",
        "select (select sum(i.amount) from i) < (select sum(o.value) from o)",
    ),
    "count": (
        "select count( distinct a.subject_id ) from a where a.hadm_id in ( select b.hadm_id from b )",
        "select ( select count( distinct t.id ) from t ) - ( select count( distinct u.id ) from u )",
    ),
    "ranking": (RANKED.format("count(*)"), RANKED.format("count(*)").upper()),
    "cost": (
        "select distinct cost.cost from cost where cost.event_type = 'x'",
        "select max(t.c) from ( select sum(cost.cost) as c from cost group by cost.hadm_id ) as t",
    ),
    "statistics": (
        "select sum(case when d is null then 1 else 0 end) * 100 / count(*) from a",
        "select t.r from ( select percent_rank() over ( order by l.valuenum ) as r from l ) as t",
        "select avg(t.c) from ( select count(*) as c from l group by strftime('%y-%m',l.charttime) ) as t",
        RANKED.format("1.0 * sum(t.dead)"),
    ),
}


@pytest.mark.parametrize(("family", "sql"), [(family, sql) for family, each in CASES.items() for sql in each])
def test_the_form_of_the_query_tells_the_family(family, sql):
    assert natural_family(Record(id="a", split="test", question="What?", sql=sql)) == family


def test_there_is_a_case_of_each_family():
    assert set(CASES) == set(FAMILIES)


def test_without_sql_there_is_none():
    assert natural_family(Record(id="a", split="test", question="What?", impossible=True)) == UNANSWERABLE
