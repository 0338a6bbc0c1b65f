"""A simulator of synthetic hospital patients: one latent state, stepped hour by hour.

From which every chart follows.
"""

from medgym_patient.care import ANTIBIOTICS, PANELS, Care
from medgym_patient.clinician.chart import Chart, charted, open_chart
from medgym_patient.clinician.policy import decide
from medgym_patient.coding import DIAGNOSES
from medgym_patient.columns import join, put, take
from medgym_patient.concept import table
from medgym_patient.formulary import DRUGS
from medgym_patient.hospital import admit, simulate
from medgym_patient.laboratory.bench import LABS
from medgym_patient.microbiology import SPECIMENS
from medgym_patient.observation import VITALS, Observation
from medgym_patient.onset import onset
from medgym_patient.outcome import DESTINATIONS
from medgym_patient.person import ALLERGENS, People, draw_people
from medgym_patient.procedure import PROCEDURES
from medgym_patient.reason import REASONS
from medgym_patient.record import Records
from medgym_patient.rollout import begin, rollout
from medgym_patient.site import Site
from medgym_patient.state import State
from medgym_patient.step import step

__all__ = [
    "ALLERGENS",
    "ANTIBIOTICS",
    "DESTINATIONS",
    "DIAGNOSES",
    "DRUGS",
    "LABS",
    "PANELS",
    "PROCEDURES",
    "REASONS",
    "SPECIMENS",
    "VITALS",
    "Care",
    "Chart",
    "Observation",
    "People",
    "Records",
    "Site",
    "State",
    "admit",
    "begin",
    "charted",
    "decide",
    "draw_people",
    "join",
    "onset",
    "open_chart",
    "put",
    "rollout",
    "simulate",
    "step",
    "table",
    "take",
]
