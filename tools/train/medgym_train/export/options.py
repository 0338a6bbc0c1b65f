"""What may be chosen of an export."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from medgym_core.errors import ConfigError
from medgym_sandbox.boundary.frozen import Frozen

FormatName = Literal[
    "sft", "dpo", "kto", "step-dpo", "tree-grpo", "process-reward", "verl", "atif", "parquet"
]

_ONLY_FOR = {"min_reward": ("sft",), "balance": ("kto",), "env_tokens": ("dpo", "kto")}


class Options(Frozen):
    """The choices of one export; they stand in its manifest."""

    format: FormatName
    """What the rows are made for."""
    min_reward: float | None = Field(default=None, ge=0, le=1)
    """sft: take episodes with at least this reward; None takes those that succeeded."""
    per_task: int | None = Field(default=None, gt=0)
    """At most so many rows a task, so that easy tasks do not outweigh the others."""
    max_chars: int | None = Field(default=None, gt=0)
    """Leave out episodes whose conversation is longer, in characters."""
    balance: bool = False
    """kto: of every task as many right rows as wrong ones; the surplus is left out."""
    env_tokens: bool = False
    """dpo, kto: completions may be whole conversations, although trainers then learn observations too."""
    evaluation: bool = False
    """Export evaluation splits too; their rows are marked."""

    def check(self) -> None:
        """Refuse what means nothing for the format.

        Raises:
            ConfigError: naming the option.
        """
        for name, formats in _ONLY_FOR.items():
            if getattr(self, name) not in (None, False) and self.format not in formats:
                flag, known = f"--{name.replace('_', '-')}", " and ".join(formats)
                raise ConfigError(f"{flag} means nothing for {self.format}, only for {known}")
