from pathlib import Path

import pytest

from ..plugins import examine, package, spoil
from .defects import idle_look, two_actions


def test_a_first_action_that_does_nothing(plugin: Path) -> None:
    idle_look(plugin)
    (problem,) = examine("D07", plugin).problems
    assert problem.startswith(
        "one action after the reference's first 0 earns 1.000 on 2 tasks of test, which"
    )


def test_a_second_action_that_needs_the_first(plugin: Path) -> None:
    two_actions(plugin, "import shutil\nshutil.copy('data/visits.csv', 'draft.csv')")
    spoil(package(plugin) / "oracle.py", 'open("data/visits.csv", ', 'open("draft.csv", ')
    finding = examine("D07", plugin)
    assert finding.status == "pass"
    assert finding.figures == {"test": {"horizon": 2, "shortest reference": 2, "highest earned": 0}}


@pytest.mark.parametrize("horizon", [1, 2])
def test_a_reference_that_is_shorter_than_declared(plugin: Path, horizon: int) -> None:
    tested = "size=12, evaluation=True"
    spoil(package(plugin) / "family.py", tested, f"{tested}, horizon={horizon}")
    problems = examine("D07", plugin).problems
    assert [problem.partition(" is ")[2] for problem in problems] == [
        "solved by 1 actions, and test declares the horizon 2"
    ] * 2 * (horizon - 1)
