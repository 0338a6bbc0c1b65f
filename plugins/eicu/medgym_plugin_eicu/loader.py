"""From raw eICU files, or EHRSQL's database of them, to a build; the synthetic files in the same layout.

Besides raw files a source may hold EHRSQL's own database (``eicu.sqlite``), with or without its question
files.
"""

from __future__ import annotations

from medgym_ehr.eicu.ehrsql import build_database
from medgym_ehr.eicu.ehrsql.dialect import DIALECT
from medgym_ehr.eicu.synthetic import synthesise
from medgym_ehr.hospital import Hospital
from medgym_ehr.published import EICU
from medgym_ehr.rewording import STYLES
from medgym_plugin_eicu.oracle import CONVENTIONS, REPERTOIRE

SIZES = {"train": 6213, "test": 611, "abstention": 600, "ood": 296}
"""Questions of each split but ``reworded``."""
REWORDED = len(STYLES) * len(REPERTOIRE.common)
"""Every template that the test asks, in every style."""
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
)
"""eICU."""
