from __future__ import annotations

from pathlib import Path

import pytest

from medgym_core import Build, Source, Task, ensure_build, plugins
from medgym_core.plugins import Installed
from medgym_prove.building.disjointness import _asked
from medgym_prove.subject import Subject
from medgym_testing.installation import pretend_installed
from medgym_testing.ward import WardFamily

from ..plugins import copy, examine, package, spoil, subject


def install(monkeypatch: pytest.MonkeyPatch, *others: Subject) -> None:
    """Let these be the installed families."""
    found = {other.name: other.family for other in others}
    pretend_installed(monkeypatch, *[Installed(name, "m", "d", "1") for name in found])
    monkeypatch.setattr(plugins, "family", lambda name: found[name])


def test_a_good_plugin_passes(plugin: Path) -> None:
    finding = examine("S10", plugin)
    assert finding.status == "pass"
    assert finding.figures == {"tasks": 36, "subjects": 36}


def test_a_subject_of_both_splits(plugin: Path) -> None:
    spoil(
        package(plugin) / "family.py",
        'f"toy/patient/{question.patient}"',
        'f"toy/category/{question.category}"',
    )
    assert "the subject 'toy/category/mean'" in " ".join(examine("S10", plugin).problems)


def test_a_task_of_both_splits(plugin: Path) -> None:
    family = package(plugin) / "family.py"
    spoil(
        family,
        'return [f"toy/patient/{question.patient}" for question in loader.questions(build, split)]',
        "return []",
    )
    spoil(package(plugin) / "loader.py", '["train" if number % 3 else "test"].append(', '["test"].append(')
    spoil(
        package(plugin) / "loader.py",
        "    return splits\n",
        '    splits["train"] = splits["test"][:5]\n    return splits\n',
    )
    assert "the task" in " ".join(examine("S10", plugin).problems)


class Watched(WardFamily):
    """Asks the same of every patient, whom only the service and gold know."""

    name = "fake-watched"

    def task(self, build: Build, split: str, index: int) -> Task:
        task = super().task(build, split, index)
        return task.model_copy(update={"turns": (task.turns[0].model_copy(update={"question": "Watch."}),)})


def test_tasks_that_differ_in_what_a_service_holds_are_other_tasks(tmp_path: Path) -> None:
    family = Watched()
    build = ensure_build(family, Source.synthetic(), tmp_path)
    one, other = (_asked(family, build, family.task(build, "test", index)) for index in (0, 1))
    assert one != other
    assert one == _asked(family, build, family.task(build, "test", 0))


def test_a_family_of_the_same_source_that_splits_it_otherwise(
    plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = copy(tmp_path)
    spoil(
        package(other) / "loader.py", '"train" if number % 3 else "test"', '"train" if number % 2 else "test"'
    )
    install(monkeypatch, subject(other))
    finding = examine("S10", plugin)
    assert finding.measured["families"] == subject(other).name
    assert "is trained on in" in finding.problems[0]


def test_a_family_of_the_same_source_that_splits_it_alike(
    plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = subject(copy(tmp_path))
    install(monkeypatch, other)
    finding = examine("S10", plugin)
    assert (finding.status, finding.measured["families"]) == ("pass", other.name)


def test_a_family_of_another_source_is_not_even_built(
    plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = copy(tmp_path)
    spoil(package(other) / "family.py", '("toy",)', '("game",)')
    spoil(package(other) / "family.py", 'f"toy/patient/', '1 / 0 or f"game/patient/')
    install(monkeypatch, subject(other))
    assert examine("S10", plugin).measured["families"] == ""


def test_a_ledger_that_is_not_declared(plugin: Path) -> None:
    spoil(package(plugin) / "family.py", '("toy",)', '("game",)')
    assert "names subjects of 'toy', which is not in its ledgers" in examine("S10", plugin).problems[0]


def test_a_family_that_cannot_be_compared_is_named(
    plugin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = copy(tmp_path)
    spoil(package(other) / "family.py", 'f"toy/patient/', '1 / 0 or f"toy/patient/')
    install(monkeypatch, subject(other))
    message = f"the installed family {subject(other).name} cannot be built and compared (ZeroDivisionError"
    assert message in examine("S10", plugin).problems[0]
