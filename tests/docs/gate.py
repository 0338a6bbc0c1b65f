"""What the gate decides, as docs/ tells it."""

import textwrap
from itertools import product

from medgym_core.access import Tier

from ..access import matrix
from .markdown import table

WORDED = Tier.CREDENTIALED
"""The tier whose refusals are quoted."""


def access() -> str:
    """What the gate decides of every tier, endpoint and attestation, and what it says where it refuses."""
    reasons: dict[str, str] = {}
    rows = []
    for endpoint, attested in product(matrix.ENDPOINTS, matrix.ATTESTATIONS):
        texts = {tier: matrix.said(tier, endpoint, attested) for tier in Tier}
        reasons.setdefault(_reason(texts[WORDED]), texts[WORDED])
        rows.append([endpoint, attested, *map(_reason, texts.values())])
    columns = "|".join(("endpoint", "attestation", *Tier))
    quoted = (
        f"{reason}:\n\n```text\n{textwrap.fill(text, 100)}\n```\n" for reason, text in reasons.items() if text
    )
    return table(columns, rows) + "\n" + "\n".join(quoted) + "\n"


def _reason(message: str) -> str:
    if not message:
        return "passes"
    return "refused, in the clear" if "in the clear" in message else "refused, not attested"
