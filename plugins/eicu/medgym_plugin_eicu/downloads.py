"""What `medgym data fetch eicu` brings."""

from __future__ import annotations

from medgym_core import Download
from medgym_ehr.downloads import EICU_DEMO, eicu
from medgym_ehr.eicu.layout import LAYOUT

DOWNLOADS = {
    "demo": Download(title="eICU demo, some 2,500 unit stays", parts={"": EICU_DEMO}),
    "full": eicu(LAYOUT.files),
}
"""By source."""
