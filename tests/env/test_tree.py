"""Trees of episodes: how many leaves, where they part, what they share, and that each can be played alone."""

import itertools
from collections.abc import Iterable
from pathlib import Path

import pytest

from medgym_core import (
    ActionCall,
    AgentConfig,
    Episode,
    SandboxBackend,
    Source,
    Status,
    ensure_build,
    plugins,
)
from medgym_core.agent.contract import Reply
from medgym_core.env.runner import EpisodeRunner
from medgym_core.env.tree import Bud, Shape, grow
from medgym_core.errors import ConfigError
from medgym_core.trajectory import Step, Tokens
from medgym_sandbox.backend import FileRefused
from medgym_sandbox.box import Box
from medgym_sandbox.process import Process
from medgym_sandbox.spec import BoxSpec
from medgym_testing.session import SessionFamily

SHAPE = Shape(3, 2)


class Counter:
    """A policy that performs ``length`` different actions and forks as it is told."""

    def __init__(self, seed: int, length: int) -> None:
        self.seed, self.left, self.said = seed, length, 0

    def act(self, observation: str) -> Reply:
        if not self.left:
            return Reply()
        self.left, self.said = self.left - 1, self.said + 1
        code = f"open('log', 'a').write('{self.seed} ')\nprint(open('log').read())"
        return Reply(calls=(ActionCall(name="code_execution", arguments={"code": code}),))

    def fork(self, seed: int) -> "Counter":
        return Counter(seed, self.left)


class Counting:
    name, remote = "counting", False

    def __init__(self, length: int) -> None:
        self.length = length

    def start(self, brief: object) -> Counter:
        return Counter(0, self.length)


def player(home: Path, backend: SandboxBackend, agent: object, name: str = "counting") -> EpisodeRunner:
    family = SessionFamily()
    build = ensure_build(family, Source.synthetic(), home)
    return EpisodeRunner(family, build, backend, agent, name, AgentConfig(), shape=SHAPE)


@pytest.fixture
def grown(home: Path, backend: SandboxBackend) -> list[Episode]:
    """The leaves of a tree of episodes of four actions, the first leaf last."""
    runner = player(home, backend, Counting(4))
    return [episode for episode, _ in grow(runner, runner.key("test", 0, 0, 5), SHAPE)]


def logs(leaf: Episode) -> list[str]:
    return leaf.steps[-1].observation.split()


def test_a_tree_has_ways_to_the_power_of_places_leaves(grown: list[Episode]) -> None:
    assert sorted(leaf.key.replica for leaf in grown) == list(range(9))
    assert grown[-1].key.replica == 0
    assert len({leaf.id for leaf in grown}) == 9


def test_leaves_share_what_was_before_they_parted(grown: list[Episode]) -> None:
    by_number = {leaf.key.replica: leaf for leaf in grown}
    for leaf in grown[:-1]:
        parent, shared = by_number[leaf.branch.parent], leaf.branch.step
        before = [step.observation for step in parent.steps[:shared]]
        assert [step.observation for step in leaf.steps[:shared]] == before
        assert leaf.steps[shared].observation != parent.steps[shared].observation
    assert grown[-1].branch is None


def test_files_are_those_of_the_leafs_own_past(grown: list[Episode]) -> None:
    """Each action appends its policy's seed to a file and prints it: it tells the path of the leaf."""
    for leaf in grown:
        own = len(leaf.steps) - (leaf.branch.step if leaf.branch else 0)
        seeds = [text for text in logs(leaf) if text.isdigit()]
        assert len(seeds) == len(leaf.steps)
        assert seeds[-own:] == [str(leaf.key.seed if leaf.branch else 0)] * own


def test_what_is_shared_costs_once(grown: list[Episode]) -> None:
    played = sum(step.wall_s > 0 for leaf in grown for step in leaf.steps)
    owned = sum(len(leaf.steps) - (leaf.branch.step if leaf.branch else 0) for leaf in grown)
    assert played == owned < sum(len(leaf.steps) for leaf in grown)


def test_identity_tells_of_the_tree(grown: list[Episode]) -> None:
    assert {leaf.key.agent_config["tree"] for leaf in grown} == {"3x2 by step"}


def test_a_short_episode_has_fewer_leaves(home: Path, backend: SandboxBackend) -> None:
    runner = player(home, backend, Counting(1))
    leaves = [episode for episode, _ in grow(runner, runner.key("test", 0, 0, 5), SHAPE)]
    assert [leaf.branch and leaf.branch.step for leaf in leaves] == [0, 0, None]


