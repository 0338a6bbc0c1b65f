"""Actions and verifiers that are given in the place of the installed ones."""

from dataclasses import replace
from pathlib import Path

import pytest

from medgym_core import (
    ActionContext,
    ConfigError,
    Observation,
    OpenFamily,
    Parts,
    Source,
    Status,
    Verdict,
    ensure_build,
    plugins,
)
from medgym_sandbox.process import Process
from medgym_testing.session import SessionFamily


class Halving:
    """The installed verifier with half the reward."""

    def __init__(self, name: str) -> None:
        self._inner = plugins.verifier(name)
        self.name, self.version = name, "halved"

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def grade(self, *arguments: object) -> Verdict:
        verdict = self._inner.grade(*arguments)
        return verdict.model_copy(update={"reward": verdict.reward and verdict.reward / 2})


class Mute:
    """An action that says nothing of what it does."""

    def __init__(self, name: str) -> None:
        self._inner = plugins.action(name)

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def perform(self, arguments: object, context: ActionContext) -> Observation:
        return self._inner.perform(arguments, context).model_copy(update={"text": "mute"})


@pytest.fixture
def opened(tmp_path: Path) -> OpenFamily:
    family = SessionFamily()
    return OpenFamily(family, ensure_build(family, Source.synthetic(), tmp_path), Process())


def test_a_verifier_that_is_given_grades_and_is_recorded(opened: OpenFamily) -> None:
    plain = opened.play("test", 0)
    halved = replace(opened, parts=Parts(verifier=Halving)).play("test", 0)
    assert (plain.verdict.reward, halved.verdict.reward) == (1.0, 0.5)
    assert plain.verdict.status is halved.verdict.status is Status.SUCCESS
    assert halved.key.verifier.endswith("@halved") != plain.key.verifier.endswith("@halved")


def test_an_action_that_is_given_is_performed(opened: OpenFamily) -> None:
    with replace(opened, parts=Parts(action=Mute)).env("test", 0) as env:
        env.reset()
        call = opened.family.reference(opened.build, env.task)[0]
        assert env.step(call).observation.text.startswith("mute")


def test_a_name_that_nothing_has_is_refused(opened: OpenFamily) -> None:
    def missing(name: str) -> object:
        raise ConfigError(f"there is no verifier {name}")

    with pytest.raises(ConfigError, match="there is no verifier"):
        replace(opened, parts=Parts(verifier=missing)).env("test", 0)
