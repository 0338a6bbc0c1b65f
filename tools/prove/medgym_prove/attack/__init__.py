"""Attacks on the oracle: agents that earn a reward only where verification is broken.

Each is generic: it reads what a turn collects (an answer, files, the state of services) and leaves something
there. Run on a family they measure what the family gives away; a sound one gives none more than chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from medgym_core.agent.contract import AgentFactory
from medgym_prove.attack.forgery import huge_answer, malformed, nan_inf, patched_equality
from medgym_prove.attack.guess import constants, echo, guess, majority, spam
from medgym_prove.attack.leak import filesystem, service_writes, stale_files
from medgym_prove.attack.learned import common_replay, memory, neighbour, neighbour_replay, prior
from medgym_prove.attack.noise import flood, stdout_marker
from medgym_prove.attack.one_shot import one_shot
from medgym_prove.attack.paging import info_paging
from medgym_prove.attack.payload import single
from medgym_prove.attack.prediction import REPLAYS
from medgym_prove.attack.process import exit_codes, fork_and_linger, kill_worker
from medgym_prove.attack.script import Attack, Script
from medgym_prove.attack.void import void

__all__ = ["ATTACKS", "REPLAYS"]

_SUBMISSIONS = (
    *(constants, guess, majority, spam, echo),
    *(nan_inf, huge_answer, patched_equality),
    *(stdout_marker, flood),
    *(exit_codes, fork_and_linger, kill_worker),
    *(filesystem, service_writes),
)
_SCRIPTS: Mapping[str, Script] = {compose.__name__: single(compose) for compose in _SUBMISSIONS} | {
    script.__name__: script
    for script in (
        malformed,
        stale_files,
        info_paging,
        void,
        memory,
        prior,
        neighbour,
        neighbour_replay,
        common_replay,
        one_shot,
    )
}

ATTACKS: dict[str, AgentFactory] = {
    f"attack:{name}": partial(Attack, f"attack:{name}", script) for name, script in sorted(_SCRIPTS.items())
}
"""Every attack by its agent name."""
