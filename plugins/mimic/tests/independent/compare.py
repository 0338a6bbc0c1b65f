"""The family's gold against answers computed a second time.

``python -m plugins.mimic.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys

from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.hospital.comparison import SecondComputation, solvers_of
from medgym_ehr.testing.independent.tables import tables
from medgym_ehr.testing.independent.wear import wear

from .. import independent

SECOND = SecondComputation("mimic", synthesise, tables, solvers_of(independent), wear)

if __name__ == "__main__":
    sys.exit(SECOND.main(__doc__))
