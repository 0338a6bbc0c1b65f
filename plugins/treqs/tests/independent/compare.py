"""The family's gold against answers computed a second time.

``python -m plugins.treqs.tests.independent.compare`` does it, and exits with 1 where any two differ.
"""

import sys

from libs.ehr.tests.hospital.comparison import SecondComputation
from medgym_ehr.mimic3.synthetic import synthesise
from medgym_plugin_treqs.questions import TEMPLATES
from plugins.treqs.tests.independent.answers import solver
from plugins.treqs.tests.independent.tables import tables

SECOND = SecondComputation(
    "treqs", synthesise, tables, {template.id: solver(template.id) for template in TEMPLATES}
)

if __name__ == "__main__":
    sys.exit(SECOND.main(__doc__))
