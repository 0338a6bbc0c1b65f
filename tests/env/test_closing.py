"""What goes wrong around an episode becomes its status, and closes everything all the same."""

from collections.abc import Callable, Mapping, Sequence

from medgym_core import ActionCall, Build, Episode, Service, Status, Task
from tests.fakes.ward import Ward, WardFamily

Play = Callable[..., Episode]


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


def test_a_service_that_does_not_close_is_an_error_of_its_episode(play: Play) -> None:
    family = StuckFamily()
    episode = play(family)
    assert (episode.verdict.status, episode.verdict.reward) == (Status.INFRA_ERROR, None)
    assert episode.error == "OSError: the port is stuck"
    assert [ward.closed for ward in family.opened] == [True, True]


def test_a_reference_that_raises_is_no_failure_of_the_agent(play: Play) -> None:
    episode = play(Lost())
    assert (episode.verdict.status, episode.error) == (Status.INFRA_ERROR, "KeyError: 'lost'")
