from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from medgym_core.errors import ConfigError
from medgym_core.journal import read_index
from medgym_core.metrics import Comparison, compare
from medgym_core.report.figures import standings
from medgym_core.report.pairing import comparison_text
from medgym_core.report.sections import DEFAULT, SECTIONS, chosen, print_report
from medgym_core.task import ActionCall
from medgym_core.trajectory import VOIDED, Episode, Step
from medgym_core.verifier import Status, Verdict

Show = Callable[[RenderableType], str]


def report(*runs: Path, show: str | None = None) -> str:
    console = Console(file=io.StringIO(), width=140, markup=False, highlight=False)
    print_report(console, standings(runs), chosen(show))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def compared(run: Path) -> Comparison:
    """A run beside itself."""
    index, _ = read_index(run)
    return compare(index, index)


def test_the_default_is_short_and_says_what_matters(run: Path) -> None:
    text = report(run)
    assert len(text.splitlines()) < 40
    assert text.startswith("reference: 8 episodes, 4 tasks, protocol default, in no box")
    for expected in ("50.0%", "pass@k", "100.0%", "runtime error", "KeyError 4", "2.00", "4,000"):
        assert expected in text


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("success", "mimic"),
        ("average", "medagentgym internal"),
        ("categories", "  sum"),
        ("curves", "k = 2"),
        ("failures", "runtime error"),
        ("by-family", "MedAgentGym paper's categories: runtime error 100.0%"),
        ("actions", "toy: of 2 programs that failed 0% were debugged at once; the next ran in 0% without it"),
        ("cost", "USD a success"),
    ],
)
def test_a_section_is_shown_alone(run: Path, section: str, expected: str) -> None:
    text = report(run, show=section)
    assert expected in text
    assert len(text) < len(report(run, show="all"))


def test_splits_stand_side_by_side(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    episodes = (
        make_episode(0, split=split, family=family, status=status)
        for split, status in (("ood", Status.FAIL), ("test", Status.SUCCESS))
        for family in ("mimic", "toy")
    )
    text = report(write_run(*episodes, make_episode(1, split="train", family="toy")), show="splits")
    head, mimic, toy, total = (
        line.split("  ") for line in text.splitlines() if "family" in line or "%" in line
    )
    assert [one.strip() for one in head if one.strip()] == ["family", "test", "train", "ood"]
    assert [one.strip() for one in mimic if one.strip()] == [
        "mimic",
        "100.0% (20.7% - 100.0%)",
        "-",
        "0.0% (0.0% - 79.3%)",
    ]
    assert (toy[0].strip(), total[0].strip()) == ("toy", "all")


def test_one_split_is_not_shown_again(run: Path) -> None:
    assert "test" not in report(run, show="splits")


def test_all_sections_are_shown(run: Path) -> None:
    assert chosen("all") == tuple(SECTIONS)
    assert chosen(None) is None
    assert chosen("cost, success") == ("cost", "success")
    assert set(DEFAULT) < set(SECTIONS)


def test_an_unknown_section_names_those_there_are() -> None:
    with pytest.raises(ConfigError, match="no section 'costs'; it has: success, "):
        chosen("costs")


def test_a_run_of_single_successes_has_only_what_it_has(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    text = report(write_run(make_episode(0)), show="all")
    assert "pass@k" not in text
    assert "why episodes failed" not in text


def test_what_the_protocol_makes_of_rewards_is_reported(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode], run: Path, printed: Show
) -> None:
    made = make_episode(0)
    key = made.key.model_copy(update={"protocol": "paper"})
    tried = write_run(made.model_copy(update={"key": key}), name="tried")
    said = "A reward proves no solution"
    assert said in " ".join(report(tried).split())
    assert said in " ".join(report(tried, run).split())
    assert said in " ".join(printed(comparison_text(compared(tried))).split())
    assert said not in report(run) + printed(comparison_text(compared(run)))


def test_several_runs_are_a_leaderboard(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode], run: Path
) -> None:
    tasks = [(family, index) for family in ("mimic", "toy") for index in range(2)]
    best = write_run(*(make_episode(index, family=family) for family, index in tasks), name="best")
    lines = report(run, best).splitlines()
    assert [line.split()[1] for line in lines if line.strip()[:2] in ("1 ", "2 ")] == ["best", "run"]
    assert "why episodes failed" not in "\n".join(lines)
    assert "why episodes failed" in report(run, best, show="failures")


def test_runs_that_are_not_comparable_have_no_ranks(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode], run: Path
) -> None:
    other = write_run(make_episode(0, build="c" * 64), name="other")
    lines = report(run, other).splitlines()
    assert not any(line.strip()[:2] in ("1 ", "2 ") for line in lines)
    assert any("not comparable: " in line and "builds of toy" in line for line in lines)


def test_voids_are_shown_by_agent_and_family(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode], run: Path
) -> None:
    failed = make_episode(status=Status.FAIL).model_copy(
        update={"voids": 2, "verdict": Verdict(status=Status.FAIL, reward=0.0, reason=VOIDED)}
    )
    (line,) = [line for line in report(write_run(failed, name="broken")).splitlines() if "1 of 1" in line]
    assert line.split() == ["reference", "toy", "2", "1", "of", "1", "episodes"]
    assert "voids" not in report(run)


def test_what_agents_wrote_cannot_steer_the_terminal(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    call = ActionCall(name="tool\x1b[2J", arguments={})
    step = Step(turn=0, call=call, observation="", ok=False, error="Evil\x1b[2J", submitted=True)
    text = report(write_run(make_episode(status=Status.FAIL, steps=(step,))), show="all")
    assert "\x1b" not in text
    assert "Evil\\x1b[2J" in text


def test_a_collapse_is_always_reported(
    write_run: Callable[..., Path], make_episode: Callable[..., Episode]
) -> None:
    step = Step(turn=0, call=ActionCall(name="terminal"), observation="", ok=True, text="words")
    lengths = [8] * 20 + [1] * 20
    run = write_run(*(make_episode(n, steps=(step,) * length) for n, length in enumerate(lengths)))
    assert "collapse? toy: actions an episode fell from 8 to 1" in report(run, show="success")
