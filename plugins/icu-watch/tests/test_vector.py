"""Many watches as a vector environment of Gymnasium."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from medgym_plugin_icu_watch import policy
from medgym_plugin_icu_watch.case import KINDS
from medgym_plugin_icu_watch.order import FIELDS
from medgym_plugin_icu_watch.vector import OBSERVED, WatchVector


def played(env, hours, act=policy.follow):
    """Rewards and ends of hours from a reset, each (hours, places)."""
    steps = [env.step(act(env.watch.bedside)[0].T) for _ in range(hours)]
    return np.array([step[1] for step in steps]), np.array([step[2] for step in steps])


@pytest.fixture(scope="module")
def course():
    """A course under the protocol, past its end."""
    env = WatchVector(8)
    env.reset(seed=1)
    return played(env, 50)


def test_spaces_hold_what_is_given():
    env = WatchVector(6, tuple(KINDS))
    seen, _ = env.reset(seed=0)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert seen.shape == (6, len(OBSERVED))
    assert env.action_space.shape == (6, len(FIELDS))
    env.action_space.seed(0)
    for _ in range(3):
        assert seen in env.observation_space
        assert np.isfinite(seen).all()
        seen, reward, ended, cut, _ = env.step(env.action_space.sample())
        assert (reward.shape, ended.dtype, cut.any()) == ((6,), bool, False)


def test_the_protocol_earns_what_can_be_earned_and_nobody_nothing(course):
    rewards, ended = course
    first = np.where(ended.cumsum(axis=0) - ended > 0, 0, rewards).sum(axis=0)
    assert ((first > 0) & (first <= 1)).all()
    assert np.median(first) > 0.98
    env = WatchVector(8)
    env.reset(seed=1)
    rewards, _ = played(env, 4, policy.nothing)
    assert np.abs(rewards).max() < 0.01


def test_an_end_is_followed_by_another_patient(course):
    rewards, ended = course
    last = ended.argmax(axis=0)
    assert ended.any(axis=0).all()
    places = np.arange(8)
    assert (rewards[last + 1, places] == 0).all()
    assert not ended[last + 1, places].any()


def test_a_seed_gives_the_same_bytes_and_another_others():
    first, second, other = (WatchVector(4) for _ in range(3))
    seen = [env.reset(seed=seed)[0] for env, seed in ((first, 3), (second, 3), (other, 4))]
    assert (seen[0] == seen[1]).all()
    assert (seen[0] != seen[2]).any()
    assert (played(first, 3)[0] == played(second, 3)[0]).all()
    assert (first.reset()[0] != seen[0]).any()


def test_a_place_does_not_depend_on_the_others():
    one, two = WatchVector(4), WatchVector(4)
    one.reset(seed=5), two.reset(seed=5)
    for _ in range(3):
        orders = policy.follow(one.watch.bedside)[0].T.copy()
        harmful = orders.copy()
        harmful[1:] = one.single_action_space.high
        kept, changed = one.step(orders), two.step(harmful)
        assert (kept[0][0] == changed[0][0]).all()
        assert kept[1][0] == changed[1][0]


@pytest.mark.slow
def test_wrappers_of_gymnasium_take_it():
    env = RecordEpisodeStatistics(WatchVector(4))
    env.reset(seed=2)
    act = policy.follow
    for _ in range(48):
        _, _, ended, _, info = env.step(act(env.unwrapped.watch.bedside)[0].T)
        if ended.all():
            break
    assert ((info["episode"]["r"] > 0.5) & (info["episode"]["r"] <= 1)).all()
    assert (info["episode"]["l"] == 48).all()


def test_what_is_wrong_is_refused():
    with pytest.raises(gymnasium.error.ResetNeeded):
        WatchVector(2).step(np.zeros((2, len(FIELDS))))
    with pytest.raises(ValueError, match="kinds are"):
        WatchVector(2, ("measles",))
    with pytest.raises(ValueError, match="0 places"):
        WatchVector(0)
