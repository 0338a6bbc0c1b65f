"""Life between stays: visits, what is found and coded at them, check-ups, refills, chest radiographs.

A visit is drawn from the person's own constitution, untouched by any acute illness: the follow-up of the same
kidneys, glucose and blood that the stays began with.
"""

from medgym_patient.clinic.checkup import Checkups, check_up
from medgym_patient.clinic.discovery import DISEASES, Discoveries, condition_of, discover
from medgym_patient.clinic.problem import PROBLEMS, Problems, code_problems
from medgym_patient.clinic.radiograph import FINDINGS, Radiographs, take_radiographs
from medgym_patient.clinic.refill import Refills, indicated, refill
from medgym_patient.clinic.visit import Spans, Visits, deaths, draw_visits, follow

__all__ = [
    "DISEASES",
    "FINDINGS",
    "PROBLEMS",
    "Checkups",
    "Discoveries",
    "Problems",
    "Radiographs",
    "Refills",
    "Spans",
    "Visits",
    "check_up",
    "code_problems",
    "condition_of",
    "deaths",
    "discover",
    "draw_visits",
    "follow",
    "indicated",
    "refill",
    "take_radiographs",
]
