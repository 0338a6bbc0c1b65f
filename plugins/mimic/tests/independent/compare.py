"""The family's gold against answers computed a second time, those of studies turn by turn.

``python -m plugins.mimic.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys

from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.hospital.comparison import SecondComputation, solvers_of
from medgym_ehr.testing.independent.tables import tables
from medgym_ehr.testing.independent.wear import wear
from medgym_ehr.testing.study.mimic3 import Tables

from .. import independent
from . import studies

SECOND = SecondComputation("mimic", synthesise, tables, solvers_of(independent), wear)

if __name__ == "__main__":
    sys.exit(studies.main(SECOND, Tables, __doc__))
