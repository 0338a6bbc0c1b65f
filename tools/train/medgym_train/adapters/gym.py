"""A family as a ``gymnasium.Env`` of text in, text out (extra ``gym``)."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any

import gymnasium
from gymnasium.spaces import Text

from medgym_core.env import prompt
from medgym_core.env.loop import Env
from medgym_core.env.opening import open_family
from medgym_core.source import Source
from medgym_core.task import Limits

CHARACTERS = "".join(
    sorted(
        set(string.printable)
        | {chr(code) for code in range(0xA1, 0x17F)}
        | set("\u2013\u2014\u2019\u201c\u201d\u2264\u2265")
    )
)
"""Characters of observations and actions; others are shown as ``?``."""


class MedgymEnv(gymnasium.Env[str, str]):
    """One family's split. An episode's task is drawn by the seed, or given as ``options={"index": n}``.

    Actions are what a model would write; observations are what it would read. The reward is 0 until the
    episode ends, then the verdict's; ``info`` carries task id, turn, and at the end status and reason.

    Raises on ``reset`` and ``step``:
        SandboxError: if a box fails; such an episode has no reward.
        VerifierError: if grading fails.
    """

    metadata = {"render_modes": []}  # noqa: RUF012 - gymnasium's own form

    def __init__(
        self,
        family: str,
        split: str = "train",
        *,
        sandbox: str = "process",
        source: Source | None = None,
        home: Path | None = None,
        protocol: prompt.Protocol = "default",
        limits: Limits | None = None,
        max_characters: int = 50_000,
    ) -> None:
        """Build the data if it is not there yet; no box is started before ``reset``.

        Raises:
            ConfigError: if a name is unknown, or the sandbox may not see the data.
            DataError: if data is missing.
        """
        self._opened = open_family(
            family, source=source, sandbox=sandbox, home=home, protocol=protocol, limits=limits
        )
        self._split = split
        self._episode: Env | None = None
        self._characters = max_characters
        self.observation_space = Text(max_length=max_characters, charset=CHARACTERS)
        self.action_space = Text(max_length=max_characters, charset=CHARACTERS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Start an episode; the observation is the rules and the first question."""
        super().reset(seed=seed)
        index = (options or {}).get("index")
        if index is None:
            index = self.np_random.integers(self._opened.family.size(self._opened.build, self._split))
        self.close()
        self._episode = self._opened.env(self._split, int(index))
        first = self._episode.reset()
        return self._shown(f"{self._episode.system}\n\n{first}"), {"task": self._episode.task.id, "turn": 0}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Perform one action, written as a model would write it."""
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        result = self._episode.step(action)
        info: dict[str, Any] = {"task": self._episode.task.id, "turn": result.turn}
        verdict = self._episode.verdict
        if verdict is None:
            return self._shown(result.observation.text), 0.0, False, False, info
        info |= {"status": verdict.status.value, "reason": verdict.reason}
        truncated = verdict.status.value == "truncated"
        return self._shown(result.observation.text), verdict.reward or 0.0, not truncated, truncated, info

    def close(self) -> None:
        """End the episode and its box."""
        if self._episode is not None:
            self._episode.close()
            self._episode = None

    def _shown(self, text: str) -> str:
        known = frozenset(CHARACTERS)
        return "".join(c if c in known else "?" for c in text)[: self._characters]
