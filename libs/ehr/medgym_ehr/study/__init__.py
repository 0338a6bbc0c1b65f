"""Cohort studies on a hospital database: sessions whose later turns need what the ones before found.

::

    Schema (mimic3, eicu) ──records──▶ stays, events ──measure──▶ exposure, outcome, covariates
                                                                     └──steps──▶ one answer a turn

Gold is what :mod:`steps` computes on the host, turn after turn. The reference solution is the text of the
same modules, cut to what a turn needs (:mod:`program`) and run in the box. Tests compute every answer another
way.
"""

from medgym_ehr.study.family import StudyFamily
from medgym_ehr.study.schema import Schema

__all__ = ["Schema", "StudyFamily"]
