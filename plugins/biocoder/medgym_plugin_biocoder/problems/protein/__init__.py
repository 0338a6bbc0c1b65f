"""Problems of the category `protein`."""

from __future__ import annotations

from typing import Any

from medgym_plugin_biocoder.problems.contract import Problem
from medgym_plugin_biocoder.problems.protein import (
    digestion,
    fragment_ions,
    isotope_pattern,
    membrane_posterior,
    pdb_atoms,
    residue_contacts,
    superposition,
)

PROBLEMS: tuple[Problem[Any], ...] = (
    pdb_atoms.PROBLEM,
    residue_contacts.PROBLEM,
    superposition.PROBLEM,
    digestion.PROBLEM,
    fragment_ions.PROBLEM,
    isotope_pattern.PROBLEM,
    membrane_posterior.PROBLEM,
)
