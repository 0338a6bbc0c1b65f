"""What `medgym data fetch mimic` brings."""

from __future__ import annotations

from medgym_core import Download, Remote, Tier
from medgym_ehr.downloads import MIMIC3_DEMO, mimic3
from medgym_ehr.mimic3.layout import LAYOUT

EHRSQL_2024 = Remote.github(
    "glee4810/ehrsql-2024",
    "46597893d9ffc6b9e67785b9c6dcbb06f1b62568",
    "data/mimic_iv",
    id="ehrsql-2024",
    title="EHRSQL-2024",
    licence="CC BY 4.0",
    licence_page="https://creativecommons.org/licenses/by/4.0/",
    tier=Tier.OPEN,
    files={
        "valid/data.json": "106fe2d679dc66daa3b2e0797fef7badd1f9264db4e64b40677ebceda736acdc",
        "valid/label.json": "9addafb996119b0e4a1b05928a6d4d42f33c073fa6d72edbdf8273faa40a6db0",
        **{f"train/{role}.json": "" for role in ("data", "label")},
        **{f"test/{role}.json": "" for role in ("data", "label")},
    },
)
"""Questions and SQL of the shared task (Lee et al. 2024) on the MIMIC-IV demo, without its database."""

DOWNLOADS = {
    "demo": Download(title="MIMIC-III demo, 100 patients", parts={"": MIMIC3_DEMO}),
    "full": mimic3(LAYOUT.files),
    "ehrsql-2024": Download(
        title="EHRSQL-2024, questions on the MIMIC-IV demo",
        parts={"": EHRSQL_2024},
        needs="mimic_iv.sqlite, which the authors' preprocess.sh makes of the MIMIC-IV demo v2.2; copy the "
        "questions and that file into a folder of yours, and give it with --source",
    ),
}
"""By source."""
