"""MICROBIOLOGYEVENTS: cultures, what grew in them, and which antibiotics act on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from medgym_ehr.mimic3.synthetic.person import People
from medgym_ehr.mimic3.synthetic.visit import Visits
from medgym_ehr.mimic3.synthetic.vocabulary import terms
from medgym_ehr.synthetic.clock import DAY, NEVER, datetimes, midnight
from medgym_ehr.synthetic.files import Column, Rows, optional
from medgym_ehr.synthetic.sampling import Indices, chance, pick, popularity, repeat, rounds
from medgym_ehr.synthetic.text import same, untidy, without

A_DAY = 0.5
POSITIVE = 0.2
"""Share of cultures in which something grows."""
TESTED = 2.2
"""Mean antibiotics that are tested on what grows; a row for each."""
WITHOUT_TIME = 0.25
"""Share of cultures of which only the date is known."""
DILUTIONS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)


def culture_rows(rng: np.random.Generator, people: People, visits: Visits) -> Rows:
    """MICROBIOLOGYEVENTS of a chunk: one row for a culture without growth."""
    length = visits.discharged - visits.admitted
    counts = np.maximum(1, np.round(length * (A_DAY / DAY))).astype(np.int64)
    visit, time = rounds(rng, visits.admitted, visits.discharged, counts)
    dated = np.where(chance(rng, WITHOUT_TIME, len(time)), NEVER, time)
    specimen = pick(rng, popularity(len(terms("specimen"))), len(visit))
    grows = chance(rng, POSITIVE, len(visit))
    culture, number = repeat(np.where(grows, np.maximum(1, rng.poisson(TESTED, len(visit))), 1))
    organism = pick(rng, popularity(len(terms("organism"))), len(visit))
    patient = visits.patient[visit[culture]]
    columns = {
        "SUBJECT_ID": people.subject_id[patient],
        "HADM_ID": visits.hadm_id[visit[culture]],
        "CHARTDATE": datetimes(midnight(time[culture])),
        "CHARTTIME": datetimes(dated[culture]),
        "SPEC_ITEMID": terms("specimen").integers("itemid")[specimen[culture]],
        "SPEC_TYPE_DESC": untidy(rng, terms("specimen").texts("label"), specimen[culture]),
        **_growth(rng, grows[culture], organism[culture]),
        **_antibiotics(rng, grows[culture], culture, number),
    }
    return Rows(patient, columns)


def _growth(rng: np.random.Generator, grows: NDArray[np.bool_], organism: Indices) -> dict[str, Column]:
    names = untidy(rng, terms("organism").texts("label"), organism)
    return {
        "ORG_ITEMID": optional(terms("organism").integers("itemid")[organism], grows),
        "ORG_NAME": without(~grows, names),
        "ISOLATE_NUM": optional(np.ones(len(grows), dtype=np.int64), grows),
    }


def _antibiotics(
    rng: np.random.Generator, grows: NDArray[np.bool_], culture: Indices, number: Indices
) -> dict[str, Column]:
    """A different antibiotic in each row of a culture, with the verdict; in a few rows there is none."""
    antibiotics, size = terms("antibiotic"), len(grows)
    tested = grows & chance(rng, 0.9, size)
    first = rng.integers(0, len(antibiotics), culture[-1] + 1)
    which = (first[culture] + number) % len(antibiotics)
    dilution = np.array(DILUTIONS)[rng.integers(0, len(DILUTIONS), size)]
    verdict = np.select([dilution > 8, dilution > 4], ["R", "I"], "S").astype(object)
    return {
        "AB_ITEMID": optional(antibiotics.integers("itemid")[which], tested),
        "AB_NAME": without(~tested, antibiotics.texts("label")[which]),
        "DILUTION_COMPARISON": without(~tested, same("=", size)),
        "DILUTION_VALUE": np.where(tested, dilution, np.nan),
        "INTERPRETATION": without(~tested, verdict),
    }
