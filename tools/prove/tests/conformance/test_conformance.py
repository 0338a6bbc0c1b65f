"""The conformance suite on every backend of this machine, and the suite itself on backends that lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from medgym_core.errors import ConfigError
from medgym_prove.conformance import Behaviour, Bench, Conformance, Result, behaviours, check, try_out
from medgym_sandbox.backend import SandboxBackend
from medgym_sandbox.bubblewrap import Bubblewrap
from medgym_sandbox.docker import Docker
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxEnvironment, Guarantee

BACKENDS: Mapping[str, Callable[[], SandboxBackend]] = {
    "docker": Docker,
    "docker-fresh": partial(Docker, fresh=True),
    "bubblewrap": Bubblewrap,
    "process": Process,
}


@dataclass
class Benches:
    """One bench a backend for the whole session, opened when first asked for."""

    environment: BoxEnvironment
    home: Path
    open: dict[str, Bench] = field(default_factory=dict)

    def on(self, name: str) -> Bench:
        if name not in self.open:
            backend = BACKENDS[name]()
            if not (found := backend.probe()).ok:
                pytest.skip(f"{name}: {found.reason}")
            bench = Bench(backend, self.environment, self.home)
            backend.prepare(bench.spec())
            self.open[name] = bench
        return self.open[name]


@pytest.fixture(scope="module")
def benches(bare_environment: BoxEnvironment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Benches]:
    kept = Benches(bare_environment, tmp_path_factory.mktemp("home"))
    yield kept
    for bench in kept.open.values():
        bench.__exit__(None, None, None)


def _marks(name: str) -> list[pytest.MarkDecorator]:
    marks = {"docker": [pytest.mark.docker], "bubblewrap": [pytest.mark.bubblewrap]}
    return marks.get(name.removesuffix("-fresh"), [])


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", behaviours(), ids=lambda behaviour: behaviour.name)
@pytest.mark.parametrize("name", [pytest.param(name, marks=_marks(name)) for name in BACKENDS])
def test_declared_guarantees_hold(
    name: str, behaviour: Behaviour, benches: Benches, request: pytest.FixtureRequest
) -> None:
    if name.startswith("docker"):
        request.getfixturevalue("docker_engine")
    result = try_out(benches.on(name), behaviour)
    if not result.declared:
        pytest.skip(f"{name} does not declare {result.guarantee}")
    assert result.held, result.seen


@pytest.mark.parametrize("name", [pytest.param("bubblewrap", marks=pytest.mark.bubblewrap), "process"])
def test_undeclared_guarantees_do_not_hold(name: str, benches: Benches) -> None:
    bench = benches.on(name)
    undeclared = set(Guarantee) - bench.backend.guarantees()
    tried = [try_out(bench, behaviour) for behaviour in behaviours() if behaviour.guarantee in undeclared]
    assert Conformance(backend=name, results=tuple(tried)).violations == ()


def test_every_guarantee_is_tested() -> None:
    assert {behaviour.guarantee for behaviour in behaviours()} == set(Guarantee)
    assert len({behaviour.name for behaviour in behaviours()}) == len(behaviours()) >= 40


def test_every_behaviour_says_what_holds() -> None:
    assert all(behaviour.summary.endswith(".") for behaviour in behaviours())


def _result(declared: bool, held: bool, name: str = "one") -> Result:
    return Result(name=name, guarantee=Guarantee.REAP, summary="", declared=declared, held=held, seen="lived")


@pytest.mark.parametrize(
    ("results", "violation"),
    [
        ([_result(True, True)], None),
        ([_result(True, True), _result(True, False, "two")], "two breaks the declared guarantee reap: lived"),
        ([_result(False, False)], None),
        ([_result(False, True), _result(False, False, "two")], None),
        ([_result(False, True), _result(False, True, "two")], "reap holds but is not declared"),
    ],
)
def test_the_law(results: list[Result], violation: str | None) -> None:
    report = Conformance(backend="fake", results=tuple(results))
    assert report.violations == (() if violation is None else (violation,))
    assert report.ok is (violation is None)


def test_unknown_behaviours_are_refused() -> None:
    with pytest.raises(ConfigError, match="nonsense"):
        check(Process(), names=["nonsense"])


class Silent(Process):
    """Gives what it does not declare."""

    def guarantees(self) -> frozenset[Guarantee]:
        return super().guarantees() - {Guarantee.REAP}


def test_a_backend_that_gives_more_than_it_declares_fails(bare_environment: BoxEnvironment) -> None:
    names = [behaviour.name for behaviour in behaviours() if behaviour.guarantee is Guarantee.REAP]
    report = check(Silent(), environment=bare_environment, names=names)
    assert report.violations == ("reap holds but is not declared",)
