"""From raw eICU files, or EHRSQL's database of them, to a build; the synthetic files in the same layout.

Besides raw files a source may hold EHRSQL's own database (``eicu.sqlite``), with or without its question
files, and the files of another hospital system in a folder ``other-site``.
"""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import build_database
from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.eicu.synthetic import synthesise, synthesise_elsewhere
from medgym_ehr.hospital import Elsewhere, Hospital
from medgym_ehr.published import EICU
from medgym_ehr.rewording import STYLES
from medgym_plugin_eicu.oracle import CONVENTIONS, REPERTOIRE

SIZES = {"train": 6213, "test": 611, "abstention": 600, "ood": 296}
"""Questions of each split but ``reworded``."""
REWORDED = len(STYLES) * len(REPERTOIRE.common)
"""Every template that the test asks, in every style."""
ELSEWHERE = Elsewhere(
    synthesise=synthesise_elsewhere,
    patients=900,
    fewest=40,
    full=750,
    size=300,
    apart={
        "patients": "SELECT DISTINCT uniquepid FROM patient",
        "hospital visits": "SELECT DISTINCT patienthealthsystemstayid FROM patient",
        "ICU stays": "SELECT patientunitstayid FROM patient",
        "hospitals": "SELECT DISTINCT hospitalid FROM patient",
    },
)
"""Another hospital system, after the patient model's site ``general``; those at home are after ``community``
and ``teaching``."""
HOSPITAL = Hospital(
    name="eicu",
    dialect=DIALECT,
    repertoire=REPERTOIRE,
    conventions=CONVENTIONS,
    build_database=build_database,
    synthesise=synthesise,
    patients=600,
    counted="SELECT count(DISTINCT uniquepid) FROM patient",
    full=400,
    sizes=SIZES,
    release=EICU,
    elsewhere=ELSEWHERE,
)
"""eICU."""
