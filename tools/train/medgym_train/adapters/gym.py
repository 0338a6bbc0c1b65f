"""A family as a ``gymnasium.Env`` of text in, text out (extra ``gym``)."""

from __future__ import annotations

import string
from pathlib import Path
from typing import Any, NoReturn

import gymnasium
from gymnasium.spaces import Text
from gymnasium.vector.utils import create_shared_memory

from medgym_core.env import prompt
from medgym_core.env.loop import Env
from medgym_core.env.opening import open_family
from medgym_core.source import Source
from medgym_core.task import Limits

_SCRIPTS = (*range(0xA0, 0x530), *range(0x1E00, 0x27C0))
"""Latin, Greek and Cyrillic, and symbols; all of Unicode would make each space slow."""
_KNOWN = (
    frozenset(string.printable) | {chr(code) for code in _SCRIPTS if chr(code).isprintable()} | {"\u00a0"}
)
CHARACTERS = "".join(sorted(_KNOWN))
"""Characters of observations and actions; others are shown as ``?``."""


class UnsharedText(Text):
    """A text space that shared memory is refused for.

    Gymnasium 1.4.0 reads texts from shared memory once, before they are written, so that every observation
    of an ``AsyncVectorEnv`` would be the same garbage. Its error names the setting that helps.
    """


@create_shared_memory.register(UnsharedText)
def _refuse_shared_memory(space: UnsharedText, n: int = 1, ctx: object = None) -> NoReturn:
    raise gymnasium.error.CustomSpaceError("texts cannot be shared: give shared_memory=False")


class MedgymEnv(gymnasium.Env[str, str]):
    """One family's split. An episode's task is drawn by the seed, or given as ``options={"index": n}``.

    Actions are what a model would write; observations are what it would read. The reward is 0 until the
    episode ends, then the verdict's; ``info`` carries task id, turn, and at the end status and reason.

    Characters of an observation outside :data:`CHARACTERS` are shown as ``?``, and what is longer than
    ``max_characters`` is cut. An action is performed as it is written, whatever its characters.

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
        self.observation_space = UnsharedText(max_length=max_characters, charset=CHARACTERS)
        self.action_space = UnsharedText(max_length=max_characters, charset=CHARACTERS)

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
        return "".join(c if c in _KNOWN else "?" for c in text[: self._characters])
