"""What attacks earn, without boxes: their programs against a bedside in this process."""

import io
import json
import tomllib
import urllib.error
import urllib.request
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from medgym_core import Request
from medgym_plugin_icu_watch import loader, oracle, order, policy
from medgym_plugin_icu_watch.case import HOURS, KINDS, OWN, admit
from medgym_plugin_icu_watch.loader import helped
from medgym_plugin_icu_watch.reward import EARLY, OPENINGS, mark
from medgym_plugin_icu_watch.service import Bedside
from medgym_plugin_icu_watch.session import Session
from medgym_plugin_icu_watch.verifier import judge
from medgym_plugin_icu_watch.watch import begin

ROOT = Path(__file__).parents[1]
ATTACKS = sorted((ROOT / "attacks").glob("*.py"))
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def patients():
    """Up to three of each kind whom tasks may be about."""
    found = []
    for kind in KINDS:
        source = loader.candidates(5, "train" if kind in loader.TRAINED else "ood", kind)
        found += helped(list(islice(source, 96)))[:3]
    return found


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


def played(patients, act):
    """Rewards of a policy that plays each patient."""
    courses = [(policy.play(begin(admit([case])), act)[0], yardstick) for case, yardstick in patients]
    return [mark(watch, yardstick).reward for watch, yardstick in courses]


@pytest.mark.parametrize("opening", [0, 1, 3, 9, 12])
@pytest.mark.parametrize("rule", policy.RULES)
def test_who_knows_one_rule_earns_no_more_than_chance(family, patients, rule, opening):
    """From the beginning, or after hours of the whole protocol: antibiotics, boluses, the first heparin."""
    rewards = played(patients, policy.one_rule(rule, opening=opening))
    assert fmean(rewards) <= (0 if opening in OPENINGS else family.splits["test"].chance_rate), rewards


def test_the_smallest_doses_of_heparin_each_hour_earn_nothing(patients):
    """They would put off the next aPTT, if they were changes that the protocol wants."""
    embolism = [(case, yardstick) for case, yardstick in patients if case.kind == "embolism"]
    dose = order.ROW["heparin_bolus"]
    few = policy.one_rule("saturation", opening=3)

    def act(bedside):
        given, hours = few(bedside)
        return np.where((np.arange(len(given)) == dose)[:, None] & (given == 0), 1000.0, given), hours

    assert embolism
    assert max(played(embolism, act)) == 0


def test_patients_who_bleed_need_what_bleeding_is_about():
    source = loader.candidates(5, "ood", "bleeding")
    found = helped([next(source) for _ in range(40)])
    assert found
    for case, _ in found:
        _, (tape,) = policy.play(begin(admit([case])), policy.follow)
        assert policy.orders_any(tape, OWN["bleeding"])
        assert not policy.orders_any(tape, ["aztreonam"])


def test_there_are_attacks():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["medgym"]["attacks"]
    assert [f"attacks/{path.name}" for path in ATTACKS] == declared
    assert len(ATTACKS) == 11


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


@pytest.fixture(scope="module")
def logs(patients):
    """The reference's decisions for each patient."""
    return {
        case: [{"orders": order.read(said), "hours": hours} for said, hours in oracle.decisions(case)]
        for case, _ in patients
    }


def test_the_references_of_others_earn_no_more_than_chance(family, patients, logs):
    """Word for word, as who has learned the training split by heart would play them."""
    rewards = [
        judge(oracle.gold(case, yardstick), logs[other]).reward
        for case, yardstick in patients
        for other in logs
        if other != case and other.kind == case.kind
    ]
    assert len(rewards) > 8
    assert fmean(rewards) <= family.splits["test"].chance_rate, rewards


def test_the_reference_up_to_the_horizon_earns_no_more_than_chance(family, patients, logs):
    """Its first decisions, and then nothing; what comes after them earns."""
    split = family.splits["test"]
    earned = {
        first: fmean(
            judge(oracle.gold(case, yardstick), logs[case][:first]).reward for case, yardstick in patients
        )
        for first in (0, 1, 2, 4, 8, split.horizon, 2 * split.horizon, HOURS)
    }
    assert min(map(len, logs.values())) >= split.horizon == EARLY
    assert max(earned[first] for first in earned if first <= split.horizon) <= split.chance_rate, earned
    assert split.chance_rate < earned[2 * split.horizon] < earned[HOURS] == 1


def test_shipped_baselines_but_the_protocol_earn_no_more_than_chance(family, patients):
    """Graded in the vector as tasks are."""
    for name in ("nothing", "random", "greedy"):
        for site in ("teaching", "community"):
            chosen = [(case, yardstick) for case, yardstick in patients if case.site == site]
            last, _ = policy.play(begin(admit([case for case, _ in chosen])), policy.BASELINES[name])
            rewards = [mark(last, yardstick, place).reward for place, (_, yardstick) in enumerate(chosen)]
            assert fmean(rewards) <= family.splits["test"].chance_rate, (name, rewards)


EVERY = {"chemistry": 6, "fingerstick": 4, "minerals": 12, "count": 24, "gas": 4, "coagulation": 6}
"""Hours from one panel to the next."""
OF_A_KIND = {"ketoacidosis": {"chemistry": 4}, "bleeding": {"count": 6}, "retainer": {"bronchodilator": 4}}


def by_the_clock(tape, decisions, kind):
    """The first decisions of a tape; then hour by hour what a clock says, and all else goes on."""
    begin_at = int(np.searchsorted(np.cumsum(tape.decided), decisions)) + 1
    orders, decided = tape.orders.copy(), tape.decided.copy()
    orders[begin_at:], decided[begin_at:] = np.nan, True
    for name, hours in (EVERY | OF_A_KIND.get(kind, {})).items():
        orders[begin_at:, order.ROW[name]] = (np.arange(begin_at, HOURS) + 1) % hours == 0
    return replace(tape, orders=orders, decided=decided)


@pytest.mark.parametrize("decisions", [1, 3, 6, 9, EARLY])
def test_the_first_decisions_and_then_the_clock_earn_no_more_than_chance(family, patients, decisions):
    rewards = []
    for site in ("teaching", "community"):
        chosen = [(case, yardstick) for case, yardstick in patients if case.site == site]
        start = begin(admit([case for case, _ in chosen]))
        _, tapes = policy.play(start, policy.follow)
        blind = [
            by_the_clock(tape, decisions, case.kind) for tape, (case, _) in zip(tapes, chosen, strict=True)
        ]
        last = policy.replay(start, blind)
        rewards += [mark(last, yardstick, place).reward for place, (_, yardstick) in enumerate(chosen)]
    assert len(rewards) > 8
    assert fmean(rewards) <= family.splits["test"].chance_rate, rewards
