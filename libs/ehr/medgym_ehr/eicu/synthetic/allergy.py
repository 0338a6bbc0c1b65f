"""allergy: what a patient is said not to tolerate, noted anew in each stay."""

from __future__ import annotations

import numpy as np

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import chance, first_of_each, pick, popularity
from medgym_ehr.synthetic.text import either, same, untidy

MEAN = 1.8
"""Mean allergies of a stay that notes any."""
NOTED = 0.6
"""Share of stays that note allergies."""
WITHIN = 180
"""Minutes after admission within which allergies are noted."""


def allergy_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """Allergy of a chunk; none twice in a stay."""
    noted = chance(rng, NOTED, len(stays.visit))
    stay, time = stays.moments(rng, noted * (1 + rng.poisson(MEAN - 1, len(noted))))
    time = np.minimum(time, rng.integers(0, WITHIN, len(stay)))
    which = pick(rng, popularity(len(terms("allergy"))), len(stay))
    kept = first_of_each(stay, which)
    stay, time, which = stay[kept], time[kept], which[kept]
    drug = terms("allergy").texts("drug")[which]
    columns = {
        "patientunitstayid": stays.patientunitstayid[stay],
        "allergyoffset": time,
        "allergyenteredoffset": time + rng.integers(0, 20, len(stay)),
        "allergynotetype": same("Comprehensive Progress", len(stay)),
        "specialtytype": same("eCM Primary", len(stay)),
        "usertype": same("THC Nurse", len(stay)),
        "rxincluded": same("False", len(stay)),
        "writtenineicu": same("True", len(stay)),
        "drugname": drug,
        "allergytype": either(np.array([name is not None for name in drug], bool), "Drug", "Non Drug"),
        "allergyname": untidy(rng, terms("allergy").texts("name"), which),
    }
    return Rows(stays.patient[stay], columns)
