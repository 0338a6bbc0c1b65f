"""Gold against its second computation; on a user's copy, so published splits are compared too."""

from collections import Counter

import pandas as pd
import pytest

from . import compare as comparing
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
    monkeypatch.setattr("plugins.ehrcon.tests.independent.labels.DAY", pd.Timedelta(days=3))
    agreed, disagreed = comparing.compare(family, users_build, raw, most=60)
    assert disagreed
    assert agreed != Counter()


def test_a_question_is_taken_apart():
    text = 'Line 3 of note 12 holds, from character 4, "Normal saline 530 mL". Is it consistent?'
    assert asked(text) == Asked("12", 3, 4, "Normal saline 530 mL")
