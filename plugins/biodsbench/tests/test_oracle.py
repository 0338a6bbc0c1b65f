import json
import warnings
from random import Random

import pytest

from medgym_plugin_biodsbench import asking, oracle
from medgym_plugin_biodsbench.templates import TEMPLATES

GOOD = {"n": 12, "share": 40.5, "rows": [["a", 1], ["b", 2]]}


def test_answers_agree_within_rounding_errors_alone():
    assert oracle.agree(GOOD, GOOD | {"share": 40.5 * (1 + 1e-8)})
    for other in (
        {"share": 40.5 * (1 + 1e-5)},
        {"n": 13},
        {"n": "12"},
        {"n": None},
        {"rows": [["a", 1]]},
        {"m": 1},
    ):
        assert not oracle.agree(GOOD, GOOD | other)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"n": 0}, "n is 0"),
        ({"rows": []}, "fewer than two entries"),
        ({"rows": [["a", 1]]}, "fewer than two entries"),
        ({"rows": [["a", 1]] * 401}, "more than 400 entries"),
        ({"share": float("nan")}, "not finite"),
        ({"share": 1e-14}, "too small"),
        ({"n": 1, "share": 1, "rows": [[1, 1], [1, 1]]}, "fewer than three different values"),
    ],
)
def test_a_trivial_answer_is_refused(change, reason):
    assert oracle.trivial(GOOD) is None
    assert reason in oracle.trivial(GOOD | change)


def test_where_the_two_computations_differ_nothing_is_asked(converted, monkeypatch):
    right = oracle.second_answer
    monkeypatch.setattr(oracle, "second_answer", lambda *given: right(*given) | {"samples": 1})
    refusals = []
    template = TEMPLATES["gene_frequency"]
    assert oracle.ask(converted["panel"], template, Random(0), refusals) is None
    assert {one.reason for one in refusals} == {"the two computations differ"}


def test_a_candidate_that_cannot_be_computed_is_refused_and_the_next_drawn(converted, monkeypatch):
    right, calls = oracle.second_answer, []

    def broken(*given):
        calls.append(given)
        return right(*given) if len(calls) > 1 else 1 / 0

    monkeypatch.setattr(oracle, "second_answer", broken)
    refusals = []
    assert oracle.ask(converted["panel"], TEMPLATES["gene_frequency"], Random(0), refusals)
    assert [one.reason for one in refusals] == ["cannot be computed (ZeroDivisionError)"]


def test_the_program_of_a_task_runs_without_this_package_and_holds_no_answer(build, monkeypatch):
    monkeypatch.chdir(build.root)
    (build.root / "data").symlink_to(build.public)
    every = [
        asking.read(build, split, at)
        for split in ("train", "ood")
        for at in range(asking.stored(build, split))
    ]
    for asked in {asked.template: asked for asked in every}.values():
        program = oracle.program(asked)
        assert "medgym" not in program
        assert all(
            json.dumps(value) not in program
            for value in asked.answer.values()
            if isinstance(value, list | float)
        )
        assert program.count("\ndef ") <= 10, "no more than the question needs"
        scope = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # lifelines calls pandas in ways that a later pandas will refuse
            exec(compile(program, "solution.py", "exec"), scope)
        assert oracle.agree(oracle.plain(scope["answer"]), asked.answer)
