"""The task family `mimic`: questions on a hospital database."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import ClassVar

from medgym_core import BoxEnvironment, Split, TaskSet, Tier
from medgym_ehr.hospital import Hospital
from medgym_ehr.hospital.family import PUBLISHED, question_sets
from medgym_ehr.study import Schema, StudyFamily
from medgym_ehr.study.family import STUDY_SPLITS, study_sets
from medgym_ehr.study.mimic3 import SCHEMA
from medgym_plugin_mimic.loader import HOSPITAL, REWORDED, SIZES


class Mimic(StudyFamily):
    """Questions on MIMIC-III in nine categories, and studies."""

    hospital: ClassVar[Hospital] = HOSPITAL
    studies: ClassVar[Schema] = SCHEMA
    name: ClassVar[str] = "mimic"
    version: ClassVar[str] = metadata.version("medgym-plugin-mimic")
    title: ClassVar[str] = "MIMIC-III: questions on a hospital database"
    summary: ClassVar[str] = (
        "Answer questions on a 17-table hospital database with SQL or Python: patients, stays, orders, "
        "measurements, costs."
    )
    tier: ClassVar[Tier] = Tier.CREDENTIALED
    licence: ClassVar[str] = (
        "PhysioNet Credentialed Health Data Licence 1.5.0 for MIMIC-III; Apache-2.0 for the questions and "
        "the synthetic data"
    )
    citation: ClassVar[str] = (
        "Johnson et al. 2016, doi:10.1038/sdata.2016.35 (MIMIC-III); "
        "Lee et al. 2022, arXiv 2301.07695 (EHRSQL)"
    )
    splits: ClassVar[Mapping[str, Split]] = {
        "train": Split(size=SIZES["train"], chance_rate=0.07),
        "test": Split(size=SIZES["test"], evaluation=True, chance_rate=0.09),
        "reworded": Split(size=REWORDED, evaluation=True, chance_rate=0.09, counted=False, novel="wording"),
        "ood": Split(
            size=SIZES["ood"], evaluation=True, chance_rate=0.08, counted=False, novel="requirement"
        ),
        "abstention": Split(size=SIZES["abstention"], evaluation=True, chance_rate=0.42, counted=False),
        **STUDY_SPLITS,
        **PUBLISHED,
    }
    task_sets: ClassVar[Mapping[str, TaskSet]] = {**question_sets(HOSPITAL), **study_sets(HOSPITAL, SCHEMA)}
    suites: ClassVar[Mapping[str, str]] = {"medagentgym": "internal"}
    ledgers: ClassVar[tuple[str, ...]] = (HOSPITAL.dialect.source,)
    environment: ClassVar[BoxEnvironment] = BoxEnvironment(
        recipe=Path(__file__).parent / "image", preload=("numpy", "pandas", "sqlite3")
    )
