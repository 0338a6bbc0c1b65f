"""What decisions earn."""

import numpy as np
import pytest

from medgym_core import Gold, VerifierError
from medgym_plugin_icu_watch import oracle, order, policy
from medgym_plugin_icu_watch.case import OWN, Case, admit
from medgym_plugin_icu_watch.protocol import due
from medgym_plugin_icu_watch.reward import mark, measure, outcome, score
from medgym_plugin_icu_watch.verifier import judge
from medgym_plugin_icu_watch.watch import advance, agreement, begin, compliance


def decisions(case):
    return [{"orders": order.read(said), "hours": hours} for said, hours in oracle.decisions(case)]


def earned(shocked, log):
    return judge(oracle.gold(*shocked), log)


def test_the_protocol_earns_all(shocked):
    found = earned(shocked, decisions(shocked[0]))
    assert (found.reward, found.compliance, found.outcome, found.lived) == (1.0, 1.0, 1.0, 1.0)


def test_inaction_and_blind_orders_earn_nothing(shocked):
    everything = {**order.read({"fio2": 0.5, "norepinephrine": 0.1, "potassium": 40, "call": 1})}
    assert earned(shocked, []).reward == 0
    assert earned(shocked, [{"orders": {}, "hours": 4}] * 12).reward == 0
    assert earned(shocked, [{"orders": everything, "hours": 1}] * 48).reward == 0


def test_stopping_early_costs_in_proportion(shocked):
    log = decisions(shocked[0])
    half, most = (earned(shocked, log[: round(share * len(log))]).reward for share in (0.5, 0.9))
    assert half < most < 1


def test_a_wrong_dose_is_missed_and_spare():
    before = order.nothing(1)
    want, given = before.copy(), before.copy()
    want[order.ROW["potassium"]], given[order.ROW["potassium"]] = 40, 60
    nowhere = np.zeros(before.shape, dtype=bool)
    assert [float(part[0]) for part in agreement(want, given, before, nowhere)] == [0, 1, 1]
    assert [float(part[0]) for part in agreement(want, want, before, nowhere)] == [1, 0, 0]


def test_the_least_of_what_is_not_due_is_spare():
    want = order.nothing(1)
    given, nowhere = want.copy(), np.zeros(want.shape, dtype=bool)
    given[order.ROW["norepinephrine"]] = 1e-9
    assert [float(part[0]) for part in agreement(want, given, want, nowhere)] == [0, 0, 1]


def test_taking_back_what_was_too_much_counts_little_until_the_protocol_is_content(shocked):
    """Pure oxygen for who breathes well, then what the protocol wants of it, hour by hour."""
    watch, dose, look = begin(admit([shocked[0]])), order.ROW["fio2"], np.array([True])
    given = order.lasting(watch.bedside.standing)
    given[dose] = 1.0
    watch, _ = advance(watch, given, look)
    assert watch.astray[dose, 0]
    for _ in range(3):
        before, want = watch.right[0], due(watch.bedside)
        assert want[dose, 0] < watch.bedside.standing[dose, 0]
        only = order.lasting(watch.bedside.standing)
        only[dose] = want[dose]
        watch, _ = advance(watch, only, look)
        assert watch.right[0] - before < 0.5
        assert watch.astray[dose, 0]


def test_what_the_protocol_orders_never_goes_astray(shocked):
    last, _ = policy.play(begin(admit([shocked[0]])), policy.follow)
    assert not last.astray.any()


@pytest.mark.parametrize(("harm", "share"), [(30, 0), (20, 0.5), (10, 1), (5, 1), (40, 0)])
def test_the_outcome_is_between_nobody_and_the_protocol(harm, share):
    assert outcome(np.array([harm]), np.array([30]), np.array([10])) == share


def test_compliance_without_outcome_keeps_half():
    assert score(np.array(0.8), np.array(0.0)) == 0.4


def test_whole_compliance_is_worth_all_whatever_the_course():
    assert score(np.array(1.0), np.array(0.7)) == 1


def test_who_looks_every_hour_and_orders_all_that_is_due_earns_all(shocked):
    def hourly(bedside):
        want, pace = policy.follow(bedside)
        return want, np.ones_like(pace)

    watch, _ = policy.play(begin(admit([shocked[0]])), hourly)
    found = mark(watch, shocked[1])
    assert found.compliance == found.reward == 1


def test_a_yardstick_does_not_depend_on_who_else_is_measured(shocked):
    other = shocked[0]._replace(number=9)
    assert measure([other, shocked[0]])[1] == shocked[1]


def test_who_is_not_helped_or_need_not_be_watched_has_no_yardstick(shocked):
    case, yardstick = shocked
    assert measure([case], yardstick.floor) == [yardstick]
    assert measure([case], yardstick.floor - 1e-9) == [None]
    bleeding = case._replace(kind="bleeding", reason="upper_gi_bleed")
    assert not policy.orders_any(policy.play(begin(admit([bleeding])), policy.follow)[1][0], OWN["bleeding"])
    assert measure([bleeding]) == [None]


def test_all_rules_are_played_together_as_each_by_itself(shocked):
    cases = [shocked[0], shocked[0]._replace(number=9)]
    together = policy.play_rules(begin(admit(cases)), (0, 3))
    courses = [(name, opening) for name in policy.RULES for opening in (0, 3)]
    for place, (name, opening) in enumerate(courses):
        alone, _ = policy.play(begin(admit(cases)), policy.one_rule(name, opening))
        for made in (compliance, lambda watch: watch.bedside.harm):
            assert made(together)[place :: len(courses)].tolist() == made(alone).tolist()


@pytest.mark.parametrize("name", ["nothing", "protocol", "greedy"])
def test_baselines_are_played_alike_alone_and_together(name):
    cases = [Case(0, number, "ketoacidosis", "diabetic_ketoacidosis", "teaching") for number in (9, 7)]
    pair, _ = policy.play(begin(admit(cases)), policy.BASELINES[name])
    alone, _ = policy.play(begin(admit(cases[1:])), policy.BASELINES[name])
    assert compliance(pair)[1] == compliance(alone)[0]
    assert pair.bedside.harm[1] == alone.bedside.harm[0]


def test_gold_that_is_no_case_is_refused():
    with pytest.raises(VerifierError, match=r"fix TaskFamily\.gold"):
        judge(Gold({"answer": 1}), [])
