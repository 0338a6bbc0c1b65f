"""What `medgym data fetch treqs` brings."""

from __future__ import annotations

from medgym_core import Download, Remote, Tier
from medgym_ehr.downloads import MIMIC3_DEMO, mimic3
from medgym_ehr.mimic3.layout import LAYOUT

MIMICSQL = Remote.github(
    "wangpinggl/TREQS",
    "034a6f834cf7c58ecc8aa61820040dcb6ad26160",
    "mimicsql_data",
    id="mimicsql-natural-v2",
    title="MIMICSQL, natural questions of the second version",
    licence="MIT",
    licence_page="https://github.com/wangpinggl/TREQS/blob/master/LICENSE",
    tier=Tier.OPEN,
    files={f"mimicsql_natural_v2/{part}.json": "" for part in ("train", "dev", "test")},
)
"""Questions and SQL of Wang, Shi and Reddy 2020 (arXiv 1908.01839)."""

_TABLES = (
    *("PATIENTS", "ADMISSIONS", "DIAGNOSES_ICD", "D_ICD_DIAGNOSES", "PROCEDURES_ICD", "D_ICD_PROCEDURES"),
    *("PRESCRIPTIONS", "LABEVENTS", "D_LABITEMS"),
)
_FULL = mimic3(name for name in LAYOUT.files if name in _TABLES)

DOWNLOADS = {
    "demo": Download(
        title="MIMIC-III demo, 100 patients, with MIMICSQL's questions",
        parts={"": MIMIC3_DEMO, "mimicsql_data": MIMICSQL},
    ),
    "full": Download(
        title=f"{_FULL.title}, with MIMICSQL's questions", parts={**_FULL.parts, "mimicsql_data": MIMICSQL}
    ),
}
"""By source."""
