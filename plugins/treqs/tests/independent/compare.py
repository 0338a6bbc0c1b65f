"""The family's gold against answers computed a second time.

``python -m plugins.treqs.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys

from medgym_ehr.mimic3.synthetic import synthesise
from medgym_ehr.testing.hospital.comparison import SecondComputation
from medgym_plugin_treqs.questions import TEMPLATES

from .answers import solver
from .tables import tables

SECOND = SecondComputation(
    "treqs", synthesise, tables, {template.id: solver(template.id) for template in TEMPLATES}
)

if __name__ == "__main__":
    sys.exit(SECOND.main(__doc__))
