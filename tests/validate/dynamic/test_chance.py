from __future__ import annotations

from pathlib import Path

from medgym_core.validate.dynamic.chance import CHANCE
from tests.fakes.ward import WardFamily
from tests.validate.dynamic.played import subject_of
from tests.validate.plugins import examine, package, spoil


def test_good_plugin(plugin: Path) -> None:
    finding = examine("D02", plugin)
    assert finding.status == "pass"
    assert finding.figures["test"] == {"tasks": 12, "declared": 0.1, "highest earned": 0, "best constants": 0}


def constant(plugin: Path, value: str) -> None:
    """Make ``value`` the answer to everything."""
    oracle = package(plugin) / "oracle.py"
    spoil(
        oracle,
        '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}',
        repr({"total": value, "mean": value}),
    )
    spoil(oracle, 'sum(costs) if question.category == "total" else sum(costs) / len(costs)', value)


def test_one_answer_is_right_everywhere(plugin: Path) -> None:
    constant(plugin, "70123")
    assert "the most frequent answer to other tasks earns 1.000" in examine("D02", plugin).problems[0]


def test_a_rate_that_excuses_it_is_refused(plugin: Path) -> None:
    constant(plugin, "70123")
    spoil(package(plugin) / "family.py", "chance_rate=0.05", "chance_rate=1.0")
    spoil(package(plugin) / "family.py", "chance_rate=0.1", "chance_rate=1.0")
    assert [problem[:4] for problem in examine("D02", plugin).problems] == ["test", "trai"]


def test_a_rate_that_nothing_explains(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", "chance_rate=0.05", "chance_rate=0.4")
    assert "train declares the chance rate 0.4, but nobody" in examine("D02", plugin).problems[0]


def test_format_alone_passes(plugin: Path) -> None:
    constant(plugin, "0")
    problems = " ".join(examine("D02", plugin).problems)
    assert "format-only 0 earns 1.000" in problems
    assert "the answer 0 earns 1.000" in problems


def test_states_that_nobody_touched_are_graded(tmp_path: Path) -> None:
    evidence = CHANCE.examine(subject_of(WardFamily(), tmp_path))
    assert not evidence.problems
