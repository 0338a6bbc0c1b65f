"""What `medgym data fetch ehr-seqsql` brings; EHR-SeqSQL's own file states no licence and is not among it."""

from __future__ import annotations

from medgym_core import Download
from medgym_ehr.downloads import MIMIC3_DEMO, mimic3
from medgym_ehr.mimic3.layout import LAYOUT

DOWNLOADS = {
    "demo": Download(title="MIMIC-III demo, 100 patients", parts={"": MIMIC3_DEMO}),
    "full": mimic3(LAYOUT.files),
}
"""By source."""
