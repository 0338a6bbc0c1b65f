"""What a run may spend, and whether it has."""

from __future__ import annotations

import time
from collections.abc import Callable

from medgym_core.journal import Index
from medgym_core.rollout.config import RunConfig
from medgym_core.trajectory import Episode


class Budget:
    """Counts tokens, money and time, those of earlier drivers' episodes included (but not their time)."""

    def __init__(self, config: RunConfig, index: Index, clock: Callable[[], float] = time.monotonic) -> None:
        """Starts the clock; ``index`` holds what was spent before."""
        self._config, self._clock, self._began = config, clock, clock()
        self.tokens = index.tokens
        """Tokens read and written."""
        self.usd = index.cost_usd
        """US dollars."""
        self._metered = True

    def charge(self, episode: Episode) -> None:
        """Count an attempt at an episode."""
        for step in episode.steps:
            tokens = step.usage.prompt_tokens + step.usage.completion_tokens
            self._metered &= bool(tokens or not step.usage.latency_s)
            self.tokens += tokens
            self.usd += step.usage.cost_usd or 0.0

    def exhausted(self) -> str:
        """Which budget is used up, with the flag that raises it, or cannot be kept; or nothing."""
        if not self._metered and (self._config.budget_tokens or self._config.budget_usd):
            return (
                "the endpoint reports no tokens, so no budget of tokens or dollars holds; try --budget-hours"
            )
        hours = (self._clock() - self._began) / 3600
        for name, spent, unit in (
            ("budget_tokens", self.tokens, "tokens"),
            ("budget_usd", self.usd, "US dollars"),
            ("budget_hours", hours, "hours"),
        ):
            limit = getattr(self._config, name)
            if limit is not None and spent >= limit:
                flag = "--" + name.replace("_", "-")
                return f"the budget of {limit:,} {unit} is used up ({spent:,.6g}); {flag} raises it"
        return ""
