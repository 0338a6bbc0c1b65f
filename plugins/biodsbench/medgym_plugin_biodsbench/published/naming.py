"""Which study a published question is about, and under which names its folder may lie.

Questions name a study by its PubMed number; cBioPortal names it otherwise. The table is of the studies of
BioDSBench's Python questions but 28481359, which has no folder at cBioPortal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

STUDIES = {
    "25303977": "cscc_hgsc_bcm_2014",
    "27959731": "mnm_washu_2016",
    "28472509": "odg_msk_2017",
    "28985567": "dlbcl_duke_2017",
    "29713087": "dlbcl_dfci_2018",
    "30742119": "gbm_columbia_2019",
    "30867592": "histiocytosis_cobi_msk_2019",
    "32437664": "egc_trap_msk_2020",
    "32864625": "breast_alpelisib_2020",
    "33765338": "ihch_msk_2021",
    "34819518": "crc_nigerian_2020",
    "37699004": "egc_msk_2023",
}
"""PubMed number to the identifier of cBioPortal, https://www.cbioportal.org/datasets."""
_ID = re.compile(r"[?&](?:id|studyId)=([\w.-]+)")
SHOWN = 4
"""Studies that a message names."""


def names_of(study: str, url: str) -> tuple[str, ...]:
    """What a study's folder may be called: its number, and cBioPortal's name by its address or the table."""
    linked = _ID.findall(url)
    return tuple(dict.fromkeys(name for name in (study, *linked, STUDIES.get(study, "")) if name))


def rule(studies: Iterable[Collection[str]]) -> str:
    """What is to be done for studies, each with its names, that are not in a copy."""
    some = [" or ".join(names) for names in studies]
    more = f" and {len(some) - SHOWN} more" if len(some) > SHOWN else ""
    return (
        f"put each study's tables into a folder of its PubMed number or of its name at cBioPortal, or its "
        f".tar.gz, at any depth: {', '.join(some[:SHOWN])}{more}"
    )
