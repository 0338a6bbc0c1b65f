"""The family's gold against answers computed a second time, those of studies turn by turn.

``python -m plugins.eicu.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys
from pathlib import Path

from medgym_ehr.testing.hospital.comparison import SecondComputation, solvers_of
from medgym_ehr.testing.independent.period import Tables
from medgym_ehr.testing.study.eicu import Tables as StudyTables
from medgym_plugin_eicu.family import Eicu

from .. import independent
from . import studies
from .records import views
from .tables import tables
from .wear import wear


def happened(raw: Path) -> Tables:
    """What happened, by the raw files."""
    return views(tables(raw))


SECOND = SecondComputation("eicu", Eicu().synthesise, happened, solvers_of(independent), wear)

if __name__ == "__main__":
    sys.exit(studies.main(SECOND, StudyTables, __doc__))
