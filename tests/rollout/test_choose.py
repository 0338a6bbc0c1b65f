from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from medgym_core import plugins
from medgym_core.env import choose as choosing
from medgym_core.env.choose import choose, open_box, refuse_unusable
from medgym_core.errors import ConfigError, SandboxError
from medgym_sandbox.backend import Availability
from medgym_sandbox.spec import BoxEnvironment, BoxSpec, Guarantee

ENVIRONMENT = BoxEnvironment(recipe=Path("recipe"))
ALL = frozenset(Guarantee)


@dataclass
class Backend:
    """A backend that is there, or not, and can be made ready, or not."""

    name: str
    available: bool = True
    given: frozenset[Guarantee] = ALL
    unready: str = ""
    unreachable: str = ""
    prepared: list[BoxSpec] = field(default_factory=list)

    def probe(self) -> Availability:
        return Availability(self.available, f"no {self.name} here", f"install {self.name}")

    def guarantees(self) -> frozenset[Guarantee]:
        if self.unreachable:
            raise SandboxError(self.unreachable)
        return self.given

    def prepare(self, spec: BoxSpec) -> str:
        if self.unready:
            raise SandboxError(self.unready)
        self.prepared.append(spec)
        return "digest"

    def start(self, spec: BoxSpec) -> str:
        return f"a box of {self.name}"


@pytest.fixture
def backends(monkeypatch: pytest.MonkeyPatch) -> dict[str, Backend]:
    """The backends of the core, each replaced by a fake."""
    weak = ALL - {Guarantee.OWN_ROOT, Guarantee.UID_SPLIT}
    fakes = {name: Backend(name) for name in ("docker", "docker-fresh", "bubblewrap")}
    fakes["process"] = Backend("process", given=weak)
    monkeypatch.setattr(plugins, "sandbox", fakes.__getitem__)
    choosing._able.cache_clear()
    return fakes


def chosen(name: str = "auto", isolated: bool = False) -> tuple[str, str]:
    choice = choose(name, [ENVIRONMENT], Path("home"), isolated)
    return choice.name, choice.line


def test_the_best_that_works_is_taken_and_made_ready(backends: dict[str, Backend]) -> None:
    assert chosen() == ("docker", "sandbox docker: guarantees everything")
    assert backends["docker"].prepared == [BoxSpec(environment=ENVIRONMENT, home=Path("home"))]


def test_an_absent_engine_is_passed_over_with_its_fix(backends: dict[str, Backend]) -> None:
    backends["docker"].available = False
    backends["bubblewrap"].given = ALL - {Guarantee.UID_SPLIT}
    name, line = chosen()
    assert name == "bubblewrap"
    assert line.endswith("For a better one: docker: no docker here; fix: install docker")


def test_nothing_is_said_of_a_better_one_where_everything_is_guaranteed(backends: dict[str, Backend]) -> None:
    backends["docker"].available = False
    assert chosen() == ("bubblewrap", "sandbox bubblewrap: guarantees everything")


def test_one_that_cannot_be_made_ready_is_passed_over(backends: dict[str, Backend]) -> None:
    backends["docker"].unready = "no image can be built"
    backends["bubblewrap"].available = False
    name, line = chosen()
    assert name == "process"
    assert "does not guarantee own root, uid split" in line
    assert "docker: no image can be built" in line


@pytest.mark.parametrize("name", ["auto", "process"])
def test_data_that_needs_isolation_refuses_the_process_tier(backends: dict[str, Backend], name: str) -> None:
    for with_own_tree in ("docker", "docker-fresh", "bubblewrap"):
        backends[with_own_tree].available = False
    with pytest.raises(ConfigError, match="a file tree of its own; use docker or bubblewrap"):
        chosen(name, isolated=True)


@pytest.mark.parametrize("name", ["auto", "docker", "docker-fresh"])
def test_data_that_needs_isolation_gets_containers_of_its_own(
    backends: dict[str, Backend], name: str
) -> None:
    assert chosen(name, isolated=True)[0] == "docker-fresh"
    assert not backends["docker"].prepared


def test_one_asked_for_is_not_replaced(backends: dict[str, Backend]) -> None:
    backends["docker"].available = False
    with pytest.raises(
        ConfigError, match="sandbox docker cannot be used: no docker here; fix: install docker"
    ):
        chosen("docker")
    backends["bubblewrap"].unready = "no packages"
    with pytest.raises(SandboxError, match="no packages"):
        chosen("bubblewrap")


def test_a_build_opens_a_box_of_the_best_that_promises_what_it_needs(backends: dict[str, Backend]) -> None:
    backends["docker"].given = ALL - {Guarantee.NO_NETWORK}
    needs = frozenset({Guarantee.NO_NETWORK})
    spec = BoxSpec(environment=ENVIRONMENT)
    opened = [open_box(spec, needs), open_box(spec, needs)]
    assert opened == ["a box of bubblewrap"] * 2
    assert len(backends["bubblewrap"].prepared) == 1


def test_a_build_is_told_what_keeps_each_backend_from_it(backends: dict[str, Backend]) -> None:
    for backend in backends.values():
        backend.given = ALL - {Guarantee.NO_NETWORK, Guarantee.NO_HOST_FILES}
    with pytest.raises(ConfigError, match="process: it does not guarantee no host files, no network"):
        open_box(BoxSpec(environment=ENVIRONMENT), frozenset({Guarantee.NO_NETWORK, Guarantee.NO_HOST_FILES}))


def test_one_backend_is_enough_to_begin(backends: dict[str, Backend]) -> None:
    backends["docker"].unreachable, backends["bubblewrap"].available = "no engine answers", False
    refuse_unusable("auto", isolated=False)
    assert not backends["process"].prepared


@pytest.mark.parametrize(
    ("name", "isolated", "why"),
    [
        (
            "auto",
            True,
            "docker cannot be used: no engine answers; sandbox bubblewrap cannot be used: no bubblewrap",
        ),
        ("docker", False, "sandbox docker cannot be used: no engine answers"),
        ("process", True, "a file tree of its own"),
    ],
)
def test_what_cannot_begin_is_refused(
    backends: dict[str, Backend], name: str, isolated: bool, why: str
) -> None:
    backends["docker"].unreachable, backends["bubblewrap"].available = "no engine answers", False
    with pytest.raises(ConfigError, match=why):
        refuse_unusable(name, isolated)
