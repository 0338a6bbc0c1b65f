"""What goes wrong around an episode becomes its status, and closes everything all the same."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from medgym_core import ActionCall, Build, Episode, Service, Status, Task
from medgym_sandbox.boundary import mishap
from medgym_sandbox.forked import Forked
from medgym_testing.ward import Ward, WardFamily

Play = Callable[..., Episode]


@pytest.fixture(autouse=True)
def _nothing_noted() -> None:
    mishap._warn.cache_clear()


class Stuck(Ward):
    """A service that does not close."""

    def close(self) -> None:
        super().close()
        raise OSError("the port is stuck")


class StuckFamily(WardFamily):
    """Two services, of which the first does not close."""

    def __init__(self) -> None:
        self.opened: list[Ward] = []

    def services(self, build: Build, task: Task) -> Mapping[str, Service]:
        self.opened = [Stuck(), Ward()]
        return dict(zip(("ward", "other"), self.opened, strict=True))


class Lost(WardFamily):
    """A family whose reference fails."""

    def reference(self, build: Build, task: Task) -> Sequence[ActionCall]:
        raise KeyError("lost")


def test_a_service_that_does_not_close_changes_no_verdict(
    play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    family = StuckFamily()
    assert play(family).verdict.status is Status.SUCCESS
    assert [ward.closed for ward in family.opened] == [True, True]
    assert "closing service ward failed: OSError" in caplog.text
    assert "stuck" not in caplog.text


def test_a_box_that_does_not_close_changes_no_verdict(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    dispose = Forked.dispose

    def fail(running: Forked) -> None:
        dispose(running)
        raise RecursionError("a deep folder")

    monkeypatch.setattr(Forked, "dispose", fail)
    assert play(WardFamily()).verdict.status is Status.SUCCESS


def test_a_reference_that_raises_is_no_failure_of_the_agent(play: Play) -> None:
    episode = play(Lost())
    assert (episode.verdict.status, episode.error) == (Status.INFRA_ERROR, "KeyError: 'lost'")
