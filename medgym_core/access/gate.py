"""The gate in front of a model's endpoint: what data it may be sent.

The rule is the strictest that the agreements of the families share: access is personal, and nothing derived
from the data goes to a third party (PhysioNet Credentialed Health Data Use Agreement 1.5.0, clause 3), which
includes online services of language models; where an agreement lets one use such a service at all, it must
keep nothing, train on nothing, and no person may read it (PhysioNet, Responsible use of MIMIC data with
online services, 24 September 2025).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from medgym_core.access.attestation import Attestation, Attestations
from medgym_core.access.endpoint import canonical, is_local
from medgym_core.access.tier import Tier
from medgym_core.errors import AccessError

LOCAL_WAY = "run a model on this machine, such as a vLLM server with --base-url http://127.0.0.1:8000/v1"
"""The way that is always open."""


class Gate:
    """Decides what one endpoint may be sent; asked before every request. Safe to use from several threads."""

    def __init__(self, endpoint: str, home: Path, today: Callable[[], date] = date.today) -> None:
        """``endpoint`` is its base URL; ``home`` keeps the attestations."""
        self.endpoint, self.local = endpoint, is_local(endpoint)
        self._attestations, self._today = Attestations(home), today

    def admit(self, tier: Tier, dataset: str) -> Attestation | None:
        """Let data of ``tier`` from the family ``dataset`` pass; returns the attestation that it passes by.

        The records are read each time, so that what expires or is revoked meanwhile no longer holds.

        Raises:
            AccessError: if it may not, with the rule, the reason and what can be done.
        """
        if not tier.labelled or self.local:
            return None
        if not canonical(self.endpoint).startswith("https://"):
            raise AccessError(
                f"{dataset} is built from {tier} data and {self.endpoint} is reached in the clear: who "
                f"stands between could read it. No attestation fixes that; use https, or {LOCAL_WAY}"
            )
        held = self._attestations.valid(dataset, self.endpoint, self._today())
        if held is None:
            raise AccessError(
                f"{dataset} is built from {tier} data and {self.endpoint} is neither on this machine nor "
                f"attested for it. Agreements for such data let nobody pass it on, and a prompt to a "
                f"service passes it on. Either {LOCAL_WAY}; or, if your agreement allows this service and "
                f"its contract rules out retention, training and human review, state so with "
                f"`medgym access attest`"
            )
        return held
