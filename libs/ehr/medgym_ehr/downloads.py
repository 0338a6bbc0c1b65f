"""Published data of hospitals that families may fetch.

PhysioNet states the SHA-256 of every file in the ``SHA256SUMS.txt`` of each version; no copy of those bytes
was at hand to pin hashes from.
"""

from __future__ import annotations

from collections.abc import Iterable

from medgym_core import Download, Remote, Tier


def _pattern(names: Iterable[str]) -> dict[str, str]:
    """Tables by name, plain or gzipped as the publisher has them."""
    return {f"{name}.csv*": "" for name in names}


ODBL = "Open Data Commons Open Database License v1.0"
MIMIC3_DEMO = Remote.physionet(
    "mimiciii-demo",
    "1.4",
    title="MIMIC-III Clinical Database Demo v1.4",
    licence=ODBL,
    tier=Tier.OPEN,
    files={"*.csv*": ""},
)
"""All tables of 100 patients, all of whom died; notes are not part of it."""
EICU_DEMO = Remote.physionet(
    "eicu-crd-demo",
    "2.0.1",
    title="eICU Collaborative Research Database Demo v2.0.1",
    licence=ODBL,
    tier=Tier.OPEN,
    files={"*.csv*": ""},
)
"""All tables of some 2,500 unit stays."""


def mimic3(tables: Iterable[str]) -> Download:
    """The credentialed MIMIC-III v1.4: those ``tables`` that a family reads."""
    remote = Remote.physionet(
        "mimiciii",
        "1.4",
        title="MIMIC-III Clinical Database v1.4",
        licence="PhysioNet Credentialed Health Data License 1.5.0",
        tier=Tier.CREDENTIALED,
        files=_pattern(tables),
    )
    return Download(title=remote.title, parts={"": remote})


def eicu(tables: Iterable[str]) -> Download:
    """The credentialed eICU-CRD v2.0: those ``tables`` that a family reads."""
    remote = Remote.physionet(
        "eicu-crd",
        "2.0",
        title="eICU Collaborative Research Database v2.0",
        licence="PhysioNet Credentialed Health Data License 1.5.0",
        tier=Tier.CREDENTIALED,
        files=_pattern(tables),
    )
    return Download(title=remote.title, parts={"": remote})
