"""Gold against its second computation from the raw export."""

import pandas as pd
import pytest

from medgym_plugin_medagentbench.novel import ERRANDS

from . import answers
from .compare import compare


@pytest.fixture(scope="module")
def raw(family, tmp_path_factory):
    """The export that the default build is made of."""
    folder = tmp_path_factory.mktemp("raw")
    family.synthesise(folder, 0, None, lambda what, share: None)
    return folder


def test_all_test_and_ood_tasks_and_300_of_train_are_computed_again(family, build, raw):
    agreed, disagreed = compare(family, build, raw, {"test": 109, "ood": 54, "train": 300})
    assert not disagreed, "\n".join(disagreed[:5])
    assert agreed.total() == 463
    assert set(agreed) == set(ERRANDS)


@pytest.mark.parametrize("minutes", [-1, 1])
def test_another_minute_of_now_is_noticed(family, build, raw, monkeypatch, minutes):
    monkeypatch.setattr(answers, "NOW", answers.NOW + pd.Timedelta(minutes=minutes))
    _, disagreed = compare(family, build, raw, {"test": 109})
    assert disagreed