def test_a_tree_can_be_solved_and_saves_actions(home: Path, backend: SandboxBackend) -> None:
    """Four ways at three places cost at least two fifths less than as many episodes from their beginnings."""
    saved = []
    for task in range(2):
        agent = plugins.agent("fallible", AgentConfig(options={"success": 0.5}))
        runner = player(home, backend, agent, "fallible")
        shape = Shape(4, 3)
        leaves = [episode for episode, _ in grow(runner, runner.key("test", task, 0, 20 + task), shape)]
        owned = sum(len(leaf.steps) - (leaf.branch.step if leaf.branch else 0) for leaf in leaves)
        saved.append((owned, sum(len(leaf.steps) for leaf in leaves)))
        assert {leaf.verdict.status for leaf in leaves} <= {Status.SUCCESS, Status.FAIL, Status.TRUNCATED}
    played, whole = map(sum, zip(*saved, strict=True))
    assert played <= 0.6 * whole


class Brim(Process):
    """Its boxes do not take what another one held."""

    def start(self, spec: BoxSpec) -> Box:
        if spec.content:
            raise FileRefused("no_space")
        return super().start(spec)


def test_content_that_no_second_box_takes_gives_no_leaf_and_no_void(home: Path) -> None:
    """Whoever fills a box to the brim must not turn the leaves that would part there into errors."""
    runner = player(home, Brim(), Counting(3))
    leaves = [episode for episode, _ in grow(runner, runner.key("test", 0, 0, 5), SHAPE)]
    assert [leaf.key.replica for leaf in leaves] == [0]
    assert leaves[0].verdict.status.rewarded


def test_an_agent_that_cannot_be_branched_is_refused(home: Path, backend: SandboxBackend) -> None:
    class Fixed:
        def act(self, observation: str) -> Reply:
            return Reply()

    class Rigid:
        name, remote = "rigid", False

        def start(self, brief: object) -> Fixed:
            return Fixed()

    runner = player(home, backend, Rigid(), "rigid")
    with pytest.raises(ConfigError, match="cannot be branched"):
        grow(runner, runner.key("test", 0, 0, 0), SHAPE)


@pytest.mark.parametrize("text", ["", "4", "x3", "1x3", "4x0", "four by three", "4x3x2", "-4x3"])
def test_no_shape(text: str) -> None:
    with pytest.raises(ConfigError, match="WAYSxPLACES"):
        Shape.read(text)


@pytest.mark.parametrize("text", ["65x2", "2x13", "9999999999x1", "2x9999999999999"])
def test_no_tree_is_too_large(text: str) -> None:
    with pytest.raises(ConfigError, match="more than 4096"):
        Shape.read(text)


@pytest.mark.parametrize("text", ["64x2", "2x12", "4096x1"])
def test_the_largest_trees(text: str) -> None:
    assert str(Shape.read(text)) == f"{text} by step"


class Tape:
    def __init__(self, length: int) -> None:
        self.steps = range(length)


def buds(*steps: int) -> list[Bud]:
    return [Bud(None, None, "", Tape(step)) for step in steps]


def steps(failed: Iterable[int] = (), doubts: Iterable[float] = (), length: int = 8) -> list[Step]:
    logprobs = itertools.chain(((-doubt,) for doubt in doubts), itertools.repeat((-0.1,)))
    return [
        Step(turn=0, observation="", ok=place not in failed, tokens=Tokens(logprobs=next(logprobs)))
        for place in range(length)
    ]


@pytest.mark.parametrize(
    ("places", "chosen"), [(1, [4]), (2, [2, 6]), (3, [1, 4, 6]), (8, list(range(8))), (9, list(range(8)))]
)
def test_places_are_spread_over_the_episode(places: int, chosen: list[int]) -> None:
    found = Shape(2, places).choose(buds(*range(8)), steps(), places)
    assert [bud.step for bud in found] == chosen


def test_entropy_takes_the_least_sure_replies_in_their_order() -> None:
    doubts = [0.1, 3.0, 0.2, 0.3, 2.0, 0.1, 0.1, 0.1]
    found = Shape(2, 2, "entropy").choose(buds(*range(8)), steps(doubts=doubts), 2)
    assert [bud.step for bud in found] == [1, 4]


def test_entropy_without_log_probabilities_spreads() -> None:
    bare = [Step(turn=0, observation="", ok=True)] * 8
    found = Shape(2, 2, "entropy").choose(buds(*range(8)), bare, 2)
    assert [bud.step for bud in found] == [2, 6]


@pytest.mark.parametrize(("failed", "chosen"), [([5, 6], [4, 5]), ([0], [0]), ([], [2, 6])])
def test_error_takes_the_last_replies_up_to_the_first_that_failed(
    failed: list[int], chosen: list[int]
) -> None:
    found = Shape(2, 2, "error").choose(buds(*range(8)), steps(failed), 2)
    assert [bud.step for bud in found] == chosen
