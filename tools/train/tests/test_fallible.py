from __future__ import annotations

from collections import Counter

import pytest

from medgym_core import AgentConfig, ConfigError, Source, ensure_build
from medgym_core.agent import Reply
from medgym_core.answer import Choice
from medgym_core.env.runner import EpisodeRunner
from medgym_core.failure import classify
from medgym_core.task import ActionCall, Turn
from medgym_sandbox.process import Process
from medgym_testing.clinic import ClinicFamily
from medgym_train.fallible import BROKEN, FAILING, Fallible, Odds

QUERY = "SELECT COUNT(*) FROM labs WHERE name = 'glucose' AND value > 90"
SURE, NEVER = {"success": 1 - 1e-9}, {"success": 1e-9}


def solution(code: str = QUERY, language: str = "sql") -> list[ActionCall]:
    arguments = {"code": code, "language": language, "submit": True}
    look = ActionCall(name="terminal", arguments={"command": "ls"})
    return [look, ActionCall(name="code_execution", arguments=arguments)]


def replies(brief, options) -> list[Reply]:
    policy = Fallible(AgentConfig(options=options)).start(brief)
    return [policy.act("observed") for _ in range(8)]


def submitted(brief, options) -> list[dict[str, object]]:
    calls = [call for reply in replies(brief, options) for call in reply.calls]
    return [call.arguments for call in calls if call.arguments.get("submit")]


def test_it_solves_by_the_reference(make_brief):
    calls = solution()
    for seed in range(20):
        said = [c for r in replies(make_brief(reference=lambda: calls, seed=seed), SURE) for c in r.calls]
        assert said[-2:] == calls
        assert all(call.arguments.get("code") in (*BROKEN, None) for call in said[:-2])


def test_a_seed_decides_everything(make_brief):
    def play(seed):
        return replies(make_brief(reference=solution, seed=seed), {})

    assert [play(seed) for seed in range(9)] == [play(seed) for seed in range(9)]
    assert len({repr(play(seed)) for seed in range(50)}) > 15


def test_failures_submit_no_solution(make_brief):
    codes = Counter(
        str(given["code"])
        for seed in range(300)
        for given in submitted(make_brief(reference=solution, seed=seed), NEVER)
    )
    assert codes.keys() - {*BROKEN} == {QUERY.replace("glucose", "glucos"), QUERY.replace("90", "91")}


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (QUERY, "SELECT COUNT(*) FROM labs"),
        ("SELECT a\nFROM t\nwhere a = 'x'\nORDER BY a", "SELECT a\nFROM t"),
        ("SELECT a FROM (SELECT b FROM t WHERE c = 1)", "SELECT a FROM (SELECT b FROM t WHERE c = 2)"),
        ("SELECT a FROM t LIMIT 1", "SELECT a FROM t LIMIT 2"),
    ],
)
def test_a_careless_query_asks_for_all(make_brief, query, asked):
    options = {**NEVER, "failures": ["careless"]}
    for seed in range(9):
        (given,) = submitted(make_brief(reference=lambda: solution(query), seed=seed), options)
        assert given["code"] == asked


def test_without_a_query_it_guesses_in_kind(make_brief):
    turn = Turn(question="?", answer=Choice(options=("heart", "lung")))
    briefs = [make_brief(turn, reference=lambda: solution("solve()", "python"), seed=s) for s in range(200)]
    codes = {str(given["code"]) for brief in briefs for given in submitted(brief, NEVER)}
    assert codes - {*BROKEN} == {"answer = 'heart'", "answer = 'lung'"}


@pytest.mark.parametrize("success", [0.2, 0.7])
def test_chances_have_their_mean_and_spread(success):
    odds = Odds(success=success, correlation=0.25)
    chances = [odds.of(f"toy/train/{index}") for index in range(4000)]
    mean = sum(chances) / len(chances)
    variance = sum((chance - mean) ** 2 for chance in chances) / len(chances)
    assert mean == pytest.approx(success, abs=0.02)
    assert variance / (success * (1 - success)) == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize(
    "options", [{"success": 1}, {"correlation": 0}, {"rate": 0.5}, {"failures": []}, {"failures": ["slow"]}]
)
def test_options_are_checked(options):
    with pytest.raises(ConfigError, match="known options: success, correlation, failures"):
        Fallible(AgentConfig(options=options))


@pytest.mark.slow
def test_it_fails_in_as_many_ways_as_it_says(tmp_path):
    family = ClinicFamily()
    build = ensure_build(family, Source.synthetic(), tmp_path)
    config = AgentConfig(options=NEVER)
    runner = EpisodeRunner(family, build, Process(), Fallible(config), "fallible", config)
    episodes = [runner.run(runner.key("train", 0, 0, seed))[0] for seed in range(24)]
    modes = {diagnosis.mode.value for episode in episodes if (diagnosis := classify(episode))}
    assert {"gave_up", "malformed_action", "stuck_in_loop", "wrong_answer"} < modes
    assert {episode.verdict.status.value for episode in episodes} == {"fail", "truncated"}
    assert len(modes) >= len(set(FAILING))
