"""lab: samples through every stay, and some before it."""

from __future__ import annotations

import numpy as np

from medgym_ehr.eicu.synthetic.stay import Stays
from medgym_ehr.eicu.synthetic.vocabulary import terms
from medgym_ehr.synthetic.files import Rows
from medgym_ehr.synthetic.quantity import Quantities, written
from medgym_ehr.synthetic.sampling import chance, first_of_each, pick, popularity, repeat
from medgym_ehr.synthetic.text import untidy

PACE = (2.4, 2, 8.0, 1.4)
"""Usual samples a day, fewest, and what long stays are held to (``Stays.paced``)."""
ITEMS = 6.5
"""Mean values of a sample."""
LEAD = 10 * 60
"""Minutes before the stay from which samples may be, in a third of the stays."""
FAILED = 0.012
"""Share of samples that gave no number."""
PERSONAL = 0.7
"""Correlation, as its root, of an item's values within one stay."""


def lab_rows(rng: np.random.Generator, stays: Stays) -> Rows:
    """Lab of a chunk; a sample measures an item at most once."""
    lead = LEAD * chance(rng, 1 / 3, len(stays.visit))
    stay, time = stays.moments(rng, stays.paced(*PACE), lead)
    draw, _ = repeat(1 + rng.poisson(ITEMS - 1, len(stay)))
    item = pick(rng, popularity(len(terms("lab"))), len(draw))
    kept = first_of_each(draw, item)
    draw, item = draw[kept], item[kept]
    labs = terms("lab")
    habit = rng.standard_normal((len(stays.visit), len(labs)))[stay[draw], item]
    noise = rng.standard_normal(len(item))
    laws = Quantities.of(labs, skewed=labs.texts("law") == "lognormal")
    value = laws.at(item, PERSONAL * habit + np.sqrt(1 - PERSONAL**2) * noise)
    value = np.where(chance(rng, FAILED, len(item)), np.nan, value)
    columns = {
        "patientunitstayid": stays.patientunitstayid[stay[draw]],
        "labresultoffset": time[draw],
        "labtypeid": labs.integers("type")[item],
        "labname": untidy(rng, labs.texts("name"), item),
        "labresult": value,
        "labresulttext": written(value),
        "labmeasurenamesystem": labs.texts("unit")[item],
        "labmeasurenameinterface": labs.texts("unit")[item],
        "labresultrevisedoffset": time[draw] + rng.integers(5, 90, len(draw)),
    }
    return Rows(stays.patient[stay[draw]], columns)
