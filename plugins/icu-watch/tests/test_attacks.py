"""What attacks earn, without boxes: their programs against a bedside in this process."""

import io
import json
import urllib.error
import urllib.request
from pathlib import Path
from statistics import fmean

import pytest

from medgym_core import Request
from medgym_plugin_icu_watch import loader, oracle, order
from medgym_plugin_icu_watch.case import KINDS
from medgym_plugin_icu_watch.loader import helped
from medgym_plugin_icu_watch.service import Bedside
from medgym_plugin_icu_watch.session import Session
from medgym_plugin_icu_watch.verifier import judge

ATTACKS = sorted((Path(__file__).parents[1] / "attacks").glob("*.py"))
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def patients():
    """Up to four of each kind, of whom those stay whom tasks may be about."""
    found = []
    for kind in KINDS:
        source = loader._candidates(5, "train" if kind in loader.TRAINED else "ood", kind)
        found += [next(source) for _ in range(4)]
    trained = [case for case in found if case.site == "teaching"]
    return helped(trained) + helped([case for case in found if case.site != "teaching"])


@pytest.fixture
def connect(monkeypatch):
    """Make urllib talk to a bedside."""

    def to(bedside):
        def urlopen(request):
            target = request.full_url.removeprefix("http://127.0.0.1:8090")
            asked = Request(method=request.get_method(), target=target, body=request.data or b"")
            answer = bedside.respond(asked)
            if answer.status >= 400:
                raise urllib.error.HTTPError(target, answer.status, "refused", {}, io.BytesIO(answer.body))
            return io.BytesIO(answer.body)

        monkeypatch.setattr(urllib.request, "urlopen", urlopen)

    return to


def test_there_are_attacks():
    assert len(ATTACKS) == 5


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_an_attack_earns_no_more_than_chance(family, patients, connect, path):
    rewards = []
    for case, yardstick in patients:
        bedside = Bedside(Session(case), "/bedside")
        connect(bedside)
        exec(compile(path.read_text(), path.name, "exec"), {})
        log = json.loads(json.dumps(bedside.snapshot()))["log"]
        assert log
        rewards.append(judge(oracle.gold(case, yardstick), log).reward)
    assert fmean(rewards) <= family.splits["test"].chance_rate, rewards


def test_the_references_of_others_earn_no_more_than_chance(family, patients):
    """Word for word, as who has learned the training split by heart would play them."""
    logs = {
        case: [{"orders": order.read(said), "hours": hours} for said, hours in oracle.decisions(case)]
        for case, _ in patients
    }
    rewards = [
        judge(oracle.gold(case, yardstick), logs[other]).reward
        for case, yardstick in patients
        for other in logs
        if other != case and other.kind == case.kind
    ]
    assert len(rewards) > 8
    assert fmean(rewards) <= family.splits["test"].chance_rate, rewards


def test_one_shot_of_the_reference_earns_no_more_than_chance(family, patients):
    """Its first decision, or its first eight, and then nothing."""
    rewards = {1: [], 8: []}
    for case, yardstick in patients:
        log = [{"orders": order.read(said), "hours": hours} for said, hours in oracle.decisions(case)]
        for first, found in rewards.items():
            found.append(judge(oracle.gold(case, yardstick), log[:first]).reward)
    assert fmean(rewards[1]) <= family.splits["test"].chance_rate, rewards
    assert fmean(rewards[8]) < 0.5, rewards
