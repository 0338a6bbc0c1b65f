"""microLab: cultures, what grew in them, and which antibiotics act on it; a row for each."""

from __future__ import annotations

import numpy as np

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.sampling import chance, pick, popularity, repeat
from medgym_ehr.synthetic.text import either, untidy, without

PACE = (0.5, 0, 3.0, 0.2)
"""Usual cultures a day, fewest, and what long stays are held to (``Stays.paced``)."""
NOTHING = "no growth"
POSITIVE = 0.6
"""Share of cultures in which something grows."""
TESTED = 2.0
"""Mean antibiotics tested on what grows."""
VERDICTS = np.array(["Sensitive", "Resistant", "Intermediate"], dtype=object)


def culture_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """MicroLab of a chunk."""
    stay, time = stays.moments(rng, stays.paced(*PACE))
    size = len(stay)
    grows = chance(rng, POSITIVE, size)
    culture, number = repeat(np.where(grows, 1 + rng.poisson(TESTED - 1, size), 1))
    site = pick(rng, popularity(len(terms("site"))), size)
    organism = pick(rng, popularity(len(terms("organism"))), size)
    names = either(grows, terms("organism").texts("label")[organism], NOTHING)[culture]
    drugs, tested = terms("antibiotic").texts("label"), grows[culture]
    which = (rng.integers(0, len(drugs), size)[culture] + number) % len(drugs)
    columns = {
        "patientunitstayid": stays.patientunitstayid[stay[culture]],
        "culturetakenoffset": time[culture],
        "culturesite": untidy(rng, terms("site").texts("label"), site[culture]),
        "organism": names,
        "antibiotic": without(~tested, drugs[which]),
        "sensitivitylevel": without(~tested, VERDICTS[rng.integers(0, 3, len(culture))]),
    }
    return Rows(stays.patient[stay[culture]], columns)
