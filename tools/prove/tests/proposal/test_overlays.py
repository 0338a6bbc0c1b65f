"""One good proposal and many bad ones, each of which fails exactly the check that it ought to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_prove.proposal.comment import harmless, render
from medgym_prove.proposal.judge import Judge, Judgement

from ..adversarial.armed import attack
from ..building.test_leak import PUBLIC
from ..dynamic.played import HOLDS_MEMORY
from ..dynamic.test_chance import constant
from ..dynamic.test_determinism import read
from ..finish.defects import failing_test
from ..plugins import package, spoil
from .checkout import commit, git, propose

pytestmark = pytest.mark.slow
BASE = "origin/main"
SCALE = 24
PLAYS = pytest.mark.skipif(not HOLDS_MEMORY, reason="no cgroup holds boxes to their memory here")


def judged(checkout: Path, **settings: str) -> Judgement:
    """What becomes of a checkout; the table can be posted."""
    found = Judge(scale=SCALE, **settings).judge(checkout, BASE)  # type: ignore[arg-type]
    assert harmless(render(found))
    return found


def failed(found: Judgement) -> dict[str, str]:
    """Checks that failed, each with all that was wrong."""
    return {finding.id: " ".join(finding.problems) for finding in found.findings if finding.status == "fail"}


@PLAYS
def test_a_good_family_passes_and_is_approved_until_a_byte_changes(whole: Path) -> None:
    folder = propose(whole)
    commit(whole)
    found = judged(whole)
    assert failed(found) == {}
    assert {finding.tier for finding in found.findings} == {0, 1, 2, 3, 4}
    assert judged(whole, approved=found.digest, level=0).passed  # type: ignore[arg-type]
    (folder / "README.md").write_text((folder / "README.md").read_text() + "\n")
    assert set(failed(judged(whole, approved=found.digest, level=0))) == {"P06"}  # type: ignore[arg-type]


def leaks_gold(folder: Path) -> None:
    lines = "    notes = [question.note for found in _questions(source).values() for question in found]\n"
    lines += "    (out.public / 'notes.txt').write_text(chr(10).join(notes))\n"
    spoil(package(folder) / "loader.py", PUBLIC, PUBLIC + lines)


def constant_solves(folder: Path) -> None:
    constant(folder, "70123")


def grades_by_the_time_zone(folder: Path) -> None:
    read(folder, "TZ", "Pacific/Kiritimati")


def floats(folder: Path) -> None:
    spoil(package(folder) / "image" / "Dockerfile", "ARG BASE\n", "ARG BASE=python:3.11\n")


def builds_by_its_place(folder: Path) -> None:
    spoil(package(folder) / "loader.py", 'Random(f"visits/{seed}")', 'Random(__file__ + f"visits/{seed}")')


LENIENT = '''\
"""A grader that takes any list that holds the answer."""

import json

from medgym_core import Collects, Status, Verdict


class Lenient:
    name = "{name}:lenient"
    version = "1"

    def collects(self, task, turn):
        return Collects(answer=True)

    def programs(self, task, gold, submission):
        return ()

    def grade(self, task, gold, submission, outcomes, states):
        try:
            answer = json.loads(submission.turns[0].answer or "null")
        except ValueError:
            answer = None
        numbers = answer if isinstance(answer, list) and len(answer) > 99 else [answer]
        right = any(type(one) in (int, float) and one == gold.turns[0] for one in numbers)
        return Verdict(status=Status.SUCCESS if right else Status.FAIL, reward=float(right))
'''
HOOK = '''

@hookimpl
def medgym_verifiers():
    """The grader."""
    from {module}.lenient import Lenient

    return {{Lenient.name: Lenient()}}
'''


def rewards_a_hack(folder: Path) -> None:
    """All candidates at once are right, where one answer is asked for."""
    inside = package(folder)
    (inside / "lenient.py").write_text(LENIENT.format(name=folder.name))
    with (inside / "__init__.py").open("a") as stream:
        stream.write(HOOK.format(module=inside.name))
    limits = "            limits=Limits(steps=8"
    spoil(inside / "family.py", limits, f'            verifier="{folder.name}:lenient",\n{limits}')
    spoil(inside / "family.py", '("integer", "number")', '("integer",)')
    small = {"total": "sum(costs) % 997", "mean": "sum(costs) // 5 % 997"}
    kinds = 'Integer(unit="cents") if category == "total" else Number(unit="cents", abs_tol=0.01)'
    oracle = inside / "oracle.py"
    spoil(oracle, kinds, 'Integer(unit="cents")')
    spoil(oracle, "Integer, Number\n", "Integer\n")
    spoil(oracle, '{"total": "sum(costs)", "mean": "sum(costs) / len(costs)"}', repr(small))
    spoil(
        oracle,
        'sum(costs) if question.category == "total" else sum(costs) / len(costs)',
        'sum(costs) // (1 if question.category == "total" else 5) % 997',
    )
    for rate in ("chance_rate=0.05", "chance_rate=0.1"):  # on two tasks luck explains much
        spoil(inside / "family.py", rate, "chance_rate=0.0")
    attack(folder, "answer = 5\n")


@pytest.mark.parametrize(
    ("bad", "check", "expected"),
    [
        (leaks_gold, "S04", "notes.txt:1 holds"),
        pytest.param(constant_solves, "D02", "the most frequent answer to other tasks", marks=PLAYS),
        pytest.param(grades_by_the_time_zone, "D03", "graded with TZ=Pacific/Kiritimati", marks=PLAYS),
        pytest.param(rewards_a_hack, "A01", "attack:spam earns 1.000", marks=PLAYS),
        pytest.param(failing_test, "F02", "test_sums_are_small: assert 3 > 4", marks=PLAYS),
        (floats, "S03", "the default of BASE floats: python:3.11"),
        (builds_by_its_place, "P05", "B01 content"),
    ],
)
def test_a_bad_family_fails_its_check(
    whole: Path, bad: Callable[[Path], None], check: str, expected: str
) -> None:
    bad(propose(whole))
    judgement = judged(whole)
    found = failed(judgement)
    assert set(found) == {check}, found
    assert expected in found[check]
    assert f"| <code>{check}</code> | **FAIL** |" in render(judgement)
    assert "medgym-pr-" not in found[check]


def test_a_family_that_is_there_already(whole: Path) -> None:
    first = propose(whole)
    git(whole, "push", "--quiet", "origin", f"{commit(whole)}:refs/heads/first")
    second = propose(whole)
    spoil(second / "pyproject.toml", f'{second.name} = "', f'{first.name} = "')
    found = failed(Judge(scale=SCALE).judge(whole, "origin/first"))
    assert set(found) == {"P03"}
    assert f"the family {first.name} is provided by medgym-plugin-{first.name} in plugins/" in found["P03"]


def test_the_core_is_touched(whole: Path) -> None:
    propose(whole)
    spoil(whole / "tools" / "prove" / "medgym_prove" / "validation.py", 'finding.status != "fail"', "True")
    found = failed(judged(whole))
    assert found == {"P01": found["P01"]}
    assert "tools/prove/medgym_prove/validation.py is outside plugins/" in found["P01"]


def test_a_link_out_of_the_plugin(whole: Path) -> None:
    folder = propose(whole)
    (package(folder) / "notes.txt").symlink_to("/etc/passwd")
    found = failed(judged(whole))
    assert set(found) == {"P02"}
    assert "notes.txt is a symbolic link" in found["P02"]
