from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_core.access import Tier
from medgym_core.errors import AccessError, ConfigError
from medgym_core.journal.event import EpisodeEnded, RunEvent, RunFinished
from medgym_core.rollout import audience
from medgym_core.rollout.audience import Audience, figures_of, invited
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode
from medgym_core.verifier import Status

MakeEpisode = Callable[..., Episode]


class Ear:
    """Remembers what it hears; raises at the event of that number."""

    def __init__(
        self, fails: int | None = None, destination: str = "", error: BaseException | None = None
    ) -> None:
        self.destination, self.heard, self._fails = destination, list[RunEvent](), fails
        self._error = error or RuntimeError("no\nroom")

    def check(self) -> None:
        pass

    def hear(self, event: RunEvent) -> None:
        self.heard.append(event)
        if len(self.heard) == self._fails:
            raise self._error


@pytest.fixture
def said() -> list[str]:
    return []


def test_everybody_hears_everything_in_order(said: list[str], make_episode: MakeEpisode) -> None:
    ears = {"a": Ear(), "b": Ear()}
    with Audience(ears, said.append) as hearing:
        hearing.tell_episode([(make_episode(1), {})])
        hearing.tell(RunFinished(missing=0, stopped=""))
    for ear in ears.values():
        assert [type(event) for event in ear.heard] == [EpisodeEnded, RunFinished]
    assert said == []


@pytest.mark.parametrize("error", [RuntimeError("no\nroom"), SystemExit(3)])
def test_one_that_fails_is_reported_once_and_hears_no_more(
    said: list[str], make_episode: MakeEpisode, error: BaseException
) -> None:
    bad, good = Ear(fails=1, error=error), Ear()
    with Audience({"bad": bad, "good": good}, said.append) as hearing:
        for _ in range(3):
            hearing.tell_episode([(make_episode(1), {})])
    assert (len(bad.heard), len(good.heard)) == (1, 4)
    assert len(said) == 1
    assert said[0].startswith(f"--log bad stopped listening ({type(error).__name__}: ")
    assert said[0].endswith("the run and its record are not affected")


def test_one_that_hangs_is_left_behind(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf(Ear):
        def hear(self, event: RunEvent) -> None:
            threading.Event().wait()

    monkeypatch.setattr(audience, "PATIENCE_S", 0.05)
    with Audience({"deaf": Deaf()}, said.append):
        pass
    assert "did not take all it was sent within 0.05 s" in said[0]


def test_an_error_of_the_run_is_reported_and_passes(said: list[str]) -> None:
    ear = Ear()
    with pytest.raises(KeyError), Audience({"a": ear}, said.append):
        raise KeyError("x")
    assert ear.heard == [RunFinished(missing=0, stopped="KeyError")]


def test_texts_go_only_where_the_user_says_so(said: list[str], make_episode: MakeEpisode) -> None:
    quiet, open_ = Ear(), Ear()
    for ear, texts in ((quiet, False), (open_, True)):
        with Audience({"a": ear}, said.append, texts) as hearing:
            hearing.tell_episode([(make_episode(1), {})])
    assert isinstance(quiet.heard[0], EpisodeEnded)
    assert quiet.heard[0].record is None
    assert isinstance(open_.heard[0], EpisodeEnded)
    assert open_.heard[0].record == make_episode(1)


def test_figures_hold_no_text_but_names(make_episode: MakeEpisode) -> None:
    episode = make_episode(1).model_copy(update={"prompt": "SECRET", "error": "SECRET", "system": "SECRET"})
    assert "SECRET" not in repr(figures_of([(episode, {})]))
    assert figures_of([(make_episode(status=Status.AGENT_ERROR), {})]).reward is None


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    made = Ear()
    monkeypatch.setattr(plugins, "listener", lambda name: lambda: made)
    return made


@pytest.mark.parametrize(
    ("destination", "tier", "passes"),
    [
        ("", Tier.CREDENTIALED, True),
        ("http://127.0.0.1:5000", Tier.CREDENTIALED, True),
        ("https://tracker.example.org", Tier.SYNTHETIC, True),
        ("https://tracker.example.org", Tier.OPEN, True),
        ("https://tracker.example.org", Tier.REGISTERED, False),
        ("http://tracker.example.org", Tier.RESTRICTED, False),
        ("databricks", Tier.CREDENTIALED, False),
    ],
)
def test_labelled_data_stays_on_this_machine(
    ear: Ear, tmp_path: Path, destination: str, tier: Tier, passes: bool
) -> None:
    ear.destination = destination
    config = RunConfig(task=("toy",), log=("ear",), home=tmp_path)
    if passes:
        assert invited(config, {"toy": tier}) == {"ear": ear}
    else:
        with pytest.raises(AccessError, match=r"--log ear would send .* data of toy"):
            invited(config, {"toy": tier})


def test_one_that_breaks_while_made_ready_is_named(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no such store")

    monkeypatch.setattr(ear, "check", fail)
    with pytest.raises(ConfigError, match=r"--log ear cannot be made ready \(no such store\)"):
        invited(RunConfig(task=("toy",), log=("ear",)), {})
