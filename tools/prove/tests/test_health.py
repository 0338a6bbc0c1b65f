from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from medgym_core import plugins
from medgym_core.cli.main import main
from medgym_core.errors import DataError
from medgym_core.plugins import Installed
from medgym_prove.health import Broken, BrokenTasks, Checkup, Clinic, badge, read_broken, renewed
from medgym_prove.subject import Subject
from medgym_sandbox.process import Process
from medgym_testing.installation import pretend_installed

from .plugins import package, spoil, subject

TODAY, BEFORE = date(2030, 5, 2), date(2030, 5, 1)
WRONG = ('"total": "sum(costs)"', '"total": "sum(costs) + 1"')


@pytest.fixture
def toy(plugin: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """A family that is installed, from a source that a test may spoil until it asks for the family."""
    it = subject(plugin)
    known = Installed(it.name, it.entry_points[it.name], f"medgym-plugin-{it.name}", "0.1.0")
    pretend_installed(monkeypatch, known)
    monkeypatch.setattr(plugins, "family", lambda name: it.family)
    return it


def checkup(toy: Subject, *known: Broken, limit: int = 20) -> Checkup:
    clinic = Clinic(home=toy.home, backend=Process(), limit=limit, scale=12)
    return clinic.checkup(toy.name, BrokenTasks(tasks=known), TODAY)


def broken(toy: Subject, split: str = "train", index: int = 0, **changes: Any) -> Broken:
    fields = {"family": toy.name, "split": split, "index": index, "build": "b", "reason": "fail"}
    return Broken.model_validate({**fields, "first_seen": BEFORE, **changes})


def test_a_family_that_is_well(toy: Subject) -> None:
    found = checkup(toy)
    assert found.well
    assert (found.played, found.broken, len(found.build)) == (4, (), 64)


def test_no_more_tasks_than_asked_for(toy: Subject) -> None:
    assert checkup(toy, limit=2).played == 2


def test_what_breaks_is_new_on_its_first_day_only(toy: Subject) -> None:
    spoil(package(toy.folder) / "oracle.py", *WRONG)
    first = checkup(toy)
    assert [(task.split, task.first_seen) for task in first.new] == [("train", TODAY), ("test", TODAY)]
    assert first.new[0].reason == "fail, reward 0: wrong_value"
    known = [task.model_copy(update={"first_seen": BEFORE}) for task in first.broken]
    second = checkup(toy, *known)
    assert second.well
    assert second.broken == tuple(known)


def test_known_tasks_are_played_until_they_recover(toy: Subject) -> None:
    known = broken(toy, index=7), broken(toy, index=999), broken(toy, split="gone")
    found = checkup(toy, *known, limit=1)
    assert (found.played, found.recovered) == (2, known)
    assert renewed(BrokenTasks(tasks=known), [found]) == BrokenTasks()


def test_other_families_keep_their_entries(toy: Subject) -> None:
    other = broken(toy, family="other")
    after = renewed(BrokenTasks(tasks=(other,)), [Checkup(family=toy.name, broken=(broken(toy),))])
    assert [task.family for task in after.tasks] == ["other", toy.name]


def test_doing_nothing_is_rewarded(toy: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("medgym_core.agent.nop.Nop.act", lambda self, observation: solve(toy))
    spoil(package(toy.folder) / "oracle.py", "Gold(sum(costs) if", "Gold(5 if True or")
    spoil(package(toy.folder) / "oracle.py", 'total": "sum(costs)"', 'total": "5"')
    spoil(package(toy.folder) / "oracle.py", '"sum(costs) / len(costs)"', '"5"')
    for rate in ("chance_rate=0.05", "chance_rate=0.1"):
        spoil(package(toy.folder) / "family.py", rate, "chance_rate=0.0")
    assert "doing nothing earns 1.000 on 2 tasks of train" in checkup(toy).problems


def solve(toy: Subject) -> Any:
    from medgym_core.agent.reply import call

    return call("code_execution", {"code": "answer = 5", "language": "python", "submit": True})


def test_a_family_that_fails_is_reported_and_is_no_exception(toy: Subject) -> None:
    spoil(package(toy.folder) / "family.py", "return oracle.gold(", "return 1 / 0 or oracle.gold(")
    found = checkup(toy)
    assert not found.well
    assert "could not be measured" in found.problems[0] or "ZeroDivisionError" in found.problems[0]


def test_what_could_not_be_measured_has_not_recovered(toy: Subject) -> None:
    spoil(package(toy.folder) / "oracle.py", "sum(costs) / len(costs))", "None)")
    known = [broken(toy, index=index) for index in range(8)]
    found = checkup(toy, *known)
    unmeasured = {problem.split()[0] for problem in found.problems}
    assert "train/3" in unmeasured or "train/2" in unmeasured
    assert not unmeasured & {f"{task.split}/{task.index}" for task in found.recovered}


@pytest.mark.parametrize(
    ("checkups", "message", "color"),
    [
        ([Checkup(family="a"), Checkup(family="b")], "2 of 2 families well", "brightgreen"),
        ([Checkup(family="a", problems=("x",)), Checkup(family="b")], "1 of 2 families well", "red"),
        ([], "0 of 0 families well", "red"),
    ],
)
def test_badge(checkups: list[Checkup], message: str, color: str) -> None:
    assert badge(checkups) == {"schemaVersion": 1, "label": "health", "message": message, "color": color}


def test_badge_of_known_breaks(toy: Subject) -> None:
    found = badge([Checkup(family=toy.name, broken=(broken(toy),))])
    assert (found["color"], found["message"]) == ("yellow", "1 of 1 families well, 1 tasks known broken")


def test_a_malformed_file(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"tasks": [{"family": "x"}]}')
    with pytest.raises(DataError, match=r"tasks\.0\.split: Field required"):
        read_broken(tmp_path / "broken.json")


def run(toy: Subject, folder: Path, *more: str) -> Result:
    arguments = [
        "--home",
        toy.home,
        "--scale",
        "12",
        "--sandbox",
        "process",
        "--broken",
        folder / "broken.json",
    ]
    return CliRunner().invoke(
        main, ["health", *map(str, arguments), "--badge", f"{folder / 'badge.json'}", *more]
    )


def test_the_command_writes_file_and_badge(toy: Subject, tmp_path: Path) -> None:
    spoil(package(toy.folder) / "oracle.py", *WRONG)
    first = run(toy, tmp_path, "--json")
    assert first.exit_code == 1
    assert [found["family"] for found in json.loads(first.stdout)["families"]] == [toy.name]
    assert json.loads((tmp_path / "badge.json").read_text())["color"] == "red"
    assert {task.family for task in read_broken(tmp_path / "broken.json").tasks} == {toy.name}
    second = run(toy, tmp_path, toy.name)
    assert second.exit_code == 0, second.output
    assert toy.name in second.stdout
    assert json.loads((tmp_path / "badge.json").read_text())["color"] == "yellow"
