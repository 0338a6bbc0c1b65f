"""The family's gold against answers computed a second time.

``python -m plugins.mimic.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys

from libs.ehr.tests.hospital.comparison import SecondComputation, solvers_of
from libs.ehr.tests.mimic3.independent.tables import tables
from libs.ehr.tests.mimic3.independent.wear import wear
from medgym_ehr.mimic3.synthetic import synthesise
from plugins.mimic.tests import independent

SECOND = SecondComputation("mimic", synthesise, tables, solvers_of(independent), wear)

if __name__ == "__main__":
    sys.exit(SECOND.main(__doc__))
