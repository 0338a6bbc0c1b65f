"""What the simulator speaks of, one table a noun: conditions, reasons, labs, drugs, codes, organisms, sites.

Sources. ICD-9-CM codes and titles: CMS, public domain. LOINC codes: Regenstrief, loinc.org. Reference
ranges: those printed in MIMIC-III's LABEVENTS and usual American ones (Kratz et al., NEJM 2004;351:1548).
Prevalence of chronic conditions among intensive care patients: Elixhauser comorbidities of MIMIC-III
(Johnson et al., Sci Data 2016;3:160035) and eICU (Pollard et al., Sci Data 2018;5:180178), US adults by age
from NHANES where rarer. Mix of reasons: categories of primary ICD-9 codes in MIMIC-II's user guide (ischemic
heart disease 18 %, trauma 10, digestive 10, pulmonary 9, infectious 7, neoplasms 7, cerebrovascular 6, other
heart disease 6 of 22,880 adults) and APACHE admission diagnoses of eICU. Susceptibility: shares of usual
American antibiograms (CDC NHSN 2015-2017, Weiner-Lastinger et al., Infect Control Hosp Epidemiol 2020;41:1).
Doses: package inserts. Shares of specific codes, complications and orders: rounded after the frequencies of
MIMIC-III's codes and prescriptions, and reviews of each disease. What is found between stays, and its signs:
the docstrings of ``clinic``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from medgym_patient.concept.table import Table


@cache
def table(name: str) -> Table:
    """The table ``name.csv`` of this folder."""
    return Table.parse(files(__name__).joinpath(f"{name}.csv").read_text(encoding="utf-8"))


@cache
def profiles() -> dict[str, dict[str, Any]]:
    """The profiles of the sites by name."""
    found: dict[str, dict[str, Any]] = json.loads(files(__name__).joinpath("site.json").read_text("utf-8"))
    return found
