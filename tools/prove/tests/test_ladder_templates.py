"""By template: which tasks are played, what is kept, and that templates that may be trivial are marked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from medgym_core import AnswerKind, Boolean, Choice, Gold, Integer, Task, Text, Turn
from medgym_core.cli.main import main
from medgym_core.errors import DataError
from medgym_core.registry.difficulty import DIFFICULTY, Earned
from medgym_core.task import JsonValue
from medgym_prove.ladder.mark import marks
from medgym_prove.ladder.measure import holds, measured
from medgym_prove.ladder.plan import by_template, templates
from medgym_prove.ladder.table import TEMPLATES, Templates, keep, read_templates
from medgym_sandbox.process import Process

from .plugins import package, spoil, subject

RIGHT, WRONG = Earned(tasks=4, reward=1), Earned(tasks=4, reward=0)


def asked(answer: JsonValue, kind: AnswerKind, question: str = "How many?") -> tuple[Task, Gold]:
    turn = Turn(question=question, answer=kind)
    return Task(family="f", split="test", index=0, category="c", turns=(turn,)), Gold(answer)


def named(**metadata: JsonValue) -> Task:
    return asked(1, Integer())[0].model_copy(update={"metadata": metadata})


def always(plugin: Path, category: str, value: int) -> None:
    """Plant a template whose answer is always the same."""
    right = f"{value} if question.category == {category!r} else"
    spoil(package(plugin) / "oracle.py", "return Gold(sum(costs) if", f"return Gold({right} sum(costs) if")
    spoil(package(plugin) / "oracle.py", '"total": "sum(costs)"', f'"total": "{value}"')


def by_kind(plugin: Path) -> None:
    """Let tasks name their template: of each category two."""
    path = package(plugin) / "family.py"
    name = 'f"{question.category} {index % 2}"'
    spoil(path, "            limits=", f'            metadata={{"template": {name}}},\n            limits=')


@pytest.mark.parametrize(
    ("task", "names"),
    [
        (named(template="t", problem="p"), ["t"]),
        (named(problem="p"), ["p"]),
        (named(template=3), ["3"]),
        (named(tags=["a"]), ["c"]),
        (named(templates=["b", "a", "b"]), ["b", "a"]),
    ],
)
def test_templates_are_named_by_the_task_or_are_its_category(task: Task, names: list[str]) -> None:
    assert templates(task) == names


def test_every_template_is_met(plugin: Path) -> None:
    by_kind(plugin)
    it = subject(plugin)
    parts = by_template(it.family, it.build(), 2)
    assert [(part.category, part.template, len(part.places)) for part in parts] == [
        *(("mean", "mean 1", 2), ("total", "total 0", 2))
    ]


def test_a_session_is_of_the_template_of_each_turn_and_is_played_once(plugin: Path) -> None:
    path = package(plugin) / "family.py"
    named = "            metadata={\"templates\": [question.category, 'any']},\n            limits="
    spoil(path, "            limits=", named)
    it = subject(plugin)
    parts = by_template(it.family, it.build(), 99)
    assert [(part.category, part.template) for part in parts] == [
        *(("mean", "any"), ("mean", "mean"), ("total", "any"), ("total", "total"))
    ]
    assert parts[0].places == parts[1].places
    found = measured(it, it.build(), Process(), 1, templates=True)
    assert [row.earned["full"].tasks for row in found.rows] == [1] * 4


def test_a_template_is_played_where_it_is_asked_first_or_of_new_requirements(plugin: Path) -> None:
    held = '"test": Split(size=12, evaluation=True, chance_rate=0.1),'
    more = [
        f'"{name}": Split(size=12, evaluation=True, novel="{name}"),' for name in ("wording", "requirement")
    ]
    spoil(package(plugin) / "family.py", held, "\n        ".join([held, *more]))
    same = "split if split == 'train' else 'test'"
    spoil(package(plugin) / "loader.py", '(build.private / f"{split}', f'(build.private / f"{{{same}}}')
    it = subject(plugin)
    assert {part.split for part in by_template(it.family, it.build(), 1)} == {"test", "requirement"}


def test_a_trivial_template_is_marked_and_others_are_not(plugin: Path) -> None:
    always(plugin, "total", 7)
    it = subject(plugin)
    found = measured(it, it.build(), Process(), 3, templates=True)
    assert isinstance(found, Templates)
    assert {row.template: row.marks for row in found.rows} == {
        "mean": (),
        "total": ("no-look passes", "trivial"),
    }
    assert [row.template for row in found.marked] == ["total"]
    assert holds(it, it.build(), found)
    assert found.titles == ["template", "category", "split", "no-look", "full", "marks"]
    assert list(found.cells())[1] == [
        "total",
        "total",
        "test",
        "1.00 (3)",
        "1.00 (3)",
        "no-look passes; trivial",
    ]


@pytest.mark.parametrize(
    ("task", "marked"),
    [
        (asked(True, Boolean()), ["two-way"]),
        (asked(True, Boolean(nullable=True)), []),
        (asked("a", Choice(options=("a", "b"))), ["two-way"]),
        (asked("a", Choice(options=("a", "b", "c"))), []),
        (asked("aspirin", Text(), "Which drug is aspirin?"), ["answer in question"]),
        (asked("aspirin", Text(), "Which drug is it?"), []),
        (asked(2, Integer(), "Of 2 patients, how many?"), []),
    ],
)
def test_marks_of_what_is_asked(task: tuple[Task, Gold], marked: list[str]) -> None:
    assert list(marks({"no-look": WRONG, "full": RIGHT}, 0.1, [task, task])) == marked


def test_a_template_is_marked_as_stating_its_answer_only_if_each_task_does() -> None:
    stated, unstated = asked("aspirin", Text(), "Is it aspirin?"), asked("aspirin", Text(), "What is it?")
    assert marks({"no-look": WRONG, "full": RIGHT}, 0.1, [stated, unstated]) == ()


def test_marks_of_what_is_earned() -> None:
    some = Earned(tasks=4, reward=0.5)
    assert marks({"no-look": some, "full": RIGHT}, 0.05, []) == ("no-look passes",)
    assert marks({"no-look": some, "full": RIGHT}, 0.45, []) == ()
    assert marks({"no-look": RIGHT, "no-join": some, "full": RIGHT}, 0.05, []) == ("no-look passes",)


def test_a_table_by_template_is_kept_beside_the_other(plugin: Path) -> None:
    def call(*options: str) -> Templates:
        words = ["difficulty", str(plugin), "--home", str(plugin.parent / "home"), "--json", "--tasks", "1"]
        done = CliRunner().invoke(main, [*words, *options, "--templates"], catch_exceptions=False)
        (family,) = json.loads(done.stdout)["families"]
        return Templates.model_validate(family)

    before = subject(plugin).digest
    first, folder = call("--write"), package(plugin)
    assert read_templates(folder) == first
    assert subject(plugin).digest == before, "no certificate depends on it"
    assert not (folder / DIFFICULTY).exists()
    marked = first.model_copy(update={"sandbox": "as it was"})
    keep(folder, marked)
    assert call("--write") == marked


def test_a_table_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / TEMPLATES).write_text('{"family": "f"}')
    with pytest.raises(DataError, match="make it anew with `medgym difficulty --templates --write`"):
        read_templates(tmp_path)
