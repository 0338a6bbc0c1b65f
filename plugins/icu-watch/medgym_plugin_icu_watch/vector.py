"""Many watches at once as a vector environment of Gymnasium (extra ``gym``): no box, no text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from medgym_patient import ALLERGENS, LABS, put
from medgym_plugin_icu_watch import order, policy
from medgym_plugin_icu_watch.bedside import pass_hour
from medgym_plugin_icu_watch.case import HOURS, KINDS, NAMES, TRAINED, crowd, drawn, together
from medgym_plugin_icu_watch.order import FIELDS, ONCE, PANELS, STANDING
from medgym_plugin_icu_watch.reward import harm_of, outcome, score
from medgym_plugin_icu_watch.session import SHOWN
from medgym_plugin_icu_watch.watch import Watch, advance, begin, compliance

Floats = NDArray[np.floating[Any]]
_RESULTS = [name for name, panel in zip(LABS.names, LABS.texts("panel"), strict=True) if panel in PANELS]
_PERSON = ("hour", "age", "female", "weight", "height", "ventilated", "dialysis", "infused", "turned")
OBSERVED: tuple[str, ...] = (
    *_PERSON,
    *(f"kind {name}" for name in NAMES),
    *(f"allergy {name}" for name in ALLERGENS),
    *SHOWN,
    *_RESULTS,
    *(f"since {panel}" for panel in PANELS),
    *(field.name for field in STANDING),
    *(f"since {field.name}" for field in ONCE),
)
"""What an observation holds, in its order: the chart now, in its units; 999 hours since what never was."""
_LEAST = np.array([field.least for field in FIELDS], dtype=np.float32)
_MOST = np.array([field.most for field in FIELDS], dtype=np.float32)
_FLAGS = np.array([field.unit == "0 or 1" for field in FIELDS])
_FIRST_HOSPITAL = 2**40
"""Seeds of hospitals from here on have the persons of this environment, whom no task is about."""


class _Round(NamedTuple):
    """A patient for every place, and what they come to without the agent."""

    watch: Watch
    alone: Floats
    """(hours from 0 to 48, places): strain so far with nobody there."""
    best: Floats
    """Likewise under the protocol."""


class WatchVector(VectorEnv[Floats, Floats, Floats]):
    """Patients watched side by side, each replaced by another after 48 hours or death.

    An action is (places, fields of ``order.FIELDS``): the orders of the next hour, those that go on included.
    An observation is (places, :data:`OBSERVED`). The reward of an hour is what it adds to the score so far,
    compliance x (1 + outcome) / 2, which is in [0, 1]: 0 for nobody, 1 for the protocol, both of the same
    patient with the same random numbers. ``info["score"]`` has it. An episode terminates at its end and at
    death, and the next step begins another (``AutoresetMode.NEXT_STEP``) whatever the action.

    A seed gives the same patients, and with the same actions the same bytes, each place by itself.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - its own form

    def __init__(self, num_envs: int, kinds: Sequence[str] = TRAINED, site: str = "teaching") -> None:
        """So many patients, dealt evenly over ``kinds``; those beyond ``case.TRAINED`` are for evaluation.

        Raises:
            ValueError: if there is no place, or a kind is unknown.
        """
        if num_envs < 1 or not kinds or not set(kinds) <= set(KINDS):
            raise ValueError(f"{num_envs} places for kinds {list(kinds)}; kinds are {', '.join(KINDS)}")
        self.num_envs = num_envs
        self.single_observation_space = Box(-np.inf, np.inf, (len(OBSERVED),), np.float32)
        self.single_action_space = Box(_LEAST, _MOST, dtype=np.float32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._kinds, self._site = tuple(kinds), site
        self._sizes = np.bincount(np.arange(num_envs) * len(kinds) // num_envs, minlength=len(kinds))
        self._current: _Round | None = None

    @property
    def watch(self) -> Watch:
        """The patients now, what is hidden included: for baselines, and to branch (steps leave it as it is).

        Raises:
            ResetNeeded: before the first reset.
        """
        return self._now().watch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Admit new patients everywhere, drawn by ``seed``; ``options`` has no effect.

        Returns:
            The observations, shape (environments, features), and an empty dictionary.
        """
        super().reset(seed=seed)
        self._hospital = _FIRST_HOSPITAL + int(self.np_random.integers(2**31))
        self._turn = np.zeros(self.num_envs, dtype=np.int64)
        self._done = np.zeros(self.num_envs, dtype=bool)
        self._score: Floats = np.zeros(self.num_envs)
        self._current = self._round(0)
        self._ahead: dict[int, _Round] = {}
        return self._observed(), {}

    def step(self, actions: Floats) -> tuple[Floats, Floats, NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An hour under the orders: beyond the limits of a field is its limit, too small a dose is none."""
        now = self._now()
        orders = np.clip(np.asarray(actions, dtype=np.float64), order.LEAST[:, 0], _MOST)
        orders = np.where(_FLAGS, np.round(orders), orders)
        orders = np.where(orders < order.SMALLEST[:, 0], 0.0, orders)
        watch, _ = advance(now.watch, orders.T, ~self._done)
        self._current = now._replace(watch=watch)
        if self._done.any():
            self._replace(self._done)
        total = self._scored()
        reward = np.where(self._done, 0.0, total - self._score)
        self._score = np.where(self._done, 0.0, total)
        self._done = self.watch.over
        info = {"score": self._score, "_score": np.ones(self.num_envs, dtype=bool)}
        return self._observed(), reward, self._done.copy(), np.zeros_like(self._done), info

    def _now(self) -> _Round:
        if self._current is None:
            raise gymnasium.error.ResetNeeded("call reset() before")
        return self._current

    def _replace(self, chosen: NDArray[np.bool_]) -> None:
        """The next patients of the chosen places; a place's patients do not depend on the others' deaths."""
        self._turn = self._turn + chosen
        for turn in np.unique(self._turn[chosen]).tolist():
            if turn not in self._ahead:
                self._ahead[turn] = self._round(turn)
            where, new, now = chosen & (self._turn == turn), self._ahead[turn], self._now()
            self._current = _Round(
                put(now.watch, new.watch, where),
                np.where(where, new.alone, now.alone),
                np.where(where, new.best, now.best),
            )
        self._ahead = {turn: one for turn, one in self._ahead.items() if turn > self._turn.min()}

    def _round(self, turn: int) -> _Round:
        persons = np.array([drawn(size, kind) for kind, size in zip(self._kinds, self._sizes, strict=True)])
        firsts = turn * persons.sum() + np.cumsum(persons) - persons
        parts = [
            crowd(
                self._hospital, int(first), int(size), kind, KINDS[kind][turn % len(KINDS[kind])], self._site
            )
            for kind, size, first in zip(self._kinds, self._sizes, firsts, strict=True)
            if size
        ]
        watch = begin(together(parts))
        nobody = np.zeros(len(watch.bedside.kind), dtype=bool)
        alone = [bedside := watch.bedside]
        for _ in range(HOURS):
            bedside, _ = pass_hour(bedside, order.lasting(bedside.standing), nobody)
            alone.append(bedside)
        best = [watch.bedside, *(after.bedside for after, _, _ in policy.course(watch, policy.follow))]
        return _Round(watch, *(np.array([one.harm for one in course]) for course in (alone, best)))

    def _scored(self) -> Floats:
        """So far; the hours that a death leaves have the highest strain, as in grading."""
        watch, alone, best = self._now()
        dead, places = watch.bedside.state.dead, np.arange(self.num_envs)
        hour = np.where(dead, HOURS, watch.bedside.hour)
        good = outcome(harm_of(watch.bedside), alone[hour, places], best[hour, places])
        return score(compliance(watch), good)

    def _observed(self) -> Floats:
        bedside = self.watch.bedside
        chart, body = bedside.chart, bedside.chart.body
        rows = [
            *(bedside.hour, body.age, body.female, bedside.weight, bedside.height),
            *(bedside.ventilated, bedside.dialysis, bedside.infused, bedside.turned),
            *(bedside.is_kind(name) for name in NAMES),
            *(chart.allergic(name) for name in ALLERGENS),
            *(chart.vital(name) for name in SHOWN),
            *(chart.lab(name) for name in _RESULTS),
            *(chart.ago(panel) for panel in PANELS),
            *bedside.standing[: len(STANDING)],
            *bedside.ago,
        ]
        return np.array(rows, dtype=np.float32).T
