"""Gold against its second computation; on a user's copy, so published splits are compared too."""

from collections import Counter

import pandas as pd
import pytest

from medgym_plugin_ehrcon import loader
from medgym_plugin_ehrcon.selection import audits
from medgym_plugin_ehrcon.synthetic import audits_of
from medgym_plugin_ehrcon.synthetic.hospital import wards
from medgym_plugin_ehrcon.synthetic.version import version_of

from ..conftest import SCALE
from . import compare as comparing
from . import labels
from .labels import Asked, asked


@pytest.fixture(scope="module")
def compared(family, users_build, raw):
    return comparing.compare(family, users_build, raw, most=200)


def test_every_label_is_computed_again(compared):
    agreed, disagreed = compared
    assert not disagreed, "\n".join(disagreed[:5])
    assert agreed.total() >= 300
    assert set(agreed) == {"discharge", "physician", "nursing"}


def test_a_wrong_window_is_noticed(family, users_build, raw, monkeypatch):
    monkeypatch.setattr(labels, "DAY", pd.Timedelta(days=3))
    agreed, disagreed = comparing.compare(family, users_build, raw, most=60)
    assert disagreed
    assert agreed != Counter()


def test_every_graded_mention_of_audits_is_computed_again(family, users_build, raw):
    agreed, disagreed = comparing.compare_audits(family, users_build, raw)
    assert not disagreed, "\n".join(disagreed[:5])
    assert agreed.total() >= 500
    assert set(agreed) == {*comparing.AUDITS}


def test_a_wrong_window_is_noticed_in_audits(family, users_build, raw, monkeypatch):
    monkeypatch.setattr(labels, "DAY", pd.Timedelta(days=3))
    assert comparing.compare_audits(family, users_build, raw)[1]


def test_what_was_planted_is_among_what_an_audit_finds(family, users_build):
    """Every finding is of what was made wrong before the note was written; nothing left as it was is one."""
    left, planted = Counter(audits(SCALE)), {}
    first = 0
    for ward in wards(0, SCALE):
        for one in audits_of(ward, 0, first, left):
            version = version_of(one.note, processed=True)
            for mention in version.mentions:
                roles = frozenset().union(*(one.planted[stated.fact] for stated in mention.stated))
                planted[one.row_id, mention.line + 1, mention.start + 1] = roles
        first += len(ward.stays)
    for split in comparing.AUDITS:
        for index in range(family.size(users_build, split)):
            stated = loader.inventory(users_build, split, index)
            (gold,) = family.gold(users_build, family.task(users_build, split, index)).turns
            for finding in gold["answer"]:
                place = stated.row_id, finding["line"], finding["character"]
                assert planted[place] >= {*finding["columns"]} > set()


def test_a_question_is_taken_apart():
    text = 'Line 3 of note 12 holds, from character 4, "Normal saline 530 mL". Is it consistent?'
    assert asked(text) == Asked("12", 3, 4, "Normal saline 530 mL")
