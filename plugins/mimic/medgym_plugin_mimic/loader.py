"""From raw MIMIC-III files, or EHRSQL's database of them, to a build; the synthetic files in the same layout.

Besides raw files a source may hold EHRSQL's own database (``mimic_iii.sqlite``) or EHRSQL-2024's
(``mimic_iv.sqlite``), with or without their question files.
"""

from __future__ import annotations

from medgym_ehr.hospital import Hospital
from medgym_ehr.mimic3.ehrsql import build_database
from medgym_ehr.mimic3.ehrsql.conventions import CONVENTIONS
from medgym_ehr.mimic3.ehrsql.dialect import DIALECT
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.published import MIMIC_III, MIMIC_IV_DEMO
from medgym_ehr.rewording import STYLES
from medgym_plugin_mimic.oracle import REPERTOIRE

SIZES = {"train": 9318, "test": 1122, "abstention": 600, "ood": 380}
"""Questions of each split but ``reworded``."""
REWORDED = len(STYLES) * len(REPERTOIRE.common)
"""Every template that the test asks, in every style."""
HOSPITAL = Hospital(
    name="mimic",
    dialect=DIALECT,
    repertoire=REPERTOIRE,
    conventions=CONVENTIONS,
    build_database=build_database,
    synthesise=synthesise,
    patients=620,  # about five in six of them pass the cohort's filters
    counted="SELECT count(*) FROM patients",
    full=400,
    sizes=SIZES,
    release=MIMIC_III,
    others=(MIMIC_IV_DEMO,),
)
"""MIMIC-III."""
