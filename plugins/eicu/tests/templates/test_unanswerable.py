import sqlite3
from contextlib import closing

import pytest

from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.questions.dialect import connect
from medgym_ehr.questions.unanswerable import mentions
from medgym_plugin_eicu.templates.unanswerable import TEMPLATES

WORDED = [template for template in TEMPLATES if template.keywords]


@pytest.mark.parametrize("template", WORDED, ids=lambda template: template.id)
def test_the_10_tables_name_no_such_matter(template, database, tmp_path):
    with closing(sqlite3.connect(tmp_path / "empty.sqlite")) as copy:
        database.backup(copy)
    assert list(mentions(connect(tmp_path / "empty.sqlite"), template.keywords)) == []


def test_strangers_are_no_patients_but_look_like_them(stay, database):
    for place, patient in enumerate(("1-50", "1-51", "1-90", "7-60")):
        stay(patient, place, place)
    (stranger,) = [number for (number,) in database.execute(DIALECT.strangers)]
    hospital, _, number = stranger.partition("-")
    assert hospital == "1"
    assert 51 < int(number) < 90
