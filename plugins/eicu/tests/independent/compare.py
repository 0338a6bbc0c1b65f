"""The family's gold against answers computed a second time.

``python -m plugins.eicu.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys
from pathlib import Path

from libs.ehr.tests.hospital.comparison import SecondComputation, solvers_of
from libs.ehr.tests.mimic3.independent.period import Tables
from medgym_ehr.eicu.synthetic import synthesise
from plugins.eicu.tests import independent
from plugins.eicu.tests.independent.records import views
from plugins.eicu.tests.independent.tables import tables
from plugins.eicu.tests.independent.wear import wear


def happened(raw: Path) -> Tables:
    """What happened, by the raw files."""
    return views(tables(raw))


SECOND = SecondComputation("eicu", synthesise, happened, solvers_of(independent), wear)

if __name__ == "__main__":
    sys.exit(SECOND.main(__doc__))
