"""What is attested, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from medgym_core.access import Attestation, Revocation
from medgym_core.report.escape import escape

if TYPE_CHECKING:
    from rich.table import Table


def attestations_table(records: Sequence[Attestation | Revocation], today: date) -> Table:
    """A row per attestation: who stated what about which endpoint, and whether it holds on ``today``."""
    from medgym_core.report.fitting import FittedTable

    revoked = {record.revokes for record in records if isinstance(record, Revocation)}
    titles = ("id", "who", "dataset", "agreement", "endpoint", "until", "stands")
    words = ("who", "agreement", "endpoint")
    table = FittedTable(titles, words=words, leaving=("agreement", "who", "until", "dataset"))
    for record in records:
        if isinstance(record, Attestation):
            stands = "revoked" if record.id in revoked else "holds" if record.expires >= today else "expired"
            who = f"{record.person}, {record.institution}"
            cells = (record.id, who, record.dataset, record.agreement, record.endpoint)
            table.add_row(*map(escape, cells), str(record.expires), stands)
    return table
