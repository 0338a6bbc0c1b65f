from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core import ActionCall, Source, ensure_build, plugins
from medgym_core.rollout import folder
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode, Step
from medgym_testing.clinic import ClinicFamily
from medgym_view.reference import beside, compared


@pytest.fixture
def played(
    tmp_path: Path, make_episode: Callable[..., Episode], monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, Episode]:
    """A run of the first test task, in which the reference's actions were submitted."""
    family = ClinicFamily()
    build = ensure_build(family, Source.synthetic(), tmp_path / "home")
    monkeypatch.setattr(plugins, "family", lambda name: family)
    pinned = folder.Pinned(version=family.version, build=build.digest, root=build.root)
    manifest = folder.Manifest(core="0.1.0", families={family.name: pinned})
    folder.create(tmp_path / "run", RunConfig(task=(family.name,)), manifest)
    calls = family.reference(build, family.task(build, "test", 0))
    steps = tuple(Step(turn=0, call=call, observation="", ok=True, submitted=True) for call in calls)
    return tmp_path / "run", make_episode(family=family.name, build=build.digest, steps=steps)


def test_the_same_actions_differ_in_nothing(played: tuple[Path, Episode]) -> None:
    found = compared(*played)
    assert (found.lines, found.remark) == ("", "The agent submitted what the reference does.")


def test_another_program_differs_in_its_lines(played: tuple[Path, Episode]) -> None:
    run, episode = played
    call = ActionCall(name="code_execution", arguments={"code": "answer = '<b>'"})
    found = compared(
        run, episode.model_copy(update={"steps": (episode.steps[0].model_copy(update={"call": call}),)})
    )
    assert '<span class="added">+answer = &#39;&lt;b&gt;&#39;</span>' in found.lines
    assert '<span class="removed">' in found.lines


def test_without_a_submission_the_reference_is_shown(played: tuple[Path, Episode]) -> None:
    run, episode = played
    found = compared(run, episode.model_copy(update={"steps": ()}))
    assert found.remark == "The agent submitted nothing; this is the reference."
    assert "removed" in found.lines


def test_samples_stand_beside_each_other(make_episode: Callable[..., Episode]) -> None:
    one, two = (
        make_episode(
            steps=(
                Step(
                    turn=0,
                    call=ActionCall(name="code_execution", arguments={"code": f"x = {n}"}),
                    observation="",
                    ok=True,
                    submitted=True,
                ),
            )
        )
        for n in (1, 2)
    )
    assert '<span class="removed">-x = 1</span>' in beside(one, two).lines
    assert beside(one, one).remark == "Both submitted the same."
    nothing = make_episode(steps=())
    assert beside(nothing, nothing).remark == "Neither sample submitted anything."
    assert beside(one, nothing).remark == "The second sample submitted nothing."


def test_what_stands_in_the_way_is_reported(
    played: tuple[Path, Episode], make_episode: Callable[..., Episode], tmp_path: Path
) -> None:
    assert "no config.json" in compared(tmp_path, make_episode()).remark
    assert "names no build of toy" in compared(played[0], make_episode()).remark
    assert (
        "another than the one that was played"
        in compared(played[0], make_episode(family="fake-clinic")).remark
    )
    (tmp_path / "home" / "builds").rename(tmp_path / "gone")
    assert "There is no reference to compare with" in compared(*played).remark
