"""medication: orders, some cancelled, some nameless, and stops that are missing or precede the start."""

from __future__ import annotations

import numpy as np

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.eicu.synthetic.visit import DAY
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Column, Rows
from medgym_ehr.synthetic.sampling import Indices, chance, first_of_each, pick, pick_value, popularity
from medgym_ehr.synthetic.text import either, same, untidy, without

PACE = (6.0, 4, 11.0, 1.2)
"""Usual orders a day, fewest, and what long stays are held to (``Stays.paced``)."""
LEAD = 2 * DAY
"""Minutes before the stay from which orders may be, in a quarter of the stays."""
TOGETHER = 0.3
"""Share of orders that start with the one before."""
CANCELLED, NAMELESS, WITHOUT, OPEN, EARLY = 0.06, 0.08, 0.02, 0.08, 0.01
"""Shares of cancelled orders, missing names, missing doses and routes, stops not set, and early stops."""
FREQUENCIES = {"Q6H": 15, "BID": 15, "Once": 20, "Daily": 18, "Every 8 hours": 8, "PRN": 9, "Q4H": 8, "": 7}


def medication_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """Medication of a chunk; a drug is ordered at most once at one time."""
    lead = LEAD * chance(rng, 1 / 4, len(stays.visit))
    stay, start = stays.moments(rng, stays.paced(*PACE), lead)
    joined = chance(rng, TOGETHER, len(stay)) & (np.diff(stay, prepend=-1) == 0)
    start = np.where(joined, np.roll(start, 1), start)
    drug = pick(rng, popularity(len(terms("drug"))), len(stay))
    kept = first_of_each(stay, start, drug)
    stay, start, drug = stay[kept], start[kept], drug[kept]
    size = len(stay)
    stop = start + rng.geometric(0.35, size) * DAY // 2
    stop = np.select([chance(rng, OPEN, size), chance(rng, EARLY, size)], [0 * stop, start - 30], stop)
    columns = {
        "patientunitstayid": stays.patientunitstayid[stay],
        "drugorderoffset": start - rng.integers(0, 90, size),
        "drugstartoffset": start,
        "drugstopoffset": stop,
        "frequency": pick_value(rng, FREQUENCIES, size),
        "drugivadmixture": either(chance(rng, 0.2, size), "Yes", same("No", size)),
        "drugordercancelled": either(chance(rng, CANCELLED, size), "Yes", same("No", size)),
        "prn": either(chance(rng, 0.25, size), "Yes", same("No", size)),
        "gtc": np.zeros(size, np.int64),
        **_drugs(rng, drug),
    }
    return Rows(stays.patient[stay], columns)


def _drugs(rng: np.random.Generator, drug: Indices) -> dict[str, Column]:
    drugs, size = terms("drug"), len(drug)
    return {
        "drugname": without(chance(rng, NAMELESS, size), untidy(rng, drugs.texts("name"), drug)),
        "drughiclseqno": drugs.integers("hicl")[drug],
        "dosage": without(chance(rng, WITHOUT, size), drugs.choices("doses").pick(rng, drug)),
        "routeadmin": without(chance(rng, WITHOUT, size), drugs.choices("routes").pick(rng, drug)),
    }
