from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from medgym_core.journal import JournalWriter, read_index
from medgym_core.metrics import summarise
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

from .entries import entry


def test_errors_are_neither_failures_nor_forgotten() -> None:
    report = summarise([entry(0, Status.SUCCESS), entry(1, Status.FAIL), entry(2, Status.INFRA_ERROR)])
    assert report.success_rate == 0.5
    assert report.episodes == 3
    assert report.statuses == {"fail": 1, "infra_error": 1, "success": 1}
    assert report.tasks == 2


def test_each_task_weighs_the_same() -> None:
    many = [entry(0, Status.SUCCESS, replica) for replica in range(9)]
    assert summarise([*many, entry(1, Status.FAIL)]).success_rate == 0.5


def test_voids_are_counted_over_all_attempts_and_failures_of_them_apart() -> None:
    failed = entry(0, Status.FAIL, voids=2, reason="voided")
    report = summarise([failed, entry(1, Status.SUCCESS, voids=1), entry(2, Status.FAIL)])
    assert (report.voids, report.voided) == (3, 1)
    assert report.families["toy"].voids == 3


def test_only_errors_give_no_rate() -> None:
    report = summarise([entry(0, Status.AGENT_ERROR)])
    assert (report.success_rate, report.interval, report.reward) == (None, None, None)


def test_no_episodes_give_an_empty_report() -> None:
    assert summarise([]).episodes == 0


def test_families_and_categories_are_distinguished() -> None:
    other = entry(1, Status.FAIL, task="other/test/1", category="mean")
    report = summarise([entry(0, Status.SUCCESS), other])
    assert report.families["toy"].success_rate == 1
    assert report.families["other"].categories["mean"].success_rate == 0


def test_costs_add_up_and_times_are_means() -> None:
    report = summarise([entry(0, Status.SUCCESS), entry(1, Status.TRUNCATED, wall_s=5.0)])
    assert (report.prompt_tokens, report.completion_tokens, report.cost_usd) == (20, 10, 1.0)
    assert (report.wall_s, report.box_s, report.steps) == (4.0, 1.0, 2.0)


def test_the_newest_rewarded_attempt_counts(tmp_path: Path, make_episode: Callable[..., Episode]) -> None:
    attempts = [Status.INFRA_ERROR, Status.FAIL, Status.SUCCESS, Status.AGENT_ERROR]
    with JournalWriter(tmp_path) as writer:
        writer.append([(make_episode(status=status, attempt=n), {}) for n, status in enumerate(attempts)])
    index, journal = read_index(tmp_path)
    (standing,) = index
    assert (standing.attempt, len(list(journal.frames()))) == (2, 4)
    assert index.finished() == len(index) == 1


def test_kinds_of_answer_are_distinguished_and_the_unknown_left_out() -> None:
    entries = [
        entry(0, Status.SUCCESS, kinds="table"),
        entry(1, Status.FAIL, kinds="number"),
        entry(2, Status.FAIL),
    ]
    report = summarise(entries)
    assert {name: group.success_rate for name, group in report.kinds.items()} == {"number": 0, "table": 1}
    assert report.families["toy"].kinds == report.kinds


def test_splits_are_distinguished() -> None:
    entries = [
        entry(0, Status.SUCCESS),
        entry(1, Status.FAIL),
        entry(0, Status.FAIL, task="toy/ood/0"),
        entry(0, Status.SUCCESS, task="other/ood/0"),
    ]
    report = summarise(entries)
    assert {name: group.success_rate for name, group in report.splits.items()} == {"ood": 0.5, "test": 0.5}
    assert {name: group.success_rate for name, group in report.families["toy"].splits.items()} == {
        "ood": 0,
        "test": 0.5,
    }
    assert report.families["other"].splits.keys() == {"ood"}


def test_a_price_that_nobody_knows_is_none() -> None:
    assert summarise([entry(0, Status.SUCCESS, cost_usd=None)]).cost_usd is None


def test_a_price_of_nothing_is_a_price() -> None:
    assert summarise([entry(0, Status.SUCCESS, cost_usd=0.0)]).cost_usd == 0.0
    mixed = [entry(0, Status.SUCCESS, cost_usd=0.5), entry(1, Status.SUCCESS, cost_usd=None)]
    assert summarise(mixed).cost_usd == 0.5


def test_rates_are_of_what_was_drawn_and_counts_of_all() -> None:
    """The first leaf failed at once; three that parted from a long one succeeded."""
    short = [entry(0, Status.FAIL)]
    long = [entry(1, Status.SUCCESS), *(entry(1, Status.SUCCESS, n, parted=True) for n in (1, 2, 3))]
    report = summarise([*short, *long])
    assert (report.success_rate, report.tasks, report.episodes, report.parted) == (0.5, 2, 5, 3)
    assert report.statuses == {"fail": 1, "success": 4}


def test_a_tree_whose_first_leaf_has_no_reward_leaves_the_rate() -> None:
    report = summarise([entry(0, Status.AGENT_ERROR), entry(0, Status.SUCCESS, 1, parted=True)])
    assert (report.success_rate, report.tasks, report.episodes) == (None, 0, 2)
