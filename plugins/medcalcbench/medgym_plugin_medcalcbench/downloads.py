"""What `medgym data fetch medcalcbench` brings."""

from __future__ import annotations

from medgym_core import Download, Remote, Tier

VERIFIED = Remote.github(
    "nikhilk7153/MedCalc-Bench-Verified",
    "2df697418a5c5b2ddf2e4dee548eebcc023487fb",
    "datasets",
    id="medcalc-bench-verified",
    title="MedCalc-Bench-Verified, test rows",
    licence="CC BY-SA 4.0",
    licence_page="https://creativecommons.org/licenses/by-sa/4.0/",
    tier=Tier.OPEN,
    files={"test_data.csv": ""},
)
"""The test rows with the authors' corrections; their notes are of PMC-Patients."""

DOWNLOADS = {"verified": Download(title=VERIFIED.title, parts={"": VERIFIED})}
"""By source."""
